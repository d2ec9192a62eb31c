package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"klondike/bench/stats"
)

// WriteText writes the report as tables for a person.
func (r *Report) WriteText(w io.Writer) error {
	facts := []string{Thousands(r.Deals) + " deals", r.Common}
	if r.Limits.States > 0 {
		facts = append(facts, "at most "+Thousands(r.Limits.States)+" states a deal")
	}
	if cost := r.Cost(); cost != "" {
		facts = append(facts, cost)
	}
	if _, err := fmt.Fprintf(w, "%s, decided by %s\n%s\n\n", r.Range(), r.Program, strings.Join(facts, "; ")); err != nil {
		return err
	}
	for _, t := range r.tables() {
		if err := t.write(w); err != nil {
			return err
		}
	}
	for _, note := range r.Notes() {
		if _, err := fmt.Fprintln(w, note); err != nil {
			return err
		}
	}
	return nil
}

// tables returns the tables that have anything to say.
func (r *Report) tables() []*table {
	tables := []*table{r.winTable()}
	if len(r.FirstWin) > 0 {
		tables = append(tables, r.firstWinTable())
	}
	if len(r.Pairs) > 0 {
		tables = append(tables, r.pairTable())
	}
	for _, rule := range r.Rules {
		if rule.States.All.Deals > 0 {
			return append(tables, r.costTable())
		}
	}
	return tables
}

func (r *Report) winTable() *table {
	t := &table{
		Title: "Win rate",
		Note:  "Both intervals are at 95 %: Wilson's score interval, and the exact one of Clopper and Pearson.",
		Head:  []string{"draw", "passes", "winnable", "Wilson 95 %", "Clopper-Pearson 95 %", "won", "lost", "undecided"},
	}
	for _, rule := range r.Rules {
		t.Rows = append(t.Rows, []string{
			fmt.Sprint(rule.Draw), rule.Passes, rate(rule.Rate), interval(rule.Wilson), interval(rule.ClopperPearson),
			Thousands(rule.Won), Thousands(rule.Lost), Thousands(rule.Undecided),
		})
	}
	return t
}

// firstWinTable has one column for each pass limit of any draw count.
func (r *Report) firstWinTable() *table {
	t := &table{
		Title: "First winnable with",
		Note:  "Share of all deals. A deal is undecided here when the first pass limit at which it is not lost is undecided.",
		Head:  []string{"draw"},
	}
	var limits []string
	for _, f := range r.FirstWin {
		for _, limit := range f.Passes {
			if !slices.Contains(limits, limit) {
				limits = append(limits, limit)
			}
		}
	}
	for _, limit := range limits {
		noun := " passes"
		if limit == "1" {
			noun = " pass"
		}
		t.Head = append(t.Head, limit+noun)
	}
	t.Head = append(t.Head, "never", "undecided")
	for _, f := range r.FirstWin {
		share := func(n int64) string {
			if f.Deals() == 0 {
				return "–"
			}
			return percent(float64(n) / float64(f.Deals()))
		}
		row := []string{fmt.Sprint(f.Draw)}
		for _, limit := range limits {
			cell := "–"
			for i := range f.Passes {
				if f.Passes[i] == limit {
					cell = share(f.At[i])
				}
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, append(row, share(f.Never), share(f.Open)))
	}
	return t
}

func (r *Report) pairTable() *table {
	t := &table{
		Title: "The same deals under two rules",
		Note:  "McNemar's test of equal win rates, exact up to 1,000 unequal pairs and by chi-square beyond. P is the chance of counts at least this unequal if the rules were equally hard; undecided deals are turned against the finding.",
		Head:  []string{"first rule", "second rule", "won by first only", "by second only", "undecided", "difference", "McNemar P"},
		Left:  2,
	}
	for _, p := range r.Pairs {
		t.Rows = append(t.Rows, []string{
			p.First, p.Second, Thousands(p.OnlyFirst), Thousands(p.OnlySecond), Thousands(p.Undecided),
			rate(p.Difference), probability(p.Cautious.P),
		})
	}
	return t
}

func (r *Report) costTable() *table {
	t := &table{
		Title: "States expanded a deal",
		Note:  "Half of the deals need no more states than the median, nine tenths no more than the 90 % column says, and so on. A verdict that follows from that under another rule costs nothing.",
		Head:  []string{"draw", "passes", "mean", "median", "90 %", "99 %", "most", "median won", "median lost", "total"},
	}
	for _, rule := range r.Rules {
		all := rule.States.All
		t.Rows = append(t.Rows, []string{
			fmt.Sprint(rule.Draw), rule.Passes, Thousands(int64(all.Mean() + 0.5)), Thousands(all.P50), Thousands(all.P90), Thousands(all.P99), Thousands(all.Max),
			median(rule.States.Won), median(rule.States.Lost), Thousands(all.Total),
		})
	}
	return t
}

func median(c stats.Costs) string {
	if c.Deals == 0 {
		return "–"
	}
	return Thousands(c.P50)
}
