package certificate

import (
	"cmp"
	"context"
	"slices"
)

// Reduce drops entries that the proof can do without: afterwards it is a proof
// still, and no longer one if any single entry is dropped. It first checks the
// certificate, and returns what Check returns when that fails; the entries stay as
// they are then.
func (w *Writer) Reduce(ctx context.Context, o Options) error {
	w.entries.sort()
	x := newIndex(w.board, &w.entries)
	if err := x.check(ctx, w.start, o); err != nil {
		return err
	}
	s := newSieve(ctx, x)
	if err := s.run(w.start); err != nil {
		return err
	}
	w.entries.keep(s.kept)
	return nil
}

// sieve finds the entries that are needed. It goes from the start down, in an order
// in which each entry comes after all that could rest on it. So when its turn comes
// all of these are known, and it is kept if the proof of one of them has no other
// entry to rest on: none that came before and was kept, and none that is still to
// come. What is kept then is needed by something that is kept. What relaxed play shows
// to be lost rests on no entry.
type sieve struct {
	ctx     context.Context
	index   *index
	checker *checker
	rank    []int // by entry: entries rest on lower ones
	kept    []bool
	must    []bool // it alone covers a child of an entry that is kept

	// waiting holds, by the lowest of them, entries of which one must be kept.
	waiting map[uint32][][]uint32
}

func newSieve(ctx context.Context, x *index) *sieve {
	n := x.entries.len()
	s := &sieve{
		ctx: ctx, index: x,
		checker: (&job{index: x}).newChecker(),
		rank:    make([]int, n), kept: make([]bool, n), must: make([]bool, n),
		waiting: map[uint32][][]uint32{},
	}
	for i := range n {
		s.rank[i] = x.rank(i)
	}
	return s
}

// rank orders entries so that each is higher than all that may cover its children:
// open ones below those with a turn, then by cards in the locked stacks, then by
// what limit asks for.
func (x *index) rank(i int) int {
	p := x.entries.position(i)
	locked := 0
	for column := range 7 {
		locked += p.key.locked(column)
	}
	talon, rest := p.key.talonCards(), 52-x.board.up(p.key).count()
	if p.kind == Open {
		if x.board.rules.WorryBack {
			rest = 0
		} else {
			talon = 0
		}
		return locked<<16 | talon<<8 | rest
	}
	return 1<<24 | locked<<16 | talon<<8 | rest
}

func (s *sieve) run(start position) error {
	s.needOne(s.checker.cover.all(start))
	order := make([]uint32, len(s.rank))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return s.compare(b, a) })
	for n, i := range order {
		if n%1024 == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if s.needs(i) {
			s.keep(i)
		}
	}
	return nil
}

func (s *sieve) compare(a, b uint32) int {
	return cmp.Or(cmp.Compare(s.rank[a], s.rank[b]), cmp.Compare(a, b))
}

// needOne notes that one of the entries must be kept.
func (s *sieve) needOne(entries []uint32) {
	switch {
	case len(entries) == 1:
		s.must[entries[0]] = true
	case len(entries) > 1 && !slices.ContainsFunc(entries, func(i uint32) bool { return s.must[i] }):
		lowest := slices.MinFunc(entries, s.compare)
		s.waiting[lowest] = append(s.waiting[lowest], slices.Clone(entries))
	}
}

// needs reports whether an entry must be kept.
func (s *sieve) needs(i uint32) bool {
	if s.must[i] {
		return true
	}
	waiting := s.waiting[i]
	delete(s.waiting, i)
	return slices.ContainsFunc(waiting, func(entries []uint32) bool {
		return !slices.ContainsFunc(entries, func(j uint32) bool { return s.kept[j] })
	})
}

// keep keeps an entry, and notes what its own proof rests on.
func (s *sieve) keep(i uint32) {
	s.kept[i] = true
	c, x := s.checker, s.index
	entry := x.entries.position(int(i))
	c.cover.under(x.board.limit(entry))
	// No entry covers a child by itself when its walk met that of another one, and none
	// need cover what relaxed play shows to be lost.
	if child := c.walkFrom(entry); child.key != 0 {
		s.needOne(c.cover.all(child))
		return
	}
	for _, k := range c.members {
		l := x.board.layout(&c.walk.ground, k)
		for _, child := range c.steps.of(entry, k, &l) {
			s.needOne(c.cover.all(child))
		}
	}
}
