package main

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"klondike/klondike"
	"klondike/klondike/notation"
)

func replayCommand(out *output) *cobra.Command {
	var (
		input           inputFlags
		scoring         scoringFlags
		drawing         drawFlags
		on, file        string
		mustWin, asJSON bool
	)
	c := &cobra.Command{
		Use:   "replay [MOVES...]",
		Short: "Check a list of moves with the referee",
		Long: `Play a list of moves on a deal or position, checked by the referee card by
card, and say how it ends. The moves are words or the code of klondike-solver or
minimal-klondike; they are the arguments, or a file, or standard input.

Exit status: 0 every move is legal (and wins, with --must-win), 1 one is not,
2 bad input.`,
		Example: `  klondike replay --seed klondike-solver:3 46 36 DR2 WD
  klondike replay --position position.txt --moves moves.txt --must-win
  klondike replay --seed klondike-solver:3 < opening.txt`,
		RunE: func(c *cobra.Command, args []string) error {
			score, err := scoring.scoring()
			if err != nil {
				return err
			}
			var files []string
			if on != "" {
				files = []string{on}
			}
			if on == "-" && len(args) == 0 && (file == "" || file == "-") {
				return errors.New("standard input cannot hold both the position and the moves")
			}
			start, err := input.loadKnown(files, c.InOrStdin())
			if err != nil {
				return err
			}
			text, err := moveText(args, file, c.InOrStdin())
			if err != nil {
				return err
			}
			r, err := replay(start, text, score)
			if err != nil {
				return err
			}
			if asJSON {
				err = r.writeJSON(out)
			} else {
				r.write(out, drawing.pen(out), scoring.name)
			}
			if err == nil && (r.report.Illegal != nil || mustWin && !r.report.Won) {
				err = outcome(statusFailed)
			}
			return err
		},
	}
	fs := c.Flags()
	input.add(fs)
	fs.StringVar(&on, "position", "", "play on the deal or position in this `file` (- is standard input)")
	fs.StringVar(&file, "moves", "", "read the moves from this `file` (- is standard input)")
	scoring.add(fs)
	drawing.add(fs)
	fs.BoolVar(&mustWin, "must-win", false, "exit with status 1 unless the game is won")
	fs.BoolVar(&asJSON, "json", false, "write one JSON object on one line")
	c.MarkFlagsMutuallyExclusive("json", "ascii")
	return c
}

// moveText returns the list of moves: the arguments, the file, or stdin.
func moveText(args []string, file string, stdin io.Reader) (string, error) {
	switch {
	case len(args) > 0 && file != "":
		return "", errors.New("moves given both as arguments and with --moves: expected one of them")
	case len(args) > 0:
		return strings.Join(args, " "), nil
	case file == "":
		file = "-"
	}
	data, err := readText(file, stdin)
	return string(data), err
}

// replayed is what the referee says about a list of moves.
type replayed struct {
	start  position
	moves  []klondike.Move // the legal ones
	report klondike.Report
}

// replay plays a text of moves. One that is no list of moves is an error; one
// with an illegal move is a report.
func replay(start position, text string, scoring klondike.Scoring) (replayed, error) {
	moves, parsing := notation.ParseMoves(text, start.table, start.rules)
	if parsing != nil && !errors.As(parsing, new(*klondike.IllegalMove)) {
		return replayed{}, parsing
	}
	report, err := klondike.Replay(start.table, start.rules, moves, scoring)
	if report.Illegal == nil {
		report.Illegal = parsing
	}
	return replayed{start, moves, report}, err
}

// write draws the last table and says how it ended.
func (r replayed) write(out *output, p pen, scoring string) {
	out.printf("%s, %s\n\n%s\n", r.start.name, r.start.rules, p.table(r.report.Final, r.start.rules))
	ending := "not won:"
	switch {
	case r.report.Illegal != nil:
		ending = "illegal move after"
	case r.report.Won:
		ending = "won:"
	}
	out.printf("%s %s, %s score %d\n", ending, moveWords(r.moves, r.report.PassesUsed), scoring, r.report.Score)
	if r.report.Illegal != nil {
		out.printf("%s\n", p.letters(r.report.Illegal.Error()))
	}
}

// replayJSON is what the referee says in JSON.
type replayJSON struct {
	Deal       dealJSON       `json:"deal"`
	Rules      klondike.Rules `json:"rules"`
	Legal      bool           `json:"legal"`
	Won        bool           `json:"won"`
	Played     int            `json:"played"`
	Score      int            `json:"score"`
	PassesUsed int            `json:"passes_used"`
	Illegal    *illegalJSON   `json:"illegal,omitempty"`
}

// illegalJSON is the first illegal move; Move counts from one.
type illegalJSON struct {
	Move   int           `json:"move"`
	Rule   klondike.Rule `json:"rule"`
	Reason string        `json:"reason"`
}

func (r replayed) writeJSON(out *output) error {
	deal, err := r.start.json()
	if err != nil {
		return err
	}
	written := replayJSON{
		Deal: deal, Rules: r.start.rules, Legal: r.report.Illegal == nil, Won: r.report.Won,
		Played: r.report.Played, Score: r.report.Score, PassesUsed: r.report.PassesUsed,
	}
	var illegal *klondike.IllegalMove
	if errors.As(r.report.Illegal, &illegal) {
		written.Illegal = &illegalJSON{r.report.Played + 1, illegal.Rule, illegal.Reason}
	}
	return writeJSON(out, written)
}
