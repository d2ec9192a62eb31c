package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// coinTails is P(X <= less or X >= more) for less+more throws of a fair coin,
// summed term by term.
func coinTails(less, more int64) float64 {
	n := less + more
	term, sum := math.Exp2(-float64(n)), 0.0
	for j := int64(0); j <= n; j++ {
		if j <= less || j >= more {
			sum += term
		}
		term = term / float64(j+1) * float64(n-j)
	}
	return sum
}

func TestExactMcNemarByBinomialSums(t *testing.T) {
	for _, c := range [][2]int64{{0, 0}, {1, 0}, {0, 5}, {2, 7}, {7, 2}, {10, 10}, {86, 150}, {440, 560}, {0, 1000}} {
		test := McNemar(c[0], c[1])
		assert.Equal(t, Exact, test.Method)
		assert.InEpsilon(t, coinTails(min(c[0], c[1]), max(c[0], c[1])), test.P, 1e-9, "%v", c)
	}
	assert.InDelta(t, 0.0625, McNemar(5, 0).P, 1e-12, "twice 2^-5")
	assert.InDelta(t, 0.1796875, McNemar(7, 2).P, 1e-12, "2 (1+9+36)/512")
}

func TestChiSquareMcNemar(t *testing.T) {
	test := McNemar(900, 1100)
	assert.Equal(t, ChiSquare, test.Method)
	// One degree of freedom: a squared normal, so its tail is an error function.
	assert.InEpsilon(t, math.Erfc(math.Sqrt(199.0*199/2000/2)), test.P, 1e-9)
	assert.Equal(t, test.P, McNemar(1100, 900).P)
	assert.Equal(t, 1.0, McNemar(700, 700).P)
	assert.Zero(t, McNemar(100000, 0).P)
}

// The doc comment of exactUpTo promises this.
func TestChiSquareIsCloseWhereItTakesOver(t *testing.T) {
	checked := 0
	for less := int64(380); less <= exactUpTo/2; less++ {
		more := exactUpTo + 1 - less
		exact := coinTails(less, more)
		if exact < 1e-6 {
			continue
		}
		checked++
		assert.InEpsilon(t, exact, McNemar(less, more).P, 0.1, "%d against %d", less, more)
	}
	assert.Greater(t, checked, 50)
}

func TestPairedCounts(t *testing.T) {
	var p Paired
	add := func(n int, first, second Outcome) {
		for range n {
			p.Add(first, second)
		}
	}
	add(50, Won, Won)
	add(20, Lost, Lost)
	add(12, Won, Lost)
	add(3, Lost, Won)
	add(1, Won, Undecided)
	add(2, Undecided, Won)
	add(4, Lost, Undecided)
	add(5, Undecided, Lost)
	add(3, Undecided, Undecided)

	assert.Equal(t, int64(100), p.Deals())
	assert.Equal(t, int64(12), p.OnlyFirst())
	assert.Equal(t, int64(3), p.OnlySecond())
	assert.Equal(t, int64(15), p.Open())
	assert.Equal(t, Interval{Low: (9 - 2 - 4 - 3) / 100., High: (9 + 1 + 5 + 3) / 100.}, p.Difference())
	assert.Equal(t, McNemar(12, 3), p.Decided())
	assert.Equal(t, McNemar(12, 3+2+4+3), p.Cautious())
	assert.Equal(t, Interval{-1, 1}, (&Paired{}).Difference())
}

// Every way in which the undecided deals can end must give a P no larger than
// Cautious says, and one must give exactly it.
func TestCautiousIsTheWorstCase(t *testing.T) {
	p := Paired{}
	p[Won][Lost], p[Lost][Won] = 9, 2
	p[Won][Undecided], p[Undecided][Won], p[Lost][Undecided], p[Undecided][Lost], p[Undecided][Undecided] = 2, 1, 1, 2, 2
	for _, swap := range []bool{false, true} {
		if swap {
			p[Won][Lost], p[Lost][Won] = 2, 9
		}
		mayFirst, maySecond, either := p[Won][Undecided]+p[Undecided][Lost], p[Undecided][Won]+p[Lost][Undecided], p[Undecided][Undecided]
		worst := 0.0
		for first := int64(0); first <= mayFirst; first++ {
			for second := int64(0); second <= maySecond; second++ {
				for toFirst := int64(0); toFirst <= either; toFirst++ {
					for toSecond := int64(0); toFirst+toSecond <= either; toSecond++ {
						test := McNemar(p.OnlyFirst()+first+toFirst, p.OnlySecond()+second+toSecond)
						worst = max(worst, test.P)
					}
				}
			}
		}
		assert.Equal(t, worst, p.Cautious().P)
	}
}
