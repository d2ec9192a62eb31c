package bench

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteText writes the scaling for people.
func (s *Scaling) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n%v\n%s of each speed, times of the wall clock\n\n", s.Program, s.Machine, count(s.Rounds, "round"))
	speeds := func(head string, list []Speed, unit string) {
		t := newTable(&b, head, unit, "±", "speed-up")
		for _, v := range list {
			t.row(fmt.Sprint(v.Number), significant(v.Rate.Median), percent(v.Rate.Share()), fmt.Sprintf("%.2f", v.Up))
		}
		t.end()
	}
	speeds("workers on suite "+s.Suite, s.Workers, "deals/s")
	speeds("threads on "+s.Hard.String(), s.Threads, "searches/s")

	t := newTable(&b, fmt.Sprintf("%s under", count(s.Deals, "deal")), "passes", "won", "states", "mean", "p50", "p90", "max", "ms/deal")
	for _, c := range s.Costs {
		t.row("draw "+strconv.Itoa(c.Draw), passLimit(c.Passes), fmt.Sprint(c.Won), fmt.Sprint(c.States.Total),
			fmt.Sprintf("%.0f", c.States.Mean()), fmt.Sprint(c.States.P50), fmt.Sprint(c.States.P90), fmt.Sprint(c.States.Max),
			significant(1e3*c.Seconds/float64(max(s.Deals, 1))))
	}
	t.end()
	_, err := io.WriteString(w, strings.TrimSuffix(b.String(), "\n"))
	return err
}
