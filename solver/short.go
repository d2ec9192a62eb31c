package solver

import (
	"klondike/klondike"
	"klondike/solver/internal/search"
	"klondike/solver/internal/shorten"
)

// length says how much is done about the length of a line.
type length bool

const (
	asFound length = false // nothing
	asShort length = true  // a few milliseconds
)

// line turns the acts of an answer into a line that ends with so many cards on the
// foundations, and shortens it. The referee has replayed what it returns. A shorter
// line never takes more passes.
func (s *Solver) line(t *klondike.Table, rules klondike.Rules, acts []search.Act, cards int, l length) ([]klondike.Move, error) {
	moves, err := play(t, rules, shorten.Anywhere(acts), cards)
	if err != nil || l == asFound {
		return moves, err
	}
	start, err := s.pack(t, rules)
	if err != nil {
		return nil, err
	}
	placed, _ := s.shortener.Shorten(shorten.Task{
		Deal: s.deal, Start: start, Second: shorten.Second(t),
		Draw: rules.Draw, WorryBack: rules.WorryBack, Goal: cards, Acts: acts,
	})
	if placed == nil {
		return moves, nil
	}
	short, err := play(t, rules, placed, cards)
	if err != nil {
		return nil, err
	}
	if len(short) < len(moves) && passesOf(t, short) <= passesOf(t, moves) {
		return short, nil
	}
	return moves, nil
}

// WithoutDraws counts the moves that play a card: all but draws and redeals.
func WithoutDraws(moves []klondike.Move) (n int) {
	for _, m := range moves {
		if !m.StockMove() {
			n++
		}
	}
	return n
}

// LeastMoves returns a number of moves, draws and redeals counted, that no winning
// line from the table is shorter than. It adds up what different moves must do:
//
//   - every card that is not on a foundation goes there, one at a time;
//   - every card of the stock is drawn;
//   - a card that was dealt onto a lower one of its suit leaves it for another column
//     first: it cannot go up before that one, which is under it. Only cards count that
//     are face down or the lowest face-up one of their column, for these leave it as
//     the head of what moves, so that no move does it for two of them.
//
// It knows nothing of the order in which the stock brings its cards. The rules must
// be those of the standard family.
func LeastMoves(t *klondike.Table, rules klondike.Rules) int {
	least := rules.Cards() - t.FoundationCards() + (len(t.Stock)+rules.Draw-1)/rules.Draw
	for _, col := range t.Columns {
		for i, c := range col.Cards[:min(col.Down+1, len(col.Cards))] {
			for _, under := range col.Cards[:i] {
				if under.Suit() == c.Suit() && under.Rank() < c.Rank() {
					least++
					break
				}
			}
		}
	}
	return least
}
