package certificate

import "klondike/klondike"

// walk goes through the members of a position's plateau, as section 8 of
// THEORY.md lays down.
type walk struct {
	board   *board
	ground  ground
	pending []key
	seen    [1 << foundBits]uint32 // by foundations: the number of the walk that came there last
	number  uint32

	// Walks from first on are in plateaus of the same locked stacks, talon and turn,
	// and met tells that the current one has come to a member of an earlier one.
	first uint32
	met   bool
}

// begin starts the walk of a position. If it goes on, the position differs from
// those of the walks before in its foundations only.
func (w *walk) begin(k key, goesOn bool) {
	if w.number++; w.number == 0 { // once in four billion walks
		clear(w.seen[:])
		w.number, goesOn = 1, false
	}
	if !goesOn {
		w.first = w.number
		w.ground = w.board.ground(k)
	}
	w.met = false
	w.pending = w.pending[:0]
	w.enter(k)
}

// enter promotes what is safe in a position and adds it to the walk.
func (w *walk) enter(k key) {
	k = w.settle(k)
	switch at := &w.seen[k.foundations()]; {
	case *at == w.number:
	case *at >= w.first:
		w.met = true
	default:
		*at = w.number
		w.pending = append(w.pending, k)
	}
}

// settle promotes all unlocked cards that are safe to promote.
func (w *walk) settle(k key) key {
	l := w.board.layout(&w.ground, k)
	for again := true; again; {
		again = false
		for suit := range 4 {
			c, ok := next(k, suit)
			if ok && l.unlocked().has(c) && w.board.safe(k, c) && l.slots(class(c)) > 0 {
				k = k.raise(suit, 1)
				l.visible = l.visible.without(c)
				if c.Rank() == klondike.King {
					l.empties++
				}
				again = true
			}
		}
	}
	return k
}

// next returns the card that a foundation takes next, or false when it is
// complete.
func next(k key, suit int) (klondike.Card, bool) {
	height := k.found(suit)
	return klondike.Card(4*height + suit), height < int(klondike.King)
}

// top returns the top card of a foundation, or false when it is empty.
func top(k key, suit int) (klondike.Card, bool) {
	height := k.found(suit)
	return klondike.Card(4*(height-1) + suit), height > 0
}

// others returns the suits of the other colour and the sibling's, by suit.
var others = [4]struct{ a, b, sibling int }{
	klondike.Clubs:    {1, 2, 3},
	klondike.Diamonds: {0, 3, 2},
	klondike.Hearts:   {0, 3, 1},
	klondike.Spades:   {1, 2, 0},
}

// safe reports whether lemma 3 allows to promote a card at once when it is next
// on its foundation and free to go. Its own suit does not matter, so the answer is
// the same before and after.
func (b *board) safe(k key, c klondike.Card) bool {
	rank, o := int(c.Rank()), others[c.Suit()]
	least := min(k.found(o.a), k.found(o.b))
	return least >= rank-2 && k.found(o.sibling) >= rank-3 ||
		!b.rules.WorryBack && least >= rank-1
}

// next returns another member and where its cards are, or false when there is
// none left. Cards go back before others go up, since the search enters the
// member with the lowest foundations.
func (w *walk) next() (key, layout, bool) {
	last := len(w.pending) - 1
	if last < 0 {
		return 0, layout{}, false
	}
	k := w.pending[last]
	w.pending = w.pending[:last]
	l := w.board.layout(&w.ground, k)
	if !w.board.rules.WorryBack {
		return k, l, true
	}
	for suit := range 4 {
		if c, ok := next(k, suit); ok && l.unlocked().has(c) && l.slots(class(c)) > 0 {
			w.enter(k.raise(suit, 1))
		}
	}
	for suit := range 4 {
		if c, ok := top(k, suit); ok && !w.board.safe(k, c) && l.home(c) {
			w.enter(k.lower(suit))
		}
	}
	return k, l, true
}

// forced returns the child of a member of p's walk by a safe promotion that turns
// up a card or takes a talon card: any with an open talon, else the top of the waste
// with draw 1, or the last of all. The zero position, to which no promotion leads, says
// that there is none. Where there are several, each leads to where the others lead, so
// one is enough.
func (b *board) forced(p position, k key, l *layout) position {
	for suit := range 4 {
		c, ok := next(k, suit)
		if !ok || !b.safe(k, c) {
			continue
		}
		p.key = k.raise(suit, 1)
		switch {
		case l.tops.has(c):
			if l.slots(class(c)) > 0 {
				p.key = p.key.unlock(b.columnOf[c])
				return p
			}
		case !l.talon.has(c):
		case p.kind == Open:
			p.key = p.key.draw(b.talonBit[c])
			return p
		case b.rules.Draw == 1 && p.turn.offset() > 0 && b.talonCard(k, p.turn.offset()) == c:
			p.key = p.key.draw(b.talonBit[c])
			p.turn--
			return p
		case b.lastAtHand(p, k, c):
			p.key = p.key.draw(b.talonBit[c])
			p.turn = newTurn(min(p.turn.offset(), k.talonCards()-1), p.turn.redeals())
			return p
		}
	}
	return position{}
}

// lastAtHand reports whether a talon card of k is the last, and play can go on to it
// with nothing lost by it: the waste holds the whole talon, or with unlimited passes
// the turn is as good as if it did (lemma 9). The card then goes up from wherever it
// is, and the turn is as good after it.
func (b *board) lastAtHand(p position, k key, c klondike.Card) bool {
	n := k.talonCards()
	if b.talonCard(k, n) != c {
		return false
	}
	return p.turn.offset() == n || p.kind == Endless && p.turn.offset()%b.rules.Draw == 0
}
