// Command klondike solves Klondike deals and mid-game positions, gives hints and
// analyses games, shows and converts deals, and checks lists of moves.
//
// The command line is thin: one file a command, and one file for each group of
// flags that commands share (input.go names the cards, rules.go the rules, after.go
// the moves to play first, limits.go the limits of a search, questions.go what is
// asked, scoring.go how a line is scored, line.go how it is written, draw.go how
// cards and tables are drawn, reply.go all of an answer). answer.go brings what the
// solver found before the referee and words it. run.go runs a command and turns its
// error into the exit status; json.go holds the JSON that commands have in common,
// result.go the files that commands write. Everything else is a call into the
// library packages.
package main
