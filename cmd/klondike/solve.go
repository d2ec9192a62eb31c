package main

import "github.com/spf13/cobra"

func solveCommand(out *output) *cobra.Command {
	var (
		input    inputFlags
		question questionFlags
		sampling sampleFlags
		limiting limitFlags
		reply    replyFlags
	)
	c := &cobra.Command{
		Use:   "solve [FILE|-]",
		Short: "Decide whether a deal or position can be won",
		Long: `Decide whether a deal or position can be won when every card is known. The
answer is winnable, with a line of moves that the referee has replayed;
unwinnable; or undecided, with the limit that was reached. Every draw, redeal
and transfer of cards counts as one move.

--min-passes finds the least number of passes in which the deal can be won, with
a line that takes exactly so many. --maximise foundation finds, for a deal that
cannot be won, the most cards that can be on the foundations at one time, which is
the best result of Vegas scoring.

Unknown cards, ? in the text, are filled in at random --samples times. The answer is
the share of these that can be won by a player who knows every card, and that after
each way to go on, with their intervals. The limits hold for all samples together,
--max-states for each search, and --threads works on so many samples at a time (by
default, as many as there are processors).

Exit status: 0 decided (and proven, what else was asked for), 1 failed, 2 bad
input, 3 undecided.`,
		Example: `  klondike solve --seed klondike-solver:3 --draw 3
  klondike solve --seed klondike-solver:3 --draw 3 --json
  klondike solve position.txt --show --ascii
  klondike solve --seed klondike-solver:3 --quiet --compact | klondike replay --seed klondike-solver:3
  klondike solve --seed klondike-solver:3 --passes 3
  klondike solve --seed klondike-solver:3 --draw 3 --min-passes
  klondike solve --seed klondike-solver:3 --rules vegas3 --maximise foundation
  klondike solve seen.txt --samples 50 --sample-seed 7
  klondike solve --seed klondike-solver:3 --timeout 1m --max-states 1000000 --memory 512MB`,
		RunE: func(c *cobra.Command, files []string) error {
			// 1. Check everything that was asked for.
			limits, err := limiting.limits()
			if err != nil {
				return err
			}
			scoring, err := reply.check()
			if err != nil {
				return err
			}
			if err := question.check(); err != nil {
				return err
			}
			if err := sampling.check(); err != nil {
				return err
			}
			start, err := input.load(files, c.InOrStdin())
			if err != nil {
				return err
			}
			if start.table.HasUnknown() {
				return sampling.solve(c, out, start, limits, &reply)
			}

			// 2. Solve, and let the referee judge the line.
			a, err := question.ask(c.Context(), start, limits, scoring)
			if err != nil {
				return err
			}

			// 3. Say it.
			err = reply.write(c, out, a)
			if err == nil && !a.decided() {
				err = outcome(statusUndecided)
			}
			return err
		},
	}
	fs := c.Flags()
	input.add(fs)
	question.add(fs)
	sampling.add(fs)
	limiting.add(fs)
	reply.add(c)
	return c
}
