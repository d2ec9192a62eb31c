package bench

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"
)

// table lays out rows below a line of heads: names on the left, numbers aligned
// on the right.
type table struct {
	out  *strings.Builder
	rows [][]string
}

func newTable(out *strings.Builder, heads ...string) *table { return &table{out, [][]string{heads}} }

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

// end writes the table and an empty line.
func (t *table) end() {
	width := 0
	for _, row := range t.rows {
		width = max(width, len(row[0]))
	}
	tabs := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range t.rows {
		fmt.Fprintf(tabs, "%-*s\t%s\t\n", width, row[0], strings.Join(row[1:], "\t"))
	}
	tabs.Flush() // a Builder takes everything
	t.out.WriteString("\n")
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// significant writes a positive number with at least three digits, and all that
// stand before the point.
func significant(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// duration writes nanoseconds with three digits in a fitting unit.
func duration(ns int64) string {
	d := time.Duration(ns)
	switch {
	case d >= time.Second:
		return significant(d.Seconds()) + " s"
	case d >= time.Millisecond:
		return significant(float64(d)/1e6) + " ms"
	}
	return significant(float64(d)/1e3) + " µs"
}

// bytesOf writes a number of bytes in a fitting unit of 1024s.
func bytesOf(n int64) string {
	v, unit := float64(n), "B"
	for _, next := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if v < 1024 {
			break
		}
		v, unit = v/1024, next
	}
	return significant(v) + " " + unit
}
