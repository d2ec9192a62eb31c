package solver

import (
	"context"
	"time"

	"klondike/klondike"
	"klondike/solver/internal/search"
)

// PassResult is the answer to "in how few passes can this be won?".
type PassResult struct {
	// Result is the verdict under the rules as given. When it is Winnable, Moves is a
	// line that uses exactly Passes passes, and Reason, if any, says which limit kept
	// the number from being proven the least.
	Result
	// Passes is the smallest pass limit found under which the position can be won,
	// passes that the position has used included; 0 if none was found.
	Passes int
	// Lower is the smallest pass limit that is not proven too small. Lower ==
	// Passes means that the least number of passes is proven.
	Lower int
}

// MinPasses finds the least number of passes through the stock in which the
// position can be won under the rules, whose own pass limit bounds the answer. All
// limits share their tables: what is proven for few redeals left serves the next limit.
// The limits bound the whole call.
func (s *Solver) MinPasses(ctx context.Context, t *klondike.Table, rules klondike.Rules) (PassResult, error) {
	begin := time.Now()
	p, err := s.minPasses(ctx, t, rules)
	p.Stats.Elapsed = time.Since(begin)
	return p, err
}

func (s *Solver) minPasses(ctx context.Context, t *klondike.Table, rules klondike.Rules) (PassResult, error) {
	ctx, limits, cancel := s.bounds(ctx)
	defer cancel()
	p := PassResult{Lower: max(t.Pass, 1)}
	var counted search.Counters
	// ask decides one pass limit with what is left of the budget.
	ask := func(limit int) (search.Answer, error) {
		r := rules
		r.Passes = limit
		start, err := s.pack(t, r)
		if err != nil {
			return search.Answer{}, err
		}
		if s.limits.States > 0 {
			if limits.States = s.limits.States - counted.States(); limits.States <= 0 {
				return search.Answer{Stop: search.StatesStop}, nil
			}
		}
		a, err := s.engine.Decide(ctx, start, game(r), limits, true)
		counted.Add(&a.Counters)
		return a, internal(err)
	}
	finish := func(a search.Answer, limit int) (PassResult, error) {
		a.Counters = counted
		r := rules
		r.Passes = limit
		result, err := s.result(a, t, r, asShort)
		p.Result = result
		return p, err
	}
	// 1. Can it be won at all?
	a, err := ask(rules.Passes)
	if err != nil {
		return p, err
	}
	if !a.Won {
		if a.Stop == search.Running {
			p.Lower = 0
		}
		return finish(a, rules.Passes)
	}
	won := a
	moves, err := s.line(t, rules, a.Acts, rules.Cards(), asShort)
	if err != nil {
		return p, err
	}
	wonIn := passesOf(t, moves)
	p.Passes = wonIn
	// 2. From few passes to many, until one does.
	for limit := p.Lower; limit < wonIn; limit++ {
		a, err := ask(limit)
		if err != nil {
			return p, err
		}
		if a.Stop != search.Running {
			result, err := finish(won, rules.Passes)
			result.Reason = reasonOf(a.Stop)
			return result, err
		}
		if a.Won {
			p.Passes, won = limit, a
			break
		}
		p.Lower = limit + 1
	}
	return finish(won, rules.Passes)
}

// passesOf returns the number of the pass in which the moves from t end.
func passesOf(t *klondike.Table, moves []klondike.Move) int {
	n := max(t.Pass, 1)
	for _, m := range moves {
		if m.Kind == klondike.Redeal {
			n++
		}
	}
	return n
}
