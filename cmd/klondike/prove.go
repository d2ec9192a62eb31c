package main

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"klondike/klondike"
	"klondike/solver"
)

func proveCommand(out *output) *cobra.Command {
	var (
		asking gameFlags
		reply  replyFlags
		path   string
	)
	c := &cobra.Command{
		Use:   "prove [FILE|-]",
		Short: "Prove that a deal or position cannot be won",
		Long: `Prove that a deal or position cannot be won when every card is known, and write
the proof to a file that klondike verify checks without trusting the solver. The
file appears when the proof is complete; if the position can be won or a limit is
reached, none is written. The limits hold for the search and for collecting the
proof, each.

Exit status: 0 proven dead, 1 winnable (with the line that wins) or failed, 2 bad
input, 3 undecided.`,
		Example: `  klondike prove --seed klondike-solver:0 --rules vegas3 --certificate seed0.klc --json
  klondike prove dead.txt --worry-back=false --certificate lost.klc
  klondike prove dead.txt --worry-back=false --after "DR11 NEW"`,
		RunE: func(c *cobra.Command, files []string) error {
			// 1. Check everything that was asked for.
			scoring, err := reply.check()
			if err != nil {
				return err
			}
			game, limits, err := asking.load(files, c.InOrStdin())
			if err != nil {
				return err
			}

			// 2. Prove it, and say what came of it.
			a, err := prove(c.Context(), game.now, limits, scoring, path)
			if err != nil {
				return err
			}
			err = reply.write(c, out, a)
			switch {
			case err != nil:
			case a.result.Verdict == solver.Winnable:
				err = outcome(statusFailed)
			case a.result.Verdict == solver.Undecided:
				err = outcome(statusUndecided)
			}
			return err
		},
	}
	flags := c.Flags()
	asking.add(flags)
	flags.StringVar(&path, "certificate", "", "write the proof to this `file`")
	reply.add(c)
	return c
}

// prove asks for a proof, and for its certificate in the file at path if there is
// a path.
func prove(ctx context.Context, start position, limits solver.Limits, scoring klondike.Scoring, path string) (answer, error) {
	file, err := createResult(path)
	if err != nil {
		return answer{}, err
	}
	defer file.discard()
	var to io.Writer
	if file != nil {
		to = file
	}
	proof, err := solver.New(limits).Prove(ctx, start.table, start.rules, version(), to)
	if solver.IsInternal(err) || errors.As(err, new(*fs.PathError)) { // of writing the file
		err = failure{err}
	}
	if err != nil {
		return answer{}, err
	}
	a, err := judge(start, proof.Result, scoring)
	if err != nil {
		return a, failure{err}
	}
	if file != nil && proof.Verdict == solver.Unwinnable {
		info, err := file.Stat()
		if err == nil {
			err = file.keep(nil)
		}
		if err != nil {
			return a, failure{err}
		}
		a.certificate = &certificateJSON{path, proof.Entries, info.Size()}
	}
	return a, nil
}
