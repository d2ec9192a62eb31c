package notation

import (
	"fmt"
	"slices"
	"strings"

	"klondike/klondike"
)

const solvitairePiles = "tableau piles"

func readSolvitaire(text string, rules klondike.Rules) (*draft, error) {
	d := newDraft(Solvitaire)
	r := newJSONReader(d, text)
	err := r.object("a JSON object", func(key word) error {
		var err error
		switch key.text {
		case solvitairePiles:
			err = r.array("an array of piles", func() error {
				pile, err := r.cards("an array of cards, deepest first")
				for i, e := range pile {
					pile[i].down = e.card == klondike.Unknown || strings.ContainsAny(e.text, "cdhs")
				}
				d.lines[columnName(len(d.columns))] = r.line
				d.columns = append(d.columns, pile)
				return err
			})
		case "stock":
			d.lines["stock"] = key.line
			d.stock, err = r.cards("an array of cards, the next one last")
			slices.Reverse(d.stock)
		default:
			// Solvitaire deals other games too; what they need must be empty here.
			err = r.array("nothing in it, since this format holds deals", func() error {
				return r.array("nothing in it, since this format holds deals", func() error {
					return d.fail(key, "is not empty", "columns and stock only, since this format holds deals")
				})
			})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(d.columns) != rules.Columns {
		return nil, &Error{Format: Solvitaire, Token: solvitairePiles, Problem: fmt.Sprintf("has %d piles", len(d.columns)), Expected: fmt.Sprintf("%d piles", rules.Columns)}
	}
	return d, r.end()
}

func solvitaireText(t *klondike.Table) (string, error) {
	if err := noWaste(Solvitaire, t); err != nil {
		return "", err
	}
	if t.Foundations != [8]uint8{} {
		return "", &Error{Format: Solvitaire, Problem: "cannot hold cards on the foundations", Expected: "empty foundations, or another format"}
	}
	var b strings.Builder
	b.WriteString("{\n  \"" + solvitairePiles + "\": [\n")
	for i, column := range t.Columns {
		pile := jsonList(column.Cards, func(at int, card klondike.Card) string {
			name := solvitaireCard(card)
			if at < column.Down {
				// Rank letters stay as they are: only the suit tells the face.
				name = name[:len(name)-1] + strings.ToLower(name[len(name)-1:])
			}
			return name
		})
		b.WriteString("    " + pile + separator(i, len(t.Columns)) + "\n")
	}
	stock := slices.Clone(t.Stock)
	slices.Reverse(stock)
	b.WriteString("  ],\n  \"stock\": " + jsonList(stock, func(_ int, card klondike.Card) string { return solvitaireCard(card) }) + "\n}\n")
	return b.String(), nil
}

// solvitaireCard writes a ten as 10, as Solvitaire does.
func solvitaireCard(card klondike.Card) string {
	return strings.Replace(card.ASCII(), "T", "10", 1)
}

// separator returns the comma behind every item but the last.
func separator(i, n int) string {
	if i < n-1 {
		return ","
	}
	return ""
}
