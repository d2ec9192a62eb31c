package pack

import (
	"errors"
	"fmt"
	"math/bits"

	"klondike/klondike"
)

// MaxTalon is the most stock and waste cards that fit the packed position; the
// standard family never has more.
const MaxTalon = 24

// Key is a position as a number: no two positions of one Deal have the same key.
//
//	bits 0..15   foundation heights, four bits a suit
//	then         the talon, one bit a card that the deal began with
//	then         heights of the locked stacks, mixed radix
type Key uint64

// KeyBits is the width of a Key: 16 bits of heights, 24 of talon, and 17 for the
// locked stacks, which 28 cards in seven columns cannot exceed (5^7 < 2^17); what
// the talon lacks in cards, the columns need less than one bit a card for. Five
// bits are left for the place in the talon, two for a fact.
const KeyBits = 57

const heightBits = 16

// Deal is what all positions of one game have in common: which card lies under
// which locked card, and the order of the talon.
type Deal struct {
	Order  [MaxTalon]uint8 // bit number of the i-th talon card in drawing order
	Talon  int             // number of talon cards at the start
	Under  [52]Mask        // the card that turns up when this locked top leaves; 0 = none
	Base   Mask            // locked cards with nothing under them
	Column [52]uint8       // the column of a locked card
	step   [52]Key         // what leaves the key with this locked top
	bit    [52]Key         // what leaves the key with this talon card
	index  [52]uint8       // place in Order of a talon card
}

// Position is a state of play without its foundations: which cards are locked
// tops, which lie below them, and which are still in the talon.
type Position struct {
	Locked Mask // locked tops: the lowest face-up card of each column that is no king at the base
	Down   Mask // cards below the locked tops
	Talon  Mask // stock and waste
	Key    Key  // the key with all foundation heights zero
}

// Start is the position from which a search begins.
type Start struct {
	Position
	Found   Heights
	Offset  int // cards in the waste
	Redeals int // redeals still allowed; -1 = unlimited
}

// ErrNotStandard is wrapped by New when a table cannot be packed.
var ErrNotStandard = errors.New("not a position of the standard family")

// New packs a table of the standard family. The table must be valid.
func New(t *klondike.Table, r klondike.Rules) (*Deal, Start, error) {
	d := new(Deal)
	var s Start
	if !r.Standard() {
		return nil, s, fmt.Errorf("%w: %v", ErrNotStandard, r)
	}
	if n := len(t.Stock) + len(t.Waste); n > MaxTalon {
		return nil, s, fmt.Errorf("%w: %d stock and waste cards, at most %d expected", ErrNotStandard, n, MaxTalon)
	}
	for suit := range 4 {
		s.Found |= Heights(t.Foundations[suit]) << (4 * suitFrom[suit])
	}
	// 1. The talon, in drawing order: the waste first.
	for _, c := range append(append([]klondike.Card{}, t.Waste...), t.Stock...) {
		b := Bit(c)
		d.Order[d.Talon], d.index[b] = b, uint8(d.Talon)
		d.bit[b] = 1 << (heightBits + d.Talon)
		s.Talon |= 1 << b
		s.Key |= d.bit[b]
		d.Talon++
	}
	// 2. The locked stacks. A king at a base is never locked: it cannot move to
	// any use, and nothing lies under it.
	radix := Key(1) << (heightBits + d.Talon)
	limit := Key(1) << KeyBits
	for col, column := range t.Columns {
		cards := column.Cards[:min(column.Down+1, len(column.Cards))]
		first := 0
		if len(cards) > 0 && cards[0].Rank() == klondike.King {
			first = 1
		}
		below := Mask(0)
		if first == 1 {
			below = 1 << Bit(cards[0])
			if len(cards) > 1 {
				s.Down |= below
			}
		}
		for i, c := range cards[first:] {
			b := Bit(c)
			d.Under[b] = below
			d.Column[b] = uint8(col)
			d.step[b] = radix
			s.Key += radix
			if below == 0 {
				d.Base |= 1 << b
			}
			below = 1 << b
			if first+i == len(cards)-1 {
				s.Locked |= below
			} else {
				s.Down |= below
			}
		}
		hi, lo := bits.Mul64(uint64(radix), uint64(len(cards)-first+1))
		if radix = Key(lo); hi != 0 || radix > limit {
			return nil, s, fmt.Errorf("%w: too many face-down cards for a %d-bit key", ErrNotStandard, KeyBits)
		}
	}
	s.Offset = len(t.Waste)
	s.Redeals = -1
	if r.Passes > 0 {
		s.Redeals = r.Passes - t.Pass
	}
	return d, s, nil
}

// Leave returns the position after a locked top has left its column.
func (d *Deal) Leave(p Position, top uint8) Position {
	under := d.Under[top]
	p.Locked ^= 1 << top
	p.Locked |= under &^ Kings
	// A king turned up on top of other cards is locked; at a base it is free.
	if under&Kings != 0 && d.step[under.First()] != 0 {
		p.Locked |= under
	}
	p.Down &^= under
	p.Key -= d.step[top]
	return p
}

// Take returns the position after talon cards have been played.
func (d *Deal) Take(p Position, cards Mask) Position {
	p.Talon &^= cards
	for ; cards != 0; cards &= cards - 1 {
		p.Key ^= d.bit[cards.First()]
	}
	return p
}

// TalonBits returns the talon of a key, bit i for the i-th card in drawing order.
func (d *Deal) TalonBits(k Key) uint32 { return uint32(k>>heightBits) & (1<<d.Talon - 1) }

// With returns the key of the position with these foundations.
func (p *Position) With(h Heights) Key { return p.Key | Key(h) }

// Index returns the place of a talon card in the drawing order of the whole deal.
func (d *Deal) Index(bit uint8) int { return int(d.index[bit]) }

// TalonMask are the bits of a key that hold the talon.
func (d *Deal) TalonMask() uint64 { return (1<<d.Talon - 1) << heightBits }
