package solver

import (
	"context"
	"time"

	"klondike/klondike"
	"klondike/solver/internal/search"
)

// MostResult is the answer to "how many cards can reach the foundations?".
type MostResult struct {
	Cards  int             // the most found: cards on the foundations at one time
	Proven bool            // no line does better
	Reason Reason          // which limit ended the search, if not Proven
	Moves  []klondike.Move // a line that gets there, replayed by the referee
	Stats  Stats
}

// MostCards finds the largest number of cards that can be on the foundations at
// one time: the best result of Vegas scoring, where a card pays when it gets
// there. A position that can be won gives 52.
func (s *Solver) MostCards(ctx context.Context, t *klondike.Table, rules klondike.Rules) (MostResult, error) {
	begin := time.Now()
	start, err := s.pack(t, rules)
	if err != nil {
		return MostResult{}, err
	}
	ctx, limits, cancel := s.bounds(ctx)
	defer cancel()
	a, err := s.engine.Most(ctx, start, game(rules), limits)
	if err != nil {
		return MostResult{}, internal(err)
	}
	moves, err := s.line(t, rules, a.Acts, a.Best, asShort)
	if err != nil {
		return MostResult{}, err
	}
	r := MostResult{Cards: a.Best, Moves: moves, Proven: a.Stop == search.Running, Reason: reasonOf(a.Stop), Stats: s.stats(&a.Counters)}
	r.Stats.Elapsed = time.Since(begin)
	return r, nil
}
