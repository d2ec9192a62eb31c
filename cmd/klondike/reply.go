package main

import (
	"github.com/spf13/cobra"

	"klondike/klondike"
)

// replyFlags say how an answer is written.
type replyFlags struct {
	scoring              scoringFlags
	drawing              drawFlags
	line                 lineFlags
	quiet, stats, asJSON bool
}

func (f *replyFlags) add(c *cobra.Command) {
	fs := c.Flags()
	f.scoring.add(fs)
	f.drawing.add(fs)
	f.line.add(fs)
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "write nothing but the line")
	fs.BoolVar(&f.stats, "stats", false, "write what the search did to standard error")
	fs.BoolVar(&f.asJSON, "json", false, "write one JSON object on one line")
	for _, text := range []string{"quiet", "ascii", "compact", "show"} {
		c.MarkFlagsMutuallyExclusive("json", text)
	}
	c.MarkFlagsMutuallyExclusive("compact", "show")
}

// check checks the flags and returns how lines are scored.
func (f *replyFlags) check() (klondike.Scoring, error) {
	if _, err := f.line.code(); err != nil {
		return klondike.Scoring{}, err
	}
	return f.scoring.scoring()
}

// write writes the answer.
func (f *replyFlags) write(c *cobra.Command, out *output, a answer) error {
	if f.stats {
		c.PrintErrln(a.statistics())
	}
	if f.asJSON {
		return a.writeJSON(out)
	}
	p := f.drawing.pen(out)
	if !f.quiet {
		a.write(out, p, f.scoring.name)
	}
	return f.line.write(out, p, a.start, a.result.Moves)
}
