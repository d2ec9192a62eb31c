package notation

import (
	"fmt"
	"strings"

	"klondike/klondike"
)

const (
	talonLabel       = "talon"
	foundationsLabel = "foundations"
)

func readPySol(text string, rules klondike.Rules) (*draft, error) {
	d := newDraft(PySol)
	for _, line := range textLines(text) {
		name, rest, labelled := line.label()
		if labelled && name != "" {
			if d.lines[name] != 0 {
				return nil, d.fail(word{name, line.line}, "is there twice", "each line once")
			}
			d.lines[name] = line.line
			var err error
			switch name {
			case talonLabel:
				d.lines["stock"] = line.line
				d.stock, err = d.cards(rest.words())
			case foundationsLabel:
				err = d.foundationTops(rest.words(), rules)
			default:
				return nil, d.fail(word{name, line.line}, "is no part of this format", "Talon:, Foundations: or a column")
			}
			if err != nil {
				return nil, err
			}
			continue
		}
		if !labelled {
			rest = line
		}
		if len(d.columns) == rules.Columns {
			return nil, d.fail(line, "is one column too many", fmt.Sprintf("%d columns", rules.Columns))
		}
		column, err := d.columnCards(rest.words())
		if err != nil {
			return nil, err
		}
		d.lines[columnName(len(d.columns))] = line.line
		d.columns = append(d.columns, column)
	}
	if len(d.columns) < rules.Columns {
		return nil, &Error{
			Format: PySol, Problem: fmt.Sprintf("has %d columns", len(d.columns)),
			Expected: fmt.Sprintf("%d, an empty one as a line with a colon only", rules.Columns),
		}
	}
	return d, nil
}

// pysolSuits is the order in which PySol boards name the foundations.
var pysolSuits = [4]klondike.Suit{klondike.Hearts, klondike.Clubs, klondike.Diamonds, klondike.Spades}

func pysolText(t *klondike.Table, rules klondike.Rules) (string, error) {
	if err := noWaste(PySol, t); err != nil {
		return "", err
	}
	var b strings.Builder
	if t.Foundations != [8]uint8{} {
		var tops []string
		for deck := range rules.Decks {
			for _, suit := range pysolSuits {
				rank := "0"
				if height := t.Foundations[4*deck+int(suit)]; height > 0 {
					rank = klondike.NewCard(klondike.Rank(height), suit).ASCII()[:1]
				}
				tops = append(tops, klondike.NewCard(klondike.Ace, suit).ASCII()[1:]+"-"+rank)
			}
		}
		b.WriteString(joined("Foundations:", tops))
	}
	b.WriteString(joined("Talon:", asciiCards(t.Stock)))
	for _, column := range t.Columns {
		if len(column.Cards) == 0 {
			b.WriteString(":\n")
			continue
		}
		b.WriteString(strings.Join(bracketed(column), " ") + "\n")
	}
	return b.String(), nil
}

// noWaste refuses tables for formats that know no waste and no passes.
func noWaste(format Format, t *klondike.Table) error {
	if len(t.Waste) > 0 {
		return &Error{Format: format, Problem: "cannot hold a waste", Expected: "an empty waste, or another format"}
	}
	if t.Pass != 1 {
		return &Error{Format: format, Problem: fmt.Sprintf("cannot hold pass %d", t.Pass), Expected: "the first pass, or another format"}
	}
	return nil
}
