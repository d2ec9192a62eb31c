package bench

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/solver"
)

// miniature scales small things a little.
func miniature(t *testing.T) ScalingConfig {
	s := small(t)
	return ScalingConfig{Suite: s, Hard: s.Questions[1], Most: 3, Rounds: 2, Deals: 1}
}

func TestScaling(t *testing.T) {
	c := miniature(t)
	var said []string
	c.Progress = func(what string) { said = append(said, what) }
	s, err := MeasureScaling(context.Background(), c)
	require.NoError(t, err)

	for _, list := range [][]Speed{s.Workers, s.Threads} {
		require.Len(t, list, 3)
		for i, v := range list {
			assert.Equal(t, i+1, v.Number)
			assert.Positive(t, v.Rate.Low)
			assert.InDelta(t, v.Rate.Median/list[0].Rate.Median, v.Up, 1e-9)
		}
	}
	assert.Equal(t, 1, s.Deals)
	require.Len(t, s.Costs, len(scalingDraws)*len(scalingPasses))
	last := s.Costs[len(s.Costs)-1]
	assert.Equal(t, 6, last.Draw)
	assert.Zero(t, last.Passes, "unlimited passes are the most")
	states := int64(0) // of one deal under many rules; some need none
	for _, cost := range s.Costs {
		assert.Equal(t, int64(1), cost.States.Deals)
		assert.GreaterOrEqual(t, cost.States.Total, int64(0))
		states += cost.States.Total
	}
	assert.Positive(t, states)
	assert.Len(t, said, 2*3+2*3+len(s.Costs))

	var text strings.Builder
	require.NoError(t, s.WriteText(&text))
	for _, want := range []string{"workers on suite small", "threads on klondike-solver:3, draw 3", "\n  1 deal under     passes  won", "\n  draw 6        unlimited"} {
		assert.Contains(t, text.String(), want)
	}
	for format, magic := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF"} {
		var picture bytes.Buffer
		require.NoError(t, s.WritePlot(&picture, format))
		assert.True(t, strings.HasPrefix(picture.String(), magic), format)
	}
	assert.ErrorIs(t, s.WritePlot(&bytes.Buffer{}, "gif"), ErrPlotFormat)
}

func TestScalingChecksVerdicts(t *testing.T) {
	c := miniature(t)
	c.Suite.Questions[0].Verdict = solver.Unwinnable
	_, err := MeasureScaling(context.Background(), c)
	assert.ErrorAs(t, err, new(*VerdictError))

	c = miniature(t)
	c.Hard.Verdict = solver.Unwinnable
	_, err = MeasureScaling(context.Background(), c)
	assert.ErrorAs(t, err, new(*VerdictError))

	_, err = measureCost(context.Background(), []string{"klondike-solver:0"}, []bool{true}, 1, 0, solver.Limits{})
	assert.ErrorIs(t, err, ErrMonotony, "said to be won with fewer passes")
}

func TestScalingStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := MeasureScaling(ctx, miniature(t))
	assert.ErrorIs(t, err, context.Canceled)
}

func TestFirstDeals(t *testing.T) {
	assert.Equal(t, []string{"klondike-solver:3", "klondike-solver:0"}, firstDeals(small(t), 10))
	assert.Equal(t, []string{"klondike-solver:3"}, firstDeals(small(t), 1))
}

func TestHardQuestion(t *testing.T) {
	q, err := HardQuestion(HardDeal)
	require.NoError(t, err)
	assert.Equal(t, klondike.DrawK(3), q.Rules)
	assert.Equal(t, solver.Unwinnable, q.Verdict)
	_, err = HardQuestion("klondike-solver:5000")
	assert.ErrorIs(t, err, ErrUnknownVerdict)
}
