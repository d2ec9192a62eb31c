package bench

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/bench/stats"
)

// measured is a run in which round i took i+1 times as long as the first.
func measured(t *testing.T) *Run {
	run, err := Measure(context.Background(), newFakeMachine(t, 1).config(t, 3))
	require.NoError(t, err)
	for i := range run.Questions {
		m := &run.Questions[i]
		for round := range m.Wall {
			m.Processor[round] = time.Duration(m.Counts.States) * time.Millisecond * time.Duration(round+1)
			m.Wall[round] = 10 * m.Processor[round]
		}
	}
	return run
}

func TestReport(t *testing.T) {
	run := measured(t)
	run.Hardware = &Hardware{Cycles: 3 * 140 * 1000, Instructions: 3 * 140 * 2000, CacheMisses: 3 * 140 * 5}
	r := run.Report()
	var names []string
	for _, g := range r.Groups {
		names = append(names, g.Name)
	}
	assert.Equal(t, []string{"all", "won", "lost", "draw 1", "draw 3, passes 5", "draw 3", "draw 3, no worry back", "light", "medium"}, names)

	all := r.Groups[0] // of 10, 30, 10, 30, 30, 30 states, a millisecond each in the first round
	assert.Equal(t, 6, all.Deals)
	assert.Equal(t, int64(140), all.Counts.States)
	assert.Equal(t, int64(3000), all.Counts.Tables, "the largest")
	assert.InDelta(t, 6/0.28, all.DealsPerSecond.Median, 1e-9)
	assert.InDelta(t, 6/0.42, all.DealsPerSecond.Low, 1e-9)
	assert.InDelta(t, 6/0.14, all.DealsPerSecond.High, 1e-9)
	assert.InDelta(t, 500, all.StatesPerSecond.Median, 1e-9)
	assert.InDelta(t, 2e6, all.PerState, 1e-6)
	const ms = int64(time.Millisecond)
	assert.Equal(t, stats.Costs{Deals: 6, Total: 280 * ms, P50: 60 * ms, P90: 60 * ms, P99: 60 * ms, Max: 60 * ms}, all.Time)
	assert.InDelta(t, 2.8, r.Elapsed.Median, 1e-9, "on the wall")

	won, lost := r.Groups[1], r.Groups[2]
	assert.Equal(t, int64(100), won.Counts.States)
	assert.Equal(t, int64(40), lost.Counts.States)
	assert.Equal(t, []Hits{{Rule: "rule", All: 14, Won: 10, Lost: 4}}, r.Hits)
	assert.Equal(t, &PerState{Cycles: 1000, Instructions: 2000, CacheMisses: 5}, r.PerState)

	var text strings.Builder
	require.NoError(t, r.WriteText(&text))
	narrow := regexp.MustCompile(" +").ReplaceAllString(text.String(), " ")
	for _, want := range []string{
		"suite small: 3 rounds, 1 thread; times of the processor clock\n",
		"\n all 6 21.4 66.7 % 140 500 2000000 60.0 ms 60.0 ms 60.0 ms 60.0 ms\n",
		"\n rule 14 10 4\n",
		"\n tables entries load buckets a hit a miss\n all 480 50.0 % 1.100 1.100\n",
		"a state took 1000 cycles, 2000 instructions, 5.0 cache misses\n",
	} {
		assert.Contains(t, narrow, want)
	}
}

func TestRulesInOrder(t *testing.T) {
	rules := []string{}
	run := measured(t)
	sorted := slices.Clone(run.Questions)
	slices.SortStableFunc(sorted, func(a, b Measured) int { return byRules(a.Rules, b.Rules) })
	for _, m := range sorted {
		rules = append(rules, ruleName(m.Rules))
	}
	assert.Equal(t, []string{"draw 1", "draw 1", "draw 3, passes 5", "draw 3", "draw 3", "draw 3, no worry back"}, rules)
}

func TestUnits(t *testing.T) {
	for ns, want := range map[int64]string{0: "0.00 µs", 1500: "1.50 µs", 999_000: "999 µs", 12_300_000: "12.3 ms", 2e9: "2.00 s", 4321e9: "4321 s"} {
		assert.Equal(t, want, duration(ns))
	}
	for n, want := range map[int64]string{0: "0.00 B", 1023: "1023 B", 1536: "1.50 KiB", 1 << 30: "1.00 GiB", 1 << 50: "1024 TiB"} {
		assert.Equal(t, want, bytesOf(n))
	}
	assert.Equal(t, "1 round", count(1, "round"))
	assert.Equal(t, "0 rounds", count(0, "round"))
	assert.Equal(t, "+10.0 %", change(1.1))
	assert.Equal(t, "-2.5 %", change(0.975))
}

// Every line is a key, a unit, a comment or a result of Go's benchmark format.
func TestBenchfmt(t *testing.T) {
	run := measured(t)
	var text strings.Builder
	require.NoError(t, run.WriteBenchfmt(&text))
	line := regexp.MustCompile(`^([a-z][a-z0-9]*: .+|Unit \S+ \S+=\S+|# .*|Benchmark[A-Z]\S*-1\t\d+(\t[0-9.e+]+ [a-z]+/[a-z]+)+)$`)
	results := map[string]int{}
	for l := range strings.Lines(text.String()) {
		l = strings.TrimSuffix(l, "\n")
		assert.Regexp(t, line, l)
		if name, _, ok := strings.Cut(l, "\t"); ok {
			results[name]++
		}
	}
	assert.Len(t, results, 9)
	for name, lines := range results {
		assert.Equal(t, 3, lines, "%s: a line for each round", name)
	}
	assert.Contains(t, text.String(), "BenchmarkSolve/suite=small/deals=all-1\t6\t23333333 ns/op\t23.3333333 states/op\t42.8571 deals/s\t1000 states/s\n")
	assert.Contains(t, text.String(), "/deals=draw-3-passes-5-1\t1\t")
}
