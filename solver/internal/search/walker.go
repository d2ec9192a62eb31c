package search

import (
	"math"

	"klondike/solver/internal/pack"
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

// walker is what the two searches share: the arenas of a depth-first search over
// plateaus. Each level cuts them back to where it found them.
type walker struct {
	explorer
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
