package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"klondike/bench/survey"
	"klondike/bench/survey/report"
	"klondike/klondike"
	"klondike/klondike/seeds"
	"klondike/solver"
)

func surveyCommand(out *output) *cobra.Command {
	var (
		rules    ladderFlags
		limiting surveyLimitFlags
		numbers  string
		shard    string
		quiet    bool
		config   survey.Config
	)
	c := &cobra.Command{
		Use:   "survey --seeds GENERATOR:A..B --out DIR",
		Short: "Find the win rates of a range of deals, by draw count and pass limit",
		Long: `Decide every deal of a range under each combination of draw counts and pass
limits, and keep the answers in a directory: manifest.json says what was asked,
results.csv holds seed,draw,passes,verdict,states in the order of the seeds, with
the verdicts W (winnable), U (unwinnable) and ? (undecided).

The same survey writes the same results.csv, byte for byte, with any number of
workers and after any number of interruptions, kill -9 and power failures
included: running the same command again goes on where the last one ended. The
first Ctrl-C finishes the deals in flight and keeps them, the second ends at once.

A survey can be divided among machines with --shard I/N, each with a directory of
its own; survey merge puts them together. With --shard auto, I and N come from
Slurm (SLURM_ARRAY_TASK_ID, _MIN and _COUNT of an array of evenly spaced tasks) or
from a Kubernetes indexed Job (JOB_COMPLETION_INDEX, and JOB_COMPLETIONS, which
the template of the pod must set to the completions of the Job).

Exit status: 0 done, 1 failed or interrupted, 2 bad input.`,
		Example: `  klondike survey --seeds klondike-solver:0..19 --draw 1,3 --out first --quiet
  klondike survey --seeds native:1..6 --draw 3 --passes 1,2,3,unlimited --max-states 2000 --out limits --quiet
  klondike survey --seeds greenfelt:1..40 --draw 3 --stop-width 0.5 --out rough --quiet
  klondike survey --seeds native:1..10 --draw 3 --out part2 --shard 2/3 --workers 1 --quiet`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			// 1. Check everything that was asked for.
			var err error
			if config.Seeds, err = seeds.ParseRange(numbers); err != nil {
				return err
			}
			if config.Rules, err = rules.ladder(); err != nil {
				return err
			}
			if config.Shard, err = parseShard(shard); err != nil {
				return err
			}
			if config.Limits, config.Stop, err = limiting.limits(); err != nil {
				return err
			}
			if config.Workers < 1 {
				return fmt.Errorf("--workers %d: expected at least 1", config.Workers)
			}
			config.AllowTimeLimit = limiting.allowTime
			config.Program = "klondike " + version()
			if _, err := config.Manifest(); errors.Is(err, survey.ErrTimeLimit) {
				return fmt.Errorf("--max-time %v: %w; --allow-max-time permits it", limiting.time, err)
			} else if err != nil {
				return err
			}
			if err := decidable(config.Seeds, config.Rules); err != nil {
				return err
			}

			// 2. Decide the deals.
			config.NewDecider = func() survey.Decider { return &survey.Solving{Memory: config.Limits.Memory} }
			if err := runSurvey(c.Context(), config, c.ErrOrStderr(), quiet); err != nil {
				return err
			}

			// 3. Say what came out.
			r, err := loadReport([]string{config.Dir})
			if err != nil {
				return failure{err}
			}
			return r.WriteText(out)
		},
	}
	fs := c.Flags()
	fs.StringVar(&numbers, "seeds", "", "deals, such as klondike-solver:0..999, both ends included")
	fs.StringVar(&config.Dir, "out", "", "directory for the answers, made if need be")
	rules.add(fs)
	limiting.add(fs)
	fs.IntVar(&config.Workers, "workers", runtime.GOMAXPROCS(0), "deals decided at the same time")
	fs.StringVar(&shard, "shard", "", "part of the range to decide: I/N, or auto under Slurm or Kubernetes")
	fs.BoolVarP(&quiet, "quiet", "q", false, "show no progress")
	for _, name := range []string{"seeds", "out"} {
		if err := c.MarkFlagRequired(name); err != nil {
			panic(err) // a misspelt name
		}
	}
	c.AddCommand(surveyReportCommand(out), surveyMergeCommand(out), surveyDiffCommand(out), surveyImportCommand(out))
	return c
}

// runSurvey decides the deals and tells on stderr how it goes.
func runSurvey(ctx context.Context, config survey.Config, stderr io.Writer, quiet bool) error {
	display := newProgress(stderr, config.Rules, quiet)
	config.Progress = display.show
	config.Opened = func(o survey.Opened) {
		if o.Repaired > 0 {
			display.say(fmt.Sprintf("%s: cut off %d bytes that a killed run left unfinished", config.Dir, o.Repaired))
		}
		if o.Deals > 0 && !quiet {
			display.say(fmt.Sprintf("%s: %s of %s deals are there already", config.Dir, report.Thousands(o.Deals), report.Thousands(o.Planned)))
		}
		display.start(o)
	}
	said := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(said)
		display.say("finishing the deals in flight; interrupt again to give them up")
	})
	_, err := survey.Run(ctx, config)
	if !stop() {
		<-said
	}
	display.end()
	if errors.As(err, new(*survey.Mismatch)) || err == nil {
		return err
	}
	return failure{err}
}

// decidable reports rules that the solver refuses, before any search starts.
func decidable(numbers seeds.Range, rules []klondike.Rules) error {
	deal, err := numbers.At(0).DealDecks(rules[0].Decks)
	if err != nil {
		return err
	}
	table, err := klondike.NewTable(deal, rules[0])
	if err != nil {
		return err
	}
	_, err = solver.Solve(context.Background(), table, rules[0], solver.Limits{States: 1})
	return err
}

func parseShard(text string) (survey.Shard, error) {
	switch {
	case text == "":
		return survey.Shard{}, nil
	case strings.EqualFold(text, "auto"):
		return survey.AutoShard(os.LookupEnv)
	}
	return survey.ParseShard(text)
}

// ladderFlags choose draw counts and pass limits, and the rules they share.
type ladderFlags struct {
	preset        string
	draws, passes numbers
	flags         *pflag.FlagSet
}

func (f *ladderFlags) add(fs *pflag.FlagSet) {
	f.flags = fs
	f.draws, f.passes = numbers{1, 3}, numbers{0}
	fs.StringVar(&f.preset, "rules", "", "preset for all rules: "+strings.Join(klondike.PresetNames(), ", "))
	fs.Var(&f.draws, "draw", "draw counts, such as 1,3")
	fs.Var(&f.passes, "passes", "pass limits, such as 1,2,3,unlimited")
	defaults := klondike.DrawK(1)
	settings(&defaults).VisitAll(func(setting *pflag.Flag) {
		if setting.Name != "draw" && setting.Name != "passes" {
			fs.AddFlag(setting)
		}
	})
}

// ladder returns the rules of the survey. A preset gives its draw count and pass
// limit unless the flags do.
func (f *ladderFlags) ladder() ([]klondike.Rules, error) {
	base := klondike.DrawK(1)
	draws, limits := f.draws, f.passes
	if f.preset != "" {
		var err error
		if base, err = klondike.Preset(f.preset); err != nil {
			return nil, fmt.Errorf("--rules: %w", err)
		}
		if !f.flags.Changed("draw") {
			draws = numbers{base.Draw}
		}
		if !f.flags.Changed("passes") {
			limits = numbers{base.Passes}
		}
	}
	var err error
	override := settings(&base)
	f.flags.Visit(func(given *pflag.Flag) {
		if given.Name != "draw" && given.Name != "passes" && override.Lookup(given.Name) != nil {
			err = errors.Join(err, override.Set(given.Name, given.Value.String()))
		}
	})
	rules := survey.Ladder(base, draws, limits)
	for _, r := range rules {
		err = errors.Join(err, r.Validate())
	}
	return rules, err
}

// numbers is a flag that holds a list of positive numbers; 0 is "unlimited".
type numbers []int

// Set reads the whole list.
func (n *numbers) Set(text string) error {
	*n = nil
	for _, word := range strings.Split(text, ",") {
		var one passes
		if err := one.Set(strings.TrimSpace(word)); err != nil {
			return err
		}
		*n = append(*n, int(one))
	}
	return nil
}

// String returns the list as Set reads it.
func (n *numbers) String() string {
	words := make([]string, len(*n))
	for i, one := range *n {
		words[i] = (*passes)(&one).String()
	}
	return strings.Join(words, ",")
}

// Type names the flag's value in help texts.
func (n *numbers) Type() string { return "list" }

// surveyLimitFlags bound the work on a deal, and the number of deals.
type surveyLimitFlags struct {
	states    int64
	memory    size
	time      time.Duration
	allowTime bool
	width     string
}

func (f *surveyLimitFlags) add(fs *pflag.FlagSet) {
	f.memory = solver.DefaultMemory
	fs.Int64Var(&f.states, "max-states", 0, "leave a deal undecided under a rule after this many states (0 = never)")
	fs.Var(&f.memory, "memory", "most memory for the search tables of each worker, such as 512MB or 2GiB")
	fs.DurationVar(&f.time, "max-time", 0, "leave a deal undecided after this time, such as 30s (needs --allow-max-time)")
	fs.BoolVar(&f.allowTime, "allow-max-time", false, "permit --max-time, although two runs will then differ")
	fs.StringVar(&f.width, "stop-width", "", "stop once every 95 % interval is at most this wide, such as 0.01 or 1%")
}

func (f *surveyLimitFlags) limits() (survey.Limits, survey.Stop, error) {
	limits := survey.Limits{States: f.states, Memory: int64(f.memory), Time: f.time}
	switch {
	case f.states < 0:
		return limits, survey.Stop{}, fmt.Errorf("--max-states %d: expected a number that is not negative", f.states)
	case f.time < 0:
		return limits, survey.Stop{}, fmt.Errorf("--max-time %v: expected a time that is not negative", f.time)
	case f.width == "":
		return limits, survey.Stop{}, nil
	}
	number, percent := strings.CutSuffix(f.width, "%")
	width, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		width /= 100
	}
	if err != nil || !(0 < width && width < 1) {
		return limits, survey.Stop{}, fmt.Errorf("--stop-width %q: expected a width between 0 and 1, such as 0.01 or 1%%", f.width)
	}
	return limits, survey.Stop{Width: width, Every: survey.StopEvery}, nil
}
