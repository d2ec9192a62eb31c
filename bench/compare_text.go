package bench

import (
	"fmt"
	"io"
	"strings"
)

// WriteText writes the comparison for people.
func (c *Comparison) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "before: %v\nafter:  %v\n%s in common", c.Before, c.After, count(c.Deals, "deal"))
	if c.Unmatched > 0 {
		fmt.Fprintf(&b, ", %d others left out", c.Unmatched)
	}
	b.WriteString("\n\n")

	all := &c.Rows[0]
	states := "the same in every deal"
	if all.StatesDiffer > 0 {
		states = fmt.Sprintf("%d before, %d after (%s); %d of %d deals differ", all.StatesBefore, all.StatesAfter,
			change(float64(all.StatesAfter)/float64(all.StatesBefore)), all.StatesDiffer, all.Deals)
	}
	if !c.Exact {
		states += " (threads share their work differently each time)"
	}
	times := "not compared: " + c.NoTimes
	if c.NoTimes == "" {
		times = fmt.Sprintf("%s, %s (%s to %s)", all.Ratio.Change(), change(all.Ratio.Value), change(all.Ratio.Low), change(all.Ratio.High))
	}
	fmt.Fprintf(&b, "states: %s\ntimes:  %s\n", states, times)
	if c.AllocatedBefore > 0 {
		fmt.Fprintf(&b, "memory: a deal allocated %s before, %s after (%s)\n", bytesOf(c.AllocatedBefore), bytesOf(c.AllocatedAfter),
			change(float64(c.AllocatedAfter)/float64(c.AllocatedBefore)))
	}
	for _, doubt := range c.Doubts {
		fmt.Fprintf(&b, "doubt:  %s\n", doubt)
	}
	b.WriteString("\n")

	t := newTable(&b, "states", "deals", "differ", "before", "after", "change")
	for _, r := range c.Rows {
		t.row(r.Name, fmt.Sprint(r.Deals), fmt.Sprint(r.StatesDiffer), fmt.Sprint(r.StatesBefore), fmt.Sprint(r.StatesAfter),
			change(float64(r.StatesAfter)/float64(max(r.StatesBefore, 1))))
	}
	t.end()
	if c.NoTimes == "" {
		t = newTable(&b, fmt.Sprintf("least %s time", c.Clock), "before", "after", "change", "from", "to", "")
		for _, r := range c.Rows {
			t.row(r.Name, duration(int64(r.Before)), duration(int64(r.After)),
				change(r.Ratio.Value), change(r.Ratio.Low), change(r.Ratio.High), string(r.Ratio.Change()))
		}
		t.end()
		fmt.Fprintf(&b, "From and to are %.0f %% intervals, which allow %.1f %% for what differs between two runs of one program.\n\n", 100*Level, 100*c.Allowance)
	}
	_, err := io.WriteString(w, strings.TrimSuffix(b.String(), "\n"))
	return err
}

// change writes a ratio as a change in percent.
func change(ratio float64) string { return fmt.Sprintf("%+.1f %%", 100*(ratio-1)) }
