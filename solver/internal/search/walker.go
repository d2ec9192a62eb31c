package search

import (
	"math"

	"klondike/solver/internal/pack"
	"klondike/solver/internal/table"
)

// step is a move from a member of a plateau that no move undoes. With an open
// talon it may be compound: the used talon cards go first (those in found to
// their foundations, the others to the tableau, highest first, together with the
// foundation cards that are missing from found), then card.
type step struct {
	from   int32 // arena index of the member
	card   uint8 // the card that moves last; none for a bare chain
	up     bool  // card goes to its foundation; otherwise to the tableau
	used   pack.Mask
	found  pack.Mask // foundations afterwards, before any safe promotion
	height pack.Heights
}

// promotion is a safe promotion that turned up a card or took a talon card on the
// way into a plateau.
type promotion struct {
	found pack.Mask // foundations before it
	card  uint8
}

// turn is where the talon stands: cards in the waste, and redeals left.
type turn struct {
	offset  uint8
	redeals uint8
}

// played is the turn after the card at the top of the waste has gone, or, from where a
// fresh pass begins, the last card of the talon.
func (t turn) played() turn {
	if t.offset > 0 {
		t.offset--
	}
	return t
}

// kid is a plateau one step away from its parent.
type kid struct {
	plateau
	turn
	lastPass bool // what can be played after this pass is known to be lost
	via      step
	p0, p1   int32 // promotions on the way in, a range of the walker's
	score    int32 // larger is tried first
}

// leg is one step of a winning line at the level of plateaus: from the member
// with foundations from take the step via, then make the promotions.
type leg struct {
	from       pack.Mask
	via        step
	promotions []promotion
}

// searcher is what each of the two searches does in its own way.
type searcher interface {
	// arrive enters the plateau of a child and keeps it as a kid unless it is known to be
	// dead. It reports true when the child is known to be won.
	arrive(p pack.Position, t turn, found pack.Mask, h pack.Heights, via step) bool
	// expand makes the kids of the kid with index k. It reports true when one of them is
	// known to be won.
	expand(k int) bool
	// hopeless reports that kid k is lost, as far as can be told without expanding it.
	hopeless(k int) bool
	// look returns what is known about kid k; learn notes it.
	look(k int) table.Fact
	learn(k int, f table.Fact)
}

// walker is what the two searches share: a depth-first search over plateaus in arenas.
// Each level cuts them back to where it found them.
type walker struct {
	self searcher
	explorer
	attempts
	*allowance
	busy       *Busy // plateaus that other workers are expanding; nil with one worker
	kids       []kid
	promotions []promotion
	goal       int // cards on the foundations that count as a win
	wantLine   bool
	relaxed    relaxed   // its memory
	legs       []leg     // the way to the win, last leg first
	end        pack.Mask // foundations at its end, when the goal is not all cards
}

func (w *walker) begin(d *pack.Deal, worryBack bool, on Rule, a *allowance) {
	w.deal, w.worryBack, w.on, w.allowance = d, worryBack, on, a
	w.members, w.kids, w.promotions, w.legs = w.members[:0], w.kids[:0], w.promotions[:0], nil
	w.Counters = Counters{}
	w.goal, w.end = pack.FullGoal, 0
}

// mark is a state of the arenas.
type mark struct{ members, kids, promotions int }

func (w *walker) mark() mark { return mark{len(w.members), len(w.kids), len(w.promotions)} }

func (w *walker) cut(m mark) {
	w.members, w.kids, w.promotions = w.members[:m.members], w.kids[:m.kids], w.promotions[:m.promotions]
}

// promoted notes the safe promotion of c that explore was stopped by, and returns
// the position behind it.
func (w *walker) promoted(p pack.Position, c uint8) (pack.Position, pack.Mask, pack.Heights) {
	w.promotions = append(w.promotions, promotion{w.forcedFound, c})
	if p.Talon>>c&1 != 0 {
		p = w.deal.Take(p, 1<<c)
	} else {
		p = w.deal.Leave(p, c)
	}
	return p, w.forcedFound | 1<<c, w.forcedHeight + pack.HeightStep(c)
}

// won notes the last leg of a line, p0 being the first of its promotions.
func (w *walker) won(via step, p0 int) {
	if !w.wantLine {
		return
	}
	l := leg{via: via, promotions: append([]promotion(nil), w.promotions[p0:]...)}
	if via != (step{}) {
		l.from = w.members[via.from].found
	}
	w.legs = append(w.legs, l)
}

// over reports that the search must unwind without an answer.
func (w *walker) over() bool { return w.halted || w.paused }

// decide reports whether a position can be won. It means nothing when the search was
// halted.
func (w *walker) decide(p pack.Position, t turn, found pack.Mask, h pack.Heights) bool {
	return w.untilDecided(func() bool { return w.attempt(p, t, found, h) })
}

// attempt searches from the plateau that is entered by arrive.
func (w *walker) attempt(p pack.Position, t turn, found pack.Mask, h pack.Heights) bool {
	m := w.mark()
	w.newGroup()
	won := w.self.arrive(p, t, found, h, step{})
	if !won && len(w.kids) > m.kids && !w.self.hopeless(m.kids) {
		won = w.solve(m.kids)
	}
	w.cut(m)
	return won
}

// solve decides the kid with index k.
func (w *walker) solve(k int) bool {
	if !w.spend() || !w.next() {
		return false
	}
	w.Counters.Members += int64(w.kids[k].hi - w.kids[k].lo)
	m := w.mark()
	won := w.self.expand(k) || w.descend(m.kids)
	switch {
	case won:
		w.self.learn(k, table.Alive)
	case !w.over():
		w.self.learn(k, table.Dead)
	}
	if won && w.wantLine {
		kid := &w.kids[k]
		w.promotions = w.promotions[:kid.p1]
		w.won(kid.via, int(kid.p0))
	}
	w.cut(m)
	return won
}

// descend searches the kids from k0 on, best first; those that another worker is
// at come last.
func (w *walker) descend(k0 int) bool {
	for first := true; ; first = false {
		k := w.best(k0)
		if k < 0 || w.over() {
			return false
		}
		kid := &w.kids[k]
		id := uint64(kid.key) | uint64(kid.offset)<<table.TurnShift ^ uint64(kid.redeals)
		if w.busy != nil && kid.score > deferred && w.busy.has(id) {
			kid.score = deferred
			continue
		}
		kid.score = tried
		if !first || w.busy != nil { // something has been learned since it was kept
			switch f := w.self.look(k); {
			case f == table.Dead:
				continue
			case f == table.Alive && !w.wantLine:
				return true
			}
		}
		if w.self.hopeless(k) {
			continue
		}
		w.busy.enter(id)
		won := w.solve(k)
		w.busy.leave(id)
		if won || w.over() {
			return won
		}
	}
}

// reveals makes the kids in which one locked top leaves without the talon's help and,
// when no card may come back, those in which an unlocked card goes up: then that is
// a step like any other, and a plateau has one member.
func (w *walker) reveals(p *plateau, t turn) bool {
	for tops := w.leaving(p); tops != 0; tops &= tops - 1 {
		top := tops & -tops
		c := top.First()
		next := w.deal.Leave(p.Position, c)
		w.newGroup()
		for i := p.lo; i < p.hi; i++ {
			m := &w.members[i]
			found, h := m.found, m.height
			up, over := m.ready&m.slots&top != 0, w.moves(m, top)
			if up {
				up := h + pack.HeightStep(c)
				if w.self.arrive(next, t, found|top, up, step{i, c, true, 0, found | top, up}) {
					return true
				}
			}
			if over && w.self.arrive(next, t, found, h, step{i, c, false, 0, found, h}) {
				return true
			}
		}
	}
	if w.worryBack {
		return false
	}
	m := w.members[p.lo]
	unlocked := pack.All &^ (m.found | p.Talon | p.Down | p.Locked)
	for up := unlocked & m.ready & m.slots; up != 0; up &= up - 1 {
		c := up.First()
		found, h := m.found|1<<c, m.height+pack.HeightStep(c)
		w.newGroup()
		if w.self.arrive(p.Position, t, found, h, step{p.lo, c, true, 0, found, h}) {
			return true
		}
	}
	return false
}

// tried is the score of a kid that has been searched.
const tried = math.MinInt32

// best returns the index of the best kid from k0 on that is still to be tried, or -1.
func (w *walker) best(k0 int) int {
	best, score := -1, int32(tried)
	for i := k0; i < len(w.kids); i++ {
		if w.kids[i].score > score {
			best, score = i, w.kids[i].score
		}
	}
	return best
}
