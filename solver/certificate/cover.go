package certificate

import (
	"slices"
	"sync/atomic"
)

// index finds entries that cover positions. It is shared by all checking threads.
type index struct {
	board   *board
	entries *entries
	open    table    // by locked stacks and foundations
	timed   [2]table // by key
}

func newIndex(b *board, e *entries) *index {
	x := &index{board: b, entries: e}
	x.open = newTable(e.open, placeShift)
	for i := range x.timed {
		x.timed[i] = newTable(e.timed[i].keys, 0)
	}
	return x
}

// table finds the first of the keys that agree in the bits from shift on, among
// sorted keys. It is open-addressed: each slot holds 1 + an index, or 0.
type table struct {
	keys  []key
	slots []uint32
	shift int
}

func newTable(keys []key, shift int) table {
	distinct := 0
	for i := range keys {
		if i == 0 || keys[i]>>shift != keys[i-1]>>shift {
			distinct++
		}
	}
	size := 1
	for size < 2*distinct {
		size *= 2
	}
	t := table{keys, make([]uint32, size), shift}
	for i := range keys {
		if i > 0 && keys[i]>>shift == keys[i-1]>>shift {
			continue
		}
		at := t.hash(keys[i])
		for t.slots[at] != 0 {
			at = (at + 1) & (size - 1)
		}
		t.slots[at] = uint32(i) + 1
	}
	return t
}

func (t *table) hash(k key) int {
	const golden = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	h := uint64(k>>t.shift) * golden
	return int((h ^ h>>32) & uint64(len(t.slots)-1))
}

// find returns the index of the first key that agrees with k from shift on, or
// len(keys).
func (t *table) find(k key) int {
	for at := t.hash(k); ; at = (at + 1) & (len(t.slots) - 1) {
		i := int(t.slots[at]) - 1
		if i < 0 {
			return len(t.keys)
		}
		if t.keys[i]>>t.shift == k>>t.shift {
			return i
		}
	}
}

// limit says which open entries may cover the children of an open entry with
// worrying back: of those with its locked stacks, only such that have fewer talon
// cards than it has.
//
// Without that an entry could rest on itself, since it covers positions with fewer
// talon cards (lemma 8). Say that a chain of one talon card gives a home to a
// foundation top x. By step 4 of lemma 7 the position without that card and with x
// on the tableau must be covered, but x can go up again, and what remains is what the
// entry covers. Without worrying back foundations only grow, and entries with the
// same locked stacks cannot go round in a circle.
type limit struct {
	stacks uint32
	talon  int
}

// noLimit holds for the children of entries with a turn, since no open entry rests
// on one of these, and for the start.
var noLimit = limit{stacks: ^uint32(0)} // no position has these locked stacks

func (b *board) limit(entry position) limit {
	if entry.kind != Open || !b.rules.WorryBack {
		return noLimit
	}
	return limit{entry.key.stacks(), entry.key.talonCards()}
}

// covering appends the entries that have the locked stacks and foundations of k
// and cover p, which is k with its turn: all of them, or the first one.
func (x *index) covering(dst []uint32, p position, k key, l limit, all bool) []uint32 {
	open := x.entries.open
	for i := x.open.find(k); i < len(open) && open[i]>>placeShift == k>>placeShift; i++ {
		if k.talon()&^open[i].talon() != 0 { // lemma 8
			continue
		}
		if k.stacks() == l.stacks && open[i].talonCards() >= l.talon {
			continue
		}
		if dst = append(dst, uint32(i)); !all {
			return dst
		}
	}
	if p.kind == Open {
		return dst
	}
	first := len(open)
	for kind := Endless; kind <= Limited; kind++ {
		t := x.entries.of(kind)
		for i := x.timed[kind-Endless].find(k); i < len(t.keys) && t.keys[i] == k; i++ {
			if !x.board.turnCovers(kind, t.turns[i], p, k.talonCards()) {
				continue
			}
			if dst = append(dst, uint32(first+i)); !all {
				return dst
			}
		}
		first += len(t.keys)
	}
	return dst
}

// turnCovers reports whether an entry with a turn t that is lost says that p, with
// the same foundations, locked stacks and n talon cards, is lost (lemmas 10 and 11).
func (b *board) turnCovers(kind Kind, t turn, p position, n int) bool {
	from, to := t.offset(), p.turn.offset()
	samePass := to >= from && (to-from)%b.rules.Draw == 0 || to == n
	nextPass := to%b.rules.Draw == 0 || to == n
	if kind == Endless || t.redeals() >= n {
		return samePass || nextPass
	}
	if p.kind == Endless || p.turn.redeals() > t.redeals() {
		return false
	}
	return samePass || nextPass && p.turn.redeals() < t.redeals()
}

// cover decides whether positions are covered. Each thread has its own.
type cover struct {
	index   *index
	relaxed relaxed
	stop    *atomic.Bool // the answer is no longer wanted

	limit limit
	found []uint32

	// walk is that of a position, deep that of the children that safe promotions
	// lead to. While known holds, all walks since the last begin were in covered
	// plateaus with the locked stacks, talon and turn of last.
	walk, deep walk
	last       position
	known      bool
}

// under sets the limit for the positions to come.
func (c *cover) under(l limit) {
	if c.limit != l {
		c.limit, c.known = l, false
	}
}

// covered reports whether some entry or relaxed play, alone or after safe
// promotions, says that a position is lost.
func (c *cover) covered(p position) bool {
	goesOn := c.known && p.kind == c.last.kind && p.turn == c.last.turn &&
		p.key&^foundMask == c.last.key&^foundMask
	c.last = p
	c.found = c.found[:0]
	c.walk.begin(p.key, goesOn)
	child, known := c.scan(&c.walk, p, false)
	for !known && child.key != 0 {
		c.deep.begin(child.key, false)
		child, known = c.scan(&c.deep, child, false)
	}
	c.known = known
	return known
}

// all returns each entry that covers a position, alone or after the safe
// promotions that covered tries; none if relaxed play says as much.
func (c *cover) all(p position) []uint32 {
	c.known = false
	c.found = c.found[:0]
	for p.key != 0 {
		var needless bool
		c.walk.begin(p.key, false)
		if p, needless = c.scan(&c.walk, p, true); needless {
			return nil
		}
	}
	slices.Sort(c.found)
	c.found = slices.Compact(c.found)
	return c.found
}

// scan goes through a walk that has begun, until a member is covered or, looking
// for all that covers it, to the end, and tries relaxed play where no entry is enough.
// What it found is in c.found. It returns a child by a safe promotion, or the zero
// position, and whether the position is known to be lost.
func (c *cover) scan(w *walk, p position, all bool) (child position, known bool) {
	if w.met {
		return child, true
	}
	first := p
	first.key = w.pending[0]
	// A position with a turn that is lost with an open talon is lost too (lemma 5),
	// so what is safe with an open talon is the second choice for it.
	var open position
	for !c.stop.Load() {
		if w.met {
			return child, true
		}
		k, l, ok := w.next()
		if !ok {
			break
		}
		c.found = c.index.covering(c.found, p, k, c.limit, all)
		if len(c.found) > 0 && !all {
			return child, true
		}
		if child.key == 0 {
			child = c.index.board.forced(p, k, &l)
		}
		if p.kind != Open && open.key == 0 {
			open = c.index.board.forced(position{}, k, &l)
		}
	}
	if child.key == 0 {
		child = open
	}
	return child, c.relaxed.lost(first)
}
