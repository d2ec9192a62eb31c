package shorten

import (
	"klondike/solver/internal/pack"
	"klondike/solver/internal/search"
)

// Placed is an act that also says where a card goes.
type Placed struct {
	search.Act
	On uint8 // the card that it comes to lie on; Nowhere for a foundation and an empty column
}

// Nowhere is Placed.On of a card that does not come to lie on another.
const Nowhere = 255

// Anywhere leaves open where the cards go.
func Anywhere(acts []search.Act) []Placed {
	placed := make([]Placed, len(acts))
	for i, a := range acts {
		placed[i] = Placed{a, Nowhere}
	}
	return placed
}

// Task is a line to be shortened and what it is a line of.
type Task struct {
	Deal      *pack.Deal
	Start     pack.Start
	Second    pack.Mask // see the function Second
	Draw      int
	WorryBack bool
	Goal      int          // cards on the foundations at the end
	Acts      []search.Act // the line
}

// Shortener makes lines shorter. It keeps its memory from one to the next; use one
// per goroutine.
type Shortener struct {
	game
	origin layout
	guide  []step
	best   int    // moves of the best line; maxMoves + 1 before there is one
	line   []step // the best line; with the acts of settling it is complete

	freeWidth int
	tree      []node
	beam      [levels][]candidate
	members   []member
	rest      []step
	places    []int32
	met       set
}

// freeWidths are how many free layouts of a level, from which the guide cannot be
// followed, go on in each round. The first two rounds are for every line, the others
// for those that are still more than half again as long as what the start lets
// expect.
var freeWidths = [...]int{48, 48, 96, 192}

const roundsForAll = 2

// maxMoves is more than any line takes that is worth shortening.
const maxMoves = 2000

// Shorten returns a line with the same end, in no more passes, and how many moves it
// takes. That may be more than the task's line, if its cards happen to be placed
// better than they are here where a line leaves it open. It returns nil if the task's
// line cannot be followed or takes thousands of moves.
func (s *Shortener) Shorten(t Task) (line []Placed, moves int) {
	s.game = newGame(&t)
	s.origin = layout{Position: t.Start.Position, found: t.Start.Found.Cards(), second: t.Second, height: t.Start.Found, offset: uint8(t.Start.Offset)}
	s.redeals = s.made(t.Acts)
	s.best = maxMoves + 1
	line = Anywhere(t.Acts)
	for i, width := range freeWidths {
		if i >= roundsForAll && 2*s.best <= 3*s.estimate(&s.origin) {
			break
		}
		before := s.best
		s.guide, s.freeWidth = s.steps(line), width
		s.round()
		if s.best < before {
			line = s.complete()
		}
	}
	if s.best > maxMoves {
		return nil, 0
	}
	return line, s.best
}

// round searches once with the guide.
func (s *Shortener) round() {
	for i := range s.beam {
		s.beam[i] = s.beam[i][:0]
	}
	s.tree = append(s.tree[:0], node{})
	l, moves, at := s.origin, 0, int32(root)
	s.offer(&l, moves, at, 0, true)
	for i, a := range s.guide {
		n, ok := s.follow(&l, &a)
		if !ok {
			break
		}
		if n > 0 {
			moves, at = moves+n, s.grow(at, a)
			s.offer(&l, moves, at, int16(i+1), true)
		}
	}
	if s.certain(&l) {
		s.note(moves+max(s.goal-l.found.Len(), 0), at, nil)
	}
	for level := levels - 1; level >= 0; level-- {
		s.sweep(s.beam[level])
	}
}

// made returns how many redeals a line makes.
func (s *Shortener) made(acts []search.Act) int {
	s.redeals = len(acts)
	l := s.origin
	for _, a := range acts {
		s.play(&l, Placed{a, Nowhere})
	}
	return int(l.redeals)
}

// complete returns the best line with every act that it takes.
func (s *Shortener) complete() (line []Placed) {
	l := s.origin
	for _, a := range s.line {
		line = append(line, a.Placed)
		s.play(&l, a.Placed)
		if a.settle {
			s.settle(&l, &line)
		}
	}
	for l.found.Len() < s.goal {
		a := up(pack.Ready(l.found).First())
		line = append(line, a)
		s.play(&l, a)
	}
	return line
}
