package certificate

import (
	"errors"
	"fmt"
	"math/bits"

	"klondike/klondike"
)

// cardSet is a set of cards, one bit each, in the numbering of klondike.Card:
// four bits a rank, in the order clubs, diamonds, hearts, spades.
type cardSet uint64

func setOf(c klondike.Card) cardSet               { return 1 << c }
func (s cardSet) has(c klondike.Card) bool        { return s>>c&1 != 0 }
func (s cardSet) count() int                      { return bits.OnesCount64(uint64(s)) }
func (s cardSet) lowest() klondike.Card           { return klondike.Card(bits.TrailingZeros64(uint64(s))) }
func (s cardSet) without(c klondike.Card) cardSet { return s &^ setOf(c) }

const (
	deck   cardSet = 1<<52 - 1
	kings  cardSet = 0b1111 << 48
	reds   cardSet = 0b0110
	blacks cardSet = 0b1001
)

// board is what stays the same in all positions of a certificate: the rules and
// where the start's cards are.
type board struct {
	rules   klondike.Rules
	redeals int // left at the start, when passes are limited

	talon  []klondike.Card
	stacks [7]stack

	talonSet [3][256]cardSet // the cards of eight talon bits
	talonBit [52]uint32      // the bit of a talon card
	columnOf [52]int         // the column of a card of a locked stack
	upSet    [4][16]cardSet  // the lowest cards of a suit
}

// stack is a column's locked stack at the start, without a king at its base:
// face-down cards from the deepest on, then the locked top.
type stack struct {
	cards  []klondike.Card
	hidden [8]cardSet // by height: what lies face down under the locked top, a king at the base included
	onKing bool       // there is a king at the base
}

// ErrRules is wrapped in errors about rules for which there are no certificates.
var ErrRules = errors.New("certificates are for the standard game only: one deck, seven columns, alternating colours, kings on empty columns, any part of a run, tops face up")

// newBoard checks the header and looks at its position.
func newBoard(h Header) (*board, error) {
	if err := h.Rules.Validate(); err != nil {
		return nil, err
	}
	if !h.Rules.Standard() {
		return nil, fmt.Errorf("%w, not %v", ErrRules, h.Rules)
	}
	if h.Start == nil {
		return nil, errors.New("no start position")
	}
	if err := h.Start.Validate(h.Rules); err != nil {
		return nil, err
	}
	b := &board{rules: h.Rules, redeals: h.Rules.Passes - h.Start.Pass}
	b.talon = append(append(b.talon, h.Start.Waste...), h.Start.Stock...)
	for i, c := range b.talon {
		b.talonBit[c] = 1 << i
	}
	for i, col := range h.Start.Columns {
		b.stacks[i] = newStack(col)
		for _, c := range b.stacks[i].cards {
			b.columnOf[c] = i
		}
	}
	for i := range b.talonSet {
		for mask := range b.talonSet[i] {
			for j := range 8 {
				if at := 8*i + j; at < len(b.talon) && mask>>j&1 != 0 {
					b.talonSet[i][mask] |= setOf(b.talon[at])
				}
			}
		}
	}
	for suit := range b.upSet {
		for height := 1; height <= int(klondike.King); height++ {
			b.upSet[suit][height] = b.upSet[suit][height-1] | setOf(klondike.NewCard(klondike.Rank(height), klondike.Suit(suit)))
		}
	}
	return b, nil
}

func newStack(col klondike.Column) stack {
	var s stack
	if len(col.Cards) == 0 {
		return s
	}
	cards := col.Cards[:col.Down+1]
	var under cardSet
	if cards[0].Rank() == klondike.King {
		s.onKing = true
		under = setOf(cards[0])
		cards = cards[1:]
	}
	s.cards = append(s.cards, cards...)
	for i, c := range cards {
		s.hidden[i+1] = under
		under |= setOf(c)
	}
	return s
}

// talonCard returns the i-th talon card that is left, counted from 1.
func (b *board) talonCard(k key, i int) klondike.Card {
	t := k.talon()
	for range i - 1 {
		t &= t - 1
	}
	return b.talon[bits.TrailingZeros32(t)]
}

// faceDown returns the number of face-down cards.
func (b *board) faceDown(k key) int {
	n := 0
	for i := range b.stacks {
		n += b.stacks[i].hidden[k.locked(i)].count()
	}
	return n
}

// start returns the start position.
func (b *board) start(t *klondike.Table) position {
	k := key(1)<<len(b.talon) - 1
	for suit := range 4 {
		k = k.raise(suit, int(t.Foundations[suit]))
	}
	for column, s := range b.stacks {
		k |= key(len(s.cards)) << (lockShift + 3*column)
	}
	p := position{key: k, kind: Endless, turn: newTurn(len(t.Waste), 0)}
	if b.rules.Passes > 0 {
		p.kind = Limited
		p.turn = newTurn(len(t.Waste), min(b.redeals, maxRedeals))
	}
	return p
}

// maxRedeals is enough for every certificate: with more redeals left than talon
// cards, one more is no use (lemma 11).
const maxRedeals = 255

// ground is what a position's locked stacks and talon say about where the cards
// are. All members of a plateau have it in common.
type ground struct {
	talon, tops cardSet
	rest        cardSet // neither in the talon nor face down
}

func (b *board) ground(k key) ground {
	t := k.talon()
	g := ground{talon: b.talonSet[0][t&0xff] | b.talonSet[1][t>>8&0xff] | b.talonSet[2][t>>16]}
	var hidden cardSet
	for i := range b.stacks {
		if height := k.locked(i); height > 0 {
			s := &b.stacks[i]
			hidden |= s.hidden[height]
			g.tops |= setOf(s.cards[height-1])
		}
	}
	g.rest = deck &^ (g.talon | hidden)
	return g
}

// layout is where the cards of a position are.
type layout struct {
	talon, tops, visible cardSet
	empties              int
}

func (b *board) up(k key) cardSet {
	return b.upSet[0][k.found(0)] | b.upSet[1][k.found(1)] | b.upSet[2][k.found(2)] | b.upSet[3][k.found(3)]
}

func (b *board) layout(g *ground, k key) layout {
	l := layout{talon: g.talon, tops: g.tops, visible: g.rest &^ b.up(k)}
	l.empties = 7 - l.tops.count() - (l.unlocked() & kings).count()
	return l
}

func (l *layout) unlocked() cardSet { return l.visible &^ l.tops }

// class returns the card and its sibling.
func class(c klondike.Card) cardSet {
	if c.Red() {
		return reds << (c &^ 3)
	}
	return blacks << (c &^ 3)
}

// slots returns how many visible cards of the class q have nothing on them. The
// class that builds on it is one rank lower and of the other colour.
func (l *layout) slots(q cardSet) int {
	return (l.visible & q).count() - (l.unlocked() & buildsOn(q)).count()
}

// buildsOn returns the class one rank lower and of the other colour; none for
// the aces. Shifting reds (0110) by four is one rank; by exclusive or with the
// whole rank they turn black.
func buildsOn(q cardSet) cardSet {
	rank := cardSet(0b1111) << (q.lowest() &^ 3)
	return (q ^ rank) >> 4
}

// parents returns the class one rank higher and of the other colour; none for
// the kings.
func parents(q cardSet) cardSet {
	rank := cardSet(0b1111) << (q.lowest() &^ 3)
	return (q ^ rank) << 4 & deck
}

// home reports whether a card may be put on the tableau.
func (l *layout) home(c klondike.Card) bool {
	if c.Rank() == klondike.King {
		return l.empties > 0
	}
	return l.slots(parents(class(c))) > 0
}

// EntryError is an entry that cannot be in a certificate for its start position.
type EntryError struct {
	Entry    Entry
	Problem  string
	Expected string
}

func (e *EntryError) Error() string {
	return fmt.Sprintf("entry (%v): %s, expected %s", e.Entry, e.Problem, e.Expected)
}

// check returns an *EntryError unless the entry is a position of the start's
// deal and its kind belongs to the rules. That all cards have a place to lie is
// part of it: the lemmas speak of nothing else.
func (b *board) check(e Entry) error {
	bad := func(expected, format string, args ...any) error {
		return &EntryError{e, fmt.Sprintf(format, args...), expected}
	}
	if e.Talon>>len(b.talon) != 0 {
		return bad(fmt.Sprintf("one of the %d of the start", len(b.talon)), "talon card %d", bits.Len32(e.Talon)-1)
	}
	for suit, height := range e.Found {
		if height > uint8(klondike.King) {
			return bad("0 to 13", "foundation %d has height %d", suit+1, height)
		}
	}
	for column, height := range e.Locked {
		if most := len(b.stacks[column].cards); int(height) > most {
			return bad(fmt.Sprintf("0 to %d", most), "column %d has %d locked cards", column+1, height)
		}
	}
	switch n := bits.OnesCount32(e.Talon); {
	case e.Kind > Limited:
		return bad("open, endless or limited", "%v", e.Kind)
	case e.Kind == Open && e.Offset != 0:
		return bad("0 with an open talon", "offset %d", e.Offset)
	case int(e.Offset) > n:
		return bad(fmt.Sprintf("0 to %d, the talon cards left", n), "offset %d", e.Offset)
	case e.Kind != Limited && e.Redeals != 0:
		return bad("0 unless limited", "%d redeals", e.Redeals)
	case e.Kind == Limited && b.rules.Passes == 0:
		return bad("open or endless where passes are unlimited", "limited")
	case e.Kind == Limited && int(e.Redeals) > b.redeals:
		return bad(fmt.Sprintf("0 to %d, those of the start", b.redeals), "%d redeals", e.Redeals)
	}
	if card, ok := b.misplaced(e.key()); ok {
		return bad("a place for every card", "%v cannot lie anywhere", card)
	}
	return nil
}

// misplaced finds a card that a position puts in two places or in none.
func (b *board) misplaced(k key) (klondike.Card, bool) {
	g := b.ground(k)
	l := b.layout(&g, k)
	// 1. On a foundation, and in the talon or a locked stack.
	if twice := b.up(k) & (deck&^g.rest | g.tops); twice != 0 {
		return twice.lowest(), true
	}
	// 2. Unlocked, and nothing to lie on.
	if l.empties < 0 {
		return (l.unlocked() & kings).lowest(), true
	}
	for rest := l.unlocked() &^ kings; rest != 0; {
		c := rest.lowest()
		rest &^= class(c)
		if l.slots(parents(class(c))) < 0 {
			return c, true
		}
	}
	return 0, false
}
