package solver

import (
	"context"
	"fmt"

	"klondike/klondike"
)

// Critical says when a game that was played was lost. A game that can be won after
// some moves could be won before each of them, so two counts say it all.
type Critical struct {
	Winnable int    // the most moves after which the game is proven winnable; -1 = not even before the first
	Lost     int    // the fewest moves after which it is proven unwinnable; -1 = none
	Reason   Reason // which limit left positions between the two undecided

	// Instead is a winning line from the position after the first Winnable moves: what
	// could have been done.
	Instead []klondike.Move
}

// Move returns the index of the move that lost the game, the first after which it
// could no longer be won. It reports false if there is none, because the game can
// still be won or never could, and if limits left open which one it is.
func (c Critical) Move() (index int, ok bool) {
	return c.Winnable, c.Winnable >= 0 && c.Lost == c.Winnable+1
}

// Critical finds the move that lost a game: start is the position that the moves
// were played on. It solves about as many positions as the number of moves has
// binary digits, and more only next to undecided ones. An illegal move is an
// *klondike.IllegalMove in the error.
func (a *Analyst) Critical(ctx context.Context, start *klondike.Table, rules klondike.Rules, moves []klondike.Move) (Critical, error) {
	found := Critical{Winnable: -1, Lost: -1}
	if err := check(start, rules); err != nil {
		return found, err
	}
	tables := []*klondike.Table{start}
	for i, m := range moves {
		next := tables[i].Clone()
		if err := next.Play(m, rules); err != nil {
			return found, fmt.Errorf("move %d: %w", i+1, err)
		}
		tables = append(tables, next)
	}
	err := a.lend(ctx, start, rules, &found.Reason, func(ctx context.Context, s *Solver) (err error) {
		found, err = s.critical(ctx, tables, rules)
		return err
	})
	return found, err
}

// critical closes in on the move between the position that is known winnable and
// the one that is known lost, from the start, whose tables serve all others.
func (s *Solver) critical(ctx context.Context, tables []*klondike.Table, rules klondike.Rules) (Critical, error) {
	found := Critical{Winnable: -1, Lost: -1}
	low, high := -1, len(tables) // the verdict is open between them
	undecided := map[int]bool{}
	for at := 0; at >= 0; at = middle(low, high, undecided) {
		result, err := s.Solve(ctx, tables[at], rules)
		if err != nil {
			return found, err
		}
		switch result.Verdict {
		case Winnable:
			low, found.Winnable, found.Instead = at, at, result.Moves
		case Unwinnable:
			high, found.Lost = at, at
		default:
			undecided[at] = true
			found.Reason = result.Reason
		}
		if ctx.Err() != nil {
			break
		}
	}
	if high-low == 1 {
		found.Reason = NoReason
	}
	return found, nil
}

// middle returns the number closest to the middle between low and high, both
// excluded, that is not in tried; -1 if there is none.
func middle(low, high int, tried map[int]bool) int {
	centre, best := (low+high)/2, -1
	for i := low + 1; i < high; i++ {
		if !tried[i] && (best < 0 || abs(i-centre) < abs(best-centre)) {
			best = i
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }
