package stats

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNearestRankPercentiles(t *testing.T) {
	// The worked example of the nearest-rank method on five values.
	values := []int64{15, 20, 35, 40, 50}
	for percent, want := range map[float64]int64{5: 15, 30: 20, 40: 20, 50: 35, 100: 50} {
		assert.Equal(t, want, Percentile(values, percent), "%v %%", percent)
	}
	assert.Equal(t, int64(7), Percentile([]int64{7}, 99))
}

func TestSummarise(t *testing.T) {
	costs := make([]int64, 1000)
	for i := range costs {
		costs[i] = int64(1000 - i) // 1..1000, falling
	}
	c := Summarise(costs)
	assert.Equal(t, Costs{Deals: 1000, Total: 500500, P50: 500, P90: 900, P99: 990, Max: 1000}, c)
	assert.Equal(t, 500.5, c.Mean())
	assert.Zero(t, Summarise(nil))
	assert.Zero(t, Costs{}.Mean())
}

func TestFirstWins(t *testing.T) {
	f := NewFirstWins(3)
	for _, outcomes := range [][]Outcome{
		{Won, Won, Won},
		{Lost, Won, Won},
		{Lost, Lost, Won},
		{Lost, Lost, Won},
		{Lost, Lost, Lost},
		{Lost, Undecided, Won}, // won from step 1 or 2: nobody knows
		{Undecided, Undecided, Undecided},
	} {
		f.Add(outcomes)
	}
	assert.Equal(t, FirstWins{At: []int64{1, 1, 2}, Never: 1, Open: 2}, f)
	assert.Equal(t, int64(7), f.Deals())
}
