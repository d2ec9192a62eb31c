package solver

import (
	"context"
	"slices"

	"klondike/klondike"
)

// FirstMove is one way to go on from a position.
//
// Two moves are the same way if they lead to the same position, that is, the same
// cards on the foundations, the same cards face down and lowest face-up card in each
// column, and the same stock and waste; how runs lie does not matter (THEORY.md,
// section 1). So a seven that fits two eights is one way, and moves that change
// nothing, a run from one eight to the other or a king from an empty column to
// another, are none. Turning the stock is not a way to go on but part of playing
// the card that it brings up, at the earliest time at which it does. Moving a run
// aside is part of playing up the card below.
type FirstMove struct {
	Moves   []klondike.Move // what has to be done before, and then the move itself
	Verdict Verdict         // of the position after it
	Reason  Reason          // why Undecided
}

// FirstMoves says of every way to go on from a position whether the game can be won
// after it. How many ways keep it winnable is a grade of difficulty: in a hard
// position few do.
//
// The limits are those of one question; what they leave open is Undecided.
func (a *Analyst) FirstMoves(ctx context.Context, t *klondike.Table, rules klondike.Rules) ([]FirstMove, error) {
	var (
		firsts []FirstMove
		reason Reason
	)
	err := a.lend(ctx, t, rules, &reason, func(ctx context.Context, s *Solver) error {
		result, err := s.Decide(ctx, t, rules)
		if err != nil {
			return err
		}
		for _, way := range ways(t, rules) {
			first, err := s.first(ctx, t, rules, way, result.Verdict)
			if err != nil {
				return err
			}
			firsts = append(firsts, first)
		}
		return nil
	})
	if reason != NoReason {
		for _, way := range ways(t, rules) {
			firsts = append(firsts, FirstMove{Moves: way, Reason: reason})
		}
	}
	return firsts, err
}

// first decides a way to go on from a position with a verdict.
func (s *Solver) first(ctx context.Context, t *klondike.Table, rules klondike.Rules, way []klondike.Move, verdict Verdict) (FirstMove, error) {
	first := FirstMove{Moves: way}
	if verdict == Unwinnable {
		first.Verdict = Unwinnable
		return first, nil
	}
	result, err := s.Decide(ctx, played(t, rules, way...), rules)
	first.Verdict, first.Reason = result.Verdict, result.Reason
	return first, err
}

// ways lists the ways to go on, each as its moves. On a table with unknown cards,
// turning the stock until the first unknown card is on top is one of them: what can
// be done then is not known.
func ways(t *klondike.Table, rules klondike.Rules) [][]klondike.Move {
	var list [][]klondike.Move
	start := situationOf(t)
	met := map[situation]bool{start: true}
	// try adds m, from the table to which the moves before it lead, unless it comes
	// to nothing new.
	try := func(before []klondike.Move, from *klondike.Table, m klondike.Move) {
		if now := situationOf(played(from, rules, m)); !met[now] {
			met[now] = true
			list = append(list, append(slices.Clone(before), m))
		}
	}

	// 1. What can be done at once, and what can go up when a run has moved aside.
	legal := t.LegalMoves(rules, nil)
	for _, m := range legal {
		if !m.StockMove() {
			try(nil, t, m)
		}
	}
	for _, m := range legal {
		after := played(t, rules, m)
		if m.Kind != klondike.TableauToTableau || situationOf(after) != start {
			continue
		}
		for _, up := range after.LegalMoves(rules, nil) {
			if up.Kind == klondike.TableauToFoundation && up.From == m.From {
				try([]klondike.Move{m}, after, up)
			}
		}
	}

	// 2. What the stock brings up. After a redeal a whole pass shows all that any
	// later one does.
	turned := t.Clone()
	var turns []klondike.Move
	for redeals := 0; ; {
		m := klondike.Move{Kind: klondike.Draw}
		if len(turned.Stock) == 0 {
			m.Kind = klondike.Redeal
			redeals++
		}
		if redeals == 2 || turned.Play(m, rules) != nil {
			return list
		}
		turns = append(turns, m)
		if m.Kind == klondike.Redeal {
			continue
		}
		if turned.Waste[len(turned.Waste)-1] == klondike.Unknown {
			return append(list, turns)
		}
		for _, m := range turned.LegalMoves(rules, nil) {
			if m.Kind == klondike.WasteToFoundation || m.Kind == klondike.WasteToTableau {
				try(turns, turned, m)
			}
		}
	}
}

// played returns the table after legal moves.
func played(t *klondike.Table, rules klondike.Rules, moves ...klondike.Move) *klondike.Table {
	t = t.Clone()
	for _, m := range moves {
		mustPlay(t, rules, m)
	}
	return t
}

// mustPlay makes a move that the referee has listed or played before.
func mustPlay(t *klondike.Table, rules klondike.Rules, m klondike.Move) {
	if err := t.Play(m, rules); err != nil {
		panic("solver: " + err.Error())
	}
}

// situation tells apart the positions that one move from a table leads to. The move
// takes one card from the waste at most, so the sizes of the piles say which.
type situation struct {
	foundations [8]uint8
	locked      [7]int // cards in each locked stack
	stock       int
	waste       int
}

func situationOf(t *klondike.Table) situation {
	s := situation{foundations: t.Foundations, stock: len(t.Stock), waste: len(t.Waste)}
	for i, col := range t.Columns {
		s.locked[i] = col.Down
		if len(col.Cards) > 0 && (col.Down > 0 || col.Cards[0].Rank() != klondike.King) {
			s.locked[i]++
		}
	}
	return s
}
