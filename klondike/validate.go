package klondike

import (
	"fmt"
	"strings"
)

// TableError is a table that cannot occur under its rules.
type TableError struct {
	Where    string // column 3, stock, foundation 2, pack, pass; columns and piles count from one
	What     string // what is there
	Expected string // what could be
}

func (e *TableError) Error() string {
	return fmt.Sprintf("%s: %s, expected %s", e.Where, e.What, e.Expected)
}

// Validate returns a *TableError unless the table can lie there under the rules
// (or a *SettingError if the rules themselves are invalid):
//
//   - as many columns as the rules say, piles 0..13 high and none but theirs in use;
//   - the complete pack, each card once a deck;
//   - in each column the last card face up, and no more face-down cards than were
//     dealt there (column i is dealt i of them, and never gets another);
//   - face-up cards in runs as Build asks, unless all cards are dealt face up;
//   - no more cards in stock and waste than were dealt there;
//   - the pass within its limit.
//
// It does not ask whether play can lead there.
func (t *Table) Validate(r Rules) error { return t.validate(r, false) }

// ValidatePartial is Validate for what a player sees: face-down tableau cards
// and stock cards may be Unknown, and stand for the cards that are missing.
func (t *Table) ValidatePartial(r Rules) error { return t.validate(r, true) }

func (t *Table) validate(r Rules, partial bool) error {
	if err := r.Validate(); err != nil {
		return err
	}
	if err := t.validatePiles(r); err != nil {
		return err
	}
	for i, col := range t.Columns {
		if err := col.validate(r, i, partial); err != nil {
			return err
		}
	}
	if err := t.validateTalon(r, partial); err != nil {
		return err
	}
	return t.validatePack(r)
}

func (t *Table) validatePiles(r Rules) error {
	for i, height := range t.Foundations {
		where := fmt.Sprintf("foundation %d", i+1)
		if height > uint8(King) {
			return &TableError{where, fmt.Sprintf("%d cards", height), "0 to 13"}
		}
		if height > 0 && i >= r.Foundations() {
			return &TableError{where, "in use", fmt.Sprintf("%d piles", r.Foundations())}
		}
	}
	if len(t.Columns) != r.Columns {
		return &TableError{"tableau", fmt.Sprintf("%d columns", len(t.Columns)), fmt.Sprintf("%d columns", r.Columns)}
	}
	return nil
}

func (col Column) validate(r Rules, index int, partial bool) error {
	where := fmt.Sprintf("column %d", index+1)
	dealt := index
	if r.Dealing == AllFaceUp {
		dealt = 0
	}
	if col.Down < 0 || col.Down > dealt {
		return &TableError{where, fmt.Sprintf("%d face-down cards", col.Down), fmt.Sprintf("0 to %d", dealt)}
	}
	if len(col.Cards) == 0 && col.Down == 0 {
		return nil
	}
	if col.Down >= len(col.Cards) {
		return &TableError{where, fmt.Sprintf("%d face-down cards of %d", col.Down, len(col.Cards)), "the last card face up"}
	}
	for i, c := range col.Cards {
		seen := i >= col.Down
		if c > 51 && (seen || !partial || c != Unknown) {
			return &TableError{where, "an unknown card", "a known one"}
		}
		if i > col.Down && r.Dealing == TopsFaceUp && !r.accepts(col.Cards[i-1], c) {
			return &TableError{where, fmt.Sprintf("%v on %v", c, col.Cards[i-1]), "each face-up card " + r.buildText()}
		}
	}
	return nil
}

func (t *Table) validateTalon(r Rules, partial bool) error {
	for _, c := range t.Stock {
		if c > 51 && (!partial || c != Unknown) {
			return &TableError{"stock", "an unknown card", "a known one"}
		}
	}
	for _, c := range t.Waste {
		if c > 51 {
			return &TableError{"waste", "an unknown card", "a known one"}
		}
	}
	if n := len(t.Stock) + len(t.Waste); n > r.StockSize() {
		return &TableError{"stock and waste", fmt.Sprintf("%d cards", n), fmt.Sprintf("at most %d", r.StockSize())}
	}
	if t.Pass < 1 || !r.passAllowed(t.Pass) {
		limit := "1 or more"
		if r.Passes > 0 {
			limit = fmt.Sprintf("1 to %d", r.Passes)
		}
		return &TableError{"pass", fmt.Sprintf("pass %d", t.Pass), limit}
	}
	return nil
}

// validatePack counts the cards. Unknown ones, where they are allowed, stand for
// missing ones.
func (t *Table) validatePack(r Rules) error {
	var count packCount
	for i, height := range t.Foundations {
		for rank := Ace; rank <= Rank(height); rank++ {
			count.add(NewCard(rank, Suit(i%4)))
		}
	}
	for _, col := range t.Columns {
		for _, c := range col.Cards {
			count.add(c)
		}
	}
	for _, c := range t.Stock {
		count.add(c)
	}
	for _, c := range t.Waste {
		count.add(c)
	}
	duplicates, missing := count.against(r.Decks)
	if len(duplicates) == 0 && len(missing) == count.unknown {
		return nil
	}
	var what []string
	if len(duplicates) > 0 {
		what = append(what, "too often: "+cardList(duplicates))
	}
	if len(missing) > 0 {
		what = append(what, "missing: "+cardList(missing))
	}
	if count.unknown > 0 {
		what = append(what, fmt.Sprintf("%d unknown", count.unknown))
	}
	expected := "each card once"
	if r.Decks == 2 {
		expected = "each card twice"
	}
	return &TableError{"pack", strings.Join(what, "; "), expected}
}

// buildText says how cards lie in the tableau.
func (r Rules) buildText() string {
	if r.Build == SameColour {
		return "one rank lower and of the same colour"
	}
	return "one rank lower and of the other colour"
}
