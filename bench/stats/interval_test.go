package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Newcombe, "Two-sided confidence intervals for the single proportion: comparison
// of seven methods", Statistics in Medicine 17 (1998), table I.
func TestPublishedIntervals(t *testing.T) {
	for _, c := range []struct {
		successes, trials int64
		wilson, exact     Interval
	}{
		{81, 263, Interval{0.2553, 0.3662}, Interval{0.2527, 0.3676}},
		{15, 148, Interval{0.0624, 0.1605}, Interval{0.0578, 0.1617}},
		{0, 20, Interval{0, 0.1611}, Interval{0, 0.1684}},
		{1, 29, Interval{0.0061, 0.1718}, Interval{0.0009, 0.1776}},
	} {
		wilson, exact := Wilson(c.successes, c.trials, 0.95), ClopperPearson(c.successes, c.trials, 0.95)
		assert.InDelta(t, c.wilson.Low, wilson.Low, 5e-5, "Wilson %d of %d", c.successes, c.trials)
		assert.InDelta(t, c.wilson.High, wilson.High, 5e-5, "Wilson %d of %d", c.successes, c.trials)
		assert.InDelta(t, c.exact.Low, exact.Low, 5e-5, "Clopper-Pearson %d of %d", c.successes, c.trials)
		assert.InDelta(t, c.exact.High, exact.High, 5e-5, "Clopper-Pearson %d of %d", c.successes, c.trials)
	}
}

// binomialTail is P(X >= k) for n throws with chance p, summed term by term.
func binomialTail(k, n int64, p float64) float64 {
	logChoose := func(j int64) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(j + 1))
		c, _ := math.Lgamma(float64(n - j + 1))
		return a - b - c
	}
	var sum float64
	for j := k; j <= n; j++ {
		sum += math.Exp(logChoose(j) + float64(j)*math.Log(p) + float64(n-j)*math.Log1p(-p))
	}
	return sum
}

// The ends of the Clopper-Pearson interval are defined by the binomial
// distribution; put back into it they must give half of what the level leaves.
func TestClopperPearsonByBinomialSums(t *testing.T) {
	for _, c := range [][2]int64{{1, 1}, {1, 2}, {3, 7}, {905, 1000}, {812, 1000}, {1, 10000}, {8195, 10000}, {81945, 100000}, {99999, 100000}} {
		k, n := c[0], c[1]
		for _, level := range []float64{0.95, 0.99} {
			tail := (1 - level) / 2
			interval := ClopperPearson(k, n, level)
			assert.InEpsilon(t, tail, binomialTail(k, n, interval.Low), 1e-6, "low end of %d of %d", k, n)
			if k < n {
				assert.InEpsilon(t, 1-tail, binomialTail(k+1, n, interval.High), 1e-8, "high end of %d of %d", k, n)
			} else {
				assert.Equal(t, 1.0, interval.High)
			}
		}
	}
}

// The ends of the Wilson interval are the p with (x/n - p)^2 = z^2 p(1-p)/n.
func TestWilsonSolvesItsEquation(t *testing.T) {
	const z = 1.959963984540054 // the 97.5 % point of the normal distribution
	for _, c := range [][2]int64{{1, 10}, {905, 1000}, {4843708, 5910579}} {
		share, n := float64(c[0])/float64(c[1]), float64(c[1])
		interval := Wilson(c[0], c[1], 0.95)
		for _, p := range []float64{interval.Low, interval.High} {
			assert.InEpsilon(t, z*z*p*(1-p)/n, (share-p)*(share-p), 1e-6)
		}
		assert.Less(t, interval.Low, share)
		assert.Greater(t, interval.High, share)
	}
}

func TestIntervalEnds(t *testing.T) {
	for name, method := range map[string]func(int64, int64, float64) Interval{"Wilson": Wilson, "Clopper-Pearson": ClopperPearson} {
		assert.Equal(t, Interval{0, 1}, method(0, 0, 0.95), name)
		assert.Equal(t, 0.0, method(0, 50, 0.95).Low, name)
		assert.Equal(t, 1.0, method(50, 50, 0.95).High, name)
		lost, won := method(0, 50, 0.95), method(50, 50, 0.95)
		assert.InDelta(t, lost.High, 1-won.Low, 1e-12, "%s is symmetric", name)
		assert.Panics(t, func() { method(3, 2, 0.95) }, name)
		assert.Panics(t, func() { method(-1, 2, 0.95) }, name)
		assert.Panics(t, func() { method(1, 2, 95) }, name)
	}
}

func TestUndecidedDealsWidenBothEnds(t *testing.T) {
	tally := Tally{Won: 80, Lost: 15, Undecided: 5}
	require.Equal(t, int64(100), tally.Deals())
	assert.Equal(t, Interval{0.80, 0.85}, tally.Rate())
	assert.Equal(t, Interval{Wilson(80, 100, Level).Low, Wilson(85, 100, Level).High}, tally.Wilson())
	assert.Equal(t, Interval{ClopperPearson(80, 100, Level).Low, ClopperPearson(85, 100, Level).High}, tally.ClopperPearson())
	assert.Greater(t, tally.Wilson().Width(), Wilson(80, 95, Level).Width(), "dropping them would look more certain")
	assert.Equal(t, Interval{0, 1}, Tally{}.Rate())
	assert.Equal(t, Interval{0, 1}, Tally{}.Wilson())
}
