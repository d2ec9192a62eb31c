package klondike

import (
	"fmt"
	"strings"
)

// Deal is a shuffled pack in dealing order: the tableau row by row (first row
// one card to every column, second row to all columns but the first, ...), then
// the stock in the order in which it is drawn. 52 cards, or 104 for two decks.
type Deal []Card

// DealError is a deal that is not one complete pack for its rules. It names
// every card that is wrong, not only the first.
type DealError struct {
	Cards      int    // how many cards the deal has
	Expected   int    // how many the rules ask for
	Unknown    int    // how many of them are Unknown or no card at all
	Duplicates []Card // cards that are there too often, once for each copy too many
	Missing    []Card // cards that are not there, once for each copy
}

func (e *DealError) Error() string {
	var parts []string
	if e.Cards != e.Expected {
		parts = append(parts, fmt.Sprintf("%d cards, expected %d", e.Cards, e.Expected))
	}
	if e.Unknown > 0 {
		parts = append(parts, fmt.Sprintf("%d unknown cards", e.Unknown))
	}
	if len(e.Duplicates) > 0 {
		parts = append(parts, "too often: "+cardList(e.Duplicates))
	}
	if len(e.Missing) > 0 {
		parts = append(parts, "missing: "+cardList(e.Missing))
	}
	return "deal: " + strings.Join(parts, "; ")
}

// Validate returns a *DealError unless the deal is the complete pack that the
// rules ask for, or a *SettingError if the rules themselves are invalid.
func (d Deal) Validate(r Rules) error {
	if err := r.Validate(); err != nil {
		return err
	}
	var count packCount
	for _, c := range d {
		count.add(c)
	}
	e := &DealError{Cards: len(d), Expected: r.Cards(), Unknown: count.unknown}
	e.Duplicates, e.Missing = count.against(r.Decks)
	if e.Cards == e.Expected && e.Unknown == 0 && len(e.Duplicates) == 0 {
		return nil
	}
	return e
}

// NewTable deals the cards: column i gets i+1 of them, the rest is the stock, the
// first pass begins. Errors are those of Deal.Validate. The table shares no
// memory with the deal.
func NewTable(d Deal, r Rules) (*Table, error) {
	if err := d.Validate(r); err != nil {
		return nil, err
	}
	t := &Table{Columns: make([]Column, r.Columns), Pass: 1}
	next := 0
	for row := range r.Columns {
		for i := row; i < r.Columns; i++ {
			t.Columns[i].Cards = append(t.Columns[i].Cards, d[next])
			next++
		}
	}
	if r.Dealing == TopsFaceUp {
		for i := range t.Columns {
			t.Columns[i].Down = i
		}
	}
	t.Stock = append([]Card(nil), d[next:]...)
	return t, nil
}

// packCount counts the copies of each card.
type packCount struct {
	copies  [52]int
	unknown int
}

func (p *packCount) add(c Card) {
	if int(c) < len(p.copies) {
		p.copies[c]++
	} else {
		p.unknown++
	}
}

// against compares the count with so many complete decks.
func (p *packCount) against(decks int) (duplicates, missing []Card) {
	for c, n := range p.copies {
		for ; n > decks; n-- {
			duplicates = append(duplicates, Card(c))
		}
		for ; n < decks; n++ {
			missing = append(missing, Card(c))
		}
	}
	return duplicates, missing
}

func cardList(cards []Card) string {
	texts := make([]string, len(cards))
	for i, c := range cards {
		texts[i] = c.String()
	}
	return strings.Join(texts, " ")
}
