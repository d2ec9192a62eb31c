// Package stats turns counts of won, lost and undecided deals into statements
// that can be defended: confidence intervals of a win rate, paired comparisons of
// two rules on the same deals, and percentiles of cost.
//
// Undecided deals are never dropped. Wherever a rate is bounded they count as
// lost for the lower end and as won for the upper end, so that the interval
// holds whatever those deals turn out to be.
//
// Special functions come from gonum; interval.go and paired.go name the sources
// of the methods.
package stats
