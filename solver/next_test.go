package solver

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
)

func seedRange(t *testing.T, text string) seeds.Range {
	t.Helper()
	r, err := seeds.ParseRange(text)
	require.NoError(t, err)
	return r
}

// Of klondike-solver seeds 0..9, 0 and 7 to 9 are dead at draw 3.
func TestNextWinnable(t *testing.T) {
	ctx := context.Background()
	rules := klondike.DrawK(3)
	var verdicts []Verdict
	for number := range uint64(10) {
		result, err := Solve(ctx, dealt(t, number, rules), rules, Limits{})
		require.NoError(t, err)
		verdicts = append(verdicts, result.Verdict)
	}
	for first := range verdicts {
		want, tried := OutOfDeals, 0
		for _, v := range verdicts[first:] {
			tried++
			if v == Winnable {
				want = Found
				break
			}
		}
		r := seedRange(t, "klondike-solver:0..9")
		next, err := NextWinnable(ctx, func(yield func(seeds.Seed) bool) {
			for i := uint64(first); i < r.Len() && yield(r.At(i)); i++ {
			}
		}, 0, rules, Limits{})
		require.NoError(t, err)
		assert.Equal(t, want, next.Ending)
		assert.Equal(t, tried, next.Tried)
		assert.Zero(t, next.Undecided)
		if want != Found {
			assert.Equal(t, tried, next.Unwinnable)
			assert.Nil(t, next.Table)
			continue
		}
		assert.Equal(t, tried-1, next.Unwinnable)
		assert.Equal(t, r.At(uint64(first+tried-1)), next.Seed)
		report, err := klondike.Replay(next.Table, rules, next.Result.Moves, klondike.Standard())
		require.NoError(t, err)
		assert.True(t, report.Won)
	}
}

func TestNextWinnableEndings(t *testing.T) {
	ctx := context.Background()
	rules := klondike.DrawK(3)
	dead := seedRange(t, "klondike-solver:0..0")
	hard := seedRange(t, "klondike-solver:2754..2763")

	next, err := NextWinnable(ctx, dead.All(), 5, rules, Limits{})
	require.NoError(t, err)
	assert.Equal(t, Next{Ending: OutOfDeals, Tried: 1, Unwinnable: 1}, next)

	next, err = NextWinnable(ctx, seedRange(t, "klondike-solver:0..9").All(), 1, rules, Limits{})
	require.NoError(t, err)
	assert.Equal(t, Next{Ending: OutOfTries, Tried: 1, Unwinnable: 1}, next)

	// A deal that takes too many states is passed over.
	next, err = NextWinnable(ctx, hard.All(), 1, rules, Limits{States: 10})
	require.NoError(t, err)
	assert.Equal(t, Next{Ending: OutOfTries, Tried: 1, Undecided: 1}, next)

	next, err = NextWinnable(ctx, hard.All(), 0, rules, Limits{Time: time.Nanosecond})
	require.NoError(t, err)
	assert.Equal(t, Next{Ending: OutOfTime, Tried: 1, Undecided: 1}, next)

	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	next, err = NextWinnable(cancelled, hard.All(), 0, rules, Limits{})
	require.NoError(t, err)
	assert.Equal(t, Next{Ending: Stopped, Tried: 1, Undecided: 1}, next)

	double, err := klondike.Preset("double")
	require.NoError(t, err)
	_, err = NextWinnable(ctx, dead.All(), 0, double, Limits{})
	require.ErrorIs(t, err, ErrUnsupported)
}

func TestEndingText(t *testing.T) {
	for e := Found; e <= Stopped; e++ {
		text, err := json.Marshal(e)
		require.NoError(t, err)
		var again Ending
		require.NoError(t, json.Unmarshal(text, &again))
		assert.Equal(t, e, again)
	}
	var e Ending
	assert.Error(t, e.UnmarshalText([]byte("lost")))
}
