package certificate

import "klondike/klondike"

// steps collects the children that a member of an entry's walk must have covered
// (section 8 of THEORY.md, condition 3), all kinds of steps but the safe
// promotions, which walk knows.
type steps struct {
	board    *board
	children []position
	laid     []key // the positions after the chains that were asked for last
}

// of lists the children of the member k of the walk of p.
func (s *steps) of(p position, k key, l *layout) []position {
	s.children = s.children[:0]
	s.tableau(p, k, l)
	if p.kind == Open {
		s.releaseByChain(p, k, l)
		s.promoteByTalon(p, k, l)
		s.lowerByChain(p, k, l)
	} else {
		s.stops(p, k, l)
	}
	return s.children
}

func (s *steps) add(p position, k key) {
	p.key = k
	s.children = append(s.children, p)
}

// excused reports whether a locked top need not move: a base card while there is an
// empty column. Lemma 4 says so where it has a home. Where a chain gives it one, the
// chain either begins on a card, and the lemma holds, or with a king that takes a
// column as the base card frees one. Then all slots and empty columns are as before,
// and from the position before, with the chain still in the talon, everything can be
// done as from the one after:
//
//   - when the base card goes up, it does so from its column, which the chain then
//     takes;
//   - when a card of the chain goes up, it does so from the talon; the rest of the
//     chain below it and the base card can go where they go in the other line, and the
//     rest above it to the column that the base card leaves.
func (s *steps) excused(k key, l *layout, column int) bool {
	return l.empties > 0 && k.locked(column) == 1 && !s.board.stacks[column].onKing
}

// tableau lists R and P of locked tops and, without worrying back, P of unlocked
// cards.
func (s *steps) tableau(p position, k key, l *layout) {
	for rest := l.tops; rest != 0; rest &= rest - 1 {
		t := rest.lowest()
		column := s.board.columnOf[t]
		if l.home(t) && !s.excused(k, l, column) {
			s.add(p, k.unlock(column))
		}
	}
	for suit := range 4 {
		c, ok := next(k, suit)
		if !ok || !l.visible.has(c) || l.slots(class(c)) <= 0 {
			continue
		}
		if l.tops.has(c) {
			s.add(p, k.raise(suit, 1).unlock(s.board.columnOf[c]))
		} else if !s.board.rules.WorryBack {
			s.add(p, k.raise(suit, 1))
		}
	}
}

// releaseByChain lists step 2 of lemma 7: a chain, then R of the locked top that
// it gives a home.
func (s *steps) releaseByChain(p position, k key, l *layout) {
	for rest := l.tops &^ kings; rest != 0; rest &= rest - 1 {
		t := rest.lowest()
		column := s.board.columnOf[t]
		if l.home(t) || s.excused(k, l, column) {
			continue
		}
		for _, after := range s.chains(parents(class(t)), k, l) {
			s.add(p, after.unlock(column))
		}
	}
}

// promoteByTalon lists step 3: the missing lower cards of a suit go up from the
// talon, a chain gives the class a slot if it has none, and a visible card goes up.
func (s *steps) promoteByTalon(p position, k key, l *layout) {
	for suit := range 4 {
		after, drawn := k, false
		c, ok := next(after, suit)
		for ok && l.talon.has(c) {
			after, drawn = after.raise(suit, 1).draw(s.board.talonBit[c]), true
			c, ok = next(after, suit)
		}
		if !ok || !l.visible.has(c) {
			continue
		}
		promoted := func(k key) key {
			k = k.raise(suit, 1)
			if l.tops.has(c) {
				k = k.unlock(s.board.columnOf[c])
			}
			return k
		}
		if l.slots(class(c)) > 0 {
			if drawn {
				s.add(p, promoted(after))
			}
			continue
		}
		for _, after := range s.chains(class(c).without(c), after, l) {
			s.add(p, promoted(after))
		}
	}
}

// lowerByChain lists step 4: a chain, then S of the foundation top that it gives a
// home. That only helps to bring back the card below, and a safe one is never
// brought back: not later either, since what keeps it safe is safe itself.
func (s *steps) lowerByChain(p position, k key, l *layout) {
	if !s.board.rules.WorryBack {
		return
	}
	for suit := range 4 {
		x, ok := top(k, suit)
		if !ok || x.Rank() == klondike.Ace || x.Rank() == klondike.King || l.home(x) || s.board.safe(k, x-4) {
			continue
		}
		for _, after := range s.chains(parents(class(x)), k, l) {
			s.add(p, after.lower(suit))
		}
	}
}

// chains lists the chains of lemma 7 that end in one of the cards last, which are
// of one class: each card from the talon or a foundation top, at least one from
// the talon. A chain begins with the lowest card that has a home without it.
func (s *steps) chains(last cardSet, k key, l *layout) []key {
	s.laid = s.laid[:0]
	s.extend(last, k, l, false)
	return s.laid
}

// extend lays one of the cards below the chain that gives it a home, or first of
// all if it has one.
func (s *steps) extend(choice cardSet, k key, l *layout, drawn bool) {
	for ; choice != 0; choice &= choice - 1 {
		x := choice.lowest()
		after, drawn := k, drawn
		if l.talon.has(x) {
			after, drawn = k.draw(s.board.talonBit[x]), true
		} else if c, ok := top(k, int(x.Suit())); ok && c == x && s.board.rules.WorryBack {
			after = k.lower(int(x.Suit()))
		} else {
			continue
		}
		switch {
		case l.home(x):
			if drawn {
				s.laid = append(s.laid, after)
			}
		case x.Rank() < klondike.King:
			s.extend(parents(class(x)), after, l, drawn)
		}
	}
}

// stops lists DT and DF of each card that the turn of the stock brings to the top
// of the waste (section 6).
func (s *steps) stops(p position, k key, l *layout) {
	n := cardSet(k.talon()).count()
	draw := s.board.rules.Draw
	// In this pass the cards in the waste at a stop grow by whole draws, to the last.
	inPass := func(i, offset int) bool {
		return i == n || i >= offset && (i-offset)%draw == 0
	}
	i := 0
	for rest := k.talon(); rest != 0; rest &= rest - 1 {
		i++
		redeals := p.turn.redeals()
		switch {
		case inPass(i, p.turn.offset()):
		case inPass(i, 0) && (p.kind == Endless || redeals > 0):
			if p.kind == Limited {
				redeals--
			}
		default:
			continue
		}
		c := s.board.talon[cardSet(rest).lowest()]
		child := p
		child.turn = newTurn(i-1, redeals)
		after := k.draw(s.board.talonBit[c])
		if l.home(c) {
			s.add(child, after)
		}
		if up, ok := next(k, int(c.Suit())); ok && up == c {
			s.add(child, after.raise(int(c.Suit()), 1))
		}
	}
}
