package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"klondike/klondike"
	"klondike/solver"
)

// questionFlags say what solve is asked besides whether the position can be won.
type questionFlags struct {
	minPasses bool
	maximise  string
}

func (f *questionFlags) add(fs *pflag.FlagSet) {
	fs.BoolVar(&f.minPasses, "min-passes", false, "find the smallest pass limit under which it can be won")
	fs.StringVar(&f.maximise, "maximise", "", "if it cannot be won, bring the most cards to the `foundation`")
}

// check returns an error unless the flags ask one question at most.
func (f *questionFlags) check() error {
	switch {
	case f.maximise != "" && f.maximise != "foundation":
		return fmt.Errorf("--maximise %s: expected foundation", f.maximise)
	case f.maximise != "" && f.minPasses:
		return errors.New("--maximise and --min-passes ask different questions: expected one of them")
	}
	return nil
}

// ask puts the question to the solver, and the line that it finds before the
// referee.
func (f *questionFlags) ask(ctx context.Context, start position, limits solver.Limits, scoring klondike.Scoring) (a answer, err error) {
	var judged error
	switch {
	case f.minPasses:
		var fewest solver.PassResult
		if fewest, err = solver.New(limits).MinPasses(ctx, start.table, start.rules); err == nil {
			a, judged = judgeFewest(start, fewest, scoring)
		}
	case f.maximise != "":
		var result solver.Result
		var most solver.MostResult
		if result, most, err = solveMost(ctx, start, limits); err == nil {
			a, judged = judgeMost(start, result, most, scoring)
		}
	default:
		var result solver.Result
		if result, err = solver.Solve(ctx, start.table, start.rules, limits); err == nil {
			a, judged = judge(start, result, scoring)
		}
	}
	switch {
	case judged != nil:
		err = failure{judged}
	case solver.IsInternal(err):
		err = failure{err}
	}
	return a, err
}

// solveMost decides whether the position can be won, and if it cannot, how many
// cards can reach the foundations. The first costs little next to the second. The
// limits bound both together.
func solveMost(ctx context.Context, start position, limits solver.Limits) (solver.Result, solver.MostResult, error) {
	if limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limits.Time)
		defer cancel()
	}
	result, err := solver.Solve(ctx, start.table, start.rules, limits)
	if err != nil {
		return result, solver.MostResult{}, err
	}
	switch result.Verdict {
	case solver.Winnable:
		return result, solver.MostResult{Cards: start.rules.Cards(), Proven: true, Moves: result.Moves}, nil
	case solver.Undecided:
		return result, solver.MostResult{Cards: start.table.FoundationCards(), Reason: result.Reason}, nil
	}
	if limits.States > 0 {
		limits.States -= result.Stats.States
		if limits.States == 0 {
			return result, solver.MostResult{Cards: start.table.FoundationCards(), Reason: solver.StateLimit}, nil
		}
	}
	most, err := solver.New(limits).MostCards(ctx, start.table, start.rules)
	result.Stats = total(result.Stats, most.Stats)
	return result, most, err
}

// total is the work of two searches, one after the other.
func total(a, b solver.Stats) solver.Stats {
	return solver.Stats{
		States: a.States + b.States, Open: a.Open + b.Open, Closed: a.Closed + b.Closed,
		Elapsed: a.Elapsed + b.Elapsed, Memory: max(a.Memory, b.Memory),
	}
}
