package brute

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// naive answers by the most pedestrian search there is: every table printed in
// full, columns as they lie. done is false if that were too many.
func naive(t *testing.T, start *klondike.Table, r klondike.Rules) (winnable bool, most int, done bool) {
	t.Helper()
	name := func(table *klondike.Table) string {
		pass := table.Pass
		if r.Passes == 0 {
			pass = 0
		}
		return fmt.Sprint(table.Foundations, table.Columns, table.Stock, table.Waste, pass)
	}
	seen := map[string]bool{name(start): true}
	queue := []*klondike.Table{start}
	for len(queue) > 0 {
		if len(seen) > 1_000 {
			return false, 0, false
		}
		now := queue[0]
		queue = queue[1:]
		winnable = winnable || now.Won()
		most = max(most, now.FoundationCards())
		for _, m := range now.LegalMoves(r, nil) {
			next := now.Clone()
			require.NoError(t, next.Play(m, r))
			if text := name(next); !seen[text] {
				seen[text] = true
				queue = append(queue, next)
			}
		}
	}
	return winnable, most, true
}

func TestSolveAgainstNaiveSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	won, dead := 0, 0
	for range 300 {
		r := klondike.DrawK(1 + rng.IntN(3))
		r.Passes = rng.IntN(3)
		r.WorryBack = rng.IntN(3) == 0
		p := RandomPosition(rng, Options{MinCards: 5, MaxCards: 9, Talon: rng.Float64(), Knot: 0.7, Passes: r.Passes})
		p = occupy(rng, p)
		wantWinnable, wantMost, done := naive(t, p, r)
		if !done {
			continue
		}
		winnable, decided, states := Solve(p, r, 50_000)
		most, mostDecided := MostFoundation(p, r, 50_000)
		require.True(t, decided && mostDecided)
		require.Positive(t, states)
		require.Equal(t, wantWinnable, winnable, "%+v under %v", p, r)
		require.Equal(t, wantMost, most, "%+v under %v", p, r)
		require.Equal(t, winnable, most == 52)
		if winnable {
			won++
		} else {
			dead++
		}
	}
	t.Logf("%d won, %d dead", won, dead)
	require.GreaterOrEqual(t, won, 30)
	require.GreaterOrEqual(t, dead, 60)
}

// occupy drops empty columns from a position, sometimes: fewer columns are no
// game that Rules knows, but the moves do not mind, and tiny positions are seldom
// dead with columns to spare.
func occupy(rng *rand.Rand, p *klondike.Table) *klondike.Table {
	if rng.IntN(2) == 0 {
		return p
	}
	var columns []klondike.Column
	for _, col := range p.Columns {
		if len(col.Cards) > 0 {
			columns = append(columns, col)
		}
	}
	p.Columns = columns
	return p
}

func TestSolveOtherGames(t *testing.T) {
	whitehead, err := klondike.Preset("whitehead")
	require.NoError(t, err)
	kings := func(columns ...[]klondike.Card) *klondike.Table {
		table := &klondike.Table{Foundations: [8]uint8{12, 11, 12, 12}, Columns: make([]klondike.Column, 7), Pass: 1}
		for i, cards := range columns {
			table.Columns[i].Cards = cards
		}
		return table
	}
	king := func(s klondike.Suit) klondike.Card { return klondike.NewCard(klondike.King, s) }
	queen := klondike.NewCard(klondike.Queen, klondike.Diamonds)
	table := kings([]klondike.Card{queen, king(klondike.Diamonds)},
		[]klondike.Card{king(klondike.Clubs)}, []klondike.Card{king(klondike.Hearts)}, []klondike.Card{king(klondike.Spades)})
	require.NoError(t, table.Validate(whitehead))
	winnable, decided, _ := Solve(table, whitehead, 1000)
	assert.True(t, winnable && decided)
}

func TestLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	r := klondike.DrawK(1)
	stopped := 0
	for range 100 {
		p := RandomPosition(rng, Options{MinCards: 8, MaxCards: 10, Talon: 0.5, Knot: 0.7})
		winnable, decided, states := Solve(p, r, 5_000)
		if !decided {
			continue
		}
		again, decided, same := Solve(p, r, states)
		require.True(t, decided, "the limit is exact")
		require.Equal(t, winnable, again)
		require.Equal(t, states, same)
		if states == 1 {
			continue
		}
		again, decided, fewer := Solve(p, r, states-1)
		require.False(t, again || decided)
		require.Equal(t, states-1, fewer)
		most, decided := MostFoundation(p, r, 2)
		require.False(t, decided && most < 52 && states > 2)
		stopped++
	}
	require.GreaterOrEqual(t, stopped, 25)
	_, decided, states := Solve(RandomPosition(rng, Options{MinCards: 1, MaxCards: 1}), r, 0)
	assert.False(t, decided)
	assert.Zero(t, states)
}

func TestKey(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	unlimited := newKeyer(klondike.DrawK(3))
	limited := newKeyer(klondike.Rules{Draw: 3, Passes: 3, Decks: 1, Columns: 7})
	for range 200 {
		p := RandomPosition(rng, Options{MinCards: 20, MaxCards: 30, Talon: 0.4})
		for _, k := range []*keyer{unlimited, limited} {
			key := string(k.key(p))
			same := p.Clone()
			rng.Shuffle(7, func(i, j int) { same.Columns[i], same.Columns[j] = same.Columns[j], same.Columns[i] })
			require.Equal(t, key, string(k.key(same)), "the order of the columns does not count")

			for name, change := range map[string]func(*klondike.Table){
				"foundations": func(o *klondike.Table) { o.Foundations[1] = (o.Foundations[1] + 1) % 14 },
				"face down": func(o *klondike.Table) {
					for i := range o.Columns {
						if o.Columns[i].Down > 0 {
							o.Columns[i].Down--
							return
						}
					}
					o.Columns[0].Down++
				},
				"one card on": func(o *klondike.Table) {
					if len(o.Stock) == 0 {
						o.Stock, o.Waste = o.Waste, nil
						return
					}
					o.Waste = append(o.Waste, o.Stock[0])
					o.Stock = o.Stock[1:]
				},
			} {
				other := p.Clone()
				change(other)
				if !other.Equal(p) {
					require.NotEqual(t, key, string(k.key(other)), name)
				}
			}
		}
		later := p.Clone()
		later.Pass++
		now := string(unlimited.key(p))
		require.Equal(t, now, string(unlimited.key(later)), "without a limit no pass differs from another")
		now = string(limited.key(p))
		require.NotEqual(t, now, string(limited.key(later)))
	}
}

// More passes, fewer cards drawn at a time without limit, and worrying back never
// hurt.
func TestMonotonicity(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	compared, differ := 0, 0
	for range 250 {
		p := RandomPosition(rng, Options{MinCards: 8, MaxCards: 12, Talon: rng.Float64(), Knot: 0.3})
		draw := 1 + rng.IntN(3)
		chain := []klondike.Rules{
			{Draw: draw, Passes: 1, Decks: 1, Columns: 7},
			{Draw: draw, Passes: 1, WorryBack: true, Decks: 1, Columns: 7},
			{Draw: draw, Passes: 2, WorryBack: true, Decks: 1, Columns: 7},
			{Draw: draw, Passes: 3, WorryBack: true, Decks: 1, Columns: 7},
			klondike.DrawK(draw),
			klondike.DrawK(1),
		}
		before := false
		for i, r := range chain {
			winnable, decided, _ := Solve(p, r, 5_000)
			if !decided {
				before = false
				continue
			}
			require.False(t, before && !winnable, "%+v: won under %v, not under %v", p, chain[max(i-1, 0)], r)
			if winnable && !before && i > 0 {
				differ++
			}
			before = winnable
			compared++
		}
	}
	require.GreaterOrEqual(t, compared, 1000)
	require.GreaterOrEqual(t, differ, 10, "the rules must matter")
}

// Where the referee says that the game is stuck, nothing that can be reached has
// a card more on the foundations, a card less face down, or one less in stock
// and waste.
func TestStuckIsCertain(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	stuck := 0
	for range 20_000 {
		r := klondike.DrawK(1 + rng.IntN(3))
		r.Passes = rng.IntN(3)
		r.WorryBack = rng.IntN(2) == 0
		o := Mixed(rng)
		o.Passes = r.Passes
		p := RandomPosition(rng, o)
		if !p.Stuck(r) {
			continue
		}
		stuck++
		talon := len(p.Stock) + len(p.Waste)
		_, complete := explore(p, r, 20_000, func(now *klondike.Table) bool {
			require.Equal(t, p.Foundations, now.Foundations)
			require.Equal(t, p.FaceDown(), now.FaceDown())
			require.Equal(t, talon, len(now.Stock)+len(now.Waste))
			return false
		})
		require.True(t, complete)
	}
	require.GreaterOrEqual(t, stuck, 50)
	t.Logf("%d stuck positions", stuck)
}
