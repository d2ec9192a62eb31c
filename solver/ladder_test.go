package solver

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/solver/internal/brute"
	"klondike/solver/internal/search"
)

// ladder compares the engine with exhaustive search on random late positions:
// explicit tables, the referee's legal moves, draws and redeals one at a time.
type ladder struct {
	positions   int   // how many verdicts to compare
	draws       []int // draw counts
	passes      []int // pass limits, 0 = unlimited
	maxStates   int   // positions that exhaustive search may meet before the case is skipped
	talonHeavy  bool  // nearly all cards in stock and waste
	minDead     int
	minHeavy    int  // of them with 12 or more talon cards
	randomRules bool // every case with a random set of pruning rules
}

func (l ladder) run(t *testing.T, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	ctx := context.Background()
	compared, dead, skipped, heavy := 0, 0, 0, 0
	for compared < l.positions {
		options := brute.Mixed(rng)
		passes := l.passes[rng.IntN(len(l.passes))]
		options.Passes = passes
		if l.talonHeavy && rng.IntN(2) == 0 {
			options.Talon = 0.8 + 0.2*rng.Float64()
			options.MinCards, options.MaxCards = 14, 26
			options.Knot = 0.5
		}
		position := brute.RandomPosition(rng, options)
		rules := klondike.DrawK(l.draws[rng.IntN(len(l.draws))])
		rules.WorryBack = rng.IntN(2) == 0
		rules.Passes = passes
		want, decided, _ := brute.Solve(position, rules, l.maxStates)
		if !decided {
			skipped++
			continue
		}
		on := search.AllRules
		if l.randomRules {
			switch rng.IntN(3) {
			case 0:
			case 1: // one rule off
				on &^= 1 << rng.IntN(len(search.RuleNames))
			case 2:
				on &= search.Rule(rng.Uint32())
			}
		}
		s := newSolver(Limits{Threads: 1 + compared%2, States: 100_000}, on)
		if rng.IntN(2) == 0 { // many attempts, each stopped in its tracks but the last
			s.engine.SetQuota(1 + rng.Int64N(8))
		}
		got, err := s.Solve(ctx, position, rules)
		require.NoError(t, err, "%v\n%+v", rules, position)
		if got.Verdict == Undecided { // too large, mostly for want of rules
			skipped++
			continue
		}
		require.Equal(t, want, got.Verdict == Winnable, "rules on %b, %v\n%+v", on, rules, position)
		if compared++; compared%20_000 == 0 {
			t.Logf("%d verdicts agree so far", compared)
		}
		if !want {
			dead++
		}
		if len(position.Stock)+len(position.Waste) >= 12 {
			heavy++
		}
	}
	t.Logf("%d verdicts agree, %d of them dead, %d with 12 or more talon cards; %d positions were too large for one of the two",
		compared, dead, heavy, skipped)
	require.GreaterOrEqual(t, dead, l.minDead)
	require.GreaterOrEqual(t, heavy, l.minHeavy)
}

// rungs returns how many positions to compare and how large they may be: in the
// quick tier a few thousand, with make deep hundreds of thousands.
func rungs(quick, long int) (positions, maxStates int) {
	switch {
	case deep():
		return long, 1500
	case testing.Short():
		return quick / 10, 1000
	}
	return quick, 1000
}

func TestLadder(t *testing.T) {
	n, size := rungs(2500, 200_000)
	t.Run("unlimited passes", func(t *testing.T) {
		t.Parallel()
		ladder{positions: n, draws: []int{1, 2, 3, 5}, passes: []int{0}, maxStates: size, minDead: n / 10, randomRules: true}.run(t, 1)
	})
	t.Run("pass limits", func(t *testing.T) {
		t.Parallel()
		ladder{positions: n, draws: []int{1, 2, 3}, passes: []int{1, 2, 3, 5}, maxStates: size, talonHeavy: true, minDead: n / 10, minHeavy: n / 3, randomRules: true}.run(t, 2)
	})
}

// TestMostCardsLadder compares the most cards on the foundations with exhaustive search.
func TestMostCardsLadder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	ctx := context.Background()
	compared, dead := 0, 0
	n, size := rungs(500, 10_000)
	for compared < n {
		options := brute.Mixed(rng)
		options.Knot = 0.7
		options.Passes = rng.IntN(4)
		position := brute.RandomPosition(rng, options)
		rules := klondike.DrawK(1 + rng.IntN(3))
		rules.WorryBack = rng.IntN(2) == 0
		rules.Passes = options.Passes
		want, decided := brute.MostFoundation(position, rules, size)
		if !decided {
			continue
		}
		got, err := New(Limits{}).MostCards(ctx, position, rules)
		require.NoError(t, err, "%v\n%+v", rules, position)
		require.True(t, got.Proven)
		require.Equal(t, want, got.Cards, "%v\n%+v", rules, position)
		compared++
		if want < 52 {
			dead++
		}
	}
	t.Logf("%d positions agree, %d of them cannot be won", compared, dead)
	require.Greater(t, dead, n/5)
}

// TestMinPassesLadder compares the least number of passes with exhaustive search
// at every limit below it.
func TestMinPassesLadder(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	ctx := context.Background()
	compared := map[int]int{}
	positions, size := rungs(500, 5000)
	for n := 0; n < positions; {
		options := brute.Mixed(rng)
		options.Talon = 0.8
		options.MinCards, options.MaxCards = 10, 20
		position := brute.RandomPosition(rng, options)
		rules := klondike.DrawK(1 + rng.IntN(3))
		rules.WorryBack = rng.IntN(2) == 0
		want, sure := 0, true
		for passes := 0; passes < 27 && sure; passes++ {
			limited := rules
			limited.Passes = passes
			winnable, decided, _ := brute.Solve(position, limited, size)
			sure = decided
			if passes == 0 && !winnable {
				break
			}
			if passes > 0 && winnable {
				want = passes
				break
			}
		}
		if !sure {
			continue
		}
		got, err := New(Limits{}).MinPasses(ctx, position, rules)
		require.NoError(t, err, "%v\n%+v", rules, position)
		require.Equal(t, want, got.Passes, "%v\n%+v", rules, position)
		require.Equal(t, want, got.Lower)
		if want > 0 {
			require.Equal(t, want, passesOf(position, got.Moves))
		}
		compared[want]++
		n++
	}
	t.Logf("by least number of passes (0 = never): %v", compared)
	require.Greater(t, compared[2], positions/20)
}
