package solver

import (
	"context"
	"slices"

	"klondike/klondike"
)

// Hint says how to go on from a position.
type Hint struct {
	// Verdict is Winnable when there is something to do (or the game is won
	// already), Unwinnable when it is proven that nothing helps, and otherwise
	// Undecided with the Reason.
	Verdict Verdict
	Reason  Reason

	// Moves are what to do next, the first of them is the hint proper. They go as far
	// as the first move that plays a card from the waste or turns one up, which
	// nothing takes back. There are fewer than 50 of those in a game, so whoever
	// makes all of them and asks again, whomever, comes to the win.
	Moves []klondike.Move

	Line      []klondike.Move // the whole winning line, Moves included
	Certain   bool            // the game is certainly won: Line is what Finish says
	WorryBack bool            // Line takes a card off a foundation
}

// politeStates is how many states a hint spends at most to find a line that takes
// no card off a foundation, once it has one that does. That is tens of
// milliseconds; few such searches need more, and they mostly fail.
const politeStates = 20_000

// Hint returns the next moves of a winning line. It prefers lines that take no card
// off a foundation. No hint leads into a lost position, since every one is part of
// a line that the referee has played to the win.
//
// Two hints in a row may belong to different lines: make all of Hint.Moves before
// asking again, or let a Guide keep to one line.
func (a *Analyst) Hint(ctx context.Context, t *klondike.Table, rules klondike.Rules) (Hint, error) {
	var hint Hint
	err := a.lend(ctx, t, rules, &hint.Reason, func(ctx context.Context, s *Solver) (err error) {
		hint, err = s.hint(ctx, t, rules)
		return err
	})
	return hint, err
}

func (s *Solver) hint(ctx context.Context, t *klondike.Table, rules klondike.Rules) (Hint, error) {
	if line, ok := Finish(t, rules); ok {
		return hintOf(t, rules, line), nil
	}
	// 1. Any line will do, and only this search can say that there is none.
	result, err := s.Solve(ctx, t, rules)
	if err != nil || result.Verdict != Winnable {
		return Hint{Verdict: result.Verdict, Reason: result.Reason}, err
	}
	line := direct(t, rules, result.Moves)
	if !worriesBack(line) {
		return hintOf(t, rules, line), nil
	}
	// 2. A line that wins without worrying back wins with it.
	polite := rules
	polite.WorryBack = false
	limit := s.limits.States
	defer func() { s.limits.States = limit }()
	s.limits.States = politeStates
	if limit > 0 {
		s.limits.States = min(limit, politeStates)
	}
	result, err = s.Solve(ctx, t, polite)
	if err != nil {
		return Hint{}, err
	}
	if result.Verdict == Winnable {
		line = direct(t, rules, result.Moves)
	}
	return hintOf(t, rules, line), nil
}

// direct is a winning line from t without its detours: where it comes back to a
// table that it has left, what lies between is dropped, so that no table is met
// twice. As soon as the game is certainly won it goes on as Finish says.
func direct(t *klondike.Table, rules klondike.Rules, line []klondike.Move) []klondike.Move {
	tables := []*klondike.Table{t}
	var moves []klondike.Move
	for _, m := range line {
		now := tables[len(tables)-1]
		if finish, ok := Finish(now, rules); ok {
			return append(moves, finish...)
		}
		after := played(now, rules, m)
		if at := slices.IndexFunc(tables, after.Equal); at >= 0 {
			tables, moves = tables[:at+1], moves[:at]
			continue
		}
		tables, moves = append(tables, after), append(moves, m)
	}
	return moves
}

// hintOf is the hint of a winning line from t.
func hintOf(t *klondike.Table, rules klondike.Rules, line []klondike.Move) Hint {
	hint := Hint{Verdict: Winnable, Line: line, Moves: line, WorryBack: worriesBack(line)}
	_, hint.Certain = Finish(t, rules)
	before := hidden(t)
	t = t.Clone()
	for i, m := range line {
		mustPlay(t, rules, m)
		if hidden(t) < before {
			hint.Moves = line[:i+1]
			break
		}
	}
	return hint
}

// hidden counts the cards that lie face down or in the talon. No move adds to them.
func hidden(t *klondike.Table) int { return t.FaceDown() + len(t.Stock) + len(t.Waste) }

func worriesBack(line []klondike.Move) bool {
	return slices.ContainsFunc(line, func(m klondike.Move) bool { return m.Kind == klondike.FoundationToTableau })
}

// Guide gives the hints of one game and keeps to its line: as long as the player
// follows it, takes moves back, or comes upon it again, a hint costs no search and
// is the next move of the line. So hints followed one by one come to the win. A
// Guide is for one goroutine; any number of them share an Analyst.
type Guide struct {
	analyst *Analyst
	rules   klondike.Rules
	start   *klondike.Table // where line begins; nil without one
	line    []klondike.Move
}

// Guide returns a Guide for a game by these rules.
func (a *Analyst) Guide(rules klondike.Rules) *Guide { return &Guide{analyst: a, rules: rules} }

// Hint is Analyst.Hint for the game of the Guide, whose table is now t.
func (g *Guide) Hint(ctx context.Context, t *klondike.Table) (Hint, error) {
	if rest, ok := g.rest(t); ok {
		return hintOf(t, g.rules, rest), nil
	}
	hint, err := g.analyst.Hint(ctx, t, g.rules)
	if err == nil && hint.Verdict == Winnable {
		g.start, g.line = t.Clone(), hint.Line
	}
	return hint, err
}

// rest returns what is left of the line from t, if the line comes by it.
func (g *Guide) rest(t *klondike.Table) ([]klondike.Move, bool) {
	if g.start == nil {
		return nil, false
	}
	now := g.start.Clone()
	for i, m := range g.line {
		if now.Equal(t) {
			return g.line[i:], true
		}
		mustPlay(now, g.rules, m)
	}
	return nil, now.Equal(t)
}
