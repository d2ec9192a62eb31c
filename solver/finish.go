package solver

import "klondike/klondike"

// Finish returns the moves that end a game which is certainly won, and whether it
// is: all cards of the tableau are face up, and playing up every card that can go
// up, and turning the stock whenever none can, brings all of them to the
// foundations. That is so whenever Table.CertainlyWon says it; and when cards one
// at a time come round without limit, whatever is left in the stock and the waste.
// With more cards at a time or few passes it depends on the order of the stock:
// then false says only that no win is as plain as that.
//
// It takes no search and holds for all rules. Table and rules are taken to be
// valid. With unknown cards there are no moves to return, so the answer is false.
func Finish(t *klondike.Table, rules klondike.Rules) (moves []klondike.Move, ok bool) {
	if t.FaceDown() > 0 || t.HasUnknown() {
		return nil, false
	}
	t = t.Clone()
	var legal []klondike.Move
	// A whole pass without a card that goes up is followed by passes like it. The
	// one under way may be no whole pass, so that the second redeal in a row is
	// the end.
	for redeals := 0; !t.Won(); {
		legal = t.LegalMoves(rules, legal[:0])
		m, ok := towards(legal)
		if !ok {
			return nil, false
		}
		switch m.Kind {
		case klondike.Draw:
		case klondike.Redeal:
			if redeals++; redeals == 2 {
				return nil, false
			}
		default:
			redeals = 0
		}
		if t.Play(m, rules) != nil {
			return nil, false
		}
		moves = append(moves, m)
	}
	return moves, true
}

// towards picks the move that goes on finishing: to a foundation, from the tableau
// first, or else a turn of the stock.
func towards(legal []klondike.Move) (best klondike.Move, ok bool) {
	worth := func(m klondike.Move) int {
		switch m.Kind {
		case klondike.TableauToFoundation:
			return 3
		case klondike.WasteToFoundation:
			return 2
		case klondike.Draw, klondike.Redeal:
			return 1
		}
		return 0
	}
	top := 0
	for _, m := range legal {
		if w := worth(m); w > top {
			best, top = m, w
		}
	}
	return best, top > 0
}
