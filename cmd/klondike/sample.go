package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"klondike/bench/stats"
	"klondike/klondike"
	"klondike/solver"
)

// sampleFlags say how the ways to fill in unknown cards are sampled.
type sampleFlags struct {
	samples int
	seed    uint64
}

func (f *sampleFlags) add(fs *pflag.FlagSet) {
	fs.IntVar(&f.samples, "samples", 200, "with unknown cards, fill them in this `number` of times")
	fs.Uint64Var(&f.seed, "sample-seed", 1, "draw the samples of this `number`")
}

func (f *sampleFlags) check() error {
	if f.samples < 1 {
		return fmt.Errorf("--samples %d: expected at least 1", f.samples)
	}
	return nil
}

// solve samples the completions of a position with unknown cards and reports what
// they show.
func (f *sampleFlags) solve(c *cobra.Command, out *output, start position, limits solver.Limits, reply *replyFlags) error {
	for _, name := range []string{"min-passes", "maximise", "compact", "show", "stats"} {
		if c.Flags().Changed(name) {
			return fmt.Errorf("%s: has unknown cards, and --%s expects every card named", start.name, name)
		}
	}
	if !c.Flags().Changed("threads") {
		limits.Threads = runtime.NumCPU()
	}
	s, err := f.sample(c.Context(), c.ErrOrStderr(), start, limits, reply.quiet)
	if err != nil {
		return asked(err)
	}
	p := reply.drawing.pen(out)
	switch {
	case reply.asJSON:
		err = s.writeJSON(out)
	case reply.quiet:
		s.write(out, p)
	default:
		out.printf("%s, %s\n\n%s\n", start.name, start.rules, p.table(start.table, start.rules))
		s.write(out, p)
	}
	if err == nil && s.Reason != solver.NoReason {
		err = outcome(statusUndecided)
	}
	return err
}

// sampled is what a sample shows.
type sampled struct {
	solver.Sampled
	start   position
	options solver.SampleOptions
	behind  []bool // Moves[i] is shown to win less often than Moves[0]
}

func (f *sampleFlags) sample(ctx context.Context, stderr io.Writer, start position, limits solver.Limits, quiet bool) (sampled, error) {
	progress := newSampleProgress(stderr, f.samples, quiet)
	defer progress.end()
	s := sampled{start: start, options: solver.SampleOptions{Completions: f.samples, Seed: f.seed, Progress: progress.show}}
	var err error
	s.Sampled, err = solver.Sample(ctx, start.table, start.rules, s.options, limits)
	s.behind = behind(s.Moves)
	return s, err
}

// significance is the chance of calling any two equally good ways different, all
// pairs together.
const significance = 1 - stats.Level

// behind says which ways to go on are shown to win less often than the first, by
// McNemar's test on the completions that both were tried on. Which one came first is
// chance in part, so the threshold is divided among all pairs (Bonferroni).
func behind(moves []solver.SampledMove) []bool {
	worse := make([]bool, len(moves))
	pairs := float64(len(moves)*(len(moves)-1)) / 2
	for i := 1; i < len(moves); i++ {
		var paired stats.Paired
		for j, v := range moves[i].Verdicts {
			paired.Add(surveyed[moves[0].Verdicts[j]], surveyed[v])
		}
		worse[i] = paired.OnlyFirst() > paired.OnlySecond() && paired.Cautious().P < significance/pairs
	}
	return worse
}

// surveyed are the verdicts as package stats calls them.
var surveyed = map[solver.Verdict]stats.Outcome{
	solver.Winnable: stats.Won, solver.Unwinnable: stats.Lost, solver.Undecided: stats.Undecided,
}

func (s sampled) write(out *output, p pen) {
	all := stats.Tally{Won: int64(s.Winnable), Lost: int64(s.Unwinnable), Undecided: int64(s.Undecided)}
	if all.Deals() == 0 {
		out.printf("undecided: %s\n", reasonWords[s.Reason])
		return
	}
	out.printf("winnable, if every card were known: %s of the ways to fill in the unknown cards (95 %%: %s)\n", shareWords(all.Rate()), intervalWords(all))
	out.printf("%s, --sample-seed %d: %d winnable, %d unwinnable, %d undecided\n",
		counted(s.Completions, "way", "ways"), s.options.Seed, s.Winnable, s.Unwinnable, s.Undecided)
	if s.Reason != solver.NoReason {
		out.printf("incomplete: %s\n", reasonWords[s.Reason])
	}
	if len(s.Moves) == 0 {
		return
	}
	out.printf("\nwinnable after each way to go on:\n")
	less := 0
	for i, m := range s.Moves {
		tally := stats.Tally{Won: int64(m.Winnable), Lost: int64(m.Unwinnable), Undecided: int64(m.Undecided)}
		mark := " "
		if s.behind[i] {
			mark = "-"
			less++
		}
		out.printf("%s %8s (95 %%: %s)  %s\n", mark, shareWords(tally.Rate()), intervalWords(tally), p.letters(wayWords(s.start, m.Moves)))
	}
	switch {
	case len(s.Moves) == 1:
	case less == 0:
		out.printf("The sample does not tell any of them from the first.\n")
	default:
		out.printf("- wins less often than the first; the sample does not tell the others from it.\n")
	}
}

// shareWords writes a share, as a range when undecided completions make it one.
func shareWords(share stats.Interval) string {
	if share.Low == share.High {
		return fmt.Sprintf("%.1f %%", 100*share.Low)
	}
	return fmt.Sprintf("%.1f – %.1f %%", 100*share.Low, 100*share.High)
}

// intervalWords writes the exact 95 % interval of a share, rounded outwards.
func intervalWords(t stats.Tally) string {
	i := t.ClopperPearson()
	return fmt.Sprintf("%.1f – %.1f %%", math.Floor(1000*i.Low)/10, math.Ceil(1000*i.High)/10)
}

type sampledJSON struct {
	Deal      dealJSON          `json:"deal"`
	Rules     klondike.Rules    `json:"rules"`
	Samples   int               `json:"samples"` // looked at
	Asked     int               `json:"samples_asked"`
	Seed      uint64            `json:"sample_seed"`
	Reason    string            `json:"reason"` // the limit that left some undecided or out
	shareJSON                   // winnable if every card were known
	Firsts    []sampledMoveJSON `json:"first_moves"` // those that win most often first
}

// shareJSON is a share of the sample with its exact 95 % interval, in which the
// undecided may be either.
type shareJSON struct {
	Winnable   int            `json:"winnable"`
	Unwinnable int            `json:"unwinnable"`
	Undecided  int            `json:"undecided"`
	Interval   stats.Interval `json:"interval"`
}

type sampledMoveJSON struct {
	Moves []moveJSON `json:"moves"`
	shareJSON
	Behind bool `json:"less_often"` // shown to win less often than the first
}

func newShareJSON(winnable, unwinnable, undecided int) shareJSON {
	t := stats.Tally{Won: int64(winnable), Lost: int64(unwinnable), Undecided: int64(undecided)}
	return shareJSON{winnable, unwinnable, undecided, t.ClopperPearson()}
}

func (s sampled) writeJSON(out *output) error {
	deal, err := s.start.json()
	if err != nil {
		return err
	}
	written := sampledJSON{
		Deal: deal, Rules: s.start.rules, Samples: s.Completions, Asked: s.options.Completions, Seed: s.options.Seed,
		Reason: s.Reason.String(), shareJSON: newShareJSON(s.Winnable, s.Unwinnable, s.Undecided),
		Firsts: []sampledMoveJSON{},
	}
	for i, m := range s.Moves {
		written.Firsts = append(written.Firsts, sampledMoveJSON{
			lineJSON(s.start, m.Moves), newShareJSON(m.Winnable, m.Unwinnable, m.Undecided), s.behind[i],
		})
	}
	return writeJSON(out, written)
}

// sampleProgress shows how far a sample is: a bar on a terminal, a line now and then
// elsewhere, nothing when it is quiet.
type sampleProgress struct {
	stderr io.Writer
	total  int
	quiet  bool
	shown  time.Time // when the last line was written
	bars   *mpb.Progress
	bar    *mpb.Bar
}

func newSampleProgress(stderr io.Writer, total int, quiet bool) *sampleProgress {
	p := &sampleProgress{stderr: stderr, total: total, quiet: quiet, shown: time.Now()}
	if file, ok := stderr.(*os.File); ok && !quiet && term.IsTerminal(int(file.Fd())) {
		p.bars = mpb.New(mpb.WithOutput(file))
		p.bar = p.bars.New(int64(total), mpb.BarStyle().Lbound("[").Rbound("]"),
			mpb.BarRemoveOnComplete(), mpb.PrependDecorators(decor.CountersNoUnit("%d of %d ")))
	}
	return p
}

// show takes the number of completions that are done.
func (p *sampleProgress) show(done int) {
	switch {
	case p.quiet:
	case p.bar != nil:
		p.bar.SetCurrent(int64(done))
	case time.Since(p.shown) >= lineEvery:
		p.shown = time.Now()
		fmt.Fprintf(p.stderr, "klondike: %d of %d samples\n", done, p.total)
	}
}

// end takes the bar away.
func (p *sampleProgress) end() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.bars.Wait()
	}
}
