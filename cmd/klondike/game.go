package main

import (
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"klondike/klondike"
	"klondike/klondike/notation"
	"klondike/solver"
)

// gameFlags name a game in play, every card known, and what an answer about it may
// cost.
type gameFlags struct {
	input    inputFlags
	after    string
	limiting limitFlags
}

func (f *gameFlags) add(fs *pflag.FlagSet) {
	f.input.add(fs)
	fs.StringVar(&f.after, "after", "", "play these `moves` first: words or the code of another program")
	f.limiting.add(fs)
}

// game is a game in play.
type game struct {
	start position
	moves []klondike.Move // legal from start
	now   position        // after them
}

// load reads the game that the flags or a file name, and the limits.
func (f *gameFlags) load(files []string, stdin io.Reader) (g game, limits solver.Limits, err error) {
	if limits, err = f.limiting.limits(); err != nil {
		return g, limits, err
	}
	if g.start, err = f.input.loadKnown(files, stdin); err != nil {
		return g, limits, err
	}
	if g.moves, err = notation.ParseMoves(f.after, g.start.table, g.start.rules); err != nil {
		return g, limits, fmt.Errorf("--after: %w", err)
	}
	g.now, err = played(g.start, g.moves)
	return g, limits, err
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
