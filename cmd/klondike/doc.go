// Command klondike solves Klondike deals and mid-game positions, shows and
// converts deals, and checks lists of moves.
//
// The command line is thin: one file a command, and one file for each group of
// flags that commands share (input.go names the cards, rules.go the rules,
// limits.go the limits of a search, scoring.go how a line is scored, line.go how
// it is written, draw.go how cards and tables are drawn). run.go runs a command
// and turns its error into the exit status; json.go holds the JSON that commands
// have in common. Everything else is a call into the library packages.
package main
