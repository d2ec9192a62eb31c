package search

import (
	"context"

	"klondike/solver/internal/pack"
	"klondike/solver/internal/table"
)

// Entry is one position of a certificate: see THEORY.md, "Certificates".
type Entry struct {
	Position pack.Position
	Found    pack.Mask
	Height   pack.Heights
	Open     bool // lost with an open talon; the turn says nothing
	Endless  bool // lost with unlimited passes; the redeals say nothing
	Offset   uint8
	Redeals  uint8
}

// Prove decides the game like Decide. If it is lost, it then calls emit with every
// entry of a certificate. The limits hold for each of the two halves; a table
// that cannot hold all entries stops the second one with MemoryStop.
func (e *Engine) Prove(ctx context.Context, start pack.Start, g Game, lim Limits, emit func(Entry) error) (Answer, error) {
	a, err := e.Decide(ctx, start, g, lim, true)
	if err != nil || a.Won || a.Stop != Running || emit == nil {
		return a, err
	}
	// Prepare the relaxation anew: it decides which entries can be open.
	endless := g.Passes == 0 || start.Redeals >= start.Talon.Len()
	control := newControl(ctx, lim.States, lim.Deadline)
	closed := g.Draw > 1 || !endless
	e.prepare(control, start, g, endless, closed, pack.FullGoal, false)
	w := e.workers[0]
	w.open.busy, w.closed.busy = nil, nil
	e.gate.searching.RLock()
	defer e.gate.searching.RUnlock()
	p := prover{open: &w.open, closed: &w.closed, emit: emit, lists: map[tableID]*table.Table{}, exact: map[entryID]struct{}{}, engine: e}
	defer p.free()
	if err := p.run(start, closed); err != nil {
		return a, err
	}
	switch {
	case p.full:
		a.Stop = MemoryStop
	case p.open.halted:
		a.Stop = control.Stopped()
	}
	return a, nil
}

// prover closes a set of lost positions under the steps that the lemmas require.
type prover struct {
	engine *Engine
	open   *Open   // relaxation, and walks with an open talon
	closed *Closed // walks with a turn
	emit   func(Entry) error
	lists  map[tableID]*table.Table // the entries so far, to look up what covers
	exact  map[entryID]struct{}     // and all of them: the lists may forget
	todo   []item                   // entries whose children are still to be covered
	full   bool                     // the memory budget is spent
}

// entryID tells entries apart.
type entryID struct {
	key     uint64 // position, and the offset where keys for GetTurn have it
	open    bool
	redeals uint8
}

// entryBytes is about what an entry takes in exact and todo.
const entryBytes = 64

// item is an entry to be expanded.
type item struct {
	pack.Position
	found  pack.Mask
	height pack.Heights
	turn
	open bool
}

func (p *prover) free() {
	for _, t := range p.lists {
		t.Free()
	}
}

// list returns the list of entries of one kind: open, or by redeals left.
func (p *prover) list(open bool, redeals uint8) *table.Table {
	id, detail := tableID{draw: 1, redeals: int(redeals)}, uint64(table.TurnBits)
	if open {
		id, detail = tableID{}, p.open.deal.TalonMask()
	}
	t := p.lists[id]
	if t == nil {
		t = table.New(p.engine.budget, detail)
		p.lists[id] = t
	}
	return t
}

func (p *prover) run(start pack.Start, closed bool) error {
	first := item{Position: start.Position, found: start.Found.Cards(), height: start.Found, open: !closed}
	if closed {
		first.turn.offset = uint8(start.Offset)
		if !p.closed.endless {
			first.turn.redeals = uint8(start.Redeals)
		}
		first.turn = p.closed.normal(first.turn, start.Talon)
	}
	p.cover(first, ^pack.Key(0))
	for len(p.todo) > 0 && !p.full {
		it := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		if !p.open.next() {
			return nil
		}
		if err := p.emit(Entry{it.Position, it.found, it.height, it.open, p.closed.endless, it.offset, it.redeals}); err != nil {
			return err
		}
		if it.open {
			p.expandOpen(it)
		} else {
			p.expandClosed(it)
		}
	}
	return nil
}

// locked returns the part of a key that counts the locked stacks: it orders
// positions of a deal like the sum of h does, as far as one is reached from the other.
func (p *prover) locked(pos *pack.Position) pack.Key {
	return pos.Key &^ pack.Key(p.open.deal.TalonMask())
}

// cover makes sure that a position, lower than an entry with the locked stacks
// above, is covered: it becomes an entry unless others cover it.
func (p *prover) cover(it item, above pack.Key) {
	e := &p.closed.explorer
	if it.open {
		e = &p.open.explorer
	}
	lo := len(e.members)
	defer func() { e.members = e.members[:lo] }()
	// 1. The walk, through its forced promotions.
	for {
		var free pack.Mask
		switch {
		case it.open:
			free = it.Talon
		default:
			free = p.closed.free(&it.Position, it.turn)
		}
		e.newGroup()
		c := e.explore(&it.Position, free, it.found, it.height)
		if p.covered(&it, e.members[lo:], above) {
			return
		}
		if c == none {
			break
		}
		e.members = e.members[:lo]
		b := pack.Mask(1) << c
		it.found, it.height = e.forcedFound|b, e.forcedHeight+pack.HeightStep(c)
		if it.Talon&b != 0 {
			it.Position = e.deal.Take(it.Position, b)
			if !it.open {
				it.turn = it.turn.played()
			}
		} else {
			it.Position = e.deal.Leave(it.Position, c)
		}
		if !it.open {
			it.turn = p.closed.normal(it.turn, it.Talon)
		}
	}
	// 2. Not covered, and not lost by relaxed play: an entry, open if the open talon is
	// lost too.
	m := e.members[lo]
	it.found, it.height = m.found, m.height
	if p.stuck(&it) {
		return
	}
	if !it.open && p.open.on&OpenOracle != 0 && !p.open.wins(it.Position, m.found, m.height) {
		if !p.open.halted {
			it.open = true
			p.cover(it, above)
		}
		return
	}
	id := entryID{uint64(it.With(it.height)), it.open, it.redeals}
	if !it.open {
		id.key |= uint64(it.offset) << table.TurnShift
	}
	if _, known := p.exact[id]; known {
		return
	}
	p.exact[id] = struct{}{}
	p.full = p.full || int64(len(p.exact))*entryBytes > p.engine.budget.Total()
	list := p.list(it.open, it.redeals)
	if it.open {
		list.PutSubset(id.key, table.Dead)
	} else {
		list.Put(id.key, table.Dead)
	}
	if list.Full() {
		list.Grow()
	}
	p.todo = append(p.todo, it)
}

// stuck reports that relaxed play shows a position to be lost.
func (p *prover) stuck(it *item) bool {
	if it.open {
		return p.open.stuck(&it.Position, it.found)
	}
	return p.closed.stuck(&it.Position, it.turn, it.found)
}

// covered reports whether an entry covers one of the members.
func (p *prover) covered(it *item, members []member, above pack.Key) bool {
	lower := p.locked(&it.Position) < above
	open := p.list(true, 0)
	for i := range members {
		key := uint64(it.With(members[i].height))
		if it.open && !lower {
			if open.Get(key) == table.Dead {
				return true
			}
			continue
		}
		if f, _ := open.GetSubset(key); f == table.Dead {
			return true
		}
		if !it.open && p.turnCovered(key, it.turn, it.Talon.Len()) {
			return true
		}
	}
	return false
}

// turnCovered looks for an entry with a turn that covers t.
func (p *prover) turnCovered(key uint64, t turn, n int) bool {
	s := p.closed
	o := int(t.offset)
	key |= uint64(o) << table.TurnShift
	for r := int(t.redeals); r < len(s.facts); r++ {
		if f, _, _ := p.list(false, uint8(r)).GetTurn(key, s.deadIf(o, n, r > int(t.redeals)), 0); f == table.Dead {
			return true
		}
	}
	return false
}

// child is the position after a step, as an item to cover.
func (p *prover) child(pos pack.Position, found pack.Mask, h pack.Heights, it item, t turn) {
	p.cover(item{pos, found, h, t, it.open}, p.locked(&it.Position))
}

// expandOpen covers the children of an open entry.
func (p *prover) expandOpen(it item) {
	o := p.open
	lo := len(o.members)
	o.newGroup()
	o.explore(&it.Position, it.Talon, it.found, it.height)
	hi := len(o.members)
	pl := plateau{it.Position, int32(lo), int32(hi), 0}
	s0 := len(o.steps)
	for i := lo; i < hi; i++ {
		if o.on&LazyTalon != 0 {
			o.lazy(&pl, int32(i))
		} else {
			o.eager(&pl, int32(i))
		}
	}
	for _, s := range o.steps[s0:] {
		next := o.deal.Take(it.Position, s.used)
		if s.card != none && it.Locked>>s.card&1 != 0 {
			next = o.deal.Leave(next, s.card)
		}
		p.child(next, s.found, s.height, it, it.turn)
	}
	o.steps = o.steps[:s0]
	p.reveals(&o.explorer, lo, hi, it)
	o.members = o.members[:lo]
}

// reveals covers the children in which a locked top leaves, and, without worrying
// back, those in which an unlocked card goes up.
func (p *prover) reveals(e *explorer, lo, hi int, it item) {
	for i := lo; i < hi; i++ {
		m := e.members[i]
		up := m.ready & m.slots
		for t := it.Locked & up; t != 0; t &= t - 1 {
			c := t.First()
			p.child(e.deal.Leave(it.Position, c), m.found|1<<c, m.height+pack.HeightStep(c), it, it.turn)
		}
		for t := it.Locked & m.homes; t != 0; t &= t - 1 {
			if c := t.First(); e.moves(&m, 1<<c) {
				p.child(e.deal.Leave(it.Position, c), m.found, m.height, it, it.turn)
			}
		}
		if !e.worryBack {
			unlocked := pack.All &^ (m.found | it.Talon | it.Down | it.Locked)
			for t := unlocked & up; t != 0; t &= t - 1 {
				c := t.First()
				p.child(it.Position, m.found|1<<c, m.height+pack.HeightStep(c), it, it.turn)
			}
		}
	}
}

// expandClosed covers the children of an entry with a turn.
func (p *prover) expandClosed(it item) {
	s := p.closed
	lo := len(s.members)
	s.newGroup()
	s.explore(&it.Position, s.free(&it.Position, it.turn), it.found, it.height)
	hi := len(s.members)
	p.reveals(&s.explorer, lo, hi, it)
	s.plays(&it.Position, it.turn, func(c uint8, next pack.Position, after turn) {
		for i := lo; i < hi; i++ {
			m := s.members[i]
			if m.ready>>c&1 != 0 {
				p.child(next, m.found|1<<c, m.height+pack.HeightStep(c), it, after)
			}
			if m.homes>>c&1 != 0 {
				p.child(next, m.found, m.height, it, after)
			}
		}
	})
	s.members = s.members[:lo]
}
