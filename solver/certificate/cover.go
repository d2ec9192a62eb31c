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

	// accepted tells which open entries have been proven from others that were
	// accepted before them. Each is written by the one thread that checks the
	// entries with its locked stacks.
	accepted []bool
	used     []uint32 // one bit an entry: some proof rests on it
}

func newIndex(b *board, e *entries) *index {
	x := &index{board: b, entries: e}
	x.open = newTable(e.open, placeShift)
	for i := range x.timed {
		x.timed[i] = newTable(e.timed[i].keys, 0)
	}
	x.accepted = make([]bool, len(e.open))
	x.used = make([]uint32, (e.len()+31)/32)
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

// use notes that a proof rests on entry i.
func (x *index) use(i int) {
	word, bit := &x.used[i/32], uint32(1)<<(i%32)
	if atomic.LoadUint32(word)&bit == 0 {
		atomic.OrUint32(word, bit)
	}
}

// covers reports whether some entry has the locked stacks and foundations of k and
// covers p, which is k with its turn. Open entries with the locked stacks pending
// must have been accepted.
func (x *index) covers(p position, k key, pending uint32) bool {
	open := x.entries.open
	for i := x.open.find(k); i < len(open) && open[i]>>placeShift == k>>placeShift; i++ {
		if k.talon()&^open[i].talon() == 0 && (k.stacks() != pending || x.accepted[i]) { // lemma 8
			x.use(i)
			return true
		}
	}
	if p.kind == Open {
		return false
	}
	first := len(open)
	for kind := Endless; kind <= Limited; kind++ {
		t := x.entries.of(kind)
		for i := x.timed[kind-Endless].find(k); i < len(t.keys) && t.keys[i] == k; i++ {
			if x.board.turnCovers(kind, t.turns[i], p, cardSet(k.talon()).count()) {
				x.use(first + i)
				return true
			}
		}
		first += len(t.keys)
	}
	return false
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
	index *index

	// pending are the locked stacks of the open entry that is being checked, among
	// which only accepted entries count.
	pending uint32

	// walk is that of a position, deep that of the children that safe promotions
	// lead to. While known holds, all walks since the last begin were in covered
	// plateaus with the locked stacks, talon and turn of last.
	walk, deep walk
	last       position
	known      bool

	forced []position
	stop   *atomic.Bool // the answer is no longer wanted
}

// maxForced is how many positions are looked at after safe promotions of one
// position. The order of such promotions hardly matters, so the first few lead to
// what there is; a certificate made to exhaust them is rejected.
const maxForced = 256

// covered reports whether some entry, alone or after safe promotions, says that a
// position is lost.
func (c *cover) covered(p position) bool {
	goesOn := c.known && p.kind == c.last.kind && p.turn == c.last.turn &&
		p.key&^foundMask == c.last.key&^foundMask
	c.forced = c.forced[:0]
	c.walk.begin(p.key, goesOn)
	c.last, c.known = p, true
	if c.scan(&c.walk, p) {
		return true
	}
	// Depth first: the last child of the last child.
	for next := 0; next < len(c.forced) && next < maxForced; next++ {
		last := len(c.forced) - 1
		c.forced[next], c.forced[last] = c.forced[last], c.forced[next]
		child := c.forced[next]
		c.deep.begin(child.key, false)
		if c.scan(&c.deep, child) {
			return true
		}
	}
	c.known = false
	return false
}

// scan goes through a walk that has begun until a member is covered, and collects
// the children of safe promotions.
func (c *cover) scan(w *walk, p position) bool {
	for !c.stop.Load() {
		if w.met {
			return true
		}
		k, l, ok := w.next()
		if !ok {
			return false
		}
		if c.index.covers(p, k, c.pending) {
			return true
		}
		p.key = k
		c.force(p, &l)
	}
	return false
}

// force adds the children of a member by safe promotions. A position with a turn
// that is lost with an open talon is lost too (lemma 5), so the safe promotions of
// the open talon count for it.
func (c *cover) force(p position, l *layout) {
	known := len(c.forced)
	if known >= maxForced {
		return
	}
	c.forced = c.index.board.forced(c.forced, p, p.key, l)
	if p.kind != Open {
		p.kind, p.turn = Open, 0
		c.forced = c.index.board.forced(c.forced, p, p.key, l)
	}
	fresh := known
	for _, child := range c.forced[known:] {
		if !slices.Contains(c.forced[:fresh], child) {
			c.forced[fresh] = child
			fresh++
		}
	}
	c.forced = c.forced[:fresh]
}
