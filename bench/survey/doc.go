// Package survey decides ranges of numbered deals under several rules at once and
// keeps the answers in a directory that survives anything.
//
// # The directory
//
// manifest.json says what is asked: generator, range, rules, limits, shard and
// program version ([Manifest]). results.csv holds the answers, one line for each
// deal and rule, deals in rising order of their seed, the rules of a deal in the
// order of the manifest:
//
//	seed,draw,passes,verdict,states
//	41,1,unlimited,W,1043
//	41,3,unlimited,?,5000000
//
// The verdict is W (winnable), U (unwinnable) or ? (undecided: a limit was hit).
// timings.csv holds what may differ from run to run, the wall-clock time of each
// deal. The file lock is held by the process that writes.
//
// # Why the bytes never differ
//
// The unit of work is one deal under all rules. Units are handed to workers in
// order, answered in any order, and written in order; nothing that depends on
// time, on the number of workers or on earlier runs reaches results.csv. It only
// grows, a block of whole units at a time, each followed by fsync. So whatever
// ends a run, the file is a prefix of the finished file, apart from at most one
// unfinished block, whose torn end the next run cuts off. Shards are contiguous
// parts of the range: their results, one after the other, are those of a single
// run.
//
// Files: survey.go what is asked and answered; manifest.go and results.go the
// two formats; store.go, lock*.go the directory as its writer sees it; run.go the
// workers; solving.go the solver as a [Decider]; consistency.go what answers imply
// about each other; read.go the directory as readers see it; shard.go, stop.go, merge.go,
// diff.go and importing.go what their names say. Package report (below this one)
// turns surveys into tables and pages.
package survey
