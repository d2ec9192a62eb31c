package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"klondike/klondike"
	"klondike/solver"
)

func analyseCommand(out *output) *cobra.Command {
	var (
		asking  gameFlags
		drawing drawFlags
		asJSON  bool
	)
	c := &cobra.Command{
		Use:   "analyse [FILE|-]",
		Short: "Say where a game stands, and which move lost it",
		Long: `Say where a game stands, every card known: whether it can be won; if it is
certainly won, in how many moves; which ways to go on keep it winnable; and, of the
moves given with --after, which one lost it.

A way to go on is a move that leads to a position of its own. Moves that only change
how runs lie are none; turning the stock belongs to playing the card that it brings
up, and moving a run aside to playing up the card below.

The limits bound the whole analysis, --max-states each of its searches.

Exit status: 0 decided, 1 failed, 2 bad input, 3 undecided.`,
		Example: `  klondike analyse --seed klondike-solver:3 --draw 3
  klondike analyse position.txt --json
  klondike analyse lost.txt --worry-back=false --after "3♥ from column 1 to the foundation"
  klondike analyse --seed klondike-solver:3 --rules vegas3 --timeout 10s`,
		RunE: func(c *cobra.Command, files []string) error {
			game, limits, err := asking.load(files, c.InOrStdin())
			if err != nil {
				return err
			}
			a, err := analyse(c.Context(), game, limits)
			if err != nil {
				return asked(err)
			}
			if asJSON {
				err = a.writeJSON(out)
			} else {
				a.write(out, drawing.pen(out))
			}
			if err == nil && !a.decided() {
				err = outcome(statusUndecided)
			}
			return err
		},
	}
	fs := c.Flags()
	asking.add(fs)
	drawing.add(fs)
	fs.BoolVar(&asJSON, "json", false, "write one JSON object on one line")
	c.MarkFlagsMutuallyExclusive("json", "ascii")
	return c
}

// analysed is what there is to say about a game.
type analysed struct {
	game
	verdict  solver.Verdict
	reason   solver.Reason
	finish   []klondike.Move // if it is certainly won
	certain  bool
	firsts   []solver.FirstMove
	critical solver.Critical
}

func analyse(ctx context.Context, g game, limits solver.Limits) (a analysed, err error) {
	if limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limits.Time)
		defer cancel()
	}
	a.game = g
	a.finish, a.certain = solver.Finish(a.now.table, a.now.rules)

	// The questions about the beginning come first: what is known of it serves the
	// position that it led to.
	analyst := solver.NewAnalyst(1, limits)
	if a.critical, err = analyst.Critical(ctx, g.start.table, g.start.rules, g.moves); err != nil {
		return a, err
	}
	result, err := analyst.Analyse(ctx, a.now.table, a.now.rules)
	if err != nil {
		return a, err
	}
	a.verdict, a.reason = result.Verdict, result.Reason
	if a.now.table.Won() {
		return a, nil
	}
	a.firsts, err = analyst.FirstMoves(ctx, a.now.table, a.now.rules)
	return a, err
}

// decided reports whether every question has its answer.
func (a analysed) decided() bool {
	_, _, open := a.count()
	return a.verdict != solver.Undecided && open == 0 && a.critical.Reason == solver.NoReason
}

// count counts the first moves by what they do to the game.
func (a analysed) count() (keep, lose, open int) {
	for _, f := range a.firsts {
		switch f.Verdict {
		case solver.Winnable:
			keep++
		case solver.Unwinnable:
			lose++
		default:
			open++
		}
	}
	return keep, lose, open
}

// effects says what a first move does to the game.
var effects = map[solver.Verdict]string{
	solver.Winnable: "keeps", solver.Unwinnable: "loses", solver.Undecided: "open",
}

func (a analysed) write(out *output, p pen) {
	out.printf("%s, %s\n\n%s\n", a.now.name, a.now.rules, p.table(a.now.table, a.now.rules))
	switch {
	case a.now.table.Won():
		out.printf("won\n")
	case a.certain:
		out.printf("certainly won, in %s\n", counted(len(a.finish), "move", "moves"))
	case a.verdict == solver.Undecided:
		out.printf("undecided: %s\n", reasonWords[a.reason])
	default:
		out.printf("%v\n", a.verdict)
	}
	if len(a.moves) > 0 {
		out.printf("%s", p.letters(a.criticalWords()))
	}
	if a.verdict == solver.Unwinnable || len(a.firsts) == 0 {
		return
	}
	keep, lose, open := a.count()
	out.printf("\n%s to go on: winnable after %d, unwinnable after %d, undecided after %d\n",
		counted(len(a.firsts), "way", "ways"), keep, lose, open)
	for _, f := range a.firsts {
		out.printf("  %s  %s\n", effects[f.Verdict], p.letters(wayWords(a.now, f.Moves)))
	}
}

// criticalWords says which of the moves played lost the game.
func (a analysed) criticalWords() string {
	c := a.critical
	line := lineJSON(a.start, a.moves)
	if move, ok := c.Move(); ok {
		before, _ := played(a.start, a.moves[:move]) // they were all legal
		text := fmt.Sprintf("lost by move %d: %s\n", move+1, line[move].Words)
		return text + fmt.Sprintf("winnable before it, by %s\n", lineJSON(before, c.Instead)[0].Words)
	}
	switch {
	case c.Reason != solver.NoReason && c.Lost >= 0:
		return fmt.Sprintf("lost by one of the moves %d to %d, or before the first: %s\n", max(c.Winnable, 0)+1, c.Lost, reasonWords[c.Reason])
	case c.Lost == 0:
		return "it could not be won from the start\n"
	}
	return ""
}

type analysedJSON struct {
	Deal     dealJSON        `json:"deal"` // after the moves
	Rules    klondike.Rules  `json:"rules"`
	Verdict  solver.Verdict  `json:"verdict"`
	Reason   string          `json:"reason"` // empty unless undecided
	Certain  bool            `json:"certainly_won"`
	Finish   []moveJSON      `json:"finish"` // null unless certainly won
	Keep     int             `json:"keep"`   // ways to go on that keep it winnable
	Lose     int             `json:"lose"`
	Open     int             `json:"open"`
	Firsts   []firstMoveJSON `json:"first_moves"`
	Critical criticalJSON    `json:"critical"`
}

type firstMoveJSON struct {
	Moves   []moveJSON     `json:"moves"`
	Verdict solver.Verdict `json:"verdict"`
	Reason  string         `json:"reason"`
}

// criticalJSON counts moves from one. Numbers are null when there is no such move or
// none is proven.
type criticalJSON struct {
	Move     *int       `json:"move"`           // lost the game
	Winnable *int       `json:"winnable_after"` // the most moves after which it is proven winnable
	Lost     *int       `json:"lost_after"`     // the fewest after which it is proven lost
	Reason   string     `json:"reason"`
	Instead  []moveJSON `json:"instead"` // a winning line after winnable_after moves
}

func (a analysed) writeJSON(out *output) error {
	deal, err := a.now.json()
	if err != nil {
		return err
	}
	written := analysedJSON{
		Deal: deal, Rules: a.now.rules, Verdict: a.verdict, Reason: a.reason.String(), Certain: a.certain,
		Firsts: []firstMoveJSON{},
	}
	if a.certain {
		written.Finish = lineJSON(a.now, a.finish)
	}
	written.Keep, written.Lose, written.Open = a.count()
	for _, f := range a.firsts {
		written.Firsts = append(written.Firsts, firstMoveJSON{lineJSON(a.now, f.Moves), f.Verdict, f.Reason.String()})
	}
	c := a.critical
	written.Critical.Reason = c.Reason.String()
	if move, ok := c.Move(); ok {
		move++
		written.Critical.Move = &move
	}
	if c.Lost >= 0 {
		written.Critical.Lost = &c.Lost
	}
	if c.Winnable >= 0 {
		written.Critical.Winnable = &c.Winnable
		before, err := played(a.start, a.moves[:c.Winnable])
		if err != nil {
			return err
		}
		written.Critical.Instead = lineJSON(before, c.Instead)
	}
	return writeJSON(out, written)
}
