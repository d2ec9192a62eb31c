package notation

import (
	"fmt"
	"strconv"
	"strings"

	"klondike/klondike"
)

// textVersion is the version of the position text and of our JSON. A text of
// another version is refused.
const textVersion = 1

const textLabels = "version:, foundations:, a column such as 3:, waste:, stock: or pass:"

func readText(text string, rules klondike.Rules) (*draft, error) {
	// 1. Gather the words of each part; a line without a label goes on with the last.
	d := newDraft(Text)
	d.columns = make([][]entry, rules.Columns)
	parts := map[string][]word{}
	var order []word
	for _, line := range textLines(text) {
		name, rest, labelled := line.label()
		if !labelled {
			if len(order) == 0 {
				return nil, d.fail(line, "has no label", textLabels)
			}
			name = order[len(order)-1].text
			parts[name] = append(parts[name], line.words()...)
			continue
		}
		if column, ok := columnNumber(name); ok {
			name = columnName(column - 1)
		}
		if d.lines[name] != 0 {
			return nil, d.fail(word{name, line.line}, fmt.Sprintf("is there twice, first in line %d", d.lines[name]), "each part once")
		}
		d.lines[name] = line.line
		order = append(order, word{name, line.line})
		parts[name] = rest.words()
	}

	// 2. Read them.
	for _, part := range order {
		if err := d.part(part, parts[part.text], rules); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// columnNumber reads "3" or "column 3".
func columnNumber(name string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(name, "column "))
	return n, err == nil
}

func (d *draft) part(name word, words []word, rules klondike.Rules) error {
	if column, ok := columnNumber(name.text); ok {
		if column < 1 || column > rules.Columns {
			return d.fail(name, "is not on the table", fmt.Sprintf("columns 1 to %d", rules.Columns))
		}
		cards, err := d.columnCards(list(words))
		d.columns[column-1] = cards
		return err
	}
	var err error
	switch name.text {
	case "version":
		_, err = d.number(name, words, textVersion, textVersion)
	case foundationsLabel:
		err = d.foundationTops(list(words), rules)
	case "waste":
		d.waste, err = d.cards(list(words))
	case "stock":
		d.stock, err = d.cards(list(words))
	case "pass":
		most := rules.Passes
		if most == 0 {
			most = maxPass
		}
		d.pass, err = d.number(name, words, 1, most)
	default:
		err = d.fail(name, "is no part of a position", textLabels)
	}
	return err
}

// maxPass bounds the pass of games with unlimited passes.
const maxPass = 1_000_000_000

// number reads the one number of a part.
func (d *draft) number(name word, words []word, least, most int) (int, error) {
	expected := fmt.Sprintf("a number from %d to %d", least, most)
	if least == most {
		expected = strconv.Itoa(least)
	}
	if len(words) == 0 {
		return 0, d.fail(name, "is empty", expected)
	}
	n, err := strconv.Atoi(words[0].text)
	if err != nil || n < least || n > most {
		return 0, d.fail(words[0], "is no "+name.text, expected)
	}
	if len(words) > 1 {
		return 0, d.fail(words[1], "is one word too many", expected)
	}
	return n, nil
}

// list drops the dash that stands for nothing.
func list(words []word) []word {
	if len(words) == 1 && words[0].text == "-" {
		return nil
	}
	return words
}

func positionText(t *klondike.Table, rules klondike.Rules) string {
	var b strings.Builder
	fmt.Fprintf(&b, "version: %d\n", textVersion)
	tops := make([]string, rules.Foundations())
	for i := range tops {
		suit := klondike.Suit(i % 4)
		if height := t.Foundations[i]; height > 0 {
			tops[i] = klondike.NewCard(klondike.Rank(height), suit).ASCII()
		} else {
			tops[i] = "0" + klondike.NewCard(klondike.Ace, suit).ASCII()[1:]
		}
	}
	b.WriteString(joined("foundations:", tops))
	for i, column := range t.Columns {
		b.WriteString(joined(strconv.Itoa(i+1)+":", dashed(bracketed(column))))
	}
	b.WriteString(joined("waste:", dashed(asciiCards(t.Waste))))
	b.WriteString(joined("stock:", dashed(asciiCards(t.Stock))))
	fmt.Fprintf(&b, "pass: %d\n", t.Pass)
	return b.String()
}

func dashed(items []string) []string {
	if len(items) == 0 {
		return []string{"-"}
	}
	return items
}
