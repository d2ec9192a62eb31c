package report

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"klondike/bench/stats"
	"klondike/bench/survey"
	"klondike/klondike"
)

// table is a grid of cells with a heading. The first `left` columns are aligned
// to the left, the others to the right.
type table struct {
	Title, Note string
	Head        []string
	Rows        [][]string
	Left        int
}

// Starts reports whether row i begins a group: rows with the same first cell.
func (t *table) Starts(i int) bool { return i > 0 && t.Left == 0 && t.Rows[i][0] != t.Rows[i-1][0] }

// write writes the table with its columns aligned.
func (t *table) write(w io.Writer) error {
	rows := append([][]string{t.Head}, t.Rows...)
	widths := make([]int, len(t.Head))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	b.WriteString(t.Title + "\n")
	for _, row := range rows {
		line := "  "
		for i, cell := range row {
			padding := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < t.Left {
				line += cell + padding + "   "
			} else {
				line += padding + cell + "   "
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// Thousands writes a number with commas.
func Thousands[T int64 | uint64](n T) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Standing says in one line how a rule stands, with the exact 95 % interval.
func Standing(r klondike.Rules, t stats.Tally) string {
	if t.Deals() == 0 {
		return survey.Label(r) + ": nothing decided yet"
	}
	return survey.Label(r) + ": " + rate(t.Rate()) + " won (95 %: " + interval(t.ClopperPearson()) + ")"
}

// percent writes a share with two decimals, 81.94 %.
func percent(share float64) string { return decimals(share) + " %" }

// rate writes a win rate, as a range when undecided deals make it one.
func rate(r stats.Interval) string {
	if r.Low == r.High {
		return percent(r.Low)
	}
	return decimals(r.Low) + " – " + percent(r.High)
}

// interval writes both ends, rounded outwards so that what is written covers it.
func interval(i stats.Interval) string {
	const scale = 1e4
	return decimals(math.Floor(i.Low*scale)/scale) + " – " + percent(math.Ceil(i.High*scale)/scale)
}

func decimals(share float64) string {
	text := strconv.FormatFloat(100*share, 'f', 2, 64)
	if text == "-0.00" {
		return "0.00"
	}
	return strings.Replace(text, "-", "−", 1)
}

// probability writes a P value.
func probability(p float64) string {
	switch {
	case p == 0:
		return "< 1e-300"
	case p < 0.001:
		return strconv.FormatFloat(p, 'e', 1, 64)
	}
	return fmt.Sprintf("%.3f", p)
}
