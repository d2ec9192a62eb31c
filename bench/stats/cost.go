package stats

import (
	"math"
	"slices"
)

// Costs summarises how much work deals took, in the unit they were counted in.
type Costs struct {
	Deals int64 `json:"deals"`
	Total int64 `json:"total"`
	P50   int64 `json:"p50"`
	P90   int64 `json:"p90"`
	P99   int64 `json:"p99"`
	Max   int64 `json:"max"`
}

// Summarise sorts costs in place and summarises them. No costs give the zero
// Costs.
func Summarise(costs []int64) Costs {
	if len(costs) == 0 {
		return Costs{}
	}
	slices.Sort(costs)
	c := Costs{
		Deals: int64(len(costs)),
		P50:   Percentile(costs, 50),
		P90:   Percentile(costs, 90),
		P99:   Percentile(costs, 99),
		Max:   costs[len(costs)-1],
	}
	for _, cost := range costs {
		c.Total += cost
	}
	return c
}

// Mean returns the mean cost, 0 without deals.
func (c Costs) Mean() float64 {
	if c.Deals == 0 {
		return 0
	}
	return float64(c.Total) / float64(c.Deals)
}

// Percentile returns the nearest-rank percentile, 0 < percent <= 100, of rising
// values: the smallest of them that at least percent % do not exceed. It is
// always one of the values. It panics if there are none.
func Percentile(sorted []int64, percent float64) int64 {
	rank := int(math.Ceil(percent / 100 * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}
