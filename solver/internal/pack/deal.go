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
	Order   [MaxTalon]uint8 // bit number of the i-th talon card in drawing order
	Talon   int             // number of talon cards at the start
	Under   [52]Mask        // the card that turns up when this locked top leaves; 0 = none
	Base    Mask            // locked cards with nothing under them
	Resting Mask            // kings at the base of a column from the start

	column [52]uint8 // column of a locked card, counted from 1; 0 = was never locked
	step   [52]Key   // what leaves the key with this locked top
	bit    [52]Key   // what leaves the key with this talon card
	kings  [7]Mask   // the king at the base of each column, if it was dealt there
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

// New packs a table of the standard family, which must be valid. The deal is the
// game from this table on: positions with cards that have left it by then cannot
// be packed with it.
func New(t *klondike.Table, r klondike.Rules) (*Deal, Start, error) {
	if !r.Standard() {
		return nil, Start{}, fmt.Errorf("%w: %v", ErrNotStandard, r)
	}
	if n := len(t.Stock) + len(t.Waste); n > MaxTalon {
		return nil, Start{}, fmt.Errorf("%w: %d stock and waste cards, at most %d expected", ErrNotStandard, n, MaxTalon)
	}
	d := new(Deal)
	for _, pile := range [][]klondike.Card{t.Waste, t.Stock} {
		for _, c := range pile {
			b := Bit(c)
			d.Order[d.Talon] = b
			d.bit[b] = 1 << (heightBits + d.Talon)
			d.Talon++
		}
	}
	radix := Key(1) << (heightBits + d.Talon)
	for col := range t.Columns {
		king, locked := lockedStack(&t.Columns[col])
		d.kings[col] = king
		d.Resting |= king
		below := king
		for _, c := range locked {
			b := Bit(c)
			d.Under[b], d.column[b], d.step[b] = below, uint8(col+1), radix
			if below == 0 {
				d.Base |= 1 << b
			}
			below = 1 << b
		}
		hi, lo := bits.Mul64(uint64(radix), uint64(len(locked)+1))
		if radix = Key(lo); hi != 0 || radix > 1<<KeyBits {
			return nil, Start{}, fmt.Errorf("%w: too many face-down cards for a %d-bit key", ErrNotStandard, KeyBits)
		}
	}
	s, ok := d.Start(t, r)
	if !ok {
		return nil, s, fmt.Errorf("%w: the table does not fit its own deal", ErrNotStandard)
	}
	return d, s, nil
}

// lockedStack returns the king at the base of a column whose cards have not been
// turned up down to it, or which stands there with nothing under it, and the
// locked stack above, deepest card first. A king at a base is never locked: it
// cannot move to any use, and nothing lies under it.
func lockedStack(c *klondike.Column) (king Mask, locked []klondike.Card) {
	locked = c.Cards[:min(c.Down+1, len(c.Cards))]
	if len(locked) > 0 && locked[0].Rank() == klondike.King {
		return 1 << Bit(locked[0]), locked[1:]
	}
	return 0, locked
}

// Start packs another table of the same game. It reports false if the table cannot
// come from the deal: then it needs a deal of its own.
func (d *Deal) Start(t *klondike.Table, r klondike.Rules) (s Start, ok bool) {
	if len(t.Columns) != len(d.kings) {
		return s, false
	}
	for suit := range 4 {
		s.Found |= Heights(t.Foundations[suit]) << (4 * suitFrom[suit])
	}
	last := Key(0)
	for _, pile := range [][]klondike.Card{t.Waste, t.Stock} {
		for _, c := range pile {
			b := Bit(c)
			if d.bit[b] <= last { // not of this talon, or out of order
				return s, false
			}
			last = d.bit[b]
			s.Talon |= 1 << b
			s.Key |= d.bit[b]
		}
	}
	for col := range t.Columns {
		king, locked := lockedStack(&t.Columns[col])
		below := king
		if t.Columns[col].Down > 0 {
			if king != d.kings[col] {
				return s, false
			}
			s.Down |= king
		} else if len(locked) == 0 {
			continue
		} else {
			// One face-up card that is no king: the base card of the deal's column.
			below = 0
		}
		for i, c := range locked {
			b := Bit(c)
			if d.column[b] != uint8(col+1) || d.Under[b] != below {
				return s, false
			}
			s.Key += d.step[b]
			below = 1 << b
			if i == len(locked)-1 {
				s.Locked |= below
			} else {
				s.Down |= below
			}
		}
	}
	s.Offset, s.Redeals = len(t.Waste), -1
	if r.Passes > 0 {
		s.Redeals = r.Passes - t.Pass
	}
	return s, true
}

// Leave returns the position after a locked top has left its column.
func (d *Deal) Leave(p Position, top uint8) Position {
	under := d.Under[top]
	p.Locked ^= 1 << top
	p.Locked |= under &^ d.Resting // a king turned up at a base is free
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

// TalonMask are the bits of a key that hold the talon.
func (d *Deal) TalonMask() uint64 { return (1<<d.Talon - 1) << heightBits }

// Column returns the column (from 0) in whose locked stack a card was, or -1.
func (d *Deal) Column(bit uint8) int { return int(d.column[bit]) - 1 }
