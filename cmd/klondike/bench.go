package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"klondike/bench"
	"klondike/solver"
)

func benchCommand(out *output) *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure the solver, and compare it with an earlier measurement",
		Long: `Answer the questions of a suite round after round, check every verdict against
the known one, and report speed, states, times and what the pruning rules did. A
changed verdict ends the command with exit status 1.

The suites are quick and standard (the first 100 and 1000 deals of
klondike-solver at draw 1 and 3), hard (deals that need the most states), passes
(pass limits) and signature (a little of everything). --corpus takes questions
from a file of the same format.

--save keeps all that was measured, --against compares with what was kept. States
are compared exactly; times get an interval, and "no difference shown" unless it
lies on one side.

--scaling measures instead how speed grows with workers and threads, and how cost
grows with draw counts and pass limits; --signature prints the total of states,
which stays the same until the search changes.

Exit status: 0 done, 1 a verdict changed, or failed, 2 bad input.`,
		Example: `  klondike bench --rounds 3 --save before.json
  klondike bench --rounds 3 --against before.json
  klondike bench --rounds 1 --warm-up 0s --json
  klondike bench --rounds 1 --warm-up 0s --benchfmt --cpuprofile cpu.prof
  klondike bench --scaling --hard klondike-solver:731 --rounds 1 --deals 2 --plot cost.svg
  klondike bench --signature`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			watch := newWatch(c.ErrOrStderr())
			defer watch.end()
			var err error
			switch {
			case f.signature:
				var states int64
				if states, err = bench.Signature(c.Context(), f.suite); err == nil {
					out.printf("states: %d\n", states)
				}
			case f.scaling:
				err = f.measureScaling(c.Context(), out, watch)
			default:
				err = f.measure(c.Context(), out, watch)
			}
			if errors.Is(err, context.Canceled) {
				err = failure{errors.New("interrupted")}
			}
			if errors.As(err, new(*bench.VerdictError)) || errors.Is(err, bench.ErrUnsteady) || errors.Is(err, bench.ErrMonotony) || solver.IsInternal(err) {
				err = failure{err}
			}
			return err
		},
	}
	f.add(c.Flags())
	for _, group := range [][]string{
		{"suite", "corpus"},
		{"json", "benchfmt"}, {"against", "benchfmt"},
		{"scaling", "benchfmt"}, {"scaling", "save"}, {"scaling", "against"}, {"scaling", "threads"},
		{"signature", "scaling"}, {"signature", "json"}, {"signature", "benchfmt"},
		{"signature", "save"}, {"signature", "against"}, {"signature", "threads"},
	} {
		c.MarkFlagsMutuallyExclusive(group...)
	}
	return c
}

// benchFlags say what bench measures and how.
type benchFlags struct {
	name, corpus       string
	rounds, threads    int
	warmUp             time.Duration
	memory             size
	slowdown           float64
	asJSON, benchfmt   bool
	save, against      string
	profile            string
	signature, scaling bool
	most, deals        int
	hard, plot         string

	suite        bench.Suite    // after check
	hardQuestion bench.Question // after check, for scaling
}

func (f *benchFlags) add(fs *pflag.FlagSet) {
	f.memory = solver.DefaultMemory
	fs.StringVar(&f.name, "suite", "quick", "answer the questions of this `suite`: "+strings.Join(bench.SuiteNames(), ", "))
	fs.StringVar(&f.corpus, "corpus", "", "answer the questions of this `file`")
	fs.IntVar(&f.rounds, "rounds", 0, "answer each question this many `times` (0 = as often as suits the suite)")
	fs.DurationVar(&f.warmUp, "warm-up", time.Second, "answer questions for this `time` before anything counts")
	fs.IntVar(&f.threads, "threads", 1, "search with this many `threads`")
	fs.Var(&f.memory, "memory", "keep the search tables within this `size`, such as 512MB or 2GiB")
	fs.BoolVar(&f.asJSON, "json", false, "write one JSON object on one line")
	fs.BoolVar(&f.benchfmt, "benchfmt", false, "write Go's benchmark format, for benchstat")
	fs.StringVar(&f.save, "save", "", "keep the measurement in this `file`")
	fs.StringVar(&f.against, "against", "", "compare with the measurement in this `file`")
	fs.StringVar(&f.profile, "cpuprofile", "", "write where the processor spent its time to this `file`, for go tool pprof")
	fs.BoolVar(&f.signature, "signature", false, "print the total of states, of the suite signature unless another is named")
	fs.BoolVar(&f.scaling, "scaling", false, "measure workers, threads, draw counts and pass limits")
	fs.IntVar(&f.most, "most", runtime.GOMAXPROCS(0), "scale up to this many `workers` and threads")
	fs.IntVar(&f.deals, "deals", 20, "scale draw counts and pass limits on this many `deals` of the suite")
	fs.StringVar(&f.hard, "hard", bench.HardDeal, "scale threads on the deal `GENERATOR:NUMBER` at draw 3, one of the suites hard and standard")
	fs.StringVar(&f.plot, "plot", "", "draw the cost by draw count and pass limit in this `file`, .svg, .png or .pdf")
	fs.Float64Var(&f.slowdown, "slowdown", 0, "waste this `share` of the time of every answer")
	if err := fs.MarkHidden("slowdown"); err != nil { // for tests of --against
		panic(err) // a misspelt name
	}
}

// check checks the flags and loads the suite.
func (f *benchFlags) check(fs *pflag.FlagSet) error {
	switch {
	case f.rounds < 0:
		return fmt.Errorf("--rounds %d: expected a number that is not negative", f.rounds)
	case f.warmUp < 0:
		return fmt.Errorf("--warm-up %v: expected a time that is not negative", f.warmUp)
	case f.threads < 1:
		return fmt.Errorf("--threads %d: expected at least 1", f.threads)
	case f.most < 1:
		return fmt.Errorf("--most %d: expected at least 1", f.most)
	case f.deals < 1:
		return fmt.Errorf("--deals %d: expected at least 1", f.deals)
	case !(0 <= f.slowdown && f.slowdown <= 10):
		return fmt.Errorf("--slowdown %v: expected a share from 0 to 10", f.slowdown)
	}
	for _, name := range []string{"most", "deals", "hard", "plot"} {
		if fs.Changed(name) && !f.scaling {
			return fmt.Errorf("--%s: expected --scaling with it", name)
		}
	}
	if f.signature && !fs.Changed("suite") {
		f.name = "signature"
	}
	if err := f.loadSuite(); err != nil {
		return err
	}
	var err error
	if f.hardQuestion, err = bench.HardQuestion(f.hard); err != nil {
		return fmt.Errorf("--hard %s: %w", f.hard, err)
	}
	if f.rounds == 0 {
		f.rounds = bench.UsualRounds(f.suite.Name)
	}
	return nil
}

func (f *benchFlags) loadSuite() (err error) {
	if f.corpus == "" {
		f.suite, err = bench.LoadSuite(f.name)
		return err
	}
	file, err := os.Open(f.corpus)
	if err != nil {
		return err
	}
	defer file.Close()
	name := strings.TrimSuffix(filepath.Base(f.corpus), filepath.Ext(f.corpus))
	if f.suite, err = bench.ReadSuite(name, file); err != nil {
		return fmt.Errorf("%s: %w", f.corpus, err)
	}
	return nil
}

// measure measures a suite, compares and keeps what came out, and says it.
func (f *benchFlags) measure(ctx context.Context, out *output, w *watch) error {
	// 1. Open all files.
	var before *bench.Run
	if f.against != "" {
		var err error
		if before, err = readRun(f.against); err != nil {
			return err
		}
	}
	save, err := createResult(f.save)
	if err != nil {
		return err
	}
	defer save.discard()
	profile, err := createResult(f.profile)
	if err != nil {
		return err
	}
	defer profile.discard()

	// 2. Measure.
	if profile != nil {
		if err := pprof.StartCPUProfile(profile); err != nil {
			return failure{err}
		}
		defer pprof.StopCPUProfile()
	}
	run, err := bench.Measure(ctx, bench.Config{
		Suite: f.suite, Rounds: f.rounds, WarmUp: f.warmUp, Slowdown: f.slowdown,
		Limits: solver.Limits{Memory: int64(f.memory), Threads: f.threads},
		Progress: func(round, question int) {
			w.say("round %d of %d: %d of %d questions", round+1, f.rounds, question, len(f.suite.Questions))
		},
	})
	if err != nil {
		return err
	}
	pprof.StopCPUProfile()
	var comparison *bench.Comparison
	if before != nil {
		if comparison, err = bench.Compare(before, run); err != nil {
			return fmt.Errorf("%s: %w", f.against, err)
		}
	}
	w.end()

	// 3. Keep and say what came out.
	err = errors.Join(save.keep(run.Write), profile.keep(nil))
	if err != nil {
		return failure{err}
	}
	report := run.Report()
	switch {
	case f.benchfmt:
		return run.WriteBenchfmt(out)
	case f.asJSON:
		return writeJSON(out, struct {
			*bench.Report
			Comparison *bench.Comparison `json:"comparison,omitempty"`
		}{report, comparison})
	}
	err = report.WriteText(out)
	if comparison != nil && err == nil {
		out.printf("\n")
		err = comparison.WriteText(out)
	}
	return err
}

func readRun(path string) (*bench.Run, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	run, err := bench.ReadRun(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return run, nil
}

func (f *benchFlags) measureScaling(ctx context.Context, out *output, w *watch) error {
	format := strings.TrimPrefix(filepath.Ext(f.plot), ".")
	if err := bench.CheckPlotFormat(format); f.plot != "" && err != nil {
		return fmt.Errorf("--plot %s: %w", f.plot, err)
	}
	plot, err := createResult(f.plot)
	if err != nil {
		return err
	}
	defer plot.discard()
	scaling, err := bench.MeasureScaling(ctx, bench.ScalingConfig{
		Suite: f.suite, Hard: f.hardQuestion, Most: f.most, Rounds: f.rounds, Deals: f.deals,
		Limits:   solver.Limits{Memory: int64(f.memory)},
		Progress: func(what string) { w.say("%s", what) },
	})
	if err != nil {
		return err
	}
	w.end()
	if err := plot.keep(func(to io.Writer) error { return scaling.WritePlot(to, format) }); err != nil {
		return failure{err}
	}
	if f.asJSON {
		return writeJSON(out, scaling)
	}
	return scaling.WriteText(out)
}
