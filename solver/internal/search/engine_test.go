package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
	"klondike/solver/internal/pack"
)

// packedDeal deals a numbered game.
func packedDeal(t *testing.T, seed uint64, r klondike.Rules) (*pack.Deal, pack.Start) {
	t.Helper()
	deal, err := seeds.Deal("klondike-solver", seed)
	require.NoError(t, err)
	table, err := klondike.NewTable(deal, r)
	require.NoError(t, err)
	d, start, err := pack.New(table, r)
	require.NoError(t, err)
	return d, start
}

// TestEachRuleOff: on real deals no rule changes a verdict, and every rule decides
// something when it is on. (The ladder does this for small positions of all kinds.)
func TestEachRuleOff(t *testing.T) {
	ctx := context.Background()
	var hits [rules]int64
	compared := 0
	for seed := range uint64(12) {
		for _, g := range []Game{{Draw: 1, WorryBack: true}, {Draw: 3, WorryBack: true}, {Draw: 3, WorryBack: false, Passes: 2}} {
			d, start := packedDeal(t, seed, klondike.Rules{Draw: g.Draw, Passes: g.Passes, WorryBack: g.WorryBack, Decks: 1, Columns: 7})
			all := NewEngine(1, 64<<20, AllRules)
			all.SetDeal(d)
			want, err := all.Decide(ctx, start, g, Limits{}, true)
			require.NoError(t, err)
			require.Equal(t, Running, want.Stop)
			for i, n := range want.Counters.Hits {
				hits[i] += n
			}
			for rule := range rules {
				e := NewEngine(1, 64<<20, AllRules&^(1<<rule))
				e.SetDeal(d)
				got, err := e.Decide(ctx, start, g, Limits{States: 20_000}, true)
				require.NoError(t, err)
				if got.Stop == Running {
					require.Equal(t, want.Won, got.Won, "seed %d, %+v, without %s", seed, g, RuleNames[rule])
					compared++
				}
			}
		}
	}
	t.Logf("%d verdicts compared", compared)
	require.Greater(t, compared, 150)
	for i, n := range hits {
		require.Positive(t, n, RuleNames[i])
	}
}

// TestRelaxedPlayAtTheRoot: deals that relaxed play shows to be lost before a single
// state is expanded are lost without it, too.
func TestRelaxedPlayAtTheRoot(t *testing.T) {
	ctx := context.Background()
	lost, agree := 0, 0
	for seed := range uint64(40) {
		for _, g := range []Game{{Draw: 1, WorryBack: true}, {Draw: 1, WorryBack: true, Passes: 1}, {Draw: 3, WorryBack: true}, {Draw: 3, WorryBack: true, Passes: 2}, {Draw: 2, Passes: 1}} {
			d, start := packedDeal(t, seed, klondike.Rules{Draw: g.Draw, Passes: g.Passes, WorryBack: g.WorryBack, Decks: 1, Columns: 7})
			e := NewEngine(1, 64<<20, AllRules)
			e.SetDeal(d)
			a, err := e.Decide(ctx, start, g, Limits{}, false)
			require.NoError(t, err)
			if a.Counters.States() > 0 {
				continue
			}
			require.False(t, a.Won)
			lost++
			e = NewEngine(1, 64<<20, AllRules&^RelaxedPlay)
			e.SetDeal(d)
			slow, err := e.Decide(ctx, start, g, Limits{States: 50_000}, false)
			require.NoError(t, err)
			if slow.Stop == Running {
				require.False(t, slow.Won, "seed %d, %+v", seed, g)
				agree++
			}
		}
	}
	t.Logf("%d lost at the root, %d of them decided without relaxed play", lost, agree)
	require.Greater(t, agree, 40)
}

// TestAttemptsKeepWhatTheyProve: however small the quota, the answer is the same, and
// the many attempts expand few plateaus more.
func TestAttemptsKeepWhatTheyProve(t *testing.T) {
	g := Game{Draw: 3, WorryBack: true}
	for _, seed := range []uint64{0, 3, 8, 22} {
		d, start := packedDeal(t, seed, klondike.DrawK(3))
		var states []int64
		for _, quota := range []int64{1, 50, 1 << 40} {
			e := NewEngine(1, 64<<20, AllRules)
			e.SetQuota(quota)
			e.SetDeal(d)
			a, err := e.Decide(context.Background(), start, g, Limits{}, false)
			require.NoError(t, err)
			require.Equal(t, seed == 3, a.Won, "seed %d", seed)
			states = append(states, a.Counters.States())
		}
		t.Logf("seed %d: states %v with quotas of 1, of 50, and without", seed, states)
	}
}

// TestLinesFollowLegs: the acts of a win, played on the packed position, end with
// every card on its foundation, for both searches.
func TestLinesFollowLegs(t *testing.T) {
	for _, g := range []Game{{Draw: 1, WorryBack: true}, {Draw: 3, WorryBack: true}} {
		for seed := range uint64(20) {
			d, start := packedDeal(t, seed, klondike.DrawK(g.Draw))
			e := NewEngine(1, 64<<20, AllRules)
			e.SetDeal(d)
			a, err := e.Decide(context.Background(), start, g, Limits{}, true)
			require.NoError(t, err)
			if !a.Won {
				require.Empty(t, a.Acts)
				continue
			}
			l := liner{deal: d, p: start.Position, found: start.Found.Cards(), worryBack: true}
			for _, act := range a.Acts {
				l.act(act.Card, act.Up)
			}
			require.Equal(t, pack.All, l.found)
			require.Zero(t, l.p.Talon)
			require.Zero(t, l.p.Down)
		}
	}
}
