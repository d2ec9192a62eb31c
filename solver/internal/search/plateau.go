package search

import "klondike/solver/internal/pack"

// member is one position of a plateau, with the sets that move generation needs.
type member struct {
	found  pack.Mask    // cards on the foundations
	slots  pack.Mask    // cards whose class has a slot
	homes  pack.Mask    // cards whose parent class has a slot (kings: an empty column)
	ready  pack.Mask    // the next card of every suit
	height pack.Heights // found again, as four heights
}

// plateau is a set of positions that can reach one another without turning up a
// card or touching the talon. Its members are a range of the arena.
type plateau struct {
	pack.Position
	lo, hi int32
	key    pack.Key // the key of the lowest member
}

// Results of explore and visit that are no card.
const (
	none   = 0xFF
	merged = 0xFE // the walk came to a plateau that its group has met
)

// explorer walks plateaus. Its arena is a stack: a plateau is a range of it, and
// whoever explored it cuts the arena back.
type explorer struct {
	deal      *pack.Deal
	worryBack bool
	on        Rule
	members   []member

	// seen[h] is the stamp of the last walk that met heights h. Every walk has its own
	// stamp; those of one group of children, with the same locked stacks and talon,
	// have stamps from group on. A walk that comes to a position which an earlier one
	// of its group met is in the plateau of that one.
	seen  [1 << 16]uint16
	group uint16
	stamp uint16

	// After explore has returned a forced card: the foundations it leaves from.
	forcedFound  pack.Mask
	forcedHeight pack.Heights

	Counters Counters
}

// newGroup begins a group of walks.
func (e *explorer) newGroup() {
	e.newWalk()
	e.group = e.stamp
}

// newWalk begins a walk of the same group.
func (e *explorer) newWalk() {
	e.stamp++
	if e.stamp == 0 { // stamps start again; the group forgets its earlier walks
		clear(e.seen[:])
		e.stamp, e.group = 1, 1
	}
}

// met reports whether a walk of this group has met the heights.
func (e *explorer) met(h pack.Heights) bool { return e.seen[h] >= e.group }

// explore appends the plateau of (p, found) to the arena. free are the talon cards
// that a safe promotion may take. If some member has a safe promotion that turns
// up a card or takes a talon card, the plateau stands or falls with that child:
// explore then stops at once and returns the card. It returns merged as soon as
// the plateau turns out to be one that the group has met.
func (e *explorer) explore(p *pack.Position, free, found pack.Mask, h pack.Heights) uint8 {
	next := len(e.members)
	if c := e.visit(p, free, found, h); c != none {
		return c
	}
	if !e.worryBack {
		return none
	}
	for ; next < len(e.members); next++ {
		m := e.members[next]
		unlocked := pack.All &^ (m.found | p.Talon | p.Down | p.Locked)
		for up := unlocked & m.ready & m.slots; up != 0; up &= up - 1 {
			h := m.height + pack.HeightStep(up.First())
			if e.seen[h] != e.stamp {
				if c := e.visit(p, free, m.found|up&-up, h); c != none {
					return c
				}
			}
		}
		back := pack.Tops(m.found) & m.homes
		if back != 0 && e.on&SafePromotions != 0 {
			back &^= pack.Safe(m.height, true)
		}
		for ; back != 0; back &= back - 1 {
			h := m.height - pack.HeightStep(back.First())
			if e.seen[h] != e.stamp {
				if c := e.visit(p, free, m.found&^(back&-back), h); c != none {
					return c
				}
			}
		}
	}
	return none
}

// visit adds one position to the plateau, after its safe promotions.
func (e *explorer) visit(p *pack.Position, free, found pack.Mask, h pack.Heights) uint8 {
	for {
		if s := e.seen[h]; s >= e.group {
			if s == e.stamp {
				return none
			}
			return merged
		}
		e.seen[h] = e.stamp
		visible := pack.All &^ (found | p.Talon | p.Down)
		unlocked := visible &^ p.Locked
		slots := pack.Slots(visible, unlocked)
		ready := pack.Ready(found)
		safe := ready & (visible&slots | free)
		if safe != 0 {
			safe &= pack.Safe(h, e.worryBack)
		}
		if safe == 0 || e.on&SafePromotions == 0 {
			homes := slots >> 4
			if p.Locked.Len()+(unlocked&pack.Kings).Len() < 7 {
				homes |= pack.Kings
			}
			e.members = append(e.members, member{found, slots, homes, ready, h})
			return none
		}
		e.Counters.Hits[ruleSafePromotions]++
		if s := safe & unlocked; s != 0 {
			safe = s
		} else {
			e.forcedFound, e.forcedHeight = found, h
			return safe.First()
		}
		b := safe.First()
		found |= 1 << b
		h += pack.HeightStep(b)
	}
}

// lowest returns the least heights among the members from lo on.
func (e *explorer) lowest(lo int) pack.Heights {
	least := e.members[lo].height
	for i := lo + 1; i < len(e.members); i++ {
		least = min(least, e.members[i].height)
	}
	return least
}

// leaving returns the locked tops that can leave from some member of a plateau.
func (e *explorer) leaving(p *plateau) (tops pack.Mask) {
	for i := p.lo; i < p.hi; i++ {
		m := &e.members[i]
		tops |= m.homes | m.ready&m.slots
	}
	return tops & p.Locked
}

// moves reports whether locked top t (one card) may move within the tableau from m:
// it has a home, and is no base card that had better wait.
func (e *explorer) moves(m *member, t pack.Mask) bool {
	if m.homes&t == 0 {
		return false
	}
	if e.deal.Base&t == 0 || m.homes&pack.Kings == 0 || e.on&BaseStays == 0 {
		return true
	}
	e.Counters.Hits[ruleBaseStays]++
	return false
}
