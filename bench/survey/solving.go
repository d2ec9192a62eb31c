package survey

import (
	"context"
	"slices"

	"klondike/klondike"
	"klondike/solver"
)

// Solving is the Decider of this project: package solver, one thread a deal.
type Solving struct {
	Memory int64 // bytes for the tables of one deal; 0 = solver.DefaultMemory

	solver *solver.Solver // what it was asked before changes no answer and no count
	states int64          // its limit
}

// Decide implements Decider; maxStates holds for each rule. What the first rules
// prove settles some of the others without a search, at a cost of no states, and
// helps the search for the rest.
func (s *Solving) Decide(ctx context.Context, deal klondike.Deal, rules []klondike.Rules, maxStates int64) ([]Answer, error) {
	if s.solver == nil || s.states != maxStates {
		s.solver, s.states = solver.New(solver.Limits{States: maxStates, Memory: s.Memory}), maxStates
	}
	answers := make([]Answer, len(rules))
	for i := range answers {
		answers[i].Verdict = Undecided
	}
	// known are the answers so far, and what winning lines show beyond them.
	known, verdicts := slices.Clone(rules), slices.Clone(answers)
	for _, i := range easiestFirst(rules) {
		if v := inferred(i, known, verdicts); v != Undecided {
			answers[i].Verdict, verdicts[i].Verdict = v, v
			continue
		}
		table, err := klondike.NewTable(deal, rules[i])
		if err != nil {
			return nil, err
		}
		result, err := s.solver.Decide(ctx, table, rules[i])
		if err != nil {
			return nil, err
		}
		answers[i] = Answer{Verdict: spelled[result.Verdict], States: result.Stats.States}
		verdicts[i] = answers[i]
		if result.Verdict == solver.Winnable { // perhaps in fewer passes than it was allowed
			needed := rules[i]
			needed.Passes = passesUsed(result.Moves)
			known, verdicts = append(known, needed), append(verdicts, answers[i])
		}
		if err := ctx.Err(); err != nil {
			return answers, err
		}
	}
	return answers, nil
}

var spelled = map[solver.Verdict]Verdict{
	solver.Winnable: Winnable, solver.Unwinnable: Unwinnable, solver.Undecided: Undecided,
}

// easiestFirst returns the places of the rules by rising draw count and, within
// one, unlimited passes before limits from few to many: lost with unlimited passes
// is lost with any; otherwise what is proven with few redeals left serves the
// next limit, and the first win settles the rest. (From many to few, 60 deals at draw 3
// took 1.6 million states instead of 1.1: a win with hardly enough passes is harder to
// find than a loss with too few is to prove.)
func easiestFirst(rules []klondike.Rules) []int {
	places := make([]int, len(rules))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(i, j int) int {
		if rules[i].Draw != rules[j].Draw {
			return rules[i].Draw - rules[j].Draw
		}
		return rules[i].Passes - rules[j].Passes // 0 is unlimited
	})
	return places
}

// passesUsed counts the passes of a line of play.
func passesUsed(moves []klondike.Move) int {
	passes := 1
	for _, m := range moves {
		if m.Kind == klondike.Redeal {
			passes++
		}
	}
	return passes
}
