package shorten

import (
	"math/bits"

	"klondike/solver/internal/pack"
)

// game is what all layouts of a task share.
type game struct {
	deal      *pack.Deal
	draw      int
	worryBack bool
	redeals   int // as many as the line to be shortened makes
	goal      int // cards on the foundations at the end

	place  [52]uint8     // of a talon card in drawing order, from 0
	behind [52]pack.Mask // for a talon card: lower ones of its suit that are drawn before it
	buried pack.Mask     // locked cards with a lower one of their suit under them
}

func newGame(t *Task) game {
	g := game{deal: t.Deal, draw: t.Draw, worryBack: t.WorryBack, goal: t.Goal}
	lower := func(c uint8, among pack.Mask) (same pack.Mask) {
		for m := among & (1<<c - 1); m != 0; m &= m - 1 {
			if pack.SuitOf(m.First()) == pack.SuitOf(c) {
				same |= m & -m
			}
		}
		return same
	}
	before := pack.Mask(0)
	for i, c := range g.deal.Order[:g.deal.Talon] {
		g.place[c], g.behind[c] = uint8(i), lower(c, before)
		before |= 1 << c
	}
	for c := range uint8(52) {
		for under := g.deal.Under[c]; under != 0; under = g.deal.Under[under.First()] {
			if lower(c, under) != 0 {
				g.buried |= 1 << c
			}
		}
	}
	return g
}

// turnTo turns the stock until talon card c is on top of the waste, and returns how
// many moves that takes. It reports false if c does not come by in the passes left.
func (g *game) turnTo(l *layout, c uint8) (moves int, ok bool) {
	n, k, o := l.Talon.Len(), g.draw, int(l.offset)
	draws := func(cards int) int { return (cards + k - 1) / k }
	stop := bits.OnesCount32(g.deal.TalonBits(l.Key)&(1<<g.place[c]-1)) + 1
	switch {
	case stop == o:
	case stop > o && (stop == n || (stop-o)%k == 0):
		moves = draws(stop - o)
	case int(l.redeals) < g.redeals && (stop == n || stop%k == 0):
		moves = draws(n-o) + 1 + draws(stop)
		l.redeals++
	default:
		return 0, false
	}
	l.offset = uint8(stop)
	return moves, true
}

// play makes an act and returns how many moves it takes. What can be seen on the
// tableau must allow it; it reports false if the stock does not.
func (g *game) play(l *layout, a Placed) (moves int, ok bool) {
	b := pack.Mask(1) << a.Card
	switch {
	case l.Talon&b != 0:
		if moves, ok = g.turnTo(l, a.Card); !ok {
			return 0, false
		}
		l.offset--
		l.Position = g.deal.Take(l.Position, b)
	case l.found&b != 0:
		l.found &^= b
		l.height -= pack.HeightStep(a.Card)
	default:
		if a.Up {
			if rider := l.rider(a.Card); rider != 0 {
				l.second ^= rider
				moves++
			}
		}
		if l.Locked&b != 0 {
			l.Position = g.deal.Leave(l.Position, a.Card)
		}
	}
	l.second &^= b
	if a.Up {
		l.found |= b
		l.height += pack.HeightStep(a.Card)
	} else if a.On != Nowhere && a.On&1 != 0 {
		l.second |= b
	}
	return moves + 1, true
}

// settle makes the promotions that are safe (THEORY.md, lemma 3) and take no move
// but the one that the card needs anyway, and returns how many it made. It appends
// them to the list if that is not nil.
func (g *game) settle(l *layout, list *[]Placed) (moves int) {
	for l.found.Len() < g.goal {
		safe := pack.Safe(l.height, g.worryBack) & pack.Ready(l.found)
		if safe == 0 {
			break
		}
		v := l.look()
		if safe &= v.bare | g.wasteTop(l); safe == 0 {
			break
		}
		a := up(safe.First())
		if list != nil {
			*list = append(*list, a)
		}
		n, _ := g.play(l, a)
		moves += n
	}
	return moves
}

// wasteTop returns the top of the waste with draw 1. With more cards drawn at a
// time, taking it shifts the rhythm of the stock and is never safe.
func (g *game) wasteTop(l *layout) pack.Mask {
	if g.draw > 1 || l.offset == 0 {
		return 0
	}
	pile := g.deal.TalonBits(l.Key)
	for range l.offset - 1 {
		pile &= pile - 1
	}
	return 1 << g.deal.Order[bits.TrailingZeros32(pile)]
}

// estimate returns about how many moves are still needed. Each card that is not up
// needs one. For a win, the cards left in the stock must be drawn; a buried card
// must move away before it can go up; and so must a card of the waste that covers a
// lower one of its suit, unless the stock is gone through once more.
func (g *game) estimate(l *layout) int {
	moves := max(g.goal-l.found.Len(), 0)
	if g.goal < pack.FullGoal {
		return moves
	}
	moves += ((l.Locked | l.Down) & g.buried).Len()
	n, o := l.Talon.Len(), int(l.offset)
	moves += (n - o + g.draw - 1) / g.draw
	covering := 0
	pile := g.deal.TalonBits(l.Key)
	for range o {
		if g.behind[g.deal.Order[bits.TrailingZeros32(pile)]]&l.Talon != 0 {
			covering++
		}
		pile &= pile - 1
	}
	moves += min(covering, 1+(n+g.draw-1)/g.draw)
	// What is left in the waste tends to cost more than that: a quarter of a move a
	// card gave the shortest lines, of 0, 1/4, 1/2 and 1.
	return moves + o/4
}
