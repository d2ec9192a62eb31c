package bench

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"klondike/bench/stats"
	"klondike/klondike"
	"klondike/solver"
)

// Report is what a run comes to.
type Report struct {
	Suite     string    `json:"suite"`
	Started   time.Time `json:"started"`
	Machine   Machine   `json:"machine"`
	Program   Program   `json:"program"`
	Threads   int       `json:"threads"`
	Rounds    int       `json:"rounds"`
	Clock     Clock     `json:"clock"` // of all times but Elapsed
	Elapsed   Spread    `json:"elapsed_seconds"`
	Peak      int64     `json:"peak_memory"` // bytes, 0 = unknown
	Allocated Allocated `json:"allocated"`
	PerState  *PerState `json:"per_state,omitempty"` // where the processor has counters
	Groups    []Group   `json:"groups"`              // the first one is all deals
	Hits      []Hits    `json:"rules"`
}

// Group sums up some of the deals. A deal counts once for each of its questions.
type Group struct {
	Name            string      `json:"name"`
	Deals           int         `json:"deals"`
	DealsPerSecond  Spread      `json:"deals_per_second"`
	StatesPerSecond Spread      `json:"states_per_second"`
	PerState        float64     `json:"ns_per_state"` // median over the rounds
	Counts          Counts      `json:"counts"`       // sums; of Tables the largest
	Time            stats.Costs `json:"time_ns"`      // of each deal, in its median round
}

// Spread is a quantity that was measured in each round.
type Spread struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// Share is half the distance from the lowest to the highest value, as a share of
// the median.
func (s Spread) Share() float64 { return (s.High - s.Low) / 2 / s.Median }

// Hits is how often a pruning rule decided something.
type Hits struct {
	Rule string `json:"rule"`
	All  int64  `json:"all"`
	Won  int64  `json:"won"`
	Lost int64  `json:"lost"`
}

// Report condenses the run.
func (r *Run) Report() *Report {
	report := &Report{
		Suite: r.Suite, Started: r.Started, Machine: r.Machine, Program: r.Program,
		Threads: r.Threads, Rounds: r.Rounds(), Clock: r.Clock(), Peak: r.Peak, Allocated: r.Allocated,
	}
	report.Elapsed = spread(roundTotals(pointers(r.Questions), WallClock))
	parts := r.parts()
	for _, p := range parts {
		report.Groups = append(report.Groups, newGroup(p, r.Clock()))
	}
	report.PerState = r.Hardware.perState(report.Groups[0].Counts.States * int64(r.Rounds()))
	all, won, lost := report.Groups[0].Counts.Rules, sum(where(r.Questions, isWon)).Rules, sum(where(r.Questions, isLost)).Rules
	for _, name := range slices.Sorted(maps.Keys(all)) {
		report.Hits = append(report.Hits, Hits{name, all[name], won[name], lost[name]})
	}
	return report
}

// part is a named choice of questions.
type part struct {
	name      string
	questions []*Measured
}

// parts divides the questions in several ways: all of them, by verdict, by rules,
// and by tier. A division with a single part would say nothing new.
func (r *Run) parts() []part {
	all := part{"all", pointers(r.Questions)}
	parts := []part{all}
	divide := func(ps ...part) {
		ps = slices.DeleteFunc(ps, func(p part) bool { return len(p.questions) == 0 })
		if len(ps) > 1 {
			parts = append(parts, ps...)
		}
	}
	divide(part{"won", where(r.Questions, isWon)}, part{"lost", where(r.Questions, isLost)})

	var rules []klondike.Rules
	for i := range r.Questions {
		if !slices.Contains(rules, r.Questions[i].Rules) {
			rules = append(rules, r.Questions[i].Rules)
		}
	}
	slices.SortStableFunc(rules, byRules)
	var byRule, byTier []part
	for _, rule := range rules {
		byRule = append(byRule, part{ruleName(rule), where(r.Questions, func(m *Measured) bool { return m.Rules == rule })})
	}
	for _, tier := range []Tier{Light, Medium, Heavy} {
		byTier = append(byTier, part{string(tier), where(r.Questions, func(m *Measured) bool { return m.Tier == tier })})
	}
	divide(byRule...)
	divide(byTier...)
	return parts
}

// byRules orders rules by draw count, then from few passes to unlimited ones, and
// those with worrying back first.
func byRules(a, b klondike.Rules) int {
	limit := func(r klondike.Rules) uint { return uint(r.Passes) - 1 } // unlimited is largest
	switch {
	case a.Draw != b.Draw:
		return a.Draw - b.Draw
	case a.Passes != b.Passes && limit(a) < limit(b):
		return -1
	case a.Passes != b.Passes:
		return 1
	case a.WorryBack && !b.WorryBack:
		return -1
	case b.WorryBack && !a.WorryBack:
		return 1
	}
	return 0
}

// ruleName names rules in a few letters.
func ruleName(r klondike.Rules) string {
	name := "draw " + strconv.Itoa(r.Draw)
	if r.Passes > 0 {
		name += ", passes " + passLimit(r.Passes)
	}
	if !r.WorryBack {
		name += ", no worry back"
	}
	return name
}

func isWon(m *Measured) bool  { return m.Verdict == solver.Winnable }
func isLost(m *Measured) bool { return m.Verdict == solver.Unwinnable }

func where(all []Measured, wanted func(*Measured) bool) []*Measured {
	return slices.DeleteFunc(pointers(all), func(m *Measured) bool { return !wanted(m) })
}

func pointers(all []Measured) []*Measured {
	list := make([]*Measured, len(all))
	for i := range all {
		list[i] = &all[i]
	}
	return list
}

func newGroup(p part, c Clock) Group {
	g := Group{Name: p.name, Deals: len(p.questions), Counts: sum(p.questions)}
	var deals, states, perState []float64
	for _, seconds := range roundTotals(p.questions, c) {
		deals = append(deals, float64(g.Deals)/seconds)
		states = append(states, float64(g.Counts.States)/seconds)
		perState = append(perState, seconds*1e9/float64(max(g.Counts.States, 1)))
	}
	g.DealsPerSecond, g.StatesPerSecond, g.PerState = spread(deals), spread(states), spread(perState).Median
	medians := make([]int64, len(p.questions))
	for i, m := range p.questions {
		times := slices.Sorted(slices.Values(m.times(c)))
		medians[i] = int64(times[(len(times)-1)/2])
	}
	g.Time = stats.Summarise(medians)
	return g
}

// roundTotals returns the seconds that the questions took together, for each
// round.
func roundTotals(questions []*Measured, c Clock) []float64 {
	totals := make([]float64, len(questions[0].Wall))
	for _, m := range questions {
		for round, took := range m.times(c) {
			totals[round] += took.Seconds()
		}
	}
	return totals
}

// sum adds up the counts of questions.
func sum(questions []*Measured) Counts {
	total := Counts{Rules: map[string]int64{}}
	for _, m := range questions {
		c := &m.Counts
		total.States += c.States
		total.Open += c.Open
		total.Closed += c.Closed
		total.Members += c.Members
		total.Arrivals += c.Arrivals
		total.Known += c.Known
		total.Forgot += c.Forgot
		total.Tables = max(total.Tables, c.Tables)
		total.Shape.add(c.Shape)
		for name, n := range c.Rules {
			total.Rules[name] += n
		}
	}
	return total
}

// spread sorts the values.
func spread(values []float64) Spread {
	slices.Sort(values)
	n := len(values)
	return Spread{Median: (values[(n-1)/2] + values[n/2]) / 2, Low: values[0], High: values[n-1]}
}
