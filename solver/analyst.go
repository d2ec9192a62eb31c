package solver

import (
	"context"
	"errors"
	"sync"

	"klondike/klondike"
)

// Analyst answers questions about games in play: between two moves of a game,
// about many games in turn, from any number of goroutines at once. It has a Solver
// for each of a fixed number of games, and lends each question the one that knows
// the deal already, so that the next question about a game is cheaper than the
// first. A game that comes when there is no Solver left takes the one that has
// rested longest; what that one knew is lost, which costs time and never an answer.
//
// An answer that a position is lost is always a proof, however short the time was:
// what was not decided is Undecided, with the reason.
type Analyst struct {
	limits Limits
	rest   chan struct{} // a token for each solver at rest
	all    []*Solver

	mu   sync.Mutex
	idle []*Solver // at rest, the one that has rested longest first
}

// NewAnalyst returns an Analyst that keeps what it knows of so many games, at least
// one, and answers as many questions at the same time; others wait. Limits.Memory
// is divided evenly among them. Limits.Time bounds a whole question, waiting
// included, and Limits.States each of its searches.
func NewAnalyst(games int, lim Limits) *Analyst {
	games = max(games, 1)
	each := lim
	each.Time = 0 // is kept by the context of the question
	if each.Memory <= 0 {
		each.Memory = DefaultMemory
	}
	each.Memory /= int64(games)
	a := &Analyst{limits: lim, rest: make(chan struct{}, games)}
	for range games {
		a.all = append(a.all, New(each))
		a.rest <- struct{}{}
	}
	a.idle = append(a.idle, a.all...)
	return a
}

// Memory returns the bytes that all tables hold now.
func (a *Analyst) Memory() int64 {
	var n int64
	for _, s := range a.all {
		n += s.engine.Bytes()
	}
	return n
}

// Analyse decides whether the position can be won, as Solve does. When the time is
// up before a Solver is free, the answer is Undecided.
func (a *Analyst) Analyse(ctx context.Context, t *klondike.Table, rules klondike.Rules) (Result, error) {
	var result Result
	err := a.lend(ctx, t, rules, &result.Reason, func(ctx context.Context, s *Solver) (err error) {
		result, err = s.Solve(ctx, t, rules)
		return err
	})
	return result, err
}

// lend calls use with a solver for questions about t, once one is free, and with
// the context that keeps the limits. If none becomes free in time it sets reason
// instead.
func (a *Analyst) lend(ctx context.Context, t *klondike.Table, rules klondike.Rules, reason *Reason, use func(context.Context, *Solver) error) error {
	if err := check(t, rules); err != nil {
		return err
	}
	if a.limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, a.limits.Time)
		defer cancel()
	}
	select {
	case <-a.rest:
	case <-ctx.Done():
		*reason = endOf(ctx)
		return nil
	}
	s := a.take(t, rules)
	defer a.give(s)
	return use(ctx, s)
}

// take returns a solver at rest, of which the caller has a token.
func (a *Analyst) take(t *klondike.Table, rules klondike.Rules) *Solver {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := 0
	for i, s := range a.idle {
		if s.deal == nil {
			continue
		}
		if _, ok := s.deal.Start(t, rules); ok {
			at = i
			break
		}
	}
	s := a.idle[at]
	a.idle = append(a.idle[:at], a.idle[at+1:]...)
	return s
}

// give puts a solver to rest.
func (a *Analyst) give(s *Solver) {
	a.mu.Lock()
	a.idle = append(a.idle, s)
	a.mu.Unlock()
	a.rest <- struct{}{}
}

// endOf says why a context has ended.
func endOf(ctx context.Context) Reason {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return TimeLimit
	}
	return Cancelled
}
