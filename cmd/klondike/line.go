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

// lineWords counts a line's moves, of which every draw, redeal and transfer is
// one, and says what it came to.
func lineWords(moves []klondike.Move, report klondike.Report, scoring string) string {
	draws, redeals := 0, 0
	for _, m := range moves {
		switch m.Kind {
		case klondike.Draw:
			draws++
		case klondike.Redeal:
			redeals++
		}
	}
	return fmt.Sprintf("%s (%s, %s), %s, %s score %d",
		counted(len(moves), "move", "moves"), counted(draws, "draw", "draws"),
		counted(redeals, "redeal", "redeals"), counted(report.PassesUsed, "pass", "passes"),
		scoring, report.Score)
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
