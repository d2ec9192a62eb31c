package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"klondike/klondike"
	"klondike/klondike/notation"
)

// afterFlags play moves before a command looks at the position.
type afterFlags struct{ moves string }

func (f *afterFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.moves, "after", "", "play these `moves` first: words or the code of another program")
}

// play returns the position after the moves.
func (f *afterFlags) play(start position) (position, error) {
	moves, err := notation.ParseMoves(f.moves, start.table, start.rules)
	if err != nil {
		return position{}, fmt.Errorf("--after: %w", err)
	}
	if len(moves) == 0 {
		return start, nil
	}
	report, err := klondike.Replay(start.table, start.rules, moves, klondike.Scoring{})
	if err != nil {
		return position{}, err
	}
	name := fmt.Sprintf("%s after %s", start.name, counted(len(moves), "move", "moves"))
	return position{name, report.Final, start.rules}, nil
}
