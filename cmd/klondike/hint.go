package main

import (
	"github.com/spf13/cobra"

	"klondike/klondike"
	"klondike/solver"
)

func hintCommand(out *output) *cobra.Command {
	var (
		asking        gameFlags
		drawing       drawFlags
		quiet, asJSON bool
	)
	c := &cobra.Command{
		Use:   "hint [FILE|-]",
		Short: "Say how to go on from a position",
		Long: `Say how to go on from a position, every card known: the next moves of a winning
line, as far as the first that plays a card from the waste or turns one up. Whoever
makes all of them and asks again comes to the win. A line that takes no card off a
foundation is preferred. When nothing helps, that is proven.

Exit status: 0 decided, 1 failed, 2 bad input, 3 undecided.`,
		Example: `  klondike hint position.txt
  klondike hint --seed klondike-solver:3 --draw 3 --after "DR3" --quiet
  klondike hint dead.txt --worry-back=false
  klondike hint --seed klondike-solver:3 --json`,
		RunE: func(c *cobra.Command, files []string) error {
			game, limits, err := asking.load(files, c.InOrStdin())
			if err != nil {
				return err
			}
			hint, err := solver.NewAnalyst(1, limits).Hint(c.Context(), game.now.table, game.now.rules)
			if err != nil {
				return asked(err)
			}
			h := hinted{game.now, hint}
			switch p := drawing.pen(out); {
			case asJSON:
				err = h.writeJSON(out)
			case quiet:
				h.moves(out, p)
			default:
				h.write(out, p)
			}
			if err == nil && hint.Verdict == solver.Undecided {
				err = outcome(statusUndecided)
			}
			return err
		},
	}
	fs := c.Flags()
	asking.add(fs)
	drawing.add(fs)
	fs.BoolVarP(&quiet, "quiet", "q", false, "write nothing but the moves")
	fs.BoolVar(&asJSON, "json", false, "write one JSON object on one line")
	c.MarkFlagsMutuallyExclusive("json", "quiet")
	c.MarkFlagsMutuallyExclusive("json", "ascii")
	return c
}

// asked is the error of a question to the solver: of a failed internal check it
// makes a failure.
func asked(err error) error {
	if solver.IsInternal(err) {
		return failure{err}
	}
	return err
}

// hinted is a hint and where it is for.
type hinted struct {
	start position
	hint  solver.Hint
}

func (h hinted) write(out *output, p pen) {
	out.printf("%s, %s\n\n%s\n%s\n", h.start.name, h.start.rules, p.table(h.start.table, h.start.rules), h.words())
	if len(h.hint.Moves) > 0 {
		out.printf("\n")
		h.moves(out, p)
	}
}

// moves writes the moves to make next.
func (h hinted) moves(out *output, p pen) {
	for _, m := range lineJSON(h.start, h.hint.Moves) {
		out.printf("%s\n", p.letters(m.Words))
	}
}

// words says what the hint leads to.
func (h hinted) words() string {
	line := counted(len(h.hint.Line), "move", "moves")
	switch {
	case h.hint.Verdict == solver.Undecided:
		return "undecided: " + reasonWords[h.hint.Reason]
	case h.hint.Verdict == solver.Unwinnable:
		return "unwinnable: nothing helps"
	case len(h.hint.Line) == 0:
		return "won"
	case h.hint.Certain:
		return "certainly won, in " + line + ":"
	case h.hint.WorryBack:
		return "winnable, in " + line + " that take a card off a foundation:"
	}
	return "winnable, in " + line + " that begin so:"
}

type hintJSON struct {
	Deal      dealJSON       `json:"deal"`
	Rules     klondike.Rules `json:"rules"`
	Verdict   solver.Verdict `json:"verdict"`
	Reason    string         `json:"reason"` // empty unless undecided
	Certain   bool           `json:"certainly_won"`
	WorryBack bool           `json:"worry_back"` // the line takes a card off a foundation
	Moves     []moveJSON     `json:"moves"`      // to make next; null without a line
	Line      []moveJSON     `json:"line"`       // all to the win, these included
}

func (h hinted) writeJSON(out *output) error {
	deal, err := h.start.json()
	if err != nil {
		return err
	}
	written := hintJSON{
		Deal: deal, Rules: h.start.rules, Verdict: h.hint.Verdict, Reason: h.hint.Reason.String(),
		Certain: h.hint.Certain, WorryBack: h.hint.WorryBack,
	}
	if h.hint.Verdict == solver.Winnable {
		written.Line = lineJSON(h.start, h.hint.Line)
		written.Moves = written.Line[:len(h.hint.Moves)]
	}
	return writeJSON(out, written)
}
