package search

import (
	"math/bits"

	"klondike/solver/internal/pack"
)

// relaxed is a play of the game in which cards get in one another's way less than
// they do: what has been turned up, played or put up stays at hand for good, and a
// card that finds a place takes it from no other. Whatever a line of play can
// reach is in its sets once they have stopped growing. THEORY.md, "Relaxed play",
// has the proof.
type relaxed struct {
	deal *pack.Deal
	goal int // cards on the foundations that count as a win

	hidden  pack.Mask // cards that nothing has turned up
	tops    pack.Mask // locked tops that have not left
	placed  pack.Mask // cards that may lie on the tableau
	settled pack.Mask // of these, the unlocked ones that lay there from the start, and kings at a base
	talon   pack.Mask // the talon to begin with
	waiting pack.Mask // of it, the cards that have not come to hand
	found   pack.Mask // foundation cards that may come back

	// What follows from these sets.
	homes  pack.Mask // cards whose parent class may have a slot
	raised pack.Mask // cards that may be on the foundations
}

// begin starts from a position, with every talon card at hand.
func (r *relaxed) begin(e *explorer, p *pack.Position, found pack.Mask, goal int) {
	r.deal, r.goal = e.deal, goal
	r.hidden, r.tops, r.talon, r.waiting = p.Down, p.Locked, p.Talon, 0
	r.placed = pack.All &^ (found | p.Talon | p.Down)
	r.settled = r.placed &^ p.Locked
	r.found = 0
	if e.worryBack {
		r.found = found
	}
}

// reached reports that the goal may be within reach.
func (r *relaxed) reached() bool { return r.raised.Len() >= r.goal }

// settle lets the sets grow as far as the cards at hand allow.
func (r *relaxed) settle() {
	free := r.talon | r.found // cards that need not lie on the tableau
	for {
		// 1. What can be up: nothing above a card that is out of reach, or that lies on
		// the tableau under a card that cannot leave it.
		gone := r.hidden | r.waiting
		raised := pack.Raised(gone)
		slots := pack.Slots(r.placed, r.settled&^raised)
		for {
			buried := r.placed &^ free &^ slots & raised
			if buried == 0 {
				break
			}
			gone |= buried
			raised = pack.Raised(gone)
			slots = pack.Slots(r.placed, r.settled&^raised)
		}
		// 2. Where there is a home.
		homes := slots >> 4
		if r.tops.Len()+(r.settled&^raised&pack.Kings).Len() < 7 {
			homes |= pack.Kings
		}
		r.raised, r.homes = raised, homes
		// 3. What comes to the tableau, and which locked tops leave.
		come := free &^ r.waiting & homes &^ r.placed
		leave := r.tops & (homes | raised)
		if come|leave == 0 {
			return
		}
		r.tops &^= leave
		under := pack.Mask(0)
		for ; leave != 0; leave &= leave - 1 {
			under |= r.deal.Under[leave.First()]
		}
		r.hidden &^= under
		r.placed |= come | under
		r.tops |= under &^ r.deal.Resting
		r.settled |= under & r.deal.Resting
	}
}

// wanted returns the cards that could be played if they were at hand.
func (r *relaxed) wanted() pack.Mask { return r.homes | r.raised | pack.Ready(r.raised) }

// stuck reports that relaxed play with an open talon does not reach the goal.
func (o *Open) stuck(p *pack.Position, found pack.Mask) bool {
	if o.on&RelaxedPlay == 0 {
		return false
	}
	r := &o.relaxed
	r.begin(&o.explorer, p, found, o.goal)
	r.settle()
	return !r.reached()
}

// stuck reports that relaxed play with the talon as it is does not reach the goal.
func (s *Closed) stuck(p *pack.Position, t turn, found pack.Mask) bool {
	if s.on&RelaxedPlay == 0 {
		return false
	}
	r := &s.relaxed
	r.begin(&s.explorer, p, found, s.goal)
	var order [pack.MaxTalon]pack.Mask
	cards := order[:0] // of the talon, in drawing order
	for b := s.deal.TalonBits(p.Key); b != 0; b &= b - 1 {
		cards = append(cards, 1<<s.deal.Order[bits.TrailingZeros32(b)])
	}
	if s.endless {
		r.passes(cards, s.draw, s.onward[t.offset], s.pure)
		return !r.reached()
	}
	r.waiting = r.talon
	r.settle()
	played := r.pass(cards, 0, s.onward[t.offset], 0) // bit i-1 for card i
	for redeals := t.redeals; redeals > 0 && !r.reached(); redeals-- {
		was := played
		if played = r.pass(cards, played, s.pure, played); played == was {
			break
		}
	}
	return !r.reached()
}

// pass turns the stock over once, playing the top of the waste wherever it has a
// place to go. It stops at the given offsets, counted in the cards that the pass
// began with: any of those in gone may have been missing by then. It returns the
// cards played in this pass and before.
func (r *relaxed) pass(cards []pack.Mask, played, stops, gone uint32) uint32 {
	n := len(cards)
	settled := true
	for i := 1; i <= n; i++ {
		before := bits.OnesCount32(gone & (1<<(i-1) - 1))
		if i < n && stops&(2<<i-1<<(i-before)) == 0 {
			continue
		}
		for {
			waste := (1<<i - 1) &^ played
			top := bits.Len32(waste) - 1
			if top < 0 {
				break
			}
			if cards[top]&r.wanted() == 0 {
				if settled {
					break
				}
				r.settle() // what was played may have made a place for it
				settled = true
				continue
			}
			played |= 1 << top
			r.waiting ^= cards[top]
			settled = false
		}
	}
	if !settled {
		r.settle()
	}
	return played
}

// passes turns the stock over until that is of no more use, stopping at the offsets
// of now, and of fresh when a new pass begins. A card may as well be played in a later
// pass, so their order is left out, which is quicker to work out. (It matters a little
// that the present pass is the first: the bound is two in a hundred states better
// with it, and a fifth more costly.)
func (r *relaxed) passes(cards []pack.Mask, draw int, now, fresh uint32) {
	n := len(cards)
	var at [52]uint8
	for i, c := range cards {
		at[c.First()] = uint8(i)
	}
	played, gone := uint32(0), pack.Mask(0) // the same cards
	for {
		r.waiting = 0
		for i, before := 1, 0; i <= n; i++ {
			if played>>(i-1)&1 != 0 {
				if before++; before == draw-1 {
					break // behind so many played cards every rhythm is possible
				}
				continue
			}
			// At hand if a pass stops there or later, all cards in between played; a
			// fresh pass, when some cards before i are gone.
			run := bits.TrailingZeros32(^(played >> i))
			upTo := uint32(2) << (i + run)
			if i+run < n && now&(upTo-1<<i) == 0 && fresh&(upTo-1<<(i-before)) == 0 {
				r.waiting |= cards[i-1]
			}
		}
		r.settle()
		if r.reached() {
			return
		}
		more := r.talon &^ r.waiting &^ gone & r.wanted()
		if more == 0 {
			return
		}
		gone |= more
		for ; more != 0; more &= more - 1 {
			played |= 1 << at[more.First()]
		}
	}
}
