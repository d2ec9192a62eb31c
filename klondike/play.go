package klondike

import "slices"

// trace is what must be remembered of a played move to take it back.
type trace struct {
	move     Move
	drawn    int  // Draw: how many cards were turned
	turnedUp bool // a face-down card was uncovered and turned up
}

// Play makes the move if it is legal; otherwise it returns the *IllegalMove of
// Check and leaves the table as it was.
func (t *Table) Play(m Move, r Rules) error {
	if illegal := t.check(m, r); illegal != nil {
		return illegal
	}
	t.play(m, r)
	return nil
}

// play makes a legal move.
func (t *Table) play(m Move, r Rules) trace {
	done := trace{move: m}
	switch m.Kind {
	case Draw:
		done.drawn = min(r.Draw, len(t.Stock))
		t.Waste = append(t.Waste, t.Stock[:done.drawn]...)
		t.Stock = t.Stock[done.drawn:]
	case Redeal:
		// Turning the pile over puts the card drawn first on top again.
		t.Stock, t.Waste = t.Waste, nil
		t.Pass++
	case WasteToTableau:
		t.put(m.To, t.takeWaste())
	case WasteToFoundation:
		t.takeWaste()
		t.Foundations[m.To]++
	case TableauToFoundation:
		t.Columns[m.From].cut(1)
		t.Foundations[m.To]++
		done.turnedUp = t.Columns[m.From].turnUp()
	case TableauToTableau:
		t.put(m.To, t.Columns[m.From].cut(int(m.Count))...)
		done.turnedUp = t.Columns[m.From].turnUp()
	case FoundationToTableau:
		card, _ := t.foundationTop(int(m.From))
		t.Foundations[m.From]--
		t.put(m.To, card)
	}
	return done
}

// undo takes back the move that was played last.
func (t *Table) undo(done trace) {
	m := done.move
	if done.turnedUp {
		t.Columns[m.From].Down++
	}
	switch m.Kind {
	case Draw:
		at := len(t.Waste) - done.drawn
		t.Stock = slices.Concat(t.Waste[at:], t.Stock)
		t.Waste = t.Waste[:at]
	case Redeal:
		t.Stock, t.Waste = nil, t.Stock
		t.Pass--
	case WasteToTableau:
		t.Waste = append(t.Waste, t.Columns[m.To].cut(1)...)
	case WasteToFoundation:
		t.Waste = append(t.Waste, t.takeFoundation(m.To))
	case TableauToFoundation:
		t.put(m.From, t.takeFoundation(m.To))
	case TableauToTableau:
		t.put(m.From, t.Columns[m.To].cut(int(m.Count))...)
	case FoundationToTableau:
		t.Columns[m.To].cut(1)
		t.Foundations[m.From]++
	}
}

func (t *Table) put(column uint8, cards ...Card) {
	col := &t.Columns[column]
	col.Cards = append(col.Cards, cards...)
}

func (t *Table) takeWaste() Card {
	last := len(t.Waste) - 1
	card := t.Waste[last]
	t.Waste = t.Waste[:last]
	return card
}

func (t *Table) takeFoundation(pile uint8) Card {
	card, _ := t.foundationTop(int(pile))
	t.Foundations[pile]--
	return card
}

// cut takes the last count cards off the column. They stay valid until the
// column grows again.
func (col *Column) cut(count int) []Card {
	at := len(col.Cards) - count
	cards := col.Cards[at:]
	col.Cards = col.Cards[:at]
	return cards
}

// turnUp turns up the last card if it is face down, and reports whether it was.
func (col *Column) turnUp() bool {
	if col.Down == 0 || col.Down < len(col.Cards) {
		return false
	}
	col.Down--
	return true
}
