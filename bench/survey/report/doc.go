// Package report turns surveys into what people and programs read: a table, CSV,
// JSON, and one self-contained HTML page.
//
// report.go counts, text.go, machine.go and html.go write, plot.go draws with
// gonum.org/v1/plot. Every number comes from [Report], so that the four forms
// cannot disagree.
package report
