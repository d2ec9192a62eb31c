package certificate

import (
	"math/bits"

	"klondike/klondike"
)

// relaxed plays as THEORY.md says under "Relaxed play": cards hardly get in one
// another's way, so what it does not raise no line puts on a foundation (lemma 12).
//
// The answer is the same for all members of a plateau, and a position that it shows
// to be lost leads only to such as it shows to be lost: all that a line does, relaxed
// play from before the line does too. So of a walk it is enough to try one member.
type relaxed struct {
	board   *board
	heights [7]int // what is left of the locked stacks

	away    cardSet // face down, or in the talon and not at hand
	tops    cardSet // the locked tops
	placed  cardSet // what lies face up on the tableau, or could
	settled cardSet // what lay unlocked there from the start, and kings turned up at a base
	loose   cardSet // what can be raised without a slot: the talon and, with worrying back, the foundations
	raised  cardSet // what can go up

	// wanted is what would be played if it were at hand: it has a home, or all lower
	// cards of its suit are raised.
	wanted cardSet

	cards [talonBits]klondike.Card // the talon in the order of the deal
	left  uint32                   // its cards that are not played, bit 0 the first
}

// lost reports whether relaxed play from a position leaves cards that are not
// raised. With an open talon all of it is at hand.
func (r *relaxed) lost(p position) bool {
	r.begin(p.key)
	if p.kind == Open {
		r.away &^= r.board.ground(p.key).talon
		r.spread()
	} else {
		r.spread()
		r.turnStock(p)
	}
	return r.raised != deck
}

// begin sets up what is where, with no card of the talon at hand.
func (r *relaxed) begin(k key) {
	b := r.board
	g := b.ground(k)
	l := b.layout(&g, k)
	r.away = deck &^ g.rest // the talon, and what is face down
	r.tops = l.tops
	r.placed = l.visible
	r.settled = l.unlocked()
	r.loose = g.talon
	if b.rules.WorryBack {
		r.loose |= b.up(k)
	}
	for i := range r.heights {
		r.heights[i] = k.locked(i)
	}
}

// spread does all that can be done with the cards at hand.
func (r *relaxed) spread() {
	for {
		r.raise()
		homes := r.homes()
		placing := r.loose & homes &^ (r.away | r.placed)
		leaving := r.tops & (homes | r.raised)
		if placing|leaving == 0 {
			r.wanted = homes | r.raised<<4 | aces
			return
		}
		r.placed |= placing
		for ; leaving != 0; leaving &= leaving - 1 {
			r.leave(leaving.lowest())
		}
	}
}

// leave takes a locked top from its stack, and turns up the card under it.
func (r *relaxed) leave(top klondike.Card) {
	column := r.board.columnOf[top]
	s := &r.board.stacks[column]
	r.tops = r.tops.without(top)
	r.heights[column]--
	switch height := r.heights[column]; {
	case height > 0:
		under := setOf(s.cards[height-1])
		r.away &^= under
		r.placed |= under
		r.tops |= under
	case s.onKing:
		king := s.hidden[1] // nothing else lies under the last of a stack
		r.away &^= king
		r.placed |= king
		r.settled |= king
	}
}

// raise finds the largest set of cards that can go up: of all that are not away, it
// takes out again and again what is buried, and the higher cards of the suit.
func (r *relaxed) raise() {
	r.raised = withAllLower(deck &^ r.away)
	for {
		buried := r.raised & r.buried()
		if buried == 0 {
			return
		}
		r.raised = withAllLower(r.raised &^ buried)
	}
}

// buried returns the placed cards, without loose ones, that never come free: of
// their class no more are placed than stay settled on it.
func (r *relaxed) buried() cardSet {
	on := toParents(r.settled &^ r.raised)
	full := either(on)&^both(r.placed) | both(on) // one settled on one, or two
	return r.placed & full &^ r.loose
}

// homes returns the cards of which the parent class has more placed than their own
// has settled for good, and the kings if there is a column for them.
func (r *relaxed) homes() cardSet {
	stay := r.settled &^ r.raised
	under := toChildren(r.placed)
	homes := either(under)&^either(stay) | both(under)&^both(stay) // one against none, or two against less
	if r.tops.count()+(stay&kings).count() < len(r.heights) {
		homes |= kings
	}
	return homes
}

// turnStock goes through the stock, in the present pass and in later ones until one
// of them changes nothing.
func (r *relaxed) turnStock(p position) {
	n := 0
	for t := p.key.talon(); t != 0; t &= t - 1 {
		r.cards[n] = r.board.talon[bits.TrailingZeros32(t)]
		n++
	}
	r.left = 1<<n - 1

	draw := r.board.rules.Draw
	for i := p.turn.offset(); ; i = min(i+draw, n) {
		r.stop(i)
		if i == n {
			break
		}
	}
	passes := p.turn.redeals()
	if p.kind == Endless {
		passes = n // each but the last plays a card
	}
	for range passes {
		before := r.left
		for i := 1; i <= n; i++ {
			// The cards that the passes before have played need not have been played: the
			// pass may stop here if the number of those before the i-th is i modulo draw,
			// or that can be left to be so.
			played := bits.OnesCount32(^before & (1<<(i-1) - 1))
			if i == n || i%draw <= played {
				r.stop(i)
			}
		}
		if r.left == before {
			return
		}
	}
}

// stop plays what it can when the first i cards of the talon have been drawn: each
// time the last of them that is left.
func (r *relaxed) stop(i int) {
	for {
		last := bits.Len32(r.left & (1<<i - 1))
		if last == 0 {
			return
		}
		c := r.cards[last-1]
		if !r.wanted.has(c) {
			return
		}
		r.left &^= 1 << (last - 1)
		r.away = r.away.without(c)
		r.spread()
	}
}

const aces cardSet = 0b1111

// withAllLower returns the cards of which all lower ones of the suit are in the set
// as well.
func withAllLower(s cardSet) cardSet {
	missing := deck &^ s
	missing |= missing << 4
	missing |= missing << 8
	missing |= missing << 16
	missing |= missing << 32
	return deck &^ missing
}

// either returns the classes with a card in the set, each as both of its cards, and
// both those with two.
func either(s cardSet) cardSet { return s | siblings(s) }
func both(s cardSet) cardSet   { return s & siblings(s) }

const (
	clubs    cardSet = 0x1111111111111
	diamonds         = clubs << 1
	hearts           = clubs << 2
	spades           = clubs << 3
)

// siblings returns the sibling of each card: clubs and spades change places, and
// diamonds and hearts.
func siblings(s cardSet) cardSet {
	return s&clubs<<3 | s&spades>>3 | s&diamonds<<1 | s&hearts>>1
}

// toParents has, for each card of the set, one of its parent class, two for two;
// toChildren one of the class that builds on it.
func toParents(s cardSet) cardSet  { return otherColour(s) << 4 & deck }
func toChildren(s cardSet) cardSet { return otherColour(s) >> 4 }

// otherColour changes clubs and diamonds, and hearts and spades.
func otherColour(s cardSet) cardSet {
	return s&(clubs|hearts)<<1 | s&(diamonds|spades)>>1
}
