package pack_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
	"klondike/solver/internal/pack"
)

// state is a packed position with everything that a move can change.
type state struct {
	key    pack.Key
	offset int
}

func packed(t *testing.T, d *pack.Deal, table *klondike.Table, r klondike.Rules) (pack.Start, state) {
	t.Helper()
	s, ok := d.Start(table, r)
	require.True(t, ok, "%+v", table)
	return s, state{s.With(s.Found), s.Offset}
}

// packedMoves returns all positions one act away: R, P, S, and DT and DF of the top
// of the waste, as THEORY.md lists them.
func packedMoves(d *pack.Deal, s pack.Start, worryBack bool) map[state]string {
	next := map[state]string{}
	found := s.Found.Cards()
	visible := pack.All &^ (found | s.Talon | s.Down)
	unlocked := visible &^ s.Locked
	slots := pack.Slots(visible, unlocked)
	homes := slots >> 4
	if s.Locked.Len()+(unlocked&pack.Kings).Len() < 7 {
		homes |= pack.Kings
	}
	add := func(name string, c uint8, p pack.Position, h pack.Heights, offset int) {
		next[state{p.With(h), offset}] = name + " " + pack.CardAt(c).String()
	}
	each := func(m pack.Mask, f func(c uint8)) {
		for ; m != 0; m &= m - 1 {
			f(m.First())
		}
	}
	each(s.Locked&homes, func(c uint8) { add("R", c, d.Leave(s.Position, c), s.Found, s.Offset) })
	each(visible&slots&pack.Ready(found), func(c uint8) {
		p := s.Position
		if s.Locked>>c&1 != 0 {
			p = d.Leave(p, c)
		}
		add("P", c, p, s.Found+pack.HeightStep(c), s.Offset)
	})
	if worryBack {
		each(pack.Tops(found)&homes, func(c uint8) { add("S", c, s.Position, s.Found-pack.HeightStep(c), s.Offset) })
	}
	if s.Offset > 0 {
		bits := d.TalonBits(s.Key)
		for range s.Offset - 1 {
			bits &= bits - 1
		}
		c := d.Order[pack.Mask(bits).First()]
		p := d.Take(s.Position, 1<<c)
		if homes>>c&1 != 0 {
			add("DT", c, p, s.Found, s.Offset-1)
		}
		if pack.Ready(found)>>c&1 != 0 {
			add("DF", c, p, s.Found+pack.HeightStep(c), s.Offset-1)
		}
	}
	return next
}

// refereeMoves returns all positions one legal move away from any table that
// differs from the given one only in how unlocked runs lie, turns of the stock left out.
func refereeMoves(t *testing.T, d *pack.Deal, table *klondike.Table, r klondike.Rules) map[state]string {
	_, here := packed(t, d, table, r)
	next := map[state]string{}
	met := map[string]bool{fmt.Sprint(table.Columns): true}
	for queue := []*klondike.Table{table}; len(queue) > 0; queue = queue[1:] {
		for _, m := range queue[0].LegalMoves(r, nil) {
			if m.StockMove() {
				continue
			}
			after := queue[0].Clone()
			require.NoError(t, after.Play(m, r))
			_, s := packed(t, d, after, r)
			if s != here {
				next[s] = m.String()
			} else if k := fmt.Sprint(after.Columns); !met[k] && len(met) < 2000 {
				met[k] = true
				queue = append(queue, after)
			}
		}
	}
	return next
}

// TestCommutingSquare plays random games with the referee and checks at every
// step that the packed position has the same moves, with the same outcome.
func TestCommutingSquare(t *testing.T) {
	deals, steps := 1000, 0
	if testing.Short() {
		deals = 100
	}
	for n := range deals {
		rng := rand.New(rand.NewPCG(uint64(n), 7))
		deal, err := seeds.Deal("native", uint64(n))
		require.NoError(t, err)
		r := klondike.DrawK(1 + n%4)
		r.WorryBack = n%3 > 0
		table, err := klondike.NewTable(deal, r)
		require.NoError(t, err)
		d, _, err := pack.New(table, r)
		require.NoError(t, err)
		for range 150 {
			s, _ := packed(t, d, table, r)
			if !table.Won() && rng.IntN(4) == 0 {
				got, want := packedMoves(d, s, r.WorryBack), refereeMoves(t, d, table, r)
				require.ElementsMatch(t, keys(want), keys(got), "deal %d: referee %v, packed %v\n%+v", n, want, got, table)
				steps++
			}
			moves := table.LegalMoves(r, nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			for range 3 { // rather go on than shuffle
				if m.Kind == klondike.FoundationToTableau || m.StockMove() {
					m = moves[rng.IntN(len(moves))]
				}
			}
			require.NoError(t, table.Play(m, r))
		}
	}
	require.Greater(t, steps, 10*deals)
}

func keys(m map[state]string) []state {
	list := make([]state, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	return list
}

// TestCardBits checks the layout that the masks rely on.
func TestCardBits(t *testing.T) {
	for c := range klondike.Card(52) {
		b := pack.Bit(c)
		require.Equal(t, c, pack.CardAt(b))
		m := pack.Mask(1) << b
		for o := range klondike.Card(52) {
			sameClass := c.Rank() == o.Rank() && c.Red() == o.Red()
			require.Equal(t, sameClass, pack.Pair(m)>>pack.Bit(o)&1 == 1)
			buildsOn := c.Rank() == o.Rank()+1 && c.Red() != o.Red()
			require.Equal(t, buildsOn, pack.Pair(m)>>4>>pack.Bit(o)&1 == 1)
		}
		if c.Rank() < klondike.King {
			require.Equal(t, pack.Mask(1)<<pack.Bit(c+4), pack.NextInSuit(m))
		}
	}
}

// TestHeights checks that heights and masks say the same.
func TestHeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10000 {
		var h pack.Heights
		var found pack.Mask
		for s := range klondike.Suit(4) {
			n := rng.IntN(14)
			for rank := range n {
				b := pack.Bit(klondike.NewCard(klondike.Rank(rank+1), s))
				h += pack.HeightStep(b)
				found |= 1 << b
			}
		}
		require.Equal(t, found, h.Cards())
		require.Equal(t, h, pack.HeightsOf(found))
		for s := range klondike.Suit(4) {
			n := found & suit(s)
			if n != suit(s) {
				require.Equal(t, pack.Mask(1)<<pack.Bit(klondike.NewCard(klondike.Rank(n.Len()+1), s)), pack.Ready(found)&suit(s))
			}
			if n != 0 {
				require.Equal(t, pack.Mask(1)<<pack.Bit(klondike.NewCard(klondike.Rank(n.Len()), s)), pack.Tops(found)&suit(s))
			}
		}
	}
}

func suit(s klondike.Suit) (m pack.Mask) {
	for r := klondike.Ace; r <= klondike.King; r++ {
		m |= 1 << pack.Bit(klondike.NewCard(r, s))
	}
	return m
}

// TestSafe checks the bounds of lemma 3 from its words.
func TestSafe(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for range 5000 {
		height := [4]int{rng.IntN(14), rng.IntN(14), rng.IntN(14), rng.IntN(14)} // by klondike.Suit
		var h pack.Heights
		for s, n := range height {
			h += pack.Heights(n) * pack.HeightStep(pack.Bit(klondike.NewCard(1, klondike.Suit(s))))
		}
		for c := range klondike.Card(52) {
			r := int(c.Rank())
			var others []int
			sibling := 0
			for s := range klondike.Suit(4) {
				switch {
				case s.Red() != c.Red():
					others = append(others, height[s])
				case s != c.Suit():
					sibling = height[s]
				}
			}
			other := min(others[0], others[1])
			safe := other >= r-2 && sibling >= r-3
			require.Equal(t, safe, pack.Safe(h, true)>>pack.Bit(c)&1 == 1, "%v %v", c, height)
			require.Equal(t, safe || other >= r-1, pack.Safe(h, false)>>pack.Bit(c)&1 == 1, "%v %v", c, height)
		}
	}
}

// TestReach checks the bound of the most cards against its words.
func TestReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 5000 {
		hidden := pack.Mask(rng.Uint64()&rng.Uint64()&rng.Uint64()) & pack.All
		want := 0
		for s := range klondike.Suit(4) {
			for r := klondike.Ace; r <= klondike.King && hidden>>pack.Bit(klondike.NewCard(r, s))&1 == 0; r++ {
				want++
			}
		}
		require.Equal(t, want, pack.Reach(hidden))
	}
}
