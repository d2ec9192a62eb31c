package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"klondike/bench/stats"
	"klondike/klondike"
	"klondike/solver"
)

// ErrMonotony is wrapped when a deal is winnable under a pass limit and not under
// a larger one: one of the two verdicts is wrong.
var ErrMonotony = errors.New("more passes cannot hurt")

// ErrUnknownVerdict is returned for a deal that has no known verdict.
var ErrUnknownVerdict = errors.New("a deal without a known verdict: expected one of the suites hard and standard")

// ScalingConfig says what is scaled and how far.
type ScalingConfig struct {
	Suite  Suite // answered by several workers; the costs are of its first deals
	Hard   Question
	Most   int // workers and threads: 1, 2, ... Most
	Rounds int // how often each speed is measured
	Deals  int // how many deals of the suite the costs are measured on
	Limits solver.Limits

	// Progress, if not nil, is called with what is measured next.
	Progress func(what string)
}

// Scaling is how speed grows with workers and with threads, and how cost grows
// with draw counts and pass limits.
type Scaling struct {
	Suite   string   `json:"suite"`
	Machine Machine  `json:"machine"`
	Program Program  `json:"program"`
	Rounds  int      `json:"rounds"`
	Workers []Speed  `json:"workers"` // deals a second, each deal by one thread
	Hard    Question `json:"hard"`
	Threads []Speed  `json:"threads"` // answers to the hard question a second
	Deals   int      `json:"deals"`   // that Costs is about
	Costs   []Cost   `json:"costs"`   // by rising draw count, then rising pass limit
}

// Speed is the speed of so many workers or threads, by the clock on the wall.
type Speed struct {
	Number int     `json:"number"`
	Rate   Spread  `json:"per_second"`
	Up     float64 `json:"speed_up"` // over a single one, of the medians
}

// Cost is what the same deals cost under some rules.
type Cost struct {
	Draw    int         `json:"draw"`
	Passes  int         `json:"passes"` // 0 = unlimited
	Won     int         `json:"won"`
	States  stats.Costs `json:"states"`
	Seconds float64     `json:"seconds"` // of all deals; processor time where there is a clock for it
}

// The draw counts and pass limits of Scaling.Costs.
var (
	scalingDraws  = []int{1, 2, 3, 4, 5, 6}
	scalingPasses = []int{1, 2, 3, 4, 5, 6, 0}
)

// HardDeal is the deal that threads are scaled on unless another is asked for. It
// has no win, and its search takes long: a search for a win may end early by luck,
// and more threads have more luck.
const HardDeal = "klondike-solver:8025"

// HardQuestion returns a deal at draw 3, unlimited passes, with its known verdict.
// The error is ErrUnknownVerdict if no suite has it.
func HardQuestion(seed string) (Question, error) {
	for _, name := range []string{"hard", "standard"} {
		s, err := LoadSuite(name)
		if err != nil {
			return Question{}, err
		}
		for _, q := range s.Questions {
			if q.Seed == seed && q.Rules == klondike.DrawK(3) {
				return q, nil
			}
		}
	}
	return Question{}, ErrUnknownVerdict
}

// MeasureScaling measures how the solver scales. All verdicts are checked: those
// that are known, and that no deal is lost with more passes.
func MeasureScaling(ctx context.Context, c ScalingConfig) (*Scaling, error) {
	s := &Scaling{
		Suite: c.Suite.Name, Machine: thisMachine(), Program: thisProgram(), Rounds: c.Rounds, Hard: c.Hard,
	}
	say := func(format string, args ...any) {
		if c.Progress != nil {
			c.Progress(fmt.Sprintf(format, args...))
		}
	}
	var err error
	s.Workers, err = speeds(c, len(c.Suite.Questions), func(workers int) error {
		say("%s on suite %s", count(workers, "worker"), c.Suite.Name)
		_, err := answerAll(ctx, c.Suite, workers, c.Limits)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.Threads, err = speeds(c, 1, func(threads int) error {
		say("%s on %v", count(threads, "thread"), c.Hard)
		limits := c.Limits
		limits.Threads = threads
		_, err := answerAll(ctx, Suite{Questions: []Question{c.Hard}}, 1, limits)
		return err
	})
	if err != nil {
		return nil, err
	}
	deals := firstDeals(c.Suite, c.Deals)
	s.Deals = len(deals)
	for _, draw := range scalingDraws {
		won := make([]bool, len(deals))
		for _, passes := range scalingPasses {
			say("draw %d, %s passes", draw, passLimit(passes))
			cost, err := measureCost(ctx, deals, won, draw, passes, c.Limits)
			if err != nil {
				return nil, err
			}
			s.Costs = append(s.Costs, cost)
		}
	}
	return s, nil
}

// speeds times work, which does so many things, for each number of workers. The
// numbers take turns, so that a slow minute of the machine falls on all of them.
func speeds(c ScalingConfig, things int, work func(number int) error) ([]Speed, error) {
	rates := make([][]float64, c.Most)
	for range c.Rounds {
		for i := range rates {
			runtime.GC()
			begin := time.Now()
			if err := work(i + 1); err != nil {
				return nil, err
			}
			rates[i] = append(rates[i], float64(things)/time.Since(begin).Seconds())
		}
	}
	list := make([]Speed, c.Most)
	for i := range list {
		list[i] = Speed{Number: i + 1, Rate: spread(rates[i])}
		list[i].Up = list[i].Rate.Median / list[0].Rate.Median
	}
	return list, nil
}

// firstDeals returns the first different seeds of a suite, at most so many.
func firstDeals(s Suite, most int) []string {
	var list []string
	seen := map[string]bool{}
	for _, q := range s.Questions {
		if !seen[q.Seed] && len(list) < most {
			seen[q.Seed] = true
			list = append(list, q.Seed)
		}
	}
	return list
}

// measureCost answers the deals under one draw count and pass limit. won holds
// which deals are won with fewer passes, and is brought up to date.
func measureCost(ctx context.Context, deals []string, won []bool, draw, passes int, limits solver.Limits) (Cost, error) {
	rules := klondike.DrawK(draw)
	rules.Passes = passes
	cost := Cost{Draw: draw, Passes: passes}
	var states []int64
	for i, seed := range deals {
		q := Question{Seed: seed, Rules: rules}
		table, err := q.table()
		if err != nil {
			return cost, fmt.Errorf("%v: %w", q, err)
		}
		begin := now()
		result, err := solver.New(limits).Decide(ctx, table, rules)
		took := now().since(begin)
		switch {
		case err != nil:
			return cost, fmt.Errorf("%v: %w", q, err)
		case ctx.Err() != nil:
			return cost, ctx.Err()
		case won[i] && result.Verdict != solver.Winnable:
			return cost, fmt.Errorf("%v: %w: %v, and winnable in fewer passes", q, ErrMonotony, result.Verdict)
		}
		won[i] = result.Verdict == solver.Winnable
		if won[i] {
			cost.Won++
		}
		cost.Seconds += took.best().Seconds()
		states = append(states, result.Stats.States)
	}
	cost.States = stats.Summarise(states)
	return cost, nil
}
