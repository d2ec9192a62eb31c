package search

import (
	"klondike/solver/internal/pack"
	"klondike/solver/internal/table"
)

// Open decides positions as if every talon card could be played at any time: the
// game with draw 1 and unlimited passes, and a relaxation of every other.
type Open struct {
	walker
	attempts
	facts *table.Table
	steps []step
	gate  *gate
}

// wins reports whether a position can be won. It means nothing when the search
// was halted.
func (o *Open) wins(p pack.Position, found pack.Mask, h pack.Heights) bool {
	return o.untilDecided(func() bool { return o.attempt(p, found, h) })
}

// attempt is wins with one ranking and quota.
func (o *Open) attempt(p pack.Position, found pack.Mask, h pack.Heights) bool {
	m := o.mark()
	o.newGroup()
	won := o.arrive(p, found, h, step{})
	if !won && len(o.kids) > m.kids && !o.hopeless(m.kids) {
		won = o.solve(m.kids)
	}
	o.cut(m)
	return won
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

func (o *Open) learn(key pack.Key, f table.Fact) {
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

// arrive enters the plateau of a child and keeps it as a kid unless it is known
// to be dead. It reports true when the child is known to be won.
func (o *Open) arrive(p pack.Position, found pack.Mask, h pack.Heights, via step) bool {
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
		o.learn(raw, table.Dead)
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

// over reports that the search must unwind without an answer.
func (o *Open) over() bool { return o.halted || o.paused }

// solve decides the kid with index k.
func (o *Open) solve(k int) bool {
	if !o.spend() || !o.next() {
		return false
	}
	o.gate.pass(o.facts)
	p := o.kids[k].plateau
	o.Counters.Open++
	o.Counters.Members += int64(p.hi - p.lo)
	m, s0 := o.mark(), len(o.steps)
	won := o.reveals(&p) || o.talon(&p)
	o.steps = o.steps[:s0]
	if !won {
		won = o.descend(m.kids)
	}
	switch {
	case won:
		o.learn(p.key, table.Alive)
	case !o.over():
		o.learn(p.key, table.Dead)
	}
	if won && o.wantLine {
		k := &o.kids[k]
		o.promotions = o.promotions[:k.p1]
		o.won(k.via, int(k.p0))
	}
	o.cut(m)
	return won
}

// descend searches the kids from k0 on, best first; those that another worker is
// at come last.
func (o *Open) descend(k0 int) bool {
	for first := true; ; first = false {
		k := o.best(k0)
		if k < 0 || o.over() {
			return false
		}
		kid := &o.kids[k]
		key := kid.key
		if o.busy != nil && kid.score > deferred && o.busy.has(uint64(key)) {
			kid.score = deferred
			continue
		}
		kid.score = tried
		if !first || o.busy != nil {
			switch f := o.known(key); {
			case f == table.Dead:
				continue
			case f == table.Alive && !o.wantLine:
				return true
			}
		}
		if o.hopeless(k) {
			continue
		}
		o.busy.enter(uint64(key))
		won := o.solve(k)
		o.busy.leave(uint64(key))
		if won || o.over() {
			return won
		}
	}
}

// hopeless reports that a kid is lost by relaxed play. That is not noted: it is
// worked out again as quickly as it is looked up.
func (o *Open) hopeless(k int) bool {
	kid := &o.kids[k]
	if o.on&RelaxedPlay == 0 || !o.stuck(&kid.Position, o.members[kid.lo].found) {
		return false
	}
	o.Counters.Hits[ruleRelaxedPlay]++
	return true
}

// reveals makes the kids in which one locked top leaves without help.
func (o *Open) reveals(p *plateau) bool {
	for tops := o.leaving(p); tops != 0; tops &= tops - 1 {
		t := tops & -tops
		c := t.First()
		next := o.deal.Leave(p.Position, c)
		o.newGroup()
		for i := p.lo; i < p.hi; i++ {
			m := &o.members[i]
			found, h := m.found, m.height
			up, over := m.ready&m.slots&t != 0, o.moves(m, t)
			if up {
				up := h + pack.HeightStep(c)
				if o.arrive(next, found|t, up, step{i, c, true, 0, found | t, up}) {
					return true
				}
			}
			if over {
				if o.arrive(next, found, h, step{i, c, false, 0, found, h}) {
					return true
				}
			}
		}
	}
	return !o.worryBack && o.oneWay(p)
}

// oneWay makes the kids of plain promotions when no card may come back: then they
// are steps like any other, and a plateau has one member.
func (o *Open) oneWay(p *plateau) bool {
	m := o.members[p.lo]
	unlocked := pack.All &^ (m.found | p.Talon | p.Down | p.Locked)
	for up := unlocked & m.ready & m.slots; up != 0; up &= up - 1 {
		c := up.First()
		found, h := m.found|1<<c, m.height+pack.HeightStep(c)
		o.newGroup()
		if o.arrive(p.Position, found, h, step{p.lo, c, true, 0, found, h}) {
			return true
		}
	}
	return false
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
			if o.arrive(next, list[i].found, list[i].height, list[i]) {
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
