package search

import (
	"math/bits"

	"klondike/solver/internal/pack"
	"klondike/solver/internal/table"
)

// Closed decides positions with the talon as it is: some cards in the waste, the
// others turned over a few at a time, the waste turned over as often as allowed.
type Closed struct {
	walker
	open    *Open // the open talon: see asks
	draw    int
	endless bool           // unlimited passes
	facts   []*table.Table // by redeals left; only one when passes are unlimited
	gate    *gate

	// residue[o] are the offsets up to o that go on to o within a pass, onward[o]
	// the offsets that o goes on to.
	residue, onward [pack.MaxTalon + 1]uint32
	pure            uint32 // offsets at which a fresh pass stops
}

const everyOffset = 1<<(pack.MaxTalon+1) - 1

// setup names the game: the draw count, whether passes are unlimited, the
// relaxation to ask, and the tables by redeals left.
func (s *Closed) setup(draw int, endless bool, open *Open, facts []*table.Table) {
	s.endless, s.open, s.facts = endless, open, facts
	switch {
	case endless:
		s.rankings = endlessRankings
	case draw == 1:
		s.rankings = limitedOneRankings
	default:
		s.rankings = limitedRankings
	}
	if s.draw == draw {
		return
	}
	s.draw = draw
	s.pure = 0
	for o := range s.residue {
		s.residue[o], s.onward[o] = 0, 0
		for p := range s.residue {
			if (p-o)%draw == 0 {
				if p <= o {
					s.residue[o] |= 1 << p
				}
				if p >= o {
					s.onward[o] |= 1 << p
				}
			}
		}
		if o%draw == 0 {
			s.pure |= 1 << o
		}
	}
}

// normal gives turns that are the same position one name: with unlimited passes,
// all places where a fresh pass stops, and the end of the stock, reach one another.
func (s *Closed) normal(t turn, talon pack.Mask) turn {
	if s.endless && (s.pure>>t.offset&1 != 0 || int(t.offset) == talon.Len()) {
		t.offset = 0
	}
	return t
}

// deadIf returns the offsets whose turns cover offset o of n: with o's redeals
// left, or, if more is set, with more than those.
func (s *Closed) deadIf(o, n int, more bool) uint32 {
	switch {
	case s.on&OffsetCover == 0 && !more:
		return 1 << o
	case s.on&OffsetCover == 0:
		return 0
	case s.endless && o == 0, o == n, more && s.pure>>o&1 != 0:
		return everyOffset
	}
	return s.residue[o]
}

// known looks a position up: see THEORY.md, "Which turn covers which". It also reports
// whether no pass after this one is worth a thought: what can be played in them can be
// played from every offset with the same redeals, so it is lost if one of these is.
func (s *Closed) known(key pack.Key, t turn, n int) (f table.Fact, lastPass bool) {
	k := uint64(key) | uint64(t.offset)<<table.TurnShift
	o := int(t.offset)
	alive := uint32(1) << o
	if s.on&OffsetCover != 0 {
		alive = s.onward[o] | 1<<n
		if s.endless {
			alive |= 1
		}
	}
	f, covering, lastPass := s.facts[t.redeals].GetTurn(k, s.deadIf(o, n, false), alive)
	if covering {
		s.Counters.Hits[ruleOffsetCover]++
	}
	if f != table.Unknown {
		return f, lastPass
	}
	if int(t.redeals)+1 < len(s.facts) {
		dead := s.deadIf(o, n, true)
		for _, facts := range s.facts[t.redeals+1:] {
			if f, _, _ := facts.GetTurn(k, dead, 0); f == table.Dead {
				s.Counters.Hits[ruleOffsetCover]++
				s.note(key, t, table.Dead)
				return table.Dead, false
			}
		}
	}
	return table.Unknown, lastPass && s.on&OffsetCover != 0
}

func (s *Closed) note(key pack.Key, t turn, f table.Fact) {
	s.facts[t.redeals].Put(uint64(key)|uint64(t.offset)<<table.TurnShift, f)
}

func (s *Closed) look(k int) (f table.Fact) {
	kid := &s.kids[k]
	f, kid.lastPass = s.known(kid.key, kid.turn, kid.Talon.Len())
	return f
}

func (s *Closed) learn(k int, f table.Fact) { s.note(s.kids[k].key, s.kids[k].turn, f) }

// wins reports whether a position can be won. It means nothing when the search
// was halted.
func (s *Closed) wins(p pack.Position, t turn, found pack.Mask, h pack.Heights) bool {
	return s.decide(p, s.normal(t, p.Talon), found, h)
}

// free returns the talon cards that a safe promotion may take: one whose going
// shifts the rhythm of the stock for no other. With draw 1 that is the top of the
// waste, otherwise the last card of the talon if it can be played right away and
// leaves the turn as good as it was.
func (s *Closed) free(p *pack.Position, t turn) pack.Mask {
	b := s.deal.TalonBits(p.Key)
	switch {
	case b == 0:
		return 0
	case s.draw == 1 && t.offset > 0:
		for range t.offset - 1 {
			b &= b - 1
		}
		return 1 << s.deal.Order[bits.TrailingZeros32(b)]
	case s.endless && t.offset == 0, int(t.offset) == p.Talon.Len():
		return 1 << s.deal.Order[bits.Len32(b)-1]
	}
	return 0
}

func (s *Closed) arrive(p pack.Position, t turn, found pack.Mask, h pack.Heights, via step) bool {
	// 1. Met before in this group, or over? Facts are stored for the lowest member, and
	// to look elsewhere too costs more than the walk.
	if s.met(h) {
		return false
	}
	s.newWalk()
	s.Counters.Arrivals++
	m := s.mark()
	if p.Down == 0 && p.Talon == 0 {
		s.won(via, m.promotions)
		return true
	}
	// 2. Walk the plateau, through all promotions that are forced.
	for {
		c := s.explore(&p, s.free(&p, t), found, h)
		if c == merged {
			s.cut(m)
			return false
		}
		if c == none {
			break
		}
		s.members = s.members[:m.members]
		if p.Talon>>c&1 != 0 {
			t = t.played()
		}
		p, found, h = s.promoted(p, c)
		t = s.normal(t, p.Talon)
		if p.Down == 0 && p.Talon == 0 {
			s.won(via, m.promotions)
			return true
		}
		s.newGroup()
	}
	if len(s.promotions) > m.promotions {
		s.newGroup() // the marks of this walk are not the caller's
	}
	if s.goal < pack.FullGoal && s.reached(m.members) {
		s.won(via, m.promotions)
		return true
	}
	// 3. Known through its lowest member?
	key := p.With(s.lowest(m.members))
	fact, lastPass := s.known(key, t, p.Talon.Len())
	if fact == table.Unknown && s.asks(t) && s.open.known(key) == table.Dead {
		fact = table.Dead
	}
	k := kid{via: via, turn: t, lastPass: lastPass, p0: int32(m.promotions), p1: int32(len(s.promotions))}
	switch {
	case fact == table.Dead:
		s.Counters.Known++
		s.cut(m)
		return false
	case fact == table.Alive && !s.wantLine:
		s.Counters.Known++
		s.cut(m)
		return true
	case fact == table.Alive:
		k.score = 1 << 30
	default:
		k.score = s.rank(s.ranking, &p, t, s.playable(&p, t), m.members)
	}
	k.plateau = plateau{p, int32(m.members), int32(len(s.members)), key}
	s.kids = append(s.kids, k)
	return false
}

// reached reports whether some member from lo on has the goal's number of cards on
// the foundations, and notes it as the end of the line.
func (s *Closed) reached(lo int) bool {
	for i := lo; i < len(s.members); i++ {
		if s.members[i].found.Len() >= s.goal {
			s.end = s.members[i].found
			return true
		}
	}
	return false
}

// playable returns the talon cards that come to the top of the waste without
// another being played.
func (s *Closed) playable(p *pack.Position, t turn) (m pack.Mask) {
	now, later := s.stops(int(t.offset), p.Talon.Len(), s.endless || t.redeals > 0)
	b := s.deal.TalonBits(p.Key)
	for i, at := 1, (now|later)>>1; at != 0; i, at, b = i+1, at>>1, b&(b-1) {
		if at&1 != 0 {
			m |= 1 << s.deal.Order[bits.TrailingZeros32(b)]
		}
	}
	return m
}

// stops returns the offsets (of n talon cards) at which play can stop with a card
// on the waste: in this pass, and only after a redeal.
func (s *Closed) stops(o, n int, redeal bool) (now, later uint32) {
	if n == 0 {
		return 0, 0
	}
	upTo := uint32(1)<<(n+1) - 1
	now = (s.onward[o]&upTo | 1<<n) &^ 1
	if redeal {
		later = (s.pure&upTo | 1<<n) &^ 1 &^ now
	}
	return now, later
}

func (s *Closed) expand(k int) bool {
	p, t, lastPass := s.kids[k].plateau, s.kids[k].turn, s.kids[k].lastPass
	s.gate.pass(s.facts[t.redeals])
	s.Counters.Closed++
	return s.reveals(&p, t) || s.talon(&p, t, lastPass)
}

// asks reports whether the open talon is asked about positions with a turn. In the last
// pass relaxed play sees nearly as much, for less.
func (s *Closed) asks(t turn) bool {
	return s.on&OpenOracle != 0 && (s.endless || t.redeals > 0 || s.on&RelaxedPlay == 0)
}

// hopeless reports that a kid is lost by relaxed play or with an open talon. The
// questions are put only when the kid's turn has come: where a win is near, most kids
// are never tried.
func (s *Closed) hopeless(k int) bool {
	kid := &s.kids[k]
	m := &s.members[kid.lo]
	if s.stuck(&kid.Position, kid.turn, m.found) {
		s.Counters.Hits[ruleRelaxedPlay]++
		return true
	}
	if !s.asks(kid.turn) || s.open.wins(kid.Position, m.found, m.height) || s.halted {
		return false
	}
	s.Counters.Hits[ruleOpenOracle]++
	return true
}

// talon makes the kids in which a talon card is played: only those that begin with a stop
// of this pass, its end left out, if it is known that the others are lost.
func (s *Closed) talon(p *plateau, t turn, lastPass bool) (won bool) {
	n := p.Talon.Len()
	now, later := s.stops(int(t.offset), n, s.endless || t.redeals > 0)
	if lastPass {
		now, later = now&s.onward[t.offset]&^(1<<n), 0
	}
	b := s.deal.TalonBits(p.Key)
	for i, at := 1, now|later; i <= n; i, b = i+1, b&(b-1) {
		if at>>i&1 == 0 {
			continue
		}
		c := s.deal.Order[bits.TrailingZeros32(b)]
		x := pack.Mask(1) << c
		next, after := s.take(&p.Position, t, c, i, now>>i&1 != 0)
		s.newGroup()
		for j := p.lo; j < p.hi; j++ {
			m := &s.members[j]
			found, h := m.found, m.height
			up, over := m.ready&x != 0, m.homes&x != 0
			if up {
				up := h + pack.HeightStep(c)
				if s.arrive(next, after, found|x, up, step{j, none, true, x, found | x, up}) {
					return true
				}
			}
			if over {
				if s.arrive(next, after, found, h, step{j, none, false, x, found, h}) {
					return true
				}
			}
		}
	}
	return false
}

// take returns the position after playing the i-th talon card c, in this pass or
// after a redeal.
func (s *Closed) take(p *pack.Position, t turn, c uint8, i int, now bool) (pack.Position, turn) {
	next := s.deal.Take(*p, 1<<c)
	after := turn{uint8(i - 1), t.redeals}
	if !s.endless && !now {
		after.redeals--
	}
	return next, s.normal(after, next.Talon)
}

// plays calls f for every talon card that can be played, with the position after it.
func (s *Closed) plays(p *pack.Position, t turn, f func(c uint8, next pack.Position, after turn)) {
	n := p.Talon.Len()
	now, later := s.stops(int(t.offset), n, s.endless || t.redeals > 0)
	b := s.deal.TalonBits(p.Key)
	for i, at := 1, now|later; i <= n; i, b = i+1, b&(b-1) {
		if at>>i&1 != 0 {
			c := s.deal.Order[bits.TrailingZeros32(b)]
			next, after := s.take(p, t, c, i, now>>i&1 != 0)
			f(c, next, after)
		}
	}
}
