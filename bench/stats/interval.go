package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the confidence level of every interval a survey shows.
const Level = 0.95

// Interval is a range of a proportion, both ends within 0..1.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Width returns High - Low.
func (i Interval) Width() float64 { return i.High - i.Low }

// Wilson returns the score interval of a binomial proportion (Wilson 1927,
// without continuity correction): the proportions that a two-sided normal test
// at the given confidence level, such as 0.95, does not reject. No trials give
// 0..1. It panics unless 0 <= successes <= trials and 0 < level < 1.
func Wilson(successes, trials int64, level float64) Interval {
	checkCounts(successes, trials, level)
	if trials == 0 {
		return Interval{0, 1}
	}
	n, p := float64(trials), float64(successes)/float64(trials)
	z := distuv.UnitNormal.Quantile(1 - (1-level)/2)
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	interval := Interval{max(0, centre-half), min(1, centre+half)}
	// The ends are exact where the formula only comes close.
	if successes == 0 {
		interval.Low = 0
	}
	if successes == trials {
		interval.High = 1
	}
	return interval
}

// ClopperPearson returns the exact interval of a binomial proportion (Clopper
// and Pearson 1934), which covers the truth at least as often as the confidence
// level says: its ends are the proportions at which so few, or so many,
// successes have probability (1-level)/2. No trials give 0..1. It panics unless
// 0 <= successes <= trials and 0 < level < 1.
func ClopperPearson(successes, trials int64, level float64) Interval {
	checkCounts(successes, trials, level)
	interval := Interval{0, 1}
	k, n, tail := float64(successes), float64(trials), (1-level)/2
	// P(X >= k) at proportion p is the regularised incomplete beta function I_p(k, n-k+1).
	if successes > 0 {
		interval.Low = mathext.InvRegIncBeta(k, n-k+1, tail)
	}
	if successes < trials {
		interval.High = mathext.InvRegIncBeta(k+1, n-k, 1-tail)
	}
	return interval
}

func checkCounts(successes, trials int64, level float64) {
	if successes < 0 || successes > trials {
		panic(fmt.Sprintf("stats: %d successes in %d trials", successes, trials))
	}
	if !(0 < level && level < 1) {
		panic(fmt.Sprintf("stats: confidence level %v is not between 0 and 1", level))
	}
}

// Tally counts the verdicts on a set of deals under one rule.
type Tally struct {
	Won       int64 `json:"won"`
	Lost      int64 `json:"lost"`
	Undecided int64 `json:"undecided"`
}

// Add counts one deal.
func (t *Tally) Add(o Outcome) {
	switch o {
	case Won:
		t.Won++
	case Lost:
		t.Lost++
	default:
		t.Undecided++
	}
}

// Deals returns how many deals were counted, undecided ones included.
func (t Tally) Deals() int64 { return t.Won + t.Lost + t.Undecided }

// Rate returns the win rate of these very deals, without any claim about others:
// the undecided deals count as lost for the low end and as won for the high end.
// Without undecided deals both ends are the win rate. No deals give 0..1.
func (t Tally) Rate() Interval {
	n := float64(t.Deals())
	if n == 0 {
		return Interval{0, 1}
	}
	return Interval{float64(t.Won) / n, float64(t.Won+t.Undecided) / n}
}

// Wilson returns the [Wilson] interval of the win rate at [Level], each end taken
// from the count of wins that is worst for it.
func (t Tally) Wilson() Interval { return t.widen(Wilson) }

// ClopperPearson returns the [ClopperPearson] interval of the win rate at
// [Level], each end taken from the count of wins that is worst for it.
func (t Tally) ClopperPearson() Interval { return t.widen(ClopperPearson) }

func (t Tally) widen(method func(successes, trials int64, level float64) Interval) Interval {
	return Interval{
		Low:  method(t.Won, t.Deals(), Level).Low,
		High: method(t.Won+t.Undecided, t.Deals(), Level).High,
	}
}
