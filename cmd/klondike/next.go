package main

import (
	"fmt"
	"iter"
	"math/big"

	"github.com/spf13/cobra"

	"klondike/klondike"
	"klondike/klondike/seeds"
	"klondike/solver"
)

func nextCommand(out *output) *cobra.Command {
	var (
		ruling        ruleFlags
		limiting      limitFlags
		drawing       drawFlags
		tries         int
		quiet, asJSON bool
	)
	c := &cobra.Command{
		Use:   "next SEED|RANGE",
		Short: "Find the next deal that can be won",
		Long: `Find the first deal that can be won, from a numbered deal on or within a range. A
deal that reaches --max-states is passed over as undecided; --timeout bounds the
whole search.

Exit status: 0 found, 1 every deal tried is proven unwinnable, 2 bad input, 3 none
found, and some undecided or not all tried in time.`,
		Example: `  klondike next klondike-solver:0 --draw 3
  klondike next greenfelt:1..50 --draw 3 --quiet
  klondike next native:1 --rules vegas3 --tries 20 --max-states 100000 --json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%s given, expected one: GENERATOR:NUMBER or GENERATOR:FIRST..LAST", counted(len(args), "deal", "deals"))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			limits, err := limiting.limits()
			if err != nil {
				return err
			}
			if tries < 1 {
				return fmt.Errorf("--tries %d: expected at least 1", tries)
			}
			rules, err := ruling.rules()
			if err != nil {
				return err
			}
			deals, err := dealsFrom(args[0])
			if err != nil {
				return err
			}
			next, err := solver.NextWinnable(c.Context(), deals, tries, rules, limits)
			if err != nil {
				return asked(err)
			}
			switch {
			case asJSON:
				err = writeNextJSON(out, next, rules)
			case quiet && next.Ending == solver.Found:
				out.printf("%v\n", next.Seed)
			case quiet:
			case next.Ending != solver.Found:
				out.printf("none found: %s\n", nextWords(next))
			default:
				out.printf("%v, %v\n\n%s\nwinnable: %s\n", next.Seed, rules, drawing.pen(out).table(next.Table, rules), nextWords(next))
			}
			if err == nil && next.Ending != solver.Found {
				err = outcome(statusFailed)
				if next.Undecided > 0 {
					err = outcome(statusUndecided)
				}
			}
			return err
		},
	}
	fs := c.Flags()
	ruling.add(fs)
	fs.IntVar(&tries, "tries", 100, "try at most this `number` of deals")
	limiting.add(fs)
	drawing.add(fs)
	fs.BoolVarP(&quiet, "quiet", "q", false, "write nothing but the name of the deal")
	fs.BoolVar(&asJSON, "json", false, "write one JSON object on one line")
	c.MarkFlagsMutuallyExclusive("json", "quiet")
	c.MarkFlagsMutuallyExclusive("json", "ascii")
	return c
}

// dealsFrom returns the deals of a range, or those from a numbered deal to the end of
// its generator.
func dealsFrom(text string) (iter.Seq[seeds.Seed], error) {
	first, err := seeds.Parse(text)
	if err == nil {
		return func(yield func(seeds.Seed) bool) {
			for seed, err := first, error(nil); err == nil && yield(seed); {
				seed, err = following(seed)
			}
		}, nil
	}
	r, rangeErr := seeds.ParseRange(text)
	if rangeErr != nil {
		return nil, rangeErr
	}
	return r.All(), nil
}

// following returns the deal after a seed; an error says that there is none.
func following(seed seeds.Seed) (seeds.Seed, error) {
	number, _ := new(big.Int).SetString(seed.Number(), 10)
	return seeds.Parse(seed.Generator() + ":" + number.Add(number, big.NewInt(1)).String())
}

var endings = map[solver.Ending]string{
	solver.OutOfTries: "as many as were allowed",
	solver.OutOfDeals: "there are no more",
	solver.OutOfTime:  "the time limit was reached",
	solver.Stopped:    "cancelled",
}

// nextWords says how many deals were tried and why no more.
func nextWords(n solver.Next) string {
	text := fmt.Sprintf("%s tried, %d unwinnable, %d undecided", counted(n.Tried, "deal", "deals"), n.Unwinnable, n.Undecided)
	if n.Ending != solver.Found {
		text += "; " + endings[n.Ending]
	}
	return text
}

// nextJSON is how a search went. What only a deal that was found has is null
// without one.
type nextJSON struct {
	Ending     solver.Ending  `json:"ending"`
	Rules      klondike.Rules `json:"rules"`
	Tried      int            `json:"tried"`
	Unwinnable int            `json:"unwinnable"`
	Undecided  int            `json:"undecided"`
	Deal       *dealJSON      `json:"deal"`
	Moves      []moveJSON     `json:"moves"`
}

func writeNextJSON(out *output, n solver.Next, rules klondike.Rules) error {
	written := nextJSON{Ending: n.Ending, Rules: rules, Tried: n.Tried, Unwinnable: n.Unwinnable, Undecided: n.Undecided}
	if n.Ending == solver.Found {
		found := position{n.Seed.String(), n.Table, rules}
		deal, err := found.json()
		if err != nil {
			return err
		}
		written.Deal, written.Moves = &deal, lineJSON(found, n.Result.Moves)
	}
	return writeJSON(out, written)
}
