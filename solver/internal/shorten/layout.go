package shorten

import (
	"klondike/klondike"
	"klondike/solver/internal/pack"
)

// layout is a packed position together with what that leaves out: the whole table
// but for the order of the columns, and how often the stock was gone through.
type layout struct {
	pack.Position
	found   pack.Mask
	second  pack.Mask // unlocked cards that lie on the second card of their parent class
	height  pack.Heights
	offset  uint8 // cards in the waste
	redeals uint8 // since the start
}

// Second returns the unlocked cards of a table that lie on the second card of their
// parent class, the one with the odd bit number.
func Second(t *klondike.Table) (second pack.Mask) {
	for _, col := range t.Columns {
		for i := col.Down + 1; i < len(col.Cards); i++ {
			if pack.Bit(col.Cards[i-1])&1 != 0 {
				second |= 1 << pack.Bit(col.Cards[i])
			}
		}
	}
	return second
}

// sight is what a look at a layout shows.
type sight struct {
	visible  pack.Mask
	unlocked pack.Mask
	bare     pack.Mask // visible, with nothing on them
	homes    pack.Mask // cards that fit on a bare one or into an empty column
	ready    pack.Mask // the next card of each suit
	empty    bool      // there is an empty column
}

func (l *layout) look() (v sight) {
	v.visible = pack.All &^ (l.found | l.Talon | l.Down)
	v.unlocked = v.visible &^ l.Locked
	v.bare = v.visible &^ covered(v.unlocked, l.second)
	v.homes = pack.Pair(v.bare) >> 4
	if v.empty = l.Locked.Len()+(v.unlocked&pack.Kings).Len() < 7; v.empty {
		v.homes |= pack.Kings
	}
	v.ready = pack.Ready(l.found)
	return v
}

// lowOfPair is the first card of every class.
const lowOfPair pack.Mask = 0x5555555555555

// covered returns the cards that have an unlocked card on them.
func covered(unlocked, second pack.Mask) pack.Mask {
	onFirst, onSecond := unlocked&^second, unlocked&second
	return ((onFirst|onFirst>>1)&lowOfPair<<4 | (onSecond|onSecond>>1)&lowOfPair<<5) & pack.All
}

// targets returns the bare cards that take card c.
func (v *sight) targets(c uint8) pack.Mask { return pack.Pair(1<<c) << 4 & v.bare }

// promotable returns the visible cards that can go up, if need be after the run on
// them has moved to the bare sibling.
func (v *sight) promotable() pack.Mask { return v.visible & v.ready & pack.Pair(v.bare) }

// rider returns the unlocked card that lies on visible card c, if any.
func (l *layout) rider(c uint8) pack.Mask {
	on := pack.Pair(1<<c) >> 4 &^ (l.found | l.Talon | l.Down | l.Locked)
	if c&1 != 0 {
		return on & l.second
	}
	return on &^ l.second
}

// level falls with every act except promotions of unlocked cards and cards that
// come back from a foundation.
func (l *layout) level() int { return (l.Locked | l.Down | l.Talon).Len() }

// levels is one more than the highest level.
const levels = 53

// group is the same number for layouts that differ only in what is on the
// foundations and in how the unlocked cards lie, and are in the same place of the
// stock.
func (l *layout) group() uint64 { return uint64(l.Key) | uint64(l.offset)<<pack.KeyBits }
