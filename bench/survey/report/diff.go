package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"klondike/bench/survey"
)

// WriteComparison writes for a person how survey b differs from a, with at most so
// many of the differing deals (below 0 = all). Deals on which the verdicts exclude
// each other come first.
func WriteComparison(w io.Writer, a, b *survey.Survey, c *survey.Comparisons, most int) error {
	fmt.Fprintf(w, "A: %s, decided by %s\nB: %s, decided by %s\n", a.Dir, a.Manifest.Program, b.Dir, b.Manifest.Program)
	fmt.Fprintf(w, "%s deals of %s in both", Thousands(c.Deals), a.Manifest.Generator)
	if c.OnlyA+c.OnlyB > 0 {
		fmt.Fprintf(w, ", %s in A only, %s in B only", Thousands(c.OnlyA), Thousands(c.OnlyB))
	}
	fmt.Fprint(w, "\n\n")

	tables := []*table{verdictTable(c)}
	if cost := costTable(c); len(cost.Rows) > 0 {
		tables = append(tables, cost)
	}
	for _, t := range tables {
		if err := t.write(w); err != nil {
			return err
		}
	}
	return writeDifferences(w, c, most)
}

// WriteComparisonJSON writes all of it for programs.
func WriteComparisonJSON(w io.Writer, c *survey.Comparisons) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(c)
}

func verdictTable(c *survey.Comparisons) *table {
	t := &table{
		Title: "Verdicts",
		Head:  []string{"draw", "passes", "agree", "contradict", "decided by A only", "by B only", "by neither"},
	}
	for _, r := range c.Rules {
		t.Rows = append(t.Rows, []string{
			fmt.Sprint(r.Rules.Draw), survey.Passes(r.Rules.Passes),
			Thousands(r.Agree), Thousands(r.Contradictions), Thousands(r.OnlyA), Thousands(r.OnlyB), Thousands(r.Neither),
		})
	}
	return t
}

func costTable(c *survey.Comparisons) *table {
	t := &table{
		Title: "States expanded on the deals decided by both",
		Head:  []string{"draw", "passes", "total of A", "total of B", "B : A", "A cheaper on", "B cheaper on", "equal on", "largest differences (seed: A, B)"},
	}
	for _, r := range c.Rules {
		cost := r.Cost
		if cost.Deals == 0 {
			continue
		}
		ratio := "–"
		if cost.StatesA > 0 {
			ratio = fmt.Sprintf("%.3f", float64(cost.StatesB)/float64(cost.StatesA))
		}
		var gaps []string
		for _, g := range cost.Largest[:min(len(cost.Largest), 2)] {
			gaps = append(gaps, fmt.Sprintf("%d: %s, %s", g.Seed, Thousands(g.StatesA), Thousands(g.StatesB)))
		}
		t.Rows = append(t.Rows, []string{
			fmt.Sprint(r.Rules.Draw), survey.Passes(r.Rules.Passes),
			Thousands(cost.StatesA), Thousands(cost.StatesB), ratio,
			Thousands(cost.CheaperA), Thousands(cost.CheaperB), Thousands(cost.Deals - cost.CheaperA - cost.CheaperB),
			strings.Join(gaps, "; "),
		})
	}
	return t
}

func writeDifferences(w io.Writer, c *survey.Comparisons, most int) error {
	if len(c.Differences) == 0 {
		_, err := fmt.Fprintln(w, "No verdict differs.")
		return err
	}
	t := &table{Title: "Differing verdicts", Head: []string{"seed", "rule", "A", "B", ""}, Left: 5}
	for _, contradictory := range []bool{true, false} {
		for _, d := range c.Differences {
			if d.Contradictory() != contradictory || most >= 0 && len(t.Rows) == most {
				continue
			}
			remark := ""
			if contradictory {
				remark = "one of them is wrong"
			}
			t.Rows = append(t.Rows, []string{fmt.Sprint(d.Seed), survey.Label(d.Rules), string(d.A.Verdict), string(d.B.Verdict), remark})
		}
	}
	if err := t.write(w); err != nil {
		return err
	}
	if hidden := len(c.Differences) - len(t.Rows); hidden > 0 {
		_, err := fmt.Fprintf(w, "and %s more.\n", Thousands(int64(hidden)))
		return err
	}
	return nil
}
