package notation

import (
	"fmt"
	"strconv"
	"strings"

	"klondike/klondike"
)

// words writes a line for each move, up to the first illegal one.
func (p *player) words(moves []klondike.Move) ([]string, error) {
	var lines []string
	for i, m := range moves {
		waste := len(p.table.Waste)
		subject := p.subject(m)
		if err := p.play(word{}, m); err != nil {
			return lines, err
		}
		line := strconv.Itoa(i+1) + ". "
		switch m.Kind {
		case klondike.Draw:
			line += "draw " + cardSymbols(p.table.Waste[waste:])
		case klondike.Redeal:
			line += fmt.Sprintf("turn the waste over for pass %d", p.table.Pass)
		default:
			from, to := places(m)
			back := ""
			if from.kind == onFoundation {
				back = " back"
			}
			line += subject + " from " + p.placeWords(from) + back + " to " + p.placeWords(to)
			if p.turnedUp >= 0 {
				column := p.table.Columns[p.turnedUp].Cards
				line += ", turning up " + column[len(column)-1].String()
			}
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// subject names the cards that a move is about to move; empty when it moves none
// or is illegal.
func (p *player) subject(m klondike.Move) string {
	if m.Kind == klondike.Draw || m.Kind == klondike.Redeal || p.table.Check(m, p.rules) != nil {
		return ""
	}
	from, _ := places(m)
	cards := p.cardsAt(from)
	if m.Count > 1 {
		head := cards[len(cards)-int(m.Count)]
		return fmt.Sprintf("%d cards, %v down to %v,", m.Count, head, cards[len(cards)-1])
	}
	return cards[len(cards)-1].String()
}

// cardsAt returns the cards of a place that may be in reach, the top one last: a
// foundation's top card, a column's face-up cards, the waste.
func (p *player) cardsAt(at place) []klondike.Card {
	switch at.kind {
	case inWaste:
		return p.table.Waste
	case onFoundation:
		height := p.table.Foundations[at.pile]
		if height == 0 {
			return nil
		}
		return []klondike.Card{klondike.NewCard(klondike.Rank(height), klondike.Suit(at.pile%4))}
	}
	column := p.table.Columns[at.pile]
	return column.Cards[column.Down:]
}

func (p *player) placeWords(at place) string {
	switch at.kind {
	case inWaste:
		return "the waste"
	case onFoundation:
		if p.rules.Decks == 1 {
			return "the foundation"
		}
		return fmt.Sprintf("foundation %d", at.pile+1)
	}
	return columnName(at.pile)
}

func cardSymbols(cards []klondike.Card) string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = c.String()
	}
	return strings.Join(names, " ")
}
