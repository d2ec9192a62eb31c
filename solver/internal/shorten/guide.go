package shorten

import (
	"slices"

	"klondike/solver/internal/pack"
	"klondike/solver/internal/search"
)

// step is an act of a guide or of the tree.
type step struct {
	Placed
	back   bool // the card comes back from its foundation
	settle bool // afterwards everything settles
}

func up(c uint8) Placed { return Placed{Act: search.Act{Card: c, Up: true}, On: Nowhere} }

// steps makes a guide of a line.
func (s *Shortener) steps(acts []Placed) []step {
	list := make([]step, len(acts))
	found := s.origin.found
	for i, a := range acts {
		b := pack.Mask(1) << a.Card
		list[i] = step{Placed: a, back: !a.Up && found&b != 0}
		if found |= b; !a.Up {
			found &^= b
		}
	}
	return list
}

// follow makes the next act of a guide. What is done already, or does not lower the
// level and cannot be done, is skipped: then there are no moves. It reports false if
// an act that lowers the level cannot be made.
func (g *game) follow(l *layout, a *step) (moves int, ok bool) {
	b := pack.Mask(1) << a.Card
	v := l.look()
	switch {
	case a.Up:
		if l.found&b != 0 {
			return 0, true
		}
		if (l.Talon&v.ready|v.promotable())&b == 0 {
			return 0, (l.Talon|l.Down|l.Locked)&b == 0
		}
	case a.back:
		if pack.Tops(l.found)&v.homes&^pack.Safe(l.height, g.worryBack)&b == 0 {
			return 0, true
		}
	default:
		if (l.Talon|l.Down|l.Locked)&b == 0 {
			return 0, true
		}
		if (l.Talon|l.Locked)&v.homes&b == 0 {
			return 0, false
		}
	}
	if targets := v.targets(a.Card); !a.Up && targets&(1<<a.On) == 0 {
		a.On = Nowhere
		if targets != 0 {
			a.On = targets.Last()
		}
	}
	return g.play(l, a.Placed)
}

// certain reports whether only promotions are left to the goal, one move each.
func (g *game) certain(l *layout) bool {
	return l.found.Len() >= g.goal || g.goal == pack.FullGoal && l.Down|l.Talon == 0
}

// guided reports whether the rest of the guide leads from a candidate to the goal.
func (s *Shortener) guided(c *candidate) bool {
	l, moves := c.layout, int(c.moves)
	s.rest = s.rest[:0]
	for _, a := range s.guide[c.guide:] {
		if s.certain(&l) {
			break
		}
		n, ok := s.follow(&l, &a)
		if !ok {
			return false
		}
		if n > 0 {
			moves += n
			s.rest = append(s.rest, a)
		}
	}
	if !s.certain(&l) {
		return false
	}
	s.note(moves+s.goal-l.found.Len(), c.at, s.rest)
	return true
}

// note keeps a line if it is the shortest so far: to node at of the tree, and then
// the steps. It takes so many moves.
func (s *Shortener) note(moves int, at int32, then []step) {
	if moves >= s.best {
		return
	}
	s.best, s.line = moves, s.line[:0]
	for ; at != root; at = s.tree[at].from {
		s.line = append(s.line, s.tree[at].step)
	}
	slices.Reverse(s.line)
	s.line = append(s.line, then...)
}
