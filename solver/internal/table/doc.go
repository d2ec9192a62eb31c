// Package table keeps proven facts about positions in bounded memory.
//
// An entry is one 64-bit word: the exact key of a position and one of two facts,
// dead or alive. No hash stands for a position anywhere, so no collision can make
// a false claim; hashing only chooses the place. A table may forget an entry to
// stay inside its budget, and it never misremembers one: words are written and
// read whole, so any number of searches may share a table without locks.
//
// Facts cover more than the position they are stored for. A table is made for one
// kind of covering (see Cover): positions that can cover one another share a
// bucket, so that one cache line answers "is this position, or one that decides
// it, known?".
package table
