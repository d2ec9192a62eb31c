package klondike

import "slices"

// Column is one tableau column, deepest card first. The first Down cards are
// face down.
type Column struct {
	Cards []Card
	Down  int
}

// Table is everything that lies on the table, and how many times the stock has
// been gone through.
//
// Play appends to and cuts the slices in place, so they must not share memory
// with each other or with another table; Clone gives a table of its own.
type Table struct {
	// Foundations holds the height (0..13) of each pile; pile i takes suit i%4.
	// Two-deck games use eight piles, others the first four.
	Foundations [8]uint8
	Columns     []Column
	Stock       []Card // Stock[0] is drawn next
	Waste       []Card // the last card is the playable one
	Pass        int    // the current pass through the stock, 1 = the first
}

// Clone returns a table that shares no memory with t.
func (t *Table) Clone() *Table {
	c := &Table{Columns: make([]Column, len(t.Columns))}
	c.CopyFrom(t)
	return c
}

// CopyFrom makes t look like o, sharing no memory with it but reusing its own,
// for callers that copy tables in great numbers.
func (t *Table) CopyFrom(o *Table) {
	t.Foundations, t.Pass = o.Foundations, o.Pass
	if len(t.Columns) != len(o.Columns) {
		t.Columns = make([]Column, len(o.Columns))
	}
	for i, col := range o.Columns {
		t.Columns[i].Cards = append(t.Columns[i].Cards[:0], col.Cards...)
		t.Columns[i].Down = col.Down
	}
	t.Stock = append(t.Stock[:0], o.Stock...)
	t.Waste = append(t.Waste[:0], o.Waste...)
}

// Equal reports whether both tables look the same: every card in the same place
// and turned the same way, and the same pass. Columns are compared one by one,
// so two tables that differ in the order of their columns are not equal.
func (t *Table) Equal(o *Table) bool {
	sameColumn := func(a, b Column) bool {
		return a.Down == b.Down && slices.Equal(a.Cards, b.Cards)
	}
	return t.Foundations == o.Foundations && t.Pass == o.Pass &&
		slices.EqualFunc(t.Columns, o.Columns, sameColumn) &&
		slices.Equal(t.Stock, o.Stock) && slices.Equal(t.Waste, o.Waste)
}

// HasUnknown reports whether some card is Unknown.
func (t *Table) HasUnknown() bool {
	for _, col := range t.Columns {
		if slices.Contains(col.Cards, Unknown) {
			return true
		}
	}
	return slices.Contains(t.Stock, Unknown) || slices.Contains(t.Waste, Unknown)
}

// FaceDown returns the number of face-down tableau cards.
func (t *Table) FaceDown() int {
	n := 0
	for _, col := range t.Columns {
		n += col.Down
	}
	return n
}

// FoundationCards returns the number of cards on the foundations.
func (t *Table) FoundationCards() int {
	n := 0
	for _, height := range t.Foundations {
		n += int(height)
	}
	return n
}

// Won reports whether every card is on the foundations: nothing is left in the
// tableau, the stock or the waste.
func (t *Table) Won() bool {
	for _, col := range t.Columns {
		if len(col.Cards) > 0 {
			return false
		}
	}
	return len(t.Stock) == 0 && len(t.Waste) == 0
}

// CertainlyWon reports whether only turns of the hand are left: all cards face
// up, stock and waste empty, and no card lying on a lower one. Then the lowest
// card left is at the end of a column and its foundation is ready for it, and so
// on to the last king.
//
// In a game dealt with tops face up the third condition follows from the first,
// since face-up cards lie in descending runs; where all cards are dealt face up
// it does not.
func (t *Table) CertainlyWon() bool {
	if len(t.Stock) > 0 || len(t.Waste) > 0 {
		return false
	}
	for _, col := range t.Columns {
		if col.Down > 0 {
			return false
		}
		for i := 1; i < len(col.Cards); i++ {
			if col.Cards[i].Rank() > col.Cards[i-1].Rank() {
				return false
			}
		}
	}
	return true
}
