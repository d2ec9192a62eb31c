package search

import (
	"context"
	"sync/atomic"
	"time"
)

// Rule names a pruning rule that can be switched off. Verdicts do not depend on
// them; THEORY.md has the argument for each under the same name.
type Rule uint32

// The pruning rules.
const (
	SafePromotions Rule = 1 << iota // a card that cannot be missed goes up at once
	BaseStays                       // a base card moves only to make room for a king
	LazyTalon                       // open talon: a talon card moves when something uses it
	FaceUpWins                      // open talon: nothing face down is a win
	TalonCover                      // open talon: more talon cards are never worse
	OffsetCover                     // closed talon: a dead turn covers the turns it reaches
	OpenOracle                      // closed talon: dead with an open talon is dead
	RelaxedPlay                     // dead even if cards hardly got in one another's way
	rules          = iota
)

// Places in Counters.Hits of the rules that count.
const (
	ruleSafePromotions = iota
	ruleBaseStays
	ruleLazyTalon
	ruleFaceUpWins
	ruleTalonCover
	ruleOffsetCover
	ruleOpenOracle
	ruleRelaxedPlay
)

// RuleNames gives each rule's name, in bit order.
var RuleNames = [rules]string{
	"safe-promotions", "base-stays", "lazy-talon", "face-up-wins",
	"talon-cover", "offset-cover", "open-oracle",
	"relaxed-play",
}

// AllRules is every pruning rule.
const AllRules Rule = 1<<rules - 1

// Counters counts what a search did.
type Counters struct {
	Open     int64 // plateaus expanded with an open talon
	Closed   int64 // plateaus expanded with the real talon
	Members  int64 // positions in these plateaus
	Arrivals int64 // positions at which a plateau was entered
	Known    int64 // of these, settled by a table

	// Hits counts, by rule: promotions made at once; base cards that stayed; talon
	// plays left for later, a member at a time; wins seen early; facts of other
	// positions that settled one (two rules); kids dropped on the open talon's word, and
	// on that of relaxed play.
	Hits [rules]int64
}

// Add adds another search's counts.
func (c *Counters) Add(o *Counters) {
	c.Open += o.Open
	c.Closed += o.Closed
	c.Members += o.Members
	c.Arrivals += o.Arrivals
	c.Known += o.Known
	for i := range c.Hits {
		c.Hits[i] += o.Hits[i]
	}
}

// States is the number of plateaus expanded.
func (c *Counters) States() int64 { return c.Open + c.Closed }

// Stop says why a search ended without an answer.
type Stop uint32

// Reasons to stop.
const (
	Running Stop = iota
	StatesStop
	TimeStop
	CancelStop
	MemoryStop
	doneStop // another worker has the answer
)

// control carries the limits of a search and the word to stop. All workers of a
// search share one.
type control struct {
	ctx      context.Context
	deadline time.Time
	states   atomic.Int64 // states left to hand out
	limited  bool
	stop     atomic.Uint32
}

// newControl returns the control of a search. states 0 and a zero deadline mean
// no limit.
func newControl(ctx context.Context, states int64, deadline time.Time) *control {
	c := &control{ctx: ctx, deadline: deadline, limited: states > 0}
	c.states.Store(states)
	return c
}

// Stopped returns why the search was told to stop, or Running.
func (c *control) Stopped() Stop { return Stop(c.stop.Load()) }

// Halt tells all workers to stop; the first reason counts.
func (c *control) Halt(s Stop) { c.stop.CompareAndSwap(uint32(Running), uint32(s)) }

// resume lets the control serve another question under the same limits.
func (c *control) resume() { c.stop.CompareAndSwap(uint32(doneStop), uint32(Running)) }

// pollEvery is the number of states between two looks at the clock and the
// context: rarely enough to cost nothing, often enough for a deadline of
// milliseconds.
const pollEvery = 256

// allowance is what one worker may still do before it looks up again. All searches
// of a worker draw on one, so that a state limit is exact with one worker.
type allowance struct {
	control *control
	left    int64
	halted  bool
}

// next counts a state; false means that the search must stop.
func (a *allowance) next() bool {
	if a.left == 0 {
		if a.halted || !a.refill() {
			a.halted = true
			return false
		}
	}
	a.left--
	return true
}

func (a *allowance) refill() bool {
	c := a.control
	switch {
	case c.Stopped() != Running:
		return false
	case !c.deadline.IsZero() && !time.Now().Before(c.deadline), c.ctx.Err() == context.DeadlineExceeded:
		c.Halt(TimeStop)
		return false
	case c.ctx.Err() != nil:
		c.Halt(CancelStop)
		return false
	case !c.limited:
		a.left = pollEvery
		return true
	}
	left := c.states.Add(-pollEvery) + pollEvery
	if left < pollEvery { // there were not so many
		c.states.Add(pollEvery - max(left, 0))
	}
	if left <= 0 {
		c.Halt(StatesStop)
		return false
	}
	a.left = min(left, pollEvery)
	return true
}

// giveBack returns what is left to the control, for the next question under the
// same limits.
func (a *allowance) giveBack() {
	if a.control.limited {
		a.control.states.Add(a.left)
	}
	a.left = 0
}
