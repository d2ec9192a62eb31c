package klondike

// Stuck reports whether the game is at an end without being won: no move other
// than turning the stock changes anything, neither now nor after any draws and
// redeals that the rules still allow. A used-up pass limit counts: cards that
// can no longer be turned do not help.
//
// These moves change nothing:
//
//   - a whole column without face-down cards goes to an empty column: the columns
//     only change places;
//   - where any part of a run may move, part of a run goes from one card to
//     another of the same rank and colour, unless the card it leaves can then go
//     to its foundation. What may be built on either card is the same, and the
//     card left could be moved to another column before, run and all.
//
// Every other move counts as a change, taking a card back from a foundation
// included, even if a player who has nothing else to do only puts it up again.
// So Stuck is certain (no sequence of moves brings a card to a foundation, turns
// one up or plays one from the waste) but not the whole truth: a game may be
// lost and not stuck. Whether it can be won is the solver's question. A won
// table is not stuck.
func (t *Table) Stuck(r Rules) bool {
	if t.Won() {
		return false
	}
	var moves []Move
	// After the first redeal a pass shows the same waste tops as any later one,
	// so what is not seen before the second redeal is never seen.
	now, redeals := t.Clone(), 0
	for {
		moves = now.LegalMoves(r, moves[:0])
		turn := Move{}
		canTurn := false
		for _, m := range moves {
			if m.StockMove() {
				turn, canTurn = m, true
			} else if now.changesSomething(m, r) {
				return false
			}
		}
		if turn.Kind == Redeal {
			redeals++
		}
		if !canTurn || redeals == 2 {
			return true
		}
		now.play(turn, r)
	}
}

// changesSomething tells the moves that Stuck counts from those it does not; m
// is legal and no stock move.
func (t *Table) changesSomething(m Move, r Rules) bool {
	if m.Kind != TableauToTableau {
		return true
	}
	from, to := &t.Columns[m.From], &t.Columns[m.To]
	at := len(from.Cards) - int(m.Count)
	target, ok := to.top()
	if !ok {
		return at > 0
	}
	if r.Runs != AnyPart || at <= from.Down {
		return true // the suit of the card below decides what moves, or a card is uncovered
	}
	left := from.Cards[at-1]
	if left.Rank() != target.Rank() || left.Red() != target.Red() {
		return true
	}
	for pile := range r.Foundations() {
		if t.fitsFoundation(pile, left) {
			return true
		}
	}
	return false
}
