package bench

import (
	"context"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"klondike/solver"
)

// Signature returns the states that all searches of the suite expand together,
// one thread each. It is the same number on every machine until the search, its
// limits or the suite change. The error is a *VerdictError if a verdict differs
// from the known one.
func Signature(ctx context.Context, s Suite) (int64, error) {
	answers, err := answerAll(ctx, s, runtime.GOMAXPROCS(0), solver.Limits{})
	if err != nil {
		return 0, err
	}
	return sum(pointers(answers)).States, nil
}

// answerAll answers every question once, so many at the same time, and checks the
// verdicts. No time is noted.
func answerAll(ctx context.Context, s Suite, workers int, limits solver.Limits) ([]Measured, error) {
	answers := make([]Measured, len(s.Questions))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i, q := range s.Questions {
		group.Go(func() error {
			table, err := q.table()
			if err != nil {
				return fmt.Errorf("%v: %w", q, err)
			}
			result, err := solver.New(limits).Decide(ctx, table, q.Rules)
			if err != nil {
				return fmt.Errorf("%v: %w", q, err)
			}
			answers[i] = Measured{Question: q, Got: result.Verdict, Counts: countsOf(result.Stats)}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return answers, checkVerdicts(answers)
}
