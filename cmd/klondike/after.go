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

// parse returns the moves, which are legal from start.
func (f *afterFlags) parse(start position) ([]klondike.Move, error) {
	moves, err := notation.ParseMoves(f.moves, start.table, start.rules)
	if err != nil {
		return nil, fmt.Errorf("--after: %w", err)
	}
	return moves, nil
}

// play returns the position after the moves.
func (f *afterFlags) play(start position) (position, error) {
	moves, err := f.parse(start)
	if err != nil {
		return position{}, err
	}
	return played(start, moves)
}

// played returns the position after legal moves.
func played(start position, moves []klondike.Move) (position, error) {
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
