package solver

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
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
			options.Talon = 0.6 + 0.4*rng.Float64()
			options.MinCards, options.MaxCards = 14, 26
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
		got, err := newSolver(Limits{Threads: 1 + compared%2, States: 100_000}, on).Solve(ctx, position, rules)
		require.NoError(t, err, "%v\n%+v", rules, position)
		if got.Verdict == Undecided && on != search.AllRules { // too large without its rules
			skipped++
			continue
		}
		require.Equal(t, want, got.Verdict == Winnable, "rules on %b, %v\n%+v", on, rules, position)
		compared++
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
}

func TestLadder(t *testing.T) {
	n := 2500
	if s := os.Getenv("LADDER"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	t.Run("unlimited passes", func(t *testing.T) {
		ladder{positions: n, draws: []int{1, 2, 3, 5}, passes: []int{0}, maxStates: 20000, minDead: n / 10, randomRules: true}.run(t, 1)
	})
	t.Run("pass limits", func(t *testing.T) {
		ladder{positions: n, draws: []int{1, 2, 3}, passes: []int{1, 2, 3, 5}, maxStates: 20000, talonHeavy: true, minDead: n / 10, randomRules: true}.run(t, 2)
	})
}
