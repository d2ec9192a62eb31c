package bench

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// disturbed measures on a machine where other work makes answers take up to half
// as long again.
func disturbed(t *testing.T, seed uint64, rounds int, slowdown float64) *Run {
	f := newFakeMachine(t, seed)
	f.disturbed = 0.5
	c := f.config(t, rounds)
	c.Slowdown = slowdown
	run, err := Measure(context.Background(), c)
	require.NoError(t, err)
	return run
}

// disturbedTimes are the times of a hundred deals, from 1 ms to 100 ms, of which
// other work adds up to a half, and now and then ten times as much.
func disturbedTimes(seed uint64, rounds int, factor float64) [][]time.Duration {
	rng := rand.New(rand.NewPCG(seed, 0))
	times := make([][]time.Duration, 100)
	for i := range times {
		for range rounds {
			took := float64(i+1) * 1e6 * factor * (1 + 0.5*rng.Float64())
			if rng.IntN(20) == 0 {
				took *= 10
			}
			times[i] = append(times[i], time.Duration(took))
		}
	}
	return times
}

func TestNoDifferenceOfOneProgramIsShown(t *testing.T) {
	const pairs = 40
	shown := 0
	for seed := range uint64(pairs) {
		if compareTimes(disturbedTimes(2*seed, 5, 1), disturbedTimes(2*seed+1, 5, 1)).widen(quietAllowance).Change() != NotShown {
			shown++
		}
	}
	assert.LessOrEqual(t, shown, pairs/20, "of %d comparisons", pairs)
}

func TestTenPercentAreShown(t *testing.T) {
	const pairs = 40
	slower, held := 0, 0
	for seed := range uint64(pairs) {
		r := compareTimes(disturbedTimes(2*seed, 8, 1), disturbedTimes(2*seed+1, 8, 1.1)).widen(quietAllowance)
		if r.Change() == Slower {
			slower++
		}
		if r.Low <= 1.1 && 1.1 <= r.High {
			held++
		}
	}
	assert.GreaterOrEqual(t, slower, pairs*9/10, "of %d comparisons", pairs)
	assert.GreaterOrEqual(t, held, pairs*95/100, "intervals that hold the truth")
}

func TestCompareBothWays(t *testing.T) {
	before, after := disturbed(t, 1, 20, 0), disturbed(t, 2, 20, 0.1)
	for want, pair := range map[Change][2]*Run{Slower: {before, after}, Faster: {after, before}} {
		c, err := Compare(pair[0], pair[1])
		require.NoError(t, err)
		assert.Equal(t, "all", c.Rows[0].Name)
		assert.Equal(t, want, c.Rows[0].Ratio.Change())
		assert.Zero(t, c.Rows[0].StatesDiffer)
		assert.True(t, c.Exact)
		assert.Contains(t, textOf(t, c), "states: the same in every deal\ntimes:  "+string(want)+", ")
	}
}

func TestCompareIsRepeatable(t *testing.T) {
	before, after := disturbed(t, 1, 5, 0), disturbed(t, 2, 5, 0.1)
	first, err := Compare(before, after)
	require.NoError(t, err)
	again, err := Compare(before, after)
	require.NoError(t, err)
	assert.Equal(t, first, again)
}

func TestCompareStatesExactly(t *testing.T) {
	before, after := disturbed(t, 1, 3, 0), disturbed(t, 1, 3, 0)
	after.Questions[2].Counts.States++ // a lost one at draw 1
	c, err := Compare(before, after)
	require.NoError(t, err)
	for _, r := range c.Rows {
		want := int64(0)
		if r.Name == "all" || r.Name == "lost" || r.Name == "draw 1" || r.Name == "light" {
			want = 1
		}
		assert.Equal(t, want, r.StatesAfter-r.StatesBefore, r.Name)
		assert.EqualValues(t, want, r.StatesDiffer, r.Name)
	}
	assert.Contains(t, textOf(t, c), "1 of 6 deals differ")
}

func TestCompareWhatBothHave(t *testing.T) {
	before, after := disturbed(t, 1, 3, 0), disturbed(t, 2, 3, 0)
	before.Questions = before.Questions[1:]
	after.Questions = after.Questions[:4]
	c, err := Compare(before, after)
	require.NoError(t, err)
	assert.Equal(t, 3, c.Deals)
	assert.Equal(t, 3, c.Unmatched)
	assert.Equal(t, int64(30+10+30), c.Rows[0].StatesAfter)
	assert.Contains(t, textOf(t, c), "3 deals in common, 3 others left out")

	before.Questions, after.Questions = before.Questions[3:], after.Questions[:1]
	_, err = Compare(before, after)
	assert.ErrorIs(t, err, ErrNothingInCommon)
}

func TestCompareRefusesTimes(t *testing.T) {
	c, err := Compare(disturbed(t, 1, 2, 0), disturbed(t, 2, 5, 0))
	require.NoError(t, err)
	assert.NotEmpty(t, c.NoTimes)
	assert.Contains(t, textOf(t, c), "times:  not compared: ")
	assert.NotContains(t, textOf(t, c), string(NotShown))

	before, after := disturbed(t, 1, 5, 0), disturbed(t, 2, 5, 0)
	after.Threads = 2
	c, err = Compare(before, after)
	require.NoError(t, err)
	assert.NotEmpty(t, c.NoTimes)
	assert.False(t, c.Exact)

	after.Threads = 1
	after.Machine.CPU = "Another"
	after.Program.Go = "go2"
	c, err = Compare(before, after)
	require.NoError(t, err)
	assert.Empty(t, c.NoTimes)
	assert.Len(t, c.Doubts, 3, "machine, compiler, and the other work of the fake machine")
}

// The fake machine gives deals half of its time.
func TestCompareAllowsForABusyMachine(t *testing.T) {
	busy, quiet := disturbed(t, 1, 5, 0), disturbed(t, 1, 5, 0)
	for i := range quiet.Questions {
		quiet.Questions[i].Wall = quiet.Questions[i].Processor
	}
	c, err := Compare(quiet, quiet)
	require.NoError(t, err)
	assert.InDelta(t, 0.02, c.Allowance, 1e-9)
	assert.Empty(t, c.Doubts)
	for _, pair := range [][2]*Run{{busy, quiet}, {quiet, busy}} {
		wide, err := Compare(pair[0], pair[1])
		require.NoError(t, err)
		assert.InDelta(t, 0.045, wide.Allowance, 1e-9)
		assert.Len(t, wide.Doubts, 1)
		assert.Equal(t, c.Rows[0].Ratio.Value, wide.Rows[0].Ratio.Value)
		assert.Less(t, wide.Rows[0].Ratio.Low, c.Rows[0].Ratio.Low)
		assert.Greater(t, wide.Rows[0].Ratio.High, c.Rows[0].Ratio.High)
	}
}

func TestCompareByTheWallIfOneHasNoOtherClock(t *testing.T) {
	before, after := disturbed(t, 1, 3, 0), disturbed(t, 2, 3, 0)
	for i := range before.Questions {
		before.Questions[i].Processor = nil
	}
	for _, pair := range [][2]*Run{{before, after}, {after, before}} {
		c, err := Compare(pair[0], pair[1])
		require.NoError(t, err)
		assert.Equal(t, WallClock, c.Clock)
	}
}

func textOf(t *testing.T, c *Comparison) string {
	var b strings.Builder
	require.NoError(t, c.WriteText(&b))
	return b.String()
}
