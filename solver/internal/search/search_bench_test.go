package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
	"klondike/solver/internal/brute"
	"klondike/solver/internal/pack"
)

// Walking the plateaus of late positions, as in the middle of a search: those of 8
// members and more.
func BenchmarkExplore(b *testing.B) {
	type opening struct {
		pack.Start
		deal *pack.Deal
	}
	rng := rand.New(rand.NewPCG(1, 1))
	e := explorer{worryBack: true, on: AllRules}
	explore := func(o *opening) int {
		e.deal, e.members = o.deal, e.members[:0]
		e.newGroup()
		e.explore(&o.Position, 0, o.Found.Cards(), o.Found)
		return len(e.members)
	}
	var openings []opening
	for len(openings) < 64 {
		d, s, err := pack.New(brute.RandomPosition(rng, brute.Mixed(rng)), klondike.DrawK(1))
		require.NoError(b, err)
		if o := (opening{s, d}); explore(&o) >= 8 {
			openings = append(openings, o)
		}
	}
	members := 0
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		members += explore(&openings[i%64])
	}
	b.ReportMetric(float64(members)/float64(b.N), "members/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(members), "ns/member")
}

// Whole searches by an engine that has run before. Nothing is allocated for a
// state, only for a deal.
func BenchmarkDecide(b *testing.B) {
	for _, bench := range []struct {
		name string
		seed uint64
		game Game
	}{
		{"open", 810, Game{Draw: 1, WorryBack: true}},
		{"closed", 731, Game{Draw: 3, WorryBack: true}},
		{"passes", 2, Game{Draw: 3, WorryBack: true, Passes: 3}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			e := NewEngine(1, 1<<30, AllRules)
			states := int64(0)
			b.ReportAllocs()
			for b.Loop() {
				d, s := packed(b, bench.seed)
				if bench.game.Passes > 0 {
					s.Redeals = bench.game.Passes - 1
				}
				e.SetDeal(d)
				a, err := e.Decide(context.Background(), s, bench.game, Limits{}, false)
				if err != nil {
					b.Fatal(err)
				}
				states += a.Counters.States()
			}
			b.ReportMetric(float64(states)/float64(b.N), "states/op")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(states), "ns/state")
		})
	}
}

func packed(b *testing.B, seed uint64) (*pack.Deal, pack.Start) {
	b.Helper()
	deal, err := seeds.Deal("klondike-solver", seed)
	require.NoError(b, err)
	t, err := klondike.NewTable(deal, klondike.DrawK(1))
	require.NoError(b, err)
	d, s, err := pack.New(t, klondike.DrawK(1))
	require.NoError(b, err)
	return d, s
}
