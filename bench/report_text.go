package bench

import (
	"fmt"
	"io"
	"strings"
)

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "suite %s: %s, %s; times of the %s clock\n%v\n%v\n", r.Suite,
		count(r.Rounds, "round"), count(r.Threads, "thread"), r.Clock, r.Program, r.Machine)
	fmt.Fprintf(&b, "a round took %.3g s (%.3g to %.3g); ", r.Elapsed.Median, r.Elapsed.Low, r.Elapsed.High)
	if r.Peak > 0 {
		fmt.Fprintf(&b, "peak memory %s, ", bytesOf(r.Peak))
	}
	fmt.Fprintf(&b, "largest tables of a deal %s\n", bytesOf(r.Groups[0].Counts.Tables))
	deals := int64(r.Groups[0].Deals)
	fmt.Fprintf(&b, "a deal allocated %s in %d objects\n", bytesOf(r.Allocated.Bytes/deals), r.Allocated.Objects/deals)
	if p := r.PerState; p != nil {
		fmt.Fprintf(&b, "a state took %.0f cycles, %.0f instructions, %.1f cache misses\n", p.Cycles, p.Instructions, p.CacheMisses)
	}
	b.WriteString("\n")
	t := newTable(&b, "", "deals", "deals/s", "±", "states", "states/s", "ns/state", "p50", "p90", "p99", "max")
	for _, g := range r.Groups {
		t.row(g.Name, fmt.Sprint(g.Deals), significant(g.DealsPerSecond.Median), percent(g.DealsPerSecond.Share()),
			fmt.Sprint(g.Counts.States), significant(g.StatesPerSecond.Median), fmt.Sprintf("%.0f", g.PerState),
			duration(g.Time.P50), duration(g.Time.P90), duration(g.Time.P99), duration(g.Time.Max))
	}
	t.end()

	t = newTable(&b, "counts", "open", "closed", "members", "arrivals", "known", "forgot")
	for _, g := range r.Groups {
		c := &g.Counts
		t.row(g.Name, fmt.Sprint(c.Open), fmt.Sprint(c.Closed), fmt.Sprint(c.Members),
			fmt.Sprint(c.Arrivals), fmt.Sprint(c.Known), fmt.Sprint(c.Forgot))
	}
	t.end()

	t = newTable(&b, "tables", "entries", "load", "buckets a hit", "a miss")
	for _, g := range r.Groups {
		shape := &g.Counts.Shape
		t.row(g.Name, fmt.Sprint(shape.Entries), percent(shape.Load()),
			fmt.Sprintf("%.3f", reads(shape.Hits)), fmt.Sprintf("%.3f", reads(shape.Misses)))
	}
	t.end()

	t = newTable(&b, "rule hits", "all", "won", "lost")
	for _, h := range r.Hits {
		t.row(h.Rule, fmt.Sprint(h.All), fmt.Sprint(h.Won), fmt.Sprint(h.Lost))
	}
	t.end()
	_, err := io.WriteString(w, strings.TrimSuffix(b.String(), "\n"))
	return err
}
