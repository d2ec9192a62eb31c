package bench

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"klondike/bench/stats"
	"klondike/klondike"
)

// ErrNothingInCommon is returned for runs that share no question.
var ErrNothingInCommon = errors.New("the two runs have no question in common")

// How times are compared.
//
// What disturbs a measurement (another process, a page fault, a colder cache)
// makes it longer, never shorter. So the least time of a question over all rounds
// is what repeats best: with six busy processes on two cores, the sum of the least
// times over 8 rounds differed by 2 % at most between any two of six runs of one
// program, the sum of the medians by 7 %. A ratio is the sum of the least times
// after over that before, of the same deals.
//
// The price is that the garbage collector does not show, which delays some deal or
// other now and then. That is why the comparison also has the bytes allocated.
//
// The interval of a ratio has two parts. How far chance matters within the runs is
// bootstrapped: rounds are drawn with replacement, in each run of their own, and
// the ratio is formed anew. What changes only from one run to the next, such as
// where the kernel puts things, or neighbours who use the caches all the time, no
// rerun within a run can show: for that both ends move out by an allowance. It is
// the greatest difference seen between runs of one program on a machine with a
// processor to spare, and grows with the share of time that deals waited for one:
// with ten busy processes on two cores, runs that waited for 0.7 of their time
// differed by up to 4 %.
const (
	Level     = 0.95 // of all intervals
	MinRounds = 3    // with fewer rounds times are not compared
	resamples = 2000

	quietAllowance = 0.02 // on a machine that is idle otherwise
	busyAllowance  = 0.05 // on top, times the share of time spent waiting
	busy           = 0.25 // the share of time from which on a machine is called busy
)

// Comparison says in what the run After differs from the run Before, over the
// questions that both have.
type Comparison struct {
	Before    Program `json:"before"`
	After     Program `json:"after"`
	Deals     int     `json:"deals"`     // questions in common
	Unmatched int     `json:"unmatched"` // questions of one run only, left out
	Clock     Clock   `json:"clock"`
	Exact     bool    `json:"exact"`     // states repeat, because all searches had one thread
	Allowance float64 `json:"allowance"` // in the intervals, for what differs between two runs of one program
	Rows      []Row   `json:"rows"`      // the first one is all deals

	// Bytes allocated by a deal on average; both 0 if the runs have different deals.
	AllocatedBefore int64 `json:"allocated_before"`
	AllocatedAfter  int64 `json:"allocated_after"`

	// NoTimes says why times are not compared; empty if they are.
	NoTimes string `json:"no_times,omitempty"`

	// Doubts are reasons to take a comparison of times with care.
	Doubts []string `json:"doubts,omitempty"`
}

// Row compares some of the deals.
type Row struct {
	Name         string `json:"name"`
	Deals        int    `json:"deals"`
	StatesBefore int64  `json:"states_before"`
	StatesAfter  int64  `json:"states_after"`
	StatesDiffer int    `json:"states_differ"` // deals that take another number of states

	// Times: sums of the least time of each deal, and after over before.
	Before time.Duration `json:"before_ns"`
	After  time.Duration `json:"after_ns"`
	Ratio  Ratio         `json:"ratio"`
}

// Ratio is a ratio of times, after over before, with its interval.
type Ratio struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Change is what a comparison of times has shown.
type Change string

// The changes.
const (
	NotShown Change = "no difference shown"
	Faster   Change = "faster"
	Slower   Change = "slower"
)

// Change says whether the interval leaves any doubt about the direction.
func (r Ratio) Change() Change {
	switch {
	case r.High < 1:
		return Faster
	case r.Low > 1:
		return Slower
	}
	return NotShown
}

// Compare compares two runs over the questions that both have. The error is
// ErrNothingInCommon if there are none.
func Compare(before, after *Run) (*Comparison, error) {
	type key struct {
		seed  string
		rules klondike.Rules
	}
	old := map[key]*Measured{}
	for i := range before.Questions {
		m := &before.Questions[i]
		old[key{m.Seed, m.Rules}] = m
	}
	common := Run{Threads: after.Threads}
	pairs := map[*Measured]*Measured{} // after to before
	for _, m := range after.Questions {
		if old[key{m.Seed, m.Rules}] != nil {
			common.Questions = append(common.Questions, m)
		}
	}
	for i := range common.Questions {
		m := &common.Questions[i]
		pairs[m] = old[key{m.Seed, m.Rules}]
	}
	n := len(common.Questions)
	if n == 0 {
		return nil, ErrNothingInCommon
	}
	c := &Comparison{
		Before: before.Program, After: after.Program, Deals: n,
		Unmatched: len(before.Questions) + len(after.Questions) - 2*n,
		Clock:     after.Clock(),
		Exact:     before.Threads == 1 && after.Threads == 1,
	}
	if before.Clock() == WallClock {
		c.Clock = WallClock
	}
	if c.Unmatched == 0 {
		c.AllocatedBefore, c.AllocatedAfter = before.Allocated.Bytes/int64(n), after.Allocated.Bytes/int64(n)
	}
	c.judge(before, after)
	for _, p := range common.parts() {
		row := Row{Name: p.name, Deals: len(p.questions)}
		var was, is [][]time.Duration
		for _, m := range p.questions {
			o := pairs[m]
			row.StatesBefore += o.Counts.States
			row.StatesAfter += m.Counts.States
			if o.Counts.States != m.Counts.States {
				row.StatesDiffer++
			}
			was, is = append(was, o.times(c.Clock)), append(is, m.times(c.Clock))
		}
		row.Before, row.After = leastTimes(was, all(before.Rounds())), leastTimes(is, all(after.Rounds()))
		if c.NoTimes == "" {
			row.Ratio = compareTimes(was, is).widen(c.Allowance)
		}
		c.Rows = append(c.Rows, row)
	}
	return c, nil
}

// judge decides whether times can be compared, and how well.
func (c *Comparison) judge(before, after *Run) {
	switch {
	case min(before.Rounds(), after.Rounds()) < MinRounds:
		c.NoTimes = fmt.Sprintf("%s before and %s after: times need at least %d of each",
			count(before.Rounds(), "round"), count(after.Rounds(), "round"), MinRounds)
	case before.Threads != after.Threads:
		c.NoTimes = fmt.Sprintf("%s before, %d after", count(before.Threads, "thread"), after.Threads)
	case before.Machine != after.Machine:
		c.Doubts = append(c.Doubts, fmt.Sprintf("another machine: %v before, %v after", before.Machine, after.Machine))
	}
	waiting := max(before.waiting(), after.waiting())
	if waiting > busy {
		c.Doubts = append(c.Doubts, fmt.Sprintf("a busy machine: deals waited for a processor %.0f %% of the time", 100*waiting))
	}
	c.Allowance = quietAllowance + busyAllowance*waiting
	if before.Program.Go != after.Program.Go {
		c.Doubts = append(c.Doubts, fmt.Sprintf("another compiler: %s before, %s after", before.Program.Go, after.Program.Go))
	}
}

// widen moves the ends of the interval out by a share.
func (r Ratio) widen(share float64) Ratio {
	r.Low /= 1 + share
	r.High *= 1 + share
	return r
}

// compareTimes returns the ratio of least times with its interval by bootstrap;
// was and is hold, for each deal, the time in each round.
func compareTimes(was, is [][]time.Duration) Ratio {
	rng := rand.New(rand.NewPCG(1, 2)) // the same runs always compare the same
	before, after := len(was[0]), len(is[0])
	ratio := func(a, b []int) float64 {
		return float64(leastTimes(is, b)) / float64(max(leastTimes(was, a), 1))
	}
	a, b := make([]int, before), make([]int, after)
	resampled := make([]int64, resamples)
	const fixed = 1e9 // stats.Percentile takes whole numbers
	for i := range resampled {
		drawRounds(rng, a)
		drawRounds(rng, b)
		resampled[i] = int64(fixed * ratio(a, b))
	}
	slices.Sort(resampled)
	tail := 100 * (1 - Level) / 2
	return Ratio{
		Value: ratio(all(before), all(after)),
		Low:   float64(stats.Percentile(resampled, tail)) / fixed,
		High:  float64(stats.Percentile(resampled, 100-tail)) / fixed,
	}
}

// drawRounds fills a sample of as many rounds with replacement.
func drawRounds(rng *rand.Rand, rounds []int) {
	for i := range rounds {
		rounds[i] = rng.IntN(len(rounds))
	}
}

func all(rounds int) []int {
	list := make([]int, rounds)
	for i := range list {
		list[i] = i
	}
	return list
}

// leastTimes adds up the least time of each deal over some rounds.
func leastTimes(times [][]time.Duration, rounds []int) time.Duration {
	var total time.Duration
	for _, deal := range times {
		least := deal[rounds[0]]
		for _, round := range rounds[1:] {
			least = min(least, deal[round])
		}
		total += least
	}
	return total
}
