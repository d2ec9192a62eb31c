package solver

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// hardDeal takes over a million states at draw 3.
const hardDeal = 1838

// TestStateLimitIsExact: with one thread a search that is stopped by its limit
// has expanded exactly so many states, and says so.
func TestStateLimitIsExact(t *testing.T) {
	rules := klondike.DrawK(3)
	for _, limit := range []int64{1, 255, 256, 257, 5000} {
		r, err := Solve(context.Background(), deal(t, "klondike-solver", hardDeal, rules), rules, Limits{States: limit})
		require.NoError(t, err)
		require.Equal(t, Undecided, r.Verdict)
		require.Equal(t, StateLimit, r.Reason)
		require.Equal(t, limit, r.Stats.States)
		require.Empty(t, r.Moves)
	}
}

// TestMostCardsStateLimitIsExact: the limit holds for all goals together.
func TestMostCardsStateLimitIsExact(t *testing.T) {
	rules := klondike.DrawK(3)
	rules.Passes = 2
	for _, limit := range []int64{100, 700, 5000} {
		r, err := New(Limits{States: limit}).MostCards(context.Background(), deal(t, "klondike-solver", hardDeal, rules), rules)
		require.NoError(t, err)
		require.Equal(t, StateLimit, r.Reason)
		require.Equal(t, limit, r.Stats.States)
	}
}

// TestLimitsStopTheSearch: time, a deadline and cancelling end in Undecided, and the
// statistics come back.
func TestLimitsStopTheSearch(t *testing.T) {
	rules := klondike.DrawK(3)
	table := deal(t, "klondike-solver", hardDeal, rules)
	r, err := Solve(context.Background(), table, rules, Limits{Time: 5 * time.Millisecond})
	require.NoError(t, err)
	require.Equal(t, Undecided, r.Verdict)
	require.Equal(t, TimeLimit, r.Reason)
	require.Positive(t, r.Stats.States)

	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	r, err = Solve(ctx, table, rules, Limits{Threads: 2})
	require.NoError(t, err)
	require.Equal(t, Undecided, r.Verdict)
	require.Equal(t, TimeLimit, r.Reason)

	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	r, err = Solve(ctx, table, rules, Limits{})
	require.NoError(t, err)
	require.Equal(t, Undecided, r.Verdict)
	require.Equal(t, Cancelled, r.Reason)
}

// TestSameStatesEveryTime: one thread and no clock means the same search, on a new
// Solver and on one that has seen other deals.
func TestSameStatesEveryTime(t *testing.T) {
	skipRaced(t)
	rules := klondike.DrawK(3)
	used := New(Limits{})
	for seed := range uint64(30) {
		table := deal(t, "klondike-solver", seed, rules)
		a, err := Solve(context.Background(), table, rules, Limits{})
		require.NoError(t, err)
		b, err := used.Solve(context.Background(), table, rules)
		require.NoError(t, err)
		a.Stats.Elapsed, b.Stats.Elapsed = 0, 0
		a.Stats.Memory, b.Stats.Memory = 0, 0
		require.Equal(t, a, b, "seed %d", seed)
	}
}

// TestThreadsAgree: the verdict does not depend on the number of threads.
func TestThreadsAgree(t *testing.T) {
	n := uint64(30)
	if testing.Short() {
		n = 8
	}
	for _, rules := range []klondike.Rules{klondike.DrawK(1), klondike.DrawK(3), {Draw: 3, Passes: 3, WorryBack: true, Decks: 1, Columns: 7}} {
		one, four := New(Limits{}), New(Limits{Threads: 4})
		for seed := range n {
			table := deal(t, "klondike-solver", seed, rules)
			a, err := one.Solve(context.Background(), table, rules)
			require.NoError(t, err)
			b, err := four.Solve(context.Background(), table, rules)
			require.NoError(t, err)
			require.Equal(t, a.Verdict, b.Verdict, "%v, seed %d", rules, seed)
		}
	}
}

// TestSmallMemory: tables far too small forget, and the verdicts stay right.
func TestSmallMemory(t *testing.T) {
	skipRaced(t)
	rules := klondike.DrawK(3)
	small, large := New(Limits{Memory: 1 << 16, States: 300_000}), New(Limits{})
	forgot, decided := int64(0), 0
	for seed := range uint64(60) {
		table := deal(t, "klondike-solver", seed, rules)
		a, err := small.Solve(context.Background(), table, rules)
		require.NoError(t, err)
		require.LessOrEqual(t, a.Stats.Memory, int64(1<<16))
		forgot += a.Stats.Forgot
		if a.Verdict == Undecided {
			continue
		}
		b, err := large.Solve(context.Background(), table, rules)
		require.NoError(t, err)
		require.Equal(t, b.Verdict, a.Verdict, "seed %d", seed)
		decided++
	}
	require.Positive(t, forgot)
	require.Greater(t, decided, 50)
}

// TestRefusals: what the engine does not decide is a clear error before any search.
func TestRefusals(t *testing.T) {
	for _, name := range []string{"whitehead", "double"} {
		rules, err := klondike.Preset(name)
		require.NoError(t, err)
		_, err = Solve(context.Background(), &klondike.Table{}, rules, Limits{})
		require.ErrorIs(t, err, ErrUnsupported)
	}
	rules := klondike.DrawK(3)
	table := deal(t, "klondike-solver", 1, rules)
	table.Columns[6].Cards[0] = klondike.Unknown
	_, err := Solve(context.Background(), table, rules, Limits{})
	require.ErrorIs(t, err, ErrUnknownCards)

	table = deal(t, "klondike-solver", 1, rules)
	table.Stock[0] = table.Stock[1]
	_, err = Solve(context.Background(), table, rules, Limits{})
	var bad *klondike.TableError
	require.ErrorAs(t, err, &bad)

	rules.Draw = 0
	_, err = Solve(context.Background(), deal(t, "klondike-solver", 1, klondike.DrawK(1)), rules, Limits{})
	var setting *klondike.SettingError
	require.ErrorAs(t, err, &setting)
}

// TestNoAllocationPerState: once its arenas have grown, a search allocates nothing a
// state, only a little a question.
func TestNoAllocationPerState(t *testing.T) {
	skipRaced(t)
	rules := klondike.DrawK(3)
	table := deal(t, "klondike-solver", 188, rules) // lost: no line to build
	s := New(Limits{})
	r, err := s.Solve(context.Background(), table, rules)
	require.NoError(t, err)
	require.Greater(t, r.Stats.States, int64(50_000))
	allocs := testing.AllocsPerRun(2, func() {
		s.deal = nil // forget the tables
		_, err = s.Solve(context.Background(), table, rules)
	})
	require.NoError(t, err)
	require.Less(t, allocs, 500.0)
}
