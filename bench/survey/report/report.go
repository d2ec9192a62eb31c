package report

import (
	"fmt"
	"slices"
	"time"

	"klondike/bench/stats"
	"klondike/bench/survey"
	"klondike/klondike"
)

// Report is what one survey, or the parts of one, say.
type Report struct {
	Program   string        `json:"program"`
	Generator string        `json:"generator"`
	First     uint64        `json:"first"`
	Last      uint64        `json:"last"`
	Common    string        `json:"rules_in_common"` // of all rules, in words
	Limits    survey.Limits `json:"limits"`
	Imported  bool          `json:"imported,omitzero"`

	Deals    int64       `json:"deals"`   // with answers
	Planned  uint64      `json:"planned"` // asked for
	Stop     survey.Stop `json:"stop,omitzero"`
	Stopped  bool        `json:"stopped"`              // the stopping rule ended the survey
	Time     float64     `json:"seconds,omitzero"`     // total of the deals that were timed
	Timed    int64       `json:"timed_deals,omitzero"` // how many these are
	Level    float64     `json:"level"`                // of the intervals
	Rules    []Rule      `json:"rules"`
	FirstWin []FirstWin  `json:"first_wins,omitempty"`
	Pairs    []Pair      `json:"pairs,omitempty"`
}

// Rule is what a survey says about one rule.
type Rule struct {
	Draw   int    `json:"draw"`
	Passes string `json:"passes"` // a number or "unlimited"
	stats.Tally
	Rate           stats.Interval `json:"rate"` // of these deals; undecided ones make it a range
	Wilson         stats.Interval `json:"wilson"`
	ClopperPearson stats.Interval `json:"clopper_pearson"`
	States         Costs          `json:"states"`

	rules klondike.Rules
	curve []int64 // all known costs, rising
}

// Costs summarises states expanded, over all deals and by verdict. Deals of
// unknown cost are left out.
type Costs struct {
	All       stats.Costs `json:"all"`
	Won       stats.Costs `json:"won"`
	Lost      stats.Costs `json:"lost"`
	Undecided stats.Costs `json:"undecided"`
}

// FirstWin says at which of the pass limits asked for deals of one draw count are
// first won.
type FirstWin struct {
	Draw   int      `json:"draw"`
	Passes []string `json:"passes"`
	stats.FirstWins
}

// Pair compares two rules on the same deals. The first is never harder than the
// second.
type Pair struct {
	First  string `json:"first"`
	Second string `json:"second"`
	// Counts of deals won under one of the rules and lost under the other, and of
	// deals undecided under either.
	OnlyFirst  int64          `json:"only_first"`
	OnlySecond int64          `json:"only_second"`
	Undecided  int64          `json:"undecided"`
	Difference stats.Interval `json:"difference"` // of the win rates, first less second
	Decided    stats.Test     `json:"decided"`    // McNemar, on the deals decided under both
	Cautious   stats.Test     `json:"cautious"`   // the same with undecided deals turned against it

	first, second int // positions of the rules
	counts        stats.Paired
}

// New counts the answers of a survey given whole or in parts, of which some may
// be missing or unfinished.
func New(parts []*survey.Survey) (*Report, error) {
	m, ordered, err := survey.Pool(parts)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Program: m.Program, Generator: m.Generator, First: m.First, Last: m.Last,
		Common: survey.Common(m.Rules[0]), Limits: m.Limits, Imported: m.Imported,
		Stop: m.Stop, Level: stats.Level,
	}
	count := newCounter(m.Rules)
	for _, s := range ordered {
		for unit, err := range s.Units() {
			if err != nil {
				return nil, err
			}
			count.add(unit)
		}
		if ordered[0].Manifest.Shard == (survey.Shard{}) {
			r.Planned += s.Manifest.Planned()
		}
		elapsed, timed, err := s.Elapsed()
		if err != nil {
			return nil, err
		}
		r.Time += elapsed.Seconds()
		r.Timed += timed
	}
	r.Deals = count.deals
	switch {
	case m.Imported:
		r.Planned = uint64(r.Deals) // the list says no more than it has
	case r.Planned == 0:
		r.Planned = m.Planned() // all shards together
	}
	count.finish(r)
	tallies := make([]stats.Tally, len(r.Rules))
	for i := range r.Rules {
		tallies[i] = r.Rules[i].Tally
	}
	r.Stopped = uint64(r.Deals) < r.Planned && m.Stop.Reached(uint64(r.Deals), tallies)
	return r, nil
}

// counter gathers what a report needs in one pass.
type counter struct {
	rules   []klondike.Rules
	deals   int64
	tallies []stats.Tally
	costs   [][3][]int64 // by rule and outcome
	ladders []ladder
	pairs   []Pair
}

// ladder is the rules of one draw count by rising pass limit.
type ladder struct {
	places []int
	wins   stats.FirstWins
}

func newCounter(rules []klondike.Rules) *counter {
	c := &counter{rules: rules, tallies: make([]stats.Tally, len(rules)), costs: make([][3][]int64, len(rules))}
	for i, r := range rules {
		if i == 0 || rules[i-1].Draw != r.Draw {
			c.ladders = append(c.ladders, ladder{})
		}
		l := &c.ladders[len(c.ladders)-1]
		l.places = append(l.places, i)
	}
	// More passes against fewer, step by step, and then each smaller draw count
	// against the next larger at the same pass limit.
	for _, l := range c.ladders {
		for k := 1; k < len(l.places); k++ {
			c.pair(l.places[k], l.places[k-1])
		}
	}
	for k := 1; k < len(c.ladders); k++ {
		for _, first := range c.ladders[k-1].places {
			for _, second := range c.ladders[k].places {
				if rules[first].Passes == rules[second].Passes {
					c.pair(first, second)
				}
			}
		}
	}
	for i := range c.ladders {
		c.ladders[i].wins = stats.NewFirstWins(len(c.ladders[i].places))
	}
	return c
}

func (c *counter) pair(first, second int) {
	c.pairs = append(c.pairs, Pair{
		First: survey.Label(c.rules[first]), Second: survey.Label(c.rules[second]),
		first: first, second: second,
	})
}

func (c *counter) add(unit survey.Unit) {
	c.deals++
	outcomes := make([]stats.Outcome, len(unit.Answers))
	for i, a := range unit.Answers {
		outcomes[i] = a.Verdict.Outcome()
		c.tallies[i].Add(outcomes[i])
		if a.States != survey.UnknownStates {
			c.costs[i][outcomes[i]] = append(c.costs[i][outcomes[i]], a.States)
		}
	}
	for i := range c.ladders {
		l := &c.ladders[i]
		l.wins.Add(outcomes[l.places[0] : l.places[0]+len(l.places)])
	}
	for i := range c.pairs {
		p := &c.pairs[i]
		p.counts.Add(outcomes[p.first], outcomes[p.second])
	}
}

func (c *counter) finish(r *Report) {
	for i, rules := range c.rules {
		costs := &c.costs[i]
		all := slices.Concat(costs[:]...)
		t := c.tallies[i]
		r.Rules = append(r.Rules, Rule{
			Draw: rules.Draw, Passes: survey.Passes(rules.Passes), Tally: t,
			Rate: t.Rate(), Wilson: t.Wilson(), ClopperPearson: t.ClopperPearson(),
			States: Costs{
				All:       stats.Summarise(all),
				Won:       stats.Summarise(costs[stats.Won]),
				Lost:      stats.Summarise(costs[stats.Lost]),
				Undecided: stats.Summarise(costs[stats.Undecided]),
			},
			rules: rules, curve: all,
		})
	}
	for _, l := range c.ladders {
		if len(l.places) < 2 {
			continue // nothing to tell apart
		}
		f := FirstWin{Draw: c.rules[l.places[0]].Draw, FirstWins: l.wins}
		for _, place := range l.places {
			f.Passes = append(f.Passes, survey.Passes(c.rules[place].Passes))
		}
		r.FirstWin = append(r.FirstWin, f)
	}
	for _, p := range c.pairs {
		p.OnlyFirst, p.OnlySecond, p.Undecided = p.counts.OnlyFirst(), p.counts.OnlySecond(), p.counts.Open()
		p.Difference, p.Decided, p.Cautious = p.counts.Difference(), p.counts.Decided(), p.counts.Cautious()
		r.Pairs = append(r.Pairs, p)
	}
}

// Range names the deals of the survey.
func (r *Report) Range() string {
	return fmt.Sprintf("%s:%d..%d", r.Generator, r.First, r.Last)
}

// Notes are the sentences without which the numbers would mislead.
func (r *Report) Notes() []string {
	var notes []string
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	switch {
	case r.Stopped:
		note("Stopped after %s of %s deals by a stopping rule: the widest interval had become at most %s wide (looked at every %d deals). Ending at a moment that the data chose makes the intervals slightly too narrow.",
			Thousands(r.Deals), Thousands(r.Planned), percent(r.Stop.Width), r.Stop.Every)
	case uint64(r.Deals) < r.Planned:
		note("Unfinished: %s of %s deals.", Thousands(r.Deals), Thousands(r.Planned))
	}
	if whole := r.Last - r.First + 1; r.Planned < whole && !r.Imported {
		note("The surveys leave out %s deals of the range.", Thousands(whole-r.Planned))
	}
	if r.Limits.Time > 0 {
		note("Each deal was limited to %v of wall-clock time: another run need not give the same numbers.", r.Limits.Time)
	}
	if slices.ContainsFunc(r.Rules, func(rule Rule) bool { return rule.Undecided > 0 }) {
		note("Undecided deals count as lost for the low end of every rate and interval, and as won for the high end.")
	}
	return notes
}

// Complete reports whether every deal that was asked for has its answers.
func (r *Report) Complete() bool { return uint64(r.Deals) == r.Planned }

// Headlines returns the rule with the most passes of each draw count.
func (r *Report) Headlines() []Rule {
	var list []Rule
	for i, rule := range r.Rules {
		if i+1 == len(r.Rules) || r.Rules[i+1].Draw != rule.Draw {
			list = append(list, rule)
		}
	}
	return list
}

// Cost says how long the deals took that were timed, "" when none were.
func (r *Report) Cost() string {
	if r.Timed == 0 {
		return ""
	}
	total := time.Duration(r.Time * float64(time.Second))
	return fmt.Sprintf("%v of work, %v a deal", round(total), round(total/time.Duration(r.Timed)))
}

// round keeps about three digits of a time.
func round(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}
