package main

import (
	"github.com/spf13/cobra"

	"klondike/solver"
)

func solveCommand(out *output) *cobra.Command {
	var (
		input                inputFlags
		limiting             limitFlags
		scoring              scoringFlags
		drawing              drawFlags
		line                 lineFlags
		quiet, stats, asJSON bool
	)
	c := &cobra.Command{
		Use:   "solve [FILE|-]",
		Short: "Decide whether a deal or position can be won",
		Long: `Decide whether a deal or position can be won when every card is known. The
answer is winnable, with a line of moves that the referee has replayed;
unwinnable; or undecided, with the limit that was reached. Every draw, redeal
and transfer of cards counts as one move.

Exit status: 0 decided, 1 failed, 2 bad input, 3 undecided.`,
		Example: `  klondike solve --seed klondike-solver:3 --draw 3
  klondike solve --seed klondike-solver:3 --draw 3 --json
  klondike solve position.txt --show --ascii
  klondike solve --seed klondike-solver:3 --quiet --compact | klondike replay --seed klondike-solver:3
  klondike solve --seed klondike-solver:3 --timeout 1m --max-states 1000000 --memory 512MB`,
		RunE: func(c *cobra.Command, files []string) error {
			// 1. Check everything that was asked for.
			limits, err := limiting.limits()
			if err != nil {
				return err
			}
			score, err := scoring.scoring()
			if err != nil {
				return err
			}
			if _, err := line.code(); err != nil {
				return err
			}
			start, err := input.loadKnown(files, c.InOrStdin())
			if err != nil {
				return err
			}

			// 2. Solve, and let the referee judge the line.
			result, err := solver.Solve(c.Context(), start.table, start.rules, limits)
			if solver.IsInternal(err) {
				return failure{err}
			}
			if err != nil {
				return err
			}
			a, err := judge(start, result, score)
			if err != nil {
				return failure{err}
			}

			// 3. Say it.
			if stats {
				c.PrintErrln(a.statistics())
			}
			p := drawing.pen(out)
			switch {
			case asJSON:
				err = a.writeJSON(out)
			default:
				if !quiet {
					a.write(out, p, scoring.name)
				}
				if result.Verdict == solver.Winnable {
					err = line.write(out, p, start, result.Moves)
				}
			}
			if err == nil && result.Verdict == solver.Undecided {
				err = outcome(statusUndecided)
			}
			return err
		},
	}
	fs := c.Flags()
	input.add(fs)
	limiting.add(fs)
	scoring.add(fs)
	drawing.add(fs)
	line.add(fs)
	fs.BoolVarP(&quiet, "quiet", "q", false, "write nothing but the winning line")
	fs.BoolVar(&stats, "stats", false, "write what the search did to standard error")
	fs.BoolVar(&asJSON, "json", false, "write one JSON object on one line")
	for _, text := range []string{"quiet", "ascii", "compact", "show"} {
		c.MarkFlagsMutuallyExclusive("json", text)
	}
	c.MarkFlagsMutuallyExclusive("compact", "show")
	return c
}
