package certificate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// unplay plays random moves backwards from the end of a won game, and calls visit
// with each table on the way, which is winnable: a legal move leads from it to the
// one before.
func unplay(t testing.TB, rng *rand.Rand, rules klondike.Rules, moves int, visit func(*klondike.Table)) {
	t.Helper()
	table := &klondike.Table{Columns: make([]klondike.Column, 7), Pass: 100}
	for suit := range 4 {
		table.Foundations[suit] = uint8(klondike.King)
	}
	if rules.Passes > 0 {
		table.Pass = 1 + rng.IntN(rules.Passes)
	}
	for range moves {
		before, move := takenBack(rng, table, rules)
		if before == nil {
			continue
		}
		require.NoError(t, before.Validate(rules))
		after := before.Clone()
		require.NoError(t, after.Play(move, rules))
		require.Truef(t, table.Equal(after), "%v from %+v", move, before)
		table = before
		visit(table)
	}
}

// takenBack returns a table and a move that leads from it to the given one; nil if
// the kind of move that was drawn cannot have been the last.
func takenBack(rng *rand.Rand, table *klondike.Table, rules klondike.Rules) (*klondike.Table, klondike.Move) {
	t := table.Clone()
	column, pile := uint8(rng.IntN(7)), uint8(rng.IntN(4))
	height := t.Foundations[pile]
	col := &t.Columns[column]
	room := len(t.Stock)+len(t.Waste) < klondike.MaxDraw
	switch kind := rng.IntN(12); {
	case kind < 4: // TableauToFoundation
		if height == 0 || !lay(rng, col, int(column), []klondike.Card{klondike.NewCard(klondike.Rank(height), klondike.Suit(pile))}) {
			break
		}
		t.Foundations[pile]--
		return t, klondike.Move{Kind: klondike.TableauToFoundation, From: column, To: pile}
	case kind < 6: // WasteToFoundation
		if height == 0 || !room {
			break
		}
		t.Foundations[pile]--
		t.Waste = append(t.Waste, klondike.NewCard(klondike.Rank(height), klondike.Suit(pile)))
		return t, klondike.Move{Kind: klondike.WasteToFoundation, To: pile}
	case kind == 6: // Draw
		n := rules.Draw
		if len(t.Stock) == 0 {
			n = 1 + rng.IntN(rules.Draw)
		}
		if len(t.Waste) < n {
			break
		}
		at := len(t.Waste) - n
		t.Stock = slices.Concat(t.Waste[at:], t.Stock)
		t.Waste = t.Waste[:at]
		return t, klondike.Move{Kind: klondike.Draw}
	case kind == 7: // Redeal
		if len(t.Waste) > 0 || len(t.Stock) == 0 || t.Pass == 1 {
			break
		}
		t.Waste, t.Stock = t.Stock, nil
		t.Pass--
		return t, klondike.Move{Kind: klondike.Redeal}
	case kind == 8: // WasteToTableau
		if !room || !cameLast(col, 1) {
			break
		}
		last := len(col.Cards) - 1
		t.Waste = append(t.Waste, col.Cards[last])
		col.Cards = col.Cards[:last]
		return t, klondike.Move{Kind: klondike.WasteToTableau, To: column}
	case kind == 9: // FoundationToTableau
		last := len(col.Cards) - 1
		if !rules.WorryBack || !cameLast(col, 1) {
			break
		}
		c := col.Cards[last]
		if t.Foundations[c.Suit()] != uint8(c.Rank())-1 {
			break
		}
		t.Foundations[c.Suit()]++
		col.Cards = col.Cards[:last]
		return t, klondike.Move{Kind: klondike.FoundationToTableau, From: uint8(c.Suit()), To: column}
	default: // TableauToTableau
		count, from := 1+rng.IntN(4), uint8(rng.IntN(7))
		if from == column || !cameLast(col, count) {
			break
		}
		at := len(col.Cards) - count
		run := slices.Clone(col.Cards[at:])
		col.Cards = col.Cards[:at]
		if !lay(rng, &t.Columns[from], int(from), run) {
			break
		}
		return t, klondike.Move{Kind: klondike.TableauToTableau, From: from, To: column, Count: uint8(count)}
	}
	return nil, klondike.Move{}
}

// cameLast reports whether the last cards of a column may just have been put there:
// on a card on which they fit, or on an empty column.
func cameLast(col *klondike.Column, count int) bool {
	at := len(col.Cards) - count
	return at > col.Down || at == 0 && col.Down == 0 && col.Cards[0].Rank() == klondike.King
}

// lay puts cards where they may have lain before they were moved away: on a card
// that was turned up then, on one where they fit, or on nothing.
func lay(rng *rand.Rand, col *klondike.Column, index int, cards []klondike.Card) bool {
	if n := len(col.Cards); n > 0 {
		top := col.Cards[n-1]
		fits := top.Rank() == cards[0].Rank()+1 && top.Red() != cards[0].Red()
		turned := col.Down == n-1 && col.Down < index
		switch {
		case turned && (!fits || rng.IntN(2) == 0):
			col.Down++
		case !fits:
			return false
		}
	}
	col.Cards = append(col.Cards, cards...)
	return true
}
