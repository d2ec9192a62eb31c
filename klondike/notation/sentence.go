package notation

import (
	"fmt"
	"strconv"
	"strings"

	"klondike/klondike"
)

// The sentences, with what may be left out in brackets:
//
//	[12.] draw [7♣ 8♦ K♥]
//	[12.] turn the waste over [for pass 2]
//	[12.] [3 cards,] 7♥ [down to 5♥] from PLACE [back] to PLACE [, turning up Q♣]
//
// PLACE is "the waste", "column 3" or "the foundation", which has a number when
// there are two decks: "foundation 7". Whatever a sentence says is checked.

const wordsExample = `"draw", "turn the waste over" or "7♥ from column 3 to column 5"`

// sentence is a line that is being read.
type sentence struct {
	p    *player
	line word
	rest []word
}

// named is a card and the word that names it; without a word nobody named one.
type named struct {
	word
	card klondike.Card
}

// transfer is what a sentence says about a move of cards. A foundation without a
// number is pile -1.
type transfer struct {
	count          int // 0 when it is not said
	head, last, up named
	from, to       place
}

func (p *player) readWords(text string) error {
	before := 0 // the number of the line before, 0 when it had none
	for _, line := range textLines(text) {
		s := &sentence{p: p, line: line, rest: line.words()}
		n, numbered := s.moveNumber()
		if numbered && before > 0 && n != before+1 {
			return p.fail(line, "is out of order", fmt.Sprintf("move number %d", before+1))
		}
		before = n
		if err := s.read(); err != nil {
			return err
		}
	}
	return nil
}

func (s *sentence) read() error {
	switch {
	case s.take("draw"):
		return s.draw()
	case s.take("turn"):
		return s.redeal()
	}
	said, err := s.transfer()
	if err != nil {
		return err
	}
	return s.obey(said)
}

// moveNumber takes a number with a full stop, 0 when there is none.
func (s *sentence) moveNumber() (int, bool) {
	if len(s.rest) == 0 {
		return 0, false
	}
	digits, found := strings.CutSuffix(s.rest[0].text, ".")
	n, err := strconv.Atoi(digits)
	if !found || err != nil || n < 1 {
		return 0, false
	}
	s.rest = s.rest[1:]
	return n, true
}

// peek returns the next word in lower case, without the marks around it.
func (s *sentence) peek() string {
	if len(s.rest) == 0 {
		return ""
	}
	return strings.ToLower(strings.Trim(s.rest[0].text, ".;:()"))
}

// take takes the words of the phrase if they come next.
func (s *sentence) take(phrase ...string) bool {
	before := s.rest
	for _, want := range phrase {
		if s.peek() != want {
			s.rest = before
			return false
		}
		s.rest = s.rest[1:]
	}
	return true
}

// fail names the next word, or the whole line when there is none.
func (s *sentence) fail(problem, expected string) error {
	if len(s.rest) == 0 {
		return s.p.fail(s.line, "ends too early", expected)
	}
	return s.p.fail(s.rest[0], problem, expected)
}

func (s *sentence) end() error {
	if len(s.rest) > 0 {
		return s.fail("is out of place", "the end of the line")
	}
	return nil
}

func (s *sentence) card() (named, error) {
	card, err := klondike.ParseCard(s.peek())
	if err != nil {
		return named{}, s.fail("is no card", cardExample)
	}
	at := s.rest[0]
	s.rest = s.rest[1:]
	return named{at, card}, nil
}

func (s *sentence) number(most int) (int, error) {
	n, err := strconv.Atoi(s.peek())
	if err != nil || n < 1 || n > most {
		return 0, s.fail("is out of place", fmt.Sprintf("a number from 1 to %d", most))
	}
	s.rest = s.rest[1:]
	return n, nil
}

func (s *sentence) draw() error {
	t := s.p.table
	next := t.Stock[:min(s.p.rules.Draw, len(t.Stock))]
	// From an empty stock the draw itself is the mistake.
	if len(s.rest) > 0 && len(next) > 0 {
		for _, card := range next {
			said, err := s.card()
			if err != nil {
				return err
			}
			if said.card != card {
				return s.p.fail(said.word, "is not the card drawn", card.ASCII())
			}
		}
		if err := s.end(); err != nil {
			return err
		}
	}
	return s.p.play(s.line, klondike.Move{Kind: klondike.Draw})
}

func (s *sentence) redeal() error {
	if !s.take("the", "waste", "over") {
		return s.fail("is out of place", `"turn the waste over"`)
	}
	if s.take("for", "pass") {
		pass := s.p.table.Pass + 1
		if s.peek() != strconv.Itoa(pass) {
			return s.fail("is not the pass that begins", strconv.Itoa(pass))
		}
		s.rest = s.rest[1:]
	}
	if err := s.end(); err != nil {
		return err
	}
	return s.p.play(s.line, klondike.Move{Kind: klondike.Redeal})
}

// transfer reads what a sentence says about a move of cards.
func (s *sentence) transfer() (said transfer, err error) {
	if len(s.rest) > 1 && (s.rest[1].text == "cards" || s.rest[1].text == "card") {
		if said.count, err = s.number(int(klondike.King)); err != nil {
			return said, err
		}
		s.rest = s.rest[1:]
	}
	if said.head, err = s.card(); err != nil {
		return said, s.fail("is no move", wordsExample)
	}
	if s.take("down", "to") {
		if said.last, err = s.card(); err != nil {
			return said, err
		}
	}
	if !s.take("from") {
		return said, s.fail("is out of place", `"from" and a place`)
	}
	if said.from, err = s.place(); err != nil {
		return said, err
	}
	s.take("back")
	if !s.take("to") {
		return said, s.fail("is out of place", `"to" and a place`)
	}
	if said.to, err = s.place(); err != nil {
		return said, err
	}
	if s.take("turning", "up") {
		if said.up, err = s.card(); err != nil {
			return said, err
		}
	}
	return said, s.end()
}

func (s *sentence) place() (place, error) {
	s.take("the")
	switch {
	case s.take("waste"):
		return place{inWaste, 0}, nil
	case s.take("column"):
		n, err := s.number(s.p.rules.Columns)
		return place{inColumn, n - 1}, err
	case s.take("foundation"):
		if _, err := strconv.Atoi(s.peek()); err != nil {
			return place{onFoundation, -1}, nil
		}
		n, err := s.number(s.p.rules.Foundations())
		return place{onFoundation, n - 1}, err
	}
	return place{}, s.fail("is no place", fmt.Sprintf("the waste, the foundation or column 1 to %d", s.p.rules.Columns))
}

// obey checks what was said against the table and plays it.
func (s *sentence) obey(said transfer) error {
	p := s.p
	if said.head.card == klondike.Unknown {
		return p.fail(said.head.word, "is an unknown card", "a card that lies face up")
	}
	// 1. Find the piles and the kind of move.
	var err error
	if said.from, err = s.numbered(said.from, said.head, said.head.card.Rank()); err != nil {
		return err
	}
	if said.to, err = s.numbered(said.to, said.head, said.head.card.Rank()-1); err != nil {
		return err
	}
	m, ok := between(said.from, said.to)
	if !ok {
		return p.fail(s.line, "is no move", wordsExample)
	}

	// 2. Find the cards.
	count := max(1, said.count)
	cards := p.cardsAt(said.from)
	if m.Kind == klondike.TableauToTableau {
		if said.count == 0 {
			for count < len(cards) && cards[len(cards)-count] != said.head.card {
				count++
			}
		}
		m.Count = uint8(count)
	} else if count > 1 {
		return p.fail(s.line, "moves several cards", "one card, unless from column to column")
	}
	if count > len(cards) || cards[len(cards)-count] != said.head.card {
		return p.fail(said.head.word, "does not lie there", inReach(cards))
	}
	if top := cards[len(cards)-1]; said.last.text != "" && said.last.card != top {
		return p.fail(said.last.word, "is not the last card there", top.ASCII())
	}

	// 3. Play them. A move that the rules forbid is reported as such, whatever else
	// the sentence says.
	if p.table.Check(m, p.rules) == nil && said.up.text != "" {
		if err := s.uncovers(said, count); err != nil {
			return err
		}
	}
	return p.play(s.line, m)
}

// numbered finds the foundation that was meant by one without a number: the pile
// of the card's suit that is height cards high, or any of its suit so that the
// referee can say why not.
func (s *sentence) numbered(at place, card named, height klondike.Rank) (place, error) {
	if at.kind != onFoundation || at.pile >= 0 {
		return at, nil
	}
	for pile := int(card.card.Suit()); pile < s.p.rules.Foundations(); pile += 4 {
		if klondike.Rank(s.p.table.Foundations[pile]) != height {
			continue
		}
		if at.pile >= 0 {
			return at, s.p.fail(card.word, "has two foundations that fit", fmt.Sprintf("foundation %d or foundation %d", at.pile+1, pile+1))
		}
		at.pile = pile
	}
	if at.pile < 0 {
		at.pile = int(card.card.Suit())
	}
	return at, nil
}

// uncovers checks the card that a legal move turns up.
func (s *sentence) uncovers(said transfer, count int) error {
	if said.from.kind == inColumn {
		column := s.p.table.Columns[said.from.pile]
		if under := len(column.Cards) - count; under == column.Down && under > 0 {
			if up := column.Cards[under-1]; up != said.up.card {
				return s.p.fail(said.up.word, "is not the card that is turned up", up.ASCII())
			}
			return nil
		}
	}
	return s.p.fail(said.up.word, "is not turned up by this move", "no card, since none is uncovered")
}

// inReach names the cards of a place, of a long waste only the top.
func inReach(cards []klondike.Card) string {
	if len(cards) == 0 {
		return "nothing, since no card lies there"
	}
	return cardNames(cards[max(0, len(cards)-int(klondike.King)):])
}
