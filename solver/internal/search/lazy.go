package search

import "klondike/solver/internal/pack"

// lazy adds the talon steps of member i under the rule LazyTalon: a talon card is
// played, and a foundation card brought back with its help, only when something
// uses it at once. THEORY.md, "Lazy talon", has the proof; the uses are
//
//   - a locked top moves onto a card that the chain placed,
//   - a card goes up because its missing lower cards went up from the talon, or
//     because its child found a place on a sibling that the chain placed,
//   - a foundation top comes back onto the chain, to uncover the card below it.
func (o *Open) lazy(p *plateau, i int32) {
	m := o.members[i]
	o.Counters.Hits[ruleLazyTalon] += int64((p.Talon & (m.ready | m.homes)).Len())
	visible := pack.All &^ (m.found | p.Talon | p.Down)
	safe, back := pack.Mask(0), pack.Mask(0)
	if o.worryBack {
		back = pack.Tops(m.found)
		if o.on&SafePromotions != 0 {
			safe = pack.Safe(m.height, true)
			back &^= safe
		}
	}
	b := builder{o, m.homes, p.Talon, p.Talon | back}
	onTo := pack.Pair(b.helpers) >> 4 // cards that could lie on a helper

	// 1. Locked tops without a home.
	tops := p.Locked &^ m.homes & onTo
	if m.homes&pack.Kings != 0 && o.on&BaseStays != 0 {
		tops &^= o.deal.Base
	}
	for ; tops != 0; tops &= tops - 1 {
		b.chains(pack.Pair(tops&-tops)<<4, step{i, tops.First(), false, 0, m.found, m.height})
	}
	// 2. Foundation tops without a home that cover another card worth having.
	for under := back &^ m.homes & pack.NextInSuit(m.found&^safe) & onTo; under != 0; under &= under - 1 {
		c := under.First()
		b.chains(pack.Pair(under&-under)<<4, step{i, none, false, 0, m.found &^ (1 << c), m.height - pack.HeightStep(c)})
	}
	// 3. Cards whose missing lower cards are all in the talon.
	for r := m.ready; r != 0; r &= r - 1 {
		x := r & -r
		s := step{i, 0, true, 0, m.found, m.height}
		for x&p.Talon != 0 {
			s.used |= x
			s.found |= x
			s.height += pack.HeightStep(x.First())
			x = pack.NextInSuit(x) & pack.All
		}
		if x&visible == 0 {
			continue
		}
		s.card = x.First()
		s.found |= x
		s.height += pack.HeightStep(s.card)
		if x&m.slots == 0 {
			b.chains(pack.Pair(x)&^x, s)
		} else if s.used != 0 {
			o.steps = append(o.steps, s)
		}
	}
}

// builder finds the chains of cards that can be built on a member.
type builder struct {
	o       *Open
	homes   pack.Mask // where a chain can begin
	talon   pack.Mask
	helpers pack.Mask // cards that can take part: talon and foundation tops
}

// chains appends the step for every chain that ends in one of the targets, at
// least one of its cards from the talon. It descends from the target upwards: a
// card without a home needs one of its parent class placed first.
func (b *builder) chains(targets pack.Mask, s step) {
	for q := targets & b.helpers; q != 0; q &= q - 1 {
		x := q & -q
		t := s
		if x&b.talon != 0 {
			t.used |= x
		} else {
			t.found &^= x
			t.height -= pack.HeightStep(x.First())
		}
		if x&b.homes != 0 {
			if t.used != 0 {
				b.o.steps = append(b.o.steps, t)
			}
		} else if x&pack.Kings == 0 {
			b.chains(pack.Pair(x)<<4, t)
		}
	}
}

// eager adds every talon step of member i, without the rule LazyTalon.
func (o *Open) eager(p *plateau, i int32) {
	m := &o.members[i]
	for t := p.Talon & m.ready; t != 0; t &= t - 1 {
		x := t & -t
		o.steps = append(o.steps, step{i, none, true, x, m.found | x, m.height + pack.HeightStep(t.First())})
	}
	for t := p.Talon & m.homes; t != 0; t &= t - 1 {
		o.steps = append(o.steps, step{i, none, false, t & -t, m.found, m.height})
	}
}
