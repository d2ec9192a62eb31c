package notation

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"klondike/klondike"
)

// entry is one card of a text and where it stands there.
type entry struct {
	word
	card klondike.Card
	down bool // lies face down; tableau only
}

// draft is a position as it was read, before anybody knows whether it is one. It
// remembers the places in the text that errors will name.
type draft struct {
	format      Format
	foundations [8]uint8
	columns     [][]entry
	stock       []entry // next card first
	waste       []entry // playable card last
	pass        int
	lines       map[string]int // line of each part, by the names of klondike.TableError
}

func newDraft(format Format) *draft {
	return &draft{format: format, pass: 1, lines: map[string]int{}}
}

func columnName(index int) string { return fmt.Sprintf("column %d", index+1) }

func (d *draft) fail(at word, problem, expected string) *Error {
	return &Error{Format: d.format, Line: at.line, Token: at.text, Problem: problem, Expected: expected}
}

const (
	hiddenOnly  = "question marks for face-down and stock cards only"
	cardExample = "a card such as 7D, D7, 10D, TD or 7♦"
)

// card reads a card, or ? for an unknown one.
func (d *draft) card(at word) (entry, error) {
	card, err := klondike.ParseCard(at.text)
	if err != nil {
		return entry{}, d.fail(at, "is no card", cardExample)
	}
	return entry{word: at, card: card}, nil
}

func (d *draft) cards(words []word) ([]entry, error) {
	var entries []entry
	for _, w := range words {
		e, err := d.card(w)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// columnCards reads the cards of a column, face-down ones in angle brackets.
func (d *draft) columnCards(words []word) ([]entry, error) {
	var entries []entry
	for _, w := range words {
		inner, opened := strings.CutPrefix(w.text, "<")
		inner, closed := strings.CutSuffix(inner, ">")
		if opened != closed {
			return nil, d.fail(w, "has one angle bracket", "a face-down card as <7D>")
		}
		e, err := d.card(word{inner, w.line})
		if err != nil {
			return nil, d.fail(w, "is no card", cardExample+", face down as <7D>")
		}
		entries = append(entries, entry{w, e.card, opened || e.card == klondike.Unknown})
	}
	return entries, nil
}

// foundationTops reads the top card of each pile (7D, D-7, 0D for an empty one);
// each goes to the next pile of its suit.
func (d *draft) foundationTops(words []word, rules klondike.Rules) error {
	var used [4]int
	for _, w := range words {
		suit, height, ok := parseTop(w.text)
		if !ok {
			return d.fail(w, "is no foundation", "the top card of a pile, such as 7D, or 0D for an empty pile")
		}
		if used[suit] == rules.Decks {
			return d.fail(w, "is one pile too many of its suit", fmt.Sprintf("%d foundations", rules.Foundations()))
		}
		d.foundations[int(suit)+4*used[suit]] = height
		used[suit]++
	}
	return nil
}

func parseTop(text string) (klondike.Suit, uint8, bool) {
	text = strings.Replace(text, "-", "", 1)
	if card, err := klondike.ParseCard(text); err == nil {
		return card.Suit(), uint8(card.Rank()), card != klondike.Unknown
	}
	ace, err := klondike.ParseCard(strings.Replace(text, "0", "A", 1))
	return ace.Suit(), 0, err == nil
}

// table turns the draft into a table of the rules, or says what is wrong and
// where.
func (d *draft) table(rules klondike.Rules) (*klondike.Table, error) {
	for _, column := range d.columns {
		if err := d.checkColumn(column, rules); err != nil {
			return nil, err
		}
	}
	for _, e := range d.waste {
		if e.card == klondike.Unknown {
			return nil, d.fail(e.word, "is an unknown card in the waste", hiddenOnly)
		}
	}
	all := slices.Concat(append(slices.Clone(d.columns), d.waste, d.stock)...)
	if err := d.checkPack(all, rules); err != nil {
		return nil, err
	}

	t := &klondike.Table{
		Foundations: d.foundations, Stock: bare(d.stock), Waste: bare(d.waste), Pass: d.pass,
	}
	for _, column := range d.columns {
		down := 0
		for down < len(column) && column[down].down {
			down++
		}
		t.Columns = append(t.Columns, klondike.Column{Cards: bare(column), Down: down})
	}
	if err := t.ValidatePartial(rules); err != nil {
		return nil, d.tableError(err)
	}
	return t, nil
}

func bare(entries []entry) []klondike.Card {
	cards := make([]klondike.Card, len(entries))
	for i, e := range entries {
		cards[i] = e.card
	}
	return cards
}

// tableError finds the line of a fault that the referee names by its place.
func (d *draft) tableError(err error) error {
	e := &Error{Format: d.format, Problem: "is no position of these rules", Expected: "a table that fits its rules", Err: err}
	var fault *klondike.TableError
	if errors.As(err, &fault) {
		e.Line = d.lines[fault.Where]
		e.Token = fault.Where
		e.Problem = "has " + fault.What
		e.Expected = fault.Expected
		e.Err = nil
	}
	return e
}

// checkColumn checks what can be told card by card: faces, and how face-up cards
// lie on each other.
func (d *draft) checkColumn(column []entry, rules klondike.Rules) error {
	for i, e := range column {
		last := i == len(column)-1
		switch {
		case !e.down && e.card == klondike.Unknown:
			return d.fail(e.word, "is an unknown card that lies face up", hiddenOnly)
		case e.down && last:
			return d.fail(e.word, "lies face down at the end of its column", "a known card, face up")
		case e.down && i > 0 && !column[i-1].down:
			return d.fail(e.word, "lies face down on the face-up card "+column[i-1].text, "face-down cards deepest")
		case i > 0 && !e.down && !column[i-1].down && rules.Dealing == klondike.TopsFaceUp && !lies(e.card, column[i-1].card, rules):
			return d.fail(e.word, "cannot lie face up on "+column[i-1].text, expectedOn(column[i-1].card, rules))
		}
	}
	return nil
}

// lies reports whether card may lie on another in a run.
func lies(card, on klondike.Card, rules klondike.Rules) bool {
	sameColour := card.Red() == on.Red()
	return card.Rank()+1 == on.Rank() && sameColour == (rules.Build == klondike.SameColour)
}

func expectedOn(on klondike.Card, rules klondike.Rules) string {
	var fitting []string
	for suit := klondike.Clubs; suit <= klondike.Spades; suit++ {
		if on.Rank() == klondike.Ace {
			break
		}
		if card := klondike.NewCard(on.Rank()-1, suit); lies(card, on, rules) {
			fitting = append(fitting, card.ASCII())
		}
	}
	if len(fitting) == 0 {
		return "nothing on an ace"
	}
	return strings.Join(fitting, " or ") + ", or face-down cards as <7D>"
}

// checkPack checks that the cards and the foundations make up the pack. Unknown
// cards stand for the missing ones, so only their number counts.
func (d *draft) checkPack(entries []entry, rules klondike.Rules) error {
	var copies [52]int
	total, unknown := 0, 0
	for i, height := range d.foundations {
		for rank := range klondike.Rank(height) {
			copies[klondike.NewCard(rank+1, klondike.Suit(i%4))]++
			total++
		}
	}
	e := &Error{Format: d.format}
	for _, entry := range entries {
		total++
		if entry.card == klondike.Unknown {
			unknown++
			continue
		}
		copies[entry.card]++
		if copies[entry.card] > rules.Decks && e.Line == 0 {
			e.Line, e.Token = entry.line, entry.text
		}
	}
	for card, n := range copies {
		for ; n > rules.Decks; n-- {
			e.Duplicates = append(e.Duplicates, klondike.Card(card))
		}
		for ; n < rules.Decks; n++ {
			e.Missing = append(e.Missing, klondike.Card(card))
		}
	}
	if len(e.Duplicates) == 0 && total == rules.Cards() {
		return nil
	}

	parts := []string{fmt.Sprintf("%d cards", total)}
	if len(e.Duplicates) > 0 {
		parts = append(parts, "too often: "+cardNames(e.Duplicates))
	}
	if len(e.Missing) > 0 {
		parts = append(parts, "missing: "+cardNames(e.Missing))
	}
	if unknown > 0 {
		parts = append(parts, fmt.Sprintf("unknown: %d", unknown))
	}
	e.Problem = "is no complete pack: " + strings.Join(parts, "; ")
	if e.Token != "" {
		e.Problem = "is there too often: " + strings.Join(parts, "; ")
	}
	times := "once"
	if rules.Decks == 2 {
		times = "twice"
	}
	e.Expected = fmt.Sprintf("%d cards, each %s", rules.Cards(), times)
	return e
}
