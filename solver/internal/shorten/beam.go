package shorten

import "klondike/solver/internal/pack"

// How much is tried. Half or twice as much makes a difference of about a move.
const (
	guidedWidth = 8  // layouts of a level from which the guide can be followed; for others see freeWidths
	membersMax  = 16 // of a plateau
	detour      = 2  // moves that a member may be worse than the layout at which its plateau was entered
)

// node is an act in the tree of all acts that were tried.
type node struct {
	from int32
	step
}

// root is the node without an act.
const root = 0

// candidate is a layout that the beam may go on from.
type candidate struct {
	layout
	moves int16 // made
	sum   int16 // of these and those estimated
	at    int32 // node that led here
	guide int16 // steps of the guide that were behind when the line left it
	kept  bool  // on the guide itself
}

// member is a layout of the plateau that is being expanded.
type member struct {
	layout
	moves, sum int16
	at         int32
	before     openActs // what could be done before the act that led here
}

// openActs are the acts that lower the level. An act that was possible before another
// need not be tried after it.
type openActs struct {
	move    pack.Mask // of locked tops
	promote pack.Mask // of locked tops
	bare    pack.Mask // of these, those that no run must move aside for
	talon   pack.Mask // talon cards to the tableau
	talonUp pack.Mask
}

// offer enters a layout for the beam.
func (s *Shortener) offer(l *layout, moves int, at int32, guide int16, kept bool) {
	sum := moves + s.estimate(l)
	if sum > maxMoves || sum >= s.best && !kept {
		return
	}
	level := &s.beam[l.level()]
	*level = append(*level, candidate{*l, int16(moves), int16(sum), at, guide, kept})
}

// grow adds an act to the tree.
func (s *Shortener) grow(from int32, a step) int32 {
	s.tree = append(s.tree, node{from, a})
	return int32(len(s.tree) - 1)
}

// sweep expands the best candidates of a level, one of each group, and all that are
// on the guide. Without groups the beam fills up with variations of a few positions.
func (s *Shortener) sweep(list []candidate) {
	guided, free := 0, 0
	s.met.reset(len(list))
	for _, i := range s.order(list) {
		c := &list[i]
		isNew := s.met.add(c.group())
		switch {
		case c.kept:
		case !isNew || int(c.sum) >= s.best || guided >= guidedWidth && free >= s.freeWidth:
			continue
		case s.guided(c):
			if guided++; guided > guidedWidth {
				continue
			}
		default:
			if free++; free > s.freeWidth {
				continue
			}
		}
		s.expand(c)
	}
}

// expand offers every act that lowers the level, from the layout of a candidate and
// from others of its plateau, best first.
func (s *Shortener) expand(c *candidate) {
	s.members = append(s.members[:0], member{c.layout, c.moves, c.sum, c.at, openActs{}})
	for i := 0; i < len(s.members); i++ {
		for j := i + 1; j < len(s.members); j++ {
			if s.members[j].sum < s.members[i].sum {
				s.members[i], s.members[j] = s.members[j], s.members[i]
			}
		}
		m := s.members[i] // a copy: the list grows
		if s.certain(&m.layout) {
			s.note(int(m.moves)+max(s.goal-m.found.Len(), 0), m.at, nil)
			continue
		}
		v := m.look()
		open := openActs{move: m.Locked & v.homes, promote: m.Locked & v.promotable(), talon: m.Talon & v.homes, talonUp: m.Talon & v.ready}
		open.bare = open.promote & v.bare
		if v.empty {
			open.move &^= s.deal.Base // THEORY.md, lemma 4
		}
		s.lower(&m, &v, c.guide, open.move&^m.before.move|open.talon&^m.before.talon, false)
		s.lower(&m, &v, c.guide, open.promote&^m.before.promote|open.bare&^m.before.bare|open.talonUp&^m.before.talonUp, true)
		s.wander(c, i, &m, &v, open)
	}
}

// lower offers the outcome of moving each of the cards, which lowers the level.
func (s *Shortener) lower(m *member, v *sight, guide int16, cards pack.Mask, up bool) {
	for ; cards != 0; cards &= cards - 1 {
		a := step{Placed: Placed{On: Nowhere}, settle: true}
		a.Card, a.Up = cards.First(), up
		on := pack.Mask(0)
		if !up {
			on = v.targets(a.Card)
		}
		for {
			if on != 0 {
				a.On = on.First()
			}
			l := m.layout
			n, ok := s.play(&l, a.Placed)
			if !ok {
				break
			}
			n += s.settle(&l, nil)
			s.offer(&l, int(m.moves)+n, s.grow(m.at, a), guide, false)
			if on &= on - 1; on == 0 {
				break
			}
		}
	}
}

// wander adds the members one act away from member i, if they are not worse than
// the candidate by more than a detour. Of foundation cards only those that someone
// needs come back.
func (s *Shortener) wander(c *candidate, i int, m *member, v *sight, open openActs) {
	acts := v.unlocked & v.promotable()
	if s.worryBack {
		needed := (m.Locked | m.Talon) &^ v.homes
		acts |= pack.Tops(m.found) &^ pack.Safe(m.height, true) & v.homes & (pack.Pair(needed) << 4)
	}
	for ; acts != 0; acts &= acts - 1 {
		a := step{Placed: Placed{On: Nowhere}, settle: true}
		a.Card = acts.First()
		a.Up = m.found>>a.Card&1 == 0
		if a.back = !a.Up; a.back {
			if on := v.targets(a.Card); on != 0 {
				a.On = on.Last()
			}
		}
		l := m.layout
		n, _ := s.play(&l, a.Placed)
		moves := int(m.moves) + n + s.settle(&l, nil)
		if l.level() != m.level() {
			s.offer(&l, moves, s.grow(m.at, a), c.guide, false)
			continue
		}
		sum := moves + s.estimate(&l)
		if sum > int(c.sum)+detour || sum >= s.best {
			continue
		}
		at := 0
		for at < len(s.members) && s.members[at].found != l.found {
			at++
		}
		if at == len(s.members) {
			if at == membersMax {
				continue
			}
			s.members = append(s.members, member{l, int16(moves), int16(sum), s.grow(m.at, a), openActs{}})
		}
		if at > i {
			s.members[at].before.add(&open)
			s.members[at].before.add(&m.before)
		}
	}
}

func (a *openActs) add(b *openActs) {
	a.move |= b.move
	a.promote |= b.promote
	a.bare |= b.bare
	a.talon |= b.talon
	a.talonUp |= b.talonUp
}

// order returns the places of the candidates by rising sum, equal ones as they came.
func (s *Shortener) order(list []candidate) []int32 {
	low, high := int16(maxMoves), int16(0)
	for i := range list {
		low, high = min(low, list[i].sum), max(high, list[i].sum)
	}
	// For each sum how many there are, then where the next one goes.
	var counts [maxMoves + 1]int32
	next := counts[:max(high-low+1, 0)]
	for i := range list {
		next[list[i].sum-low]++
	}
	at := int32(0)
	for sum, n := range next {
		next[sum] = at
		at += n
	}
	if len(s.places) < len(list) {
		s.places = make([]int32, 2*len(list))
	}
	for i := range list {
		place := &next[list[i].sum-low]
		s.places[*place] = int32(i)
		*place++
	}
	return s.places[:len(list)]
}
