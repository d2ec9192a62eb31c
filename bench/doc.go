// Package bench measures the solver: how fast it is, how far its cost spreads, and
// whether a change helped.
//
//   - suite.go reads corpora of questions (a deal and rules) with known verdicts.
//   - run.go answers a suite round after round, checks every verdict, and notes
//     what each question took; record.go has the notes and their file format.
//   - report.go condenses a run into the table that people read, benchfmt.go
//     into Go's benchmark format.
//   - compare.go says what two runs differ in and what is only noise.
//   - scaling.go measures how speed grows with workers and threads, and how cost
//     grows with draw counts and pass limits.
//
// A state is a plateau that a search expanded; see package solver. States are
// exact and repeat; times never do.
package bench
