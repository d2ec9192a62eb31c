package search

import (
	"fmt"
	"slices"

	"klondike/solver/internal/pack"
)

// Act is one card's move as the packed model knows it: which card, and whether it
// goes to its foundation or to the tableau. Where it comes from, and which run
// moves and draws must come before it, follows from the table.
type Act struct {
	Card uint8 // bit number
	Up   bool
}

// line turns the legs of a win (last leg first) into acts, from the start to a
// table whose cards are all on the foundations, or, if end is not zero, to these
// foundations.
func line(d *pack.Deal, start pack.Start, worryBack bool, legs []leg, end pack.Mask) ([]Act, error) {
	l := liner{deal: d, p: start.Position, found: start.Found.Cards(), worryBack: worryBack}
	for _, leg := range slices.Backward(legs) {
		if leg.via != (step{}) {
			if err := l.walk(leg.from); err != nil {
				return nil, err
			}
			l.step(leg.via)
		}
		for _, p := range leg.promotions {
			if err := l.walk(p.found); err != nil {
				return nil, err
			}
			l.act(p.card, true)
		}
	}
	if end != 0 {
		err := l.walk(end)
		return l.acts, err
	}
	l.finish()
	return l.acts, nil
}

// liner follows a line on the packed position.
type liner struct {
	deal      *pack.Deal
	p         pack.Position
	found     pack.Mask
	worryBack bool
	acts      []Act
}

// act moves one card.
func (l *liner) act(c uint8, up bool) {
	b := pack.Mask(1) << c
	switch {
	case l.p.Talon&b != 0:
		l.p = l.deal.Take(l.p, b)
	case l.p.Locked&b != 0:
		l.p = l.deal.Leave(l.p, c)
	}
	if up {
		l.found |= b
	} else {
		l.found &^= b
	}
	l.acts = append(l.acts, Act{c, up})
}

// step makes a step: talon cards to their foundations, the chain from its highest
// card down, then the card itself.
func (l *liner) step(s step) {
	last := pack.Mask(0)
	if s.card != none {
		last = 1 << s.card
	}
	for up := s.used & s.found; up != 0; up &= up - 1 {
		l.act(up.First(), true)
	}
	chain := s.used&^s.found | l.found&^s.found
	for chain != 0 {
		c := chain.Last()
		l.act(c, false)
		chain &^= 1 << c
	}
	if last != 0 {
		l.act(s.card, s.up)
	}
}

// finish brings up everything that is left once all cards are within reach.
func (l *liner) finish() {
	for l.found != pack.All {
		l.act(pack.Ready(l.found).First(), true)
	}
}

// walk goes to another member of the same plateau by the fewest acts.
func (l *liner) walk(to pack.Mask) error {
	type from struct {
		found pack.Mask
		act   Act
	}
	back := map[pack.Mask]from{l.found: {}}
	for queue := []pack.Mask{l.found}; len(queue) > 0; queue = queue[1:] {
		found := queue[0]
		if found == to {
			var acts []Act
			for f := to; f != l.found; f = back[f].found {
				acts = append(acts, back[f].act)
			}
			slices.Reverse(acts)
			l.acts = append(l.acts, acts...)
			l.found = to
			return nil
		}
		visible := pack.All &^ (found | l.p.Talon | l.p.Down)
		unlocked := visible &^ l.p.Locked
		slots := pack.Slots(visible, unlocked)
		next := unlocked & slots & pack.Ready(found)
		if l.worryBack {
			homes := slots >> 4
			if l.p.Locked.Len()+(unlocked&pack.Kings).Len() < 7 {
				homes |= pack.Kings
			}
			next |= pack.Tops(found) & homes
		}
		for ; next != 0; next &= next - 1 {
			b := next & -next
			if _, met := back[found^b]; !met {
				back[found^b] = from{found, Act{b.First(), found&b == 0}}
				queue = append(queue, found^b)
			}
		}
	}
	return fmt.Errorf("search: no way within a plateau from foundations %v to %v", l.found, to)
}
