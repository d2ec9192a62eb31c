package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"klondike/klondike"
	"klondike/klondike/notation"
)

// lineFlags say how a line of play is written.
type lineFlags struct {
	compact string
	show    bool
}

func (f *lineFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.compact, "compact", "", "write the moves in another program's `code`: klondike-solver, or minimal-klondike (after =)")
	fs.Lookup("compact").NoOptDefVal = string(notation.KlondikeSolver)
	fs.BoolVar(&f.show, "show", false, "draw the table after every move")
}

// code returns the code to write moves in.
func (f *lineFlags) code() (notation.Code, error) {
	if f.compact == "" {
		return notation.WordCode, nil
	}
	code, err := notation.ParseCode(f.compact)
	if err != nil {
		return "", fmt.Errorf("--compact=%s: expected one of %v", f.compact, notation.Codes())
	}
	return code, nil
}

// write writes the moves from start, which must be legal.
func (f *lineFlags) write(out *output, p pen, start position, moves []klondike.Move) error {
	code, err := f.code()
	if err != nil || len(moves) == 0 {
		return err
	}
	if !f.show {
		text, err := notation.WriteMoves(code, start.table, start.rules, moves)
		if err != nil {
			return err
		}
		out.printf("%s\n", strings.TrimRight(p.letters(text), "\n"))
		return nil
	}
	table := start.table.Clone()
	for i, words := range notation.Words(start.table, start.rules, moves) {
		if err := table.Play(moves[i], start.rules); err != nil {
			return err
		}
		out.printf("%s\n\n%s\n", p.letters(words), p.table(table, start.rules))
	}
	return nil
}

// lineReport is what the referee says about a legal line of play.
type lineReport struct {
	klondike.Report // its Score is by the scoring that was asked for
	moves           []klondike.Move
	standard, vegas int // the scores by these presets
}

// referee replays a line; an illegal move is an error.
func referee(start position, moves []klondike.Move, scoring klondike.Scoring) (lineReport, error) {
	l := lineReport{moves: moves}
	var reports [3]klondike.Report
	for i, by := range []klondike.Scoring{scoring, klondike.Standard(), klondike.Vegas()} {
		var err error
		reports[i], err = klondike.Replay(start.table, start.rules, moves, by)
		if err != nil {
			return l, err
		}
	}
	l.Report, l.standard, l.vegas = reports[0], reports[1].Score, reports[2].Score
	if l.Illegal != nil {
		return l, fmt.Errorf("the referee refuses move %d of the line: %w", l.Played+1, l.Illegal)
	}
	return l, nil
}

// words says what the line came to, by the two usual scorings and by the one that
// was asked for.
func (l lineReport) words(scoring string) string {
	text := fmt.Sprintf("%s, standard score %d, vegas score %d", moveWords(l.moves, l.PassesUsed), l.standard, l.vegas)
	if !strings.EqualFold(scoring, "standard") && !strings.EqualFold(scoring, "vegas") {
		text += fmt.Sprintf(", %s score %d", strings.ToLower(scoring), l.Score)
	}
	return text
}

// moveWords counts a line's moves, of which every draw, redeal and transfer is
// one, and its passes.
func moveWords(moves []klondike.Move, passes int) string {
	draws, redeals := 0, 0
	for _, m := range moves {
		switch m.Kind {
		case klondike.Draw:
			draws++
		case klondike.Redeal:
			redeals++
		}
	}
	return fmt.Sprintf("%s (%s, %s), %s",
		counted(len(moves), "move", "moves"), counted(draws, "draw", "draws"),
		counted(redeals, "redeal", "redeals"), counted(passes, "pass", "passes"))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
