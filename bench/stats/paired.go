package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Outcome is the verdict on one deal under one rule.
type Outcome uint8

// The outcomes.
const (
	Undecided Outcome = iota
	Lost
	Won
)

// Paired counts the outcomes of the same deals under two rules: Paired[a][b]
// deals had outcome a under the first rule and b under the second.
type Paired [3][3]int64

// Add counts one deal.
func (p *Paired) Add(first, second Outcome) { p[first][second]++ }

// Deals returns how many deals were counted, undecided ones included.
func (p *Paired) Deals() int64 {
	var n int64
	for _, row := range p {
		for _, count := range row {
			n += count
		}
	}
	return n
}

// OnlyFirst returns how many deals are won under the first rule and lost under
// the second.
func (p *Paired) OnlyFirst() int64 { return p[Won][Lost] }

// OnlySecond returns how many deals are lost under the first rule and won under
// the second.
func (p *Paired) OnlySecond() int64 { return p[Lost][Won] }

// Open returns how many deals are undecided under either rule.
func (p *Paired) Open() int64 {
	return p.Deals() - p[Won][Won] - p[Won][Lost] - p[Lost][Won] - p[Lost][Lost]
}

// Difference bounds the win rate under the first rule less that under the
// second, -1..1, on these very deals, whatever the undecided ones turn out to be.
// No deals give -1..1.
func (p *Paired) Difference() Interval {
	n := float64(p.Deals())
	if n == 0 {
		return Interval{-1, 1}
	}
	difference := float64(p.OnlyFirst() - p.OnlySecond())
	mayFirst := float64(p[Won][Undecided] + p[Undecided][Lost] + p[Undecided][Undecided])
	maySecond := float64(p[Undecided][Won] + p[Lost][Undecided] + p[Undecided][Undecided])
	return Interval{(difference - maySecond) / n, (difference + mayFirst) / n}
}

// Decided tests, on the deals decided under both rules, whether the two rules
// have the same win rate.
func (p *Paired) Decided() Test { return McNemar(p.OnlyFirst(), p.OnlySecond()) }

// Cautious is [Paired.Decided] with every undecided deal turned against the
// finding: the largest P that any outcome of those deals could give.
func (p *Paired) Cautious() Test {
	// P grows as the smaller discordant count comes closer to the larger one, so
	// as many undecided deals as may join the smaller do, up to equality.
	first, second := p.OnlyFirst(), p.OnlySecond()
	both := p[Undecided][Undecided]
	if first > second {
		second = min(first, second+p[Undecided][Won]+p[Lost][Undecided]+both)
	} else {
		first = min(second, first+p[Won][Undecided]+p[Undecided][Lost]+both)
	}
	return McNemar(first, second)
}

// Method says how a P value was computed.
type Method string

// The methods.
const (
	Exact     Method = "exact"      // binomial, two-sided
	ChiSquare Method = "chi-square" // one degree of freedom, continuity-corrected
)

// Test is the outcome of a McNemar test.
type Test struct {
	OnlyFirst  int64  `json:"only_first"`
	OnlySecond int64  `json:"only_second"`
	Method     Method `json:"method"`
	// P is the probability of counts at least this unequal when both rules win
	// equally often; 0 when it is below the smallest float.
	P float64 `json:"p"`
}

// exactUpTo is the largest number of discordant pairs tested exactly. Beyond it
// the chi-square approximation differs from the exact P by under a tenth of it
// wherever P exceeds one in a million.
const exactUpTo = 1000

// McNemar tests two discordant counts (McNemar 1947): exactly, as a fair coin
// thrown first+second times, up to 1000 discordant pairs; above that by the
// chi-square statistic with Edwards' continuity correction. It panics if a count
// is negative.
func McNemar(first, second int64) Test {
	if first < 0 || second < 0 {
		panic("stats: a negative count of discordant pairs")
	}
	t := Test{OnlyFirst: first, OnlySecond: second, Method: Exact, P: 1}
	n, less := first+second, min(first, second)
	switch {
	case first == second: // nothing is less unequal, and doubling would exceed 1
	case n <= exactUpTo:
		// P(X <= k) for n throws of a fair coin is I_1/2(n-k, k+1).
		t.P = min(1, 2*mathext.RegIncBeta(float64(n-less), float64(less+1), 0.5))
	default:
		t.Method = ChiSquare
		excess := math.Abs(float64(first-second)) - 1
		t.P = distuv.ChiSquared{K: 1}.Survival(excess * excess / float64(n))
	}
	return t
}
