package search

import (
	"klondike/solver/internal/pack"
	"klondike/solver/internal/table"
)

// Open decides positions as if every talon card could be played at any time: the
// game with draw 1 and unlimited passes, and a relaxation of every other.
type Open struct {
	walker
	facts *table.Table
	steps []step
	gate  *gate
}

// wins reports whether a position can be won. It means nothing when the search
// was halted.
func (o *Open) wins(p pack.Position, found pack.Mask, h pack.Heights) bool {
	return o.decide(p, turn{}, found, h)
}

// known looks a position up.
func (o *Open) known(key pack.Key) table.Fact {
	if o.on&TalonCover == 0 {
		return o.facts.Get(uint64(key))
	}
	f, covering := o.facts.GetSubset(uint64(key))
	if covering {
		o.Counters.Hits[ruleTalonCover]++
	}
	return f
}

func (o *Open) note(key pack.Key, f table.Fact) {
	if o.on&TalonCover != 0 {
		o.facts.PutSubset(uint64(key), f)
	} else {
		o.facts.Put(uint64(key), f)
	}
}

// reached reports a position from which the goal is certain to be within reach, as far
// as the open talon can tell: no card that the goal needs is face down.
func (o *Open) reached(p *pack.Position) bool {
	if o.goal < pack.FullGoal {
		return pack.Reach(p.Down) >= o.goal
	}
	if p.Down != 0 || p.Talon != 0 && o.on&FaceUpWins == 0 {
		return false
	}
	o.Counters.Hits[ruleFaceUpWins]++
	return true
}

// probes is how many members of a new plateau are looked up: a fact covers more
// talons than its own, so that a plateau may be settled through any member.
const probes = 4

func (o *Open) look(k int) table.Fact { return o.known(o.kids[k].key) }

func (o *Open) learn(k int, f table.Fact) { o.note(o.kids[k].key, f) }

func (o *Open) arrive(p pack.Position, _ turn, found pack.Mask, h pack.Heights, via step) bool {
	// 1. Met before in this group, over, or known as it stands?
	if o.met(h) {
		return false
	}
	o.newWalk()
	o.Counters.Arrivals++
	m := o.mark()
	if o.reached(&p) {
		o.won(via, m.promotions)
		return true
	}
	raw := p.With(h)
	fact := o.known(raw)
	if fact == table.Dead || fact == table.Alive && !o.wantLine {
		o.Counters.Known++
		return fact == table.Alive
	}
	// 2. Walk the plateau, through all promotions that are forced.
	for {
		c := o.explore(&p, p.Talon, found, h)
		if c == merged {
			o.cut(m)
			return false
		}
		if c == none {
			break
		}
		o.members = o.members[:m.members]
		p, found, h = o.promoted(p, c)
		if o.reached(&p) {
			o.won(via, m.promotions)
			return true
		}
		o.newGroup()
	}
	if len(o.promotions) > m.promotions {
		o.newGroup() // the marks of this walk are not the caller's
	}
	// 3. Known through one of its members?
	key := p.With(o.lowest(m.members))
	if fact == table.Unknown && key != raw {
		fact = o.known(key)
	}
	for i := m.members; fact == table.Unknown && i < min(m.members+probes, len(o.members)); i++ {
		if k := p.With(o.members[i].height); k != key && k != raw {
			fact = o.known(k)
		}
	}
	k := kid{via: via, p0: int32(m.promotions), p1: int32(len(o.promotions))}
	switch {
	case fact == table.Dead:
		o.Counters.Known++
		o.note(raw, table.Dead)
		o.cut(m)
		return false
	case fact == table.Alive && !o.wantLine:
		o.Counters.Known++
		o.cut(m)
		return true
	case fact == table.Alive:
		k.score = 1 << 30
	default:
		k.score = o.rank(o.ranking, &p, turn{}, p.Talon, m.members)
	}
	k.plateau = plateau{p, int32(m.members), int32(len(o.members)), key}
	o.kids = append(o.kids, k)
	return false
}

func (o *Open) expand(k int) bool {
	o.gate.pass(o.facts)
	o.Counters.Open++
	s0, p := len(o.steps), o.kids[k].plateau
	won := o.reveals(&p, turn{}) || o.talon(&p)
	o.steps = o.steps[:s0]
	return won
}

// hopeless reports that a kid is lost by relaxed play. That is not noted: it is
// worked out again as quickly as it is looked up.
func (o *Open) hopeless(k int) bool {
	kid := &o.kids[k]
	if !o.stuck(&kid.Position, o.members[kid.lo].found) {
		return false
	}
	o.Counters.Hits[ruleRelaxedPlay]++
	return true
}

// talon makes the kids that take talon cards.
func (o *Open) talon(p *plateau) bool {
	s0 := len(o.steps)
	for i := p.lo; i < p.hi; i++ {
		if o.on&LazyTalon != 0 {
			o.lazy(p, i)
		} else {
			o.eager(p, i)
		}
	}
	// Steps that lead to the same locked stacks and talon form a group.
	list := o.steps[s0:]
	sortSteps(list)
	for i := 0; i < len(list); {
		card, used := list[i].card, list[i].used
		next := o.deal.Take(p.Position, used)
		if card != none && p.Locked>>card&1 != 0 {
			next = o.deal.Leave(next, card)
		}
		o.newGroup()
		for ; i < len(list) && list[i].card == card && list[i].used == used; i++ {
			if o.arrive(next, turn{}, list[i].found, list[i].height, list[i]) {
				return true
			}
		}
	}
	return false
}

// sortSteps sorts by card and used talon cards (insertion sort: lists are short).
func sortSteps(list []step) {
	for i := 1; i < len(list); i++ {
		s := list[i]
		j := i
		for ; j > 0 && (list[j-1].card > s.card || list[j-1].card == s.card && list[j-1].used > s.used); j-- {
			list[j] = list[j-1]
		}
		list[j] = s
	}
}
