package pack

import (
	"math/bits"

	"klondike/klondike"
)

// Mask is a set of cards, one bit each, 52 in use.
//
// The bit of a card is 4*rank + 2*(red XOR rank odd) + suit bit, rank counted
// from 0 and the suit bit telling the two suits of a colour apart. Two
// neighbouring bits are a class (rank and colour), and the class on which a
// class builds is the same pair of bits four places up. So "everything that
// could lie on these cards" is a shift, for all 52 cards at once.
type Mask uint64

// Named sets.
const (
	All   Mask = 1<<52 - 1
	Aces  Mask = 0xF
	Kings Mask = 0xF << 48

	lowOfPair Mask = 0x5555555555555 // the first card of every class
	lowClass  Mask = 0x3333333333333 // the first class of every rank
)

// suit numbers of this package: clubs 0, spades 1, diamonds 2, hearts 3, so that
// s^1 is the other suit of the colour.
var suitFrom = [4]uint8{klondike.Clubs: 0, klondike.Spades: 1, klondike.Diamonds: 2, klondike.Hearts: 3}
var suitTo = [4]klondike.Suit{klondike.Clubs, klondike.Spades, klondike.Diamonds, klondike.Hearts}

// Bit returns the bit number of a card.
func Bit(c klondike.Card) uint8 { return bitOf(uint8(c.Rank())-1, suitFrom[c.Suit()]) }

// CardAt returns the card of a bit number.
func CardAt(bit uint8) klondike.Card {
	return klondike.NewCard(klondike.Rank(bit/4+1), suitTo[SuitOf(bit)])
}

// SuitOf returns the suit (this package's numbering) of a bit number.
func SuitOf(bit uint8) uint8 { return (bit ^ (bit/4&1)<<1) & 3 }

func bitOf(rank, suit uint8) uint8 { return 4*rank + (suit ^ (rank&1)<<1) }

// Heights holds the four foundation heights, four bits a suit. It says the same
// as the Mask of the cards on the foundations; searches carry both.
type Heights uint16

// HeightStep is the height of one card of the suit of a bit number.
func HeightStep(bit uint8) Heights { return 1 << (4 * SuitOf(bit)) }

// upTo[s][h] is the h lowest cards of suit s.
var upTo = func() (t [4][17]Mask) {
	for s := range uint8(4) {
		for h := range uint8(16) {
			t[s][h+1] = t[s][h]
			if h < 13 {
				t[s][h+1] |= 1 << bitOf(h, s)
			}
		}
	}
	return t
}()

// Cards returns the cards that lie on foundations of these heights.
func (h Heights) Cards() Mask {
	return upTo[0][h&15] | upTo[1][h>>4&15] | upTo[2][h>>8&15] | upTo[3][h>>12]
}

// HeightsOf is the inverse of Heights.Cards.
func HeightsOf(found Mask) (h Heights) {
	for s := range 4 {
		h |= Heights(bits.OnesCount64(uint64(found&upTo[s][13]))) << (4 * s)
	}
	return h
}

// NextInSuit moves every card of a set to the next rank of its suit.
func NextInSuit(m Mask) Mask { return m&lowClass<<6 | m&^lowClass<<2 }

// prevInSuit is the inverse of NextInSuit.
func prevInSuit(m Mask) Mask { return m>>2&^lowClass | m>>6&lowClass }

// Ready returns the next card of every suit, given the cards on the foundations.
func Ready(found Mask) Mask { return (NextInSuit(found) | Aces) &^ found & All }

// Raised returns the cards that can be on the foundations while those of gone are
// not: all below the lowest of them in each suit.
func Raised(gone Mask) Mask {
	m := gone | NextInSuit(gone)
	m |= m << 8 // two ranks up is eight bits, for every class
	m |= m << 16
	m |= m << 32
	return All &^ m
}

// Tops returns the top card of every foundation.
func Tops(found Mask) Mask { return found &^ prevInSuit(found) }

// Slots returns the cards of all classes that have a slot: a visible card of the
// class with nothing on it. Every unlocked card but a king lies on a card of its
// parent class, so a class has as many slots as it has visible cards beyond the
// unlocked visible cards of the class that builds on it.
func Slots(visible, unlocked Mask) Mask {
	on := unlocked << 4
	one := (visible | visible>>1) &^ (on | on>>1)
	two := visible & (visible >> 1) &^ (on & (on >> 1))
	return (one | two) & lowOfPair * 3
}

// Pair returns the whole classes of the cards in m.
func Pair(m Mask) Mask { return (m | m>>1) & lowOfPair * 3 }

// First returns the bit number of the lowest card in the set.
func (m Mask) First() uint8 { return uint8(bits.TrailingZeros64(uint64(m))) }

// Len returns the number of cards in the set.
func (m Mask) Len() int { return bits.OnesCount64(uint64(m)) }

// Safe returns the cards that are never worth keeping on the tableau: those up to
// the ranks of the safe-promotion lemma (THEORY.md, "Safe promotions").
func Safe(h Heights, worryBack bool) Mask {
	c, s, d, r := h&15, h>>4&15, h>>8&15, h>>12
	red, black := min(d, r), min(c, s)
	bc, bs, bd, br := min(red+2, s+3), min(red+2, c+3), min(black+2, r+3), min(black+2, d+3)
	if !worryBack {
		bc, bs, bd, br = max(bc, red+1), max(bs, red+1), max(bd, black+1), max(br, black+1)
	}
	return upTo[0][bc] | upTo[1][bs] | upTo[2][bd] | upTo[3][br]
}

// Last returns the bit number of the highest card in the set.
func (m Mask) Last() uint8 { return uint8(63 - bits.LeadingZeros64(uint64(m))) }

// FullGoal is the number of cards on the foundations of a won game.
const FullGoal = 52

// Reach returns the most cards that can be on the foundations while the cards of
// hidden stay where they are: every suit stops below its lowest hidden card.
func Reach(hidden Mask) (n int) {
	for s := range 4 {
		n += min(int((hidden&upTo[s][13]).First()/4), 13)
	}
	return n
}
