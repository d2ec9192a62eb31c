package notation

import (
	"fmt"
	"strings"
	"unicode"

	"klondike/klondike"
)

// readDeck reads a fresh deal, as digits or as card names.
func readDeck(text string, rules klondike.Rules) (*draft, error) {
	d := newDraft(Deck)
	lines := textLines(text)
	var entries []entry
	var err error
	if inDigits(lines) {
		entries, err = d.digits(lines)
	} else {
		for _, line := range lines {
			var more []entry
			if more, err = d.cards(line.words()); err != nil {
				break
			}
			entries = append(entries, more...)
		}
	}
	if err != nil {
		return nil, err
	}
	// A deal that is no pack cannot be laid out, so it is counted first.
	if err := d.checkPack(entries, rules); err != nil {
		return nil, err
	}

	d.columns = make([][]entry, rules.Columns)
	for row := range rules.Columns {
		for i := row; i < rules.Columns; i++ {
			e := entries[0]
			e.down = row < dealtDown(i, rules)
			d.columns[i] = append(d.columns[i], e)
			entries = entries[1:]
		}
	}
	d.stock = entries
	return d, nil
}

// inDigits tells a deck of digits from one of card names by its first known card:
// no name starts with three digits.
func inDigits(lines []word) bool {
	digits := 0
	for _, line := range lines {
		for _, r := range line.text {
			switch {
			case r == '?' || unicode.IsSpace(r):
			case r < '0' || r > '9':
				return false
			default:
				if digits++; digits == 3 {
					return true
				}
			}
		}
	}
	return true
}

const digitsExample = "three digits a card: rank 01 to 13, suit 1 clubs, 2 diamonds, 3 hearts, 4 spades"

// digits reads three digits a card, with white space anywhere. Question marks
// come three a card too, or as one or two that stand alone.
func (d *draft) digits(lines []word) ([]entry, error) {
	var entries []entry
	var group word
	for _, line := range lines {
		for _, w := range line.words() {
			if group.text == "" && (w.text == "?" || w.text == "??") {
				entries = append(entries, entry{word: w, card: klondike.Unknown})
				continue
			}
			for _, r := range w.text {
				if group.text == "" {
					group.line = w.line
				}
				group.text += string(r)
				if r != '?' && (r < '0' || r > '9') {
					return nil, d.fail(group, fmt.Sprintf("is no digit card (card %d)", len(entries)+1), digitsExample)
				}
				if len(group.text) < 3 {
					continue
				}
				card, ok := digitCard(group.text)
				if !ok {
					return nil, d.fail(group, fmt.Sprintf("is no digit card (card %d)", len(entries)+1), digitsExample)
				}
				entries = append(entries, entry{word: group, card: card})
				group.text = ""
			}
		}
	}
	if group.text != "" {
		return nil, d.fail(group, fmt.Sprintf("is the rest of a card cut short (card %d)", len(entries)+1), digitsExample)
	}
	return entries, nil
}

// digitCard reads one card of three characters, each a digit or a question mark.
func digitCard(text string) (klondike.Card, bool) {
	if text == "???" {
		return klondike.Unknown, true
	}
	if strings.Contains(text, "?") {
		return 0, false
	}
	rank := 10*int(text[0]-'0') + int(text[1]-'0')
	suit := int(text[2] - '0')
	if rank < int(klondike.Ace) || rank > int(klondike.King) || suit < 1 || suit > 4 {
		return 0, false
	}
	return klondike.NewCard(klondike.Rank(rank), klondike.Suit(suit-1)), true
}

func deckText(t *klondike.Table, rules klondike.Rules) (string, error) {
	deal, ok := DealOf(t, rules)
	if !ok {
		return "", &Error{Format: Deck, Problem: "cannot hold a position from the middle of a game", Expected: "a fresh deal"}
	}
	var b strings.Builder
	for _, card := range deal {
		if card == klondike.Unknown {
			b.WriteString("???")
		} else {
			fmt.Fprintf(&b, "%02d%d", card.Rank(), card.Suit()+1)
		}
	}
	return b.String() + "\n", nil
}
