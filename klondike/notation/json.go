package notation

import (
	"fmt"
	"strings"

	"klondike/klondike"
)

const jsonKeys = `"version", "foundations", "columns", "waste", "stock" or "pass"`

func readJSON(text string, rules klondike.Rules) (*draft, error) {
	d := newDraft(JSON)
	r := newJSONReader(d, text)
	err := r.object("a JSON object", func(key word) error {
		d.lines[key.text] = key.line
		var err error
		switch key.text {
		case "version":
			_, err = r.number(textVersion, textVersion)
		case "foundations":
			err = d.jsonFoundations(r, key, rules)
		case "columns":
			err = r.array("an array of columns", func() error { return d.jsonColumn(r) })
		case "waste":
			d.waste, err = r.cards("an array of cards, the playable one last")
		case "stock":
			d.stock, err = r.cards("an array of cards, the next one first")
		case "pass":
			d.pass, err = r.number(1, maxPass)
		default:
			err = d.fail(key, "is no key of a position", jsonKeys)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(d.columns) != rules.Columns {
		return nil, &Error{Format: JSON, Line: d.lines["columns"], Token: "columns", Problem: fmt.Sprintf("has %d columns", len(d.columns)), Expected: fmt.Sprintf("%d columns", rules.Columns)}
	}
	return d, r.end()
}

func (d *draft) jsonFoundations(r *jsonReader, key word, rules klondike.Rules) error {
	piles := 0
	err := r.array("an array of heights", func() error {
		height, err := r.number(0, int64(klondike.King))
		if err == nil && piles < rules.Foundations() {
			d.foundations[piles] = uint8(height)
		}
		piles++
		return err
	})
	if err == nil && piles != rules.Foundations() {
		return d.fail(key, fmt.Sprintf("has %d piles", piles), fmt.Sprintf("%d piles: clubs, diamonds, hearts, spades", rules.Foundations()))
	}
	return err
}

func (d *draft) jsonColumn(r *jsonReader) error {
	var down, up []entry
	err := r.object(`a column such as {"down": ["7D"], "up": ["KS", "QH"]}`, func(key word) error {
		var err error
		switch key.text {
		case "down":
			down, err = r.cards("an array of face-down cards, deepest first")
			for i := range down {
				down[i].down = true
			}
		case "up":
			up, err = r.cards("an array of face-up cards, deepest first")
		default:
			err = d.fail(key, "is no key of a column", `"down" or "up"`)
		}
		return err
	})
	d.lines[columnName(len(d.columns))] = r.line
	d.columns = append(d.columns, append(down, up...))
	return err
}

func jsonText(t *klondike.Table, rules klondike.Rules) string {
	names := func(cards []klondike.Card) string {
		return jsonList(cards, func(_ int, card klondike.Card) string { return card.ASCII() })
	}
	heights := make([]string, rules.Foundations())
	for i := range heights {
		heights[i] = fmt.Sprint(t.Foundations[i])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "{\n  \"version\": %d,\n", textVersion)
	fmt.Fprintf(&b, "  \"foundations\": [%s],\n  \"columns\": [\n", strings.Join(heights, ", "))
	for i, column := range t.Columns {
		fmt.Fprintf(&b, "    {\"down\": %s, \"up\": %s}%s\n", names(column.Cards[:column.Down]), names(column.Cards[column.Down:]), separator(i, len(t.Columns)))
	}
	fmt.Fprintf(&b, "  ],\n  \"waste\": %s,\n  \"stock\": %s,\n  \"pass\": %d\n}\n", names(t.Waste), names(t.Stock), t.Pass)
	return b.String()
}
