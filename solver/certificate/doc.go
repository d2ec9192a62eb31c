// Package certificate writes, reads and checks proofs that a Klondike position
// cannot be won.
//
// A certificate names the rules, a start position and a set of entries: positions
// that are claimed to be lost, each with an open talon, with unlimited passes, or
// with a number of redeals left. Check finds out whether the entries prove each
// other and the start lost. It is written from the lemmas of solver/THEORY.md over
// its own plain sets of cards, and shares no code with the search, so a mistake of
// the search does not hide here. CheckPlain does without the lemmas, and only asks
// the referee what moves are legal.
//
//	c, err := certificate.Read(file)
//	err = c.Check(ctx, certificate.Options{}) // nil: proven
//
// # What is checked
//
// Section 8 of THEORY.md says when a set of entries is a proof. In short:
//
//  1. The start is covered.
//  2. No entry is won as it stands.
//  3. For each entry, every position that the lemmas call for is covered: either one
//     to which a safe promotion leads, or those to which all other steps lead.
//
// A covering entry has the foundations and locked stacks of a member of the
// position's plateau, and a talon and turn of the stock from which it can be reached
// (lemmas 5 and 8 to 11); if none has, what safe promotions lead to may be covered
// instead. Safe promotions are those of lemma 3, of the last card of the talon too
// when the turn allows to go on to it with nothing lost.
//
// No entry is needed for a position that relaxed play shows to be lost, itself or
// after safe promotions: play in which cards hardly get in one another's way leaves
// some that cannot go up, so no other play wins (lemma 12). If the start is one, there
// are no entries at all. Relaxed play is tried where the entries are not enough, from
// one member of a plateau, since all have the same answer.
//
// One more condition makes a proof of it, where worrying back is allowed: of the
// entries with the same locked stacks, an open one must rest on such only that have
// fewer talon cards. Otherwise some would rest on themselves (see cover.go), and
// winnable positions would have certificates. With the condition each entry rests
// on lower ones alone, in the order of open before others, then by cards in the
// locked stacks, then by talon cards and cards that are not up; and a lowest entry
// that is not lost cannot exist.
//
// An entry may be in a certificate though the proof can do without it. Reduce takes
// such entries out before a certificate is written; then none of those that remain
// can be dropped.
//
// # The file
//
// Numbers are unsigned; those of fixed size have their low byte first, and a varint
// is seven bits a byte, low ones first, the high bit set in all bytes but the last.
//
//	8 bytes  magic: 89 4B 4C 43 45 52 54 0A ("\x89KLCERT\n")
//	2 bytes  version of the format: 1
//	4 bytes  H, the length of the header, at most 65536
//	H bytes  header: a JSON object with
//	           "rules"    draw, passes, worry_back, ... as klondike.Rules writes them
//	           "start"    the position, in the JSON of package notation
//	           "program"  a string, the version of the program that wrote the file
//	8 bytes  B, the length of the body, at most 2^30
//	B bytes  body: the list of entries, compressed with DEFLATE (RFC 1951)
//	8 bytes  checksum: XXH64 with seed 0 of all bytes before
//
// Nothing follows. The list of entries is
//
//	3 varints  the numbers of open, endless and limited entries, at most 2^26 in all
//	varints    the keys of the open entries
//	varints    the keys of the endless entries
//	bytes      their offsets, the cards in the waste, one byte each
//	varints    the keys of the limited entries
//	bytes      their offsets
//	bytes      their redeals left
//
// where each kind is sorted by key, then redeals, then offset, without duplicates,
// and instead of a key stands its difference to the one before it, or to 0. A key is
// a number of 61 bits:
//
//	bits 0..23   which talon cards are left: bit i for the i-th card of the start's
//	             waste from the bottom followed by its stock in drawing order
//	bits 24..39  the heights of the foundations, 0 to 13: four bits each for clubs,
//	             diamonds, hearts, spades
//	bits 40..60  what is left of the locked stacks of columns 1 to 7, three bits each:
//	             the number of face-down cards and the lowest face-up card, without a
//	             king at the base
//
// An entry takes 0.3 to 3 bytes, the less the more there are.
//
// # Files
//
// entry.go (entries and keys), format.go, writer.go and reader.go (the file),
// board.go (where the cards are, and what can be an entry), walk.go (plateaus and
// safe promotions), steps.go (the children of an entry), cover.go (what covers a
// position), relaxed.go (relaxed play), check.go, reduce.go, plain.go.
package certificate
