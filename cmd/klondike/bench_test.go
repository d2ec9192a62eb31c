package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/bench"
)

// corpus writes four easy questions to tiny.csv in a new directory and goes there.
func corpus(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("tiny.csv", []byte(`seed,draw,passes,worry_back,verdict,tier,source
klondike-solver:3,1,unlimited,true,winnable,light,verdicts
klondike-solver:3,3,unlimited,true,winnable,light,verdicts
klondike-solver:0,1,unlimited,true,unwinnable,light,verdicts
klondike-solver:0,3,unlimited,true,unwinnable,light,verdicts
`), 0o644))
}

const benchTiny = "klondike bench --corpus tiny.csv --warm-up 0s --rounds 3 "

func TestBenchSavesAndCompares(t *testing.T) {
	corpus(t)
	stdout := ok(t, benchTiny+"--save before.json --cpuprofile cpu.prof")
	assert.Contains(t, stdout, "suite tiny: 3 rounds, 1 thread")
	assert.NotContains(t, stdout, "before:")
	profile, err := os.Stat("cpu.prof")
	require.NoError(t, err)
	assert.Positive(t, profile.Size())

	stdout = ok(t, benchTiny+"--against before.json")
	assert.Contains(t, stdout, "states: the same in every deal\ntimes:  ")

	stdout = ok(t, benchTiny+"--against before.json --slowdown 4")
	assert.Contains(t, stdout, "\ntimes:  slower, ")

	var both struct {
		Suite      string
		Groups     []bench.Group
		Comparison *bench.Comparison
	}
	require.NoError(t, json.Unmarshal([]byte(ok(t, benchTiny+"--against before.json --json --save before.json")), &both))
	assert.Equal(t, "tiny", both.Suite)
	assert.Equal(t, 4, both.Groups[0].Deals)
	require.NotNil(t, both.Comparison)
	assert.Zero(t, both.Comparison.Rows[0].StatesDiffer)

	left, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Len(t, left, 3, "the corpus, the run, the profile")
}

func TestBenchfmt(t *testing.T) {
	corpus(t)
	assert.Equal(t, 3, strings.Count(ok(t, benchTiny+"--benchfmt"), "\nBenchmarkSolve/suite=tiny/deals=draw-3-1\t2\t"))
}

// A verdict that is not the known one is a failure, whatever is asked for, and
// leaves no result behind.
func TestBenchFailsOnAChangedVerdict(t *testing.T) {
	corpus(t)
	text, err := os.ReadFile("tiny.csv")
	require.NoError(t, err)
	changed := strings.Replace(string(text), "3,1,unlimited,true,winnable", "3,1,unlimited,true,unwinnable", 1)
	require.NotEqual(t, changed, string(text))
	require.NoError(t, os.WriteFile("tiny.csv", []byte(changed), 0o644))
	for _, mode := range []string{"--save run.json --cpuprofile cpu.prof", "--json", "--benchfmt", "--signature", "--scaling --hard klondike-solver:0 --plot cost.svg"} {
		line := benchTiny + mode
		stdout, stderr, status := shell(t, line)
		assert.Equal(t, statusFailed, status, line)
		assert.Empty(t, stdout, line)
		assert.Contains(t, stderr, "1 verdict changed", line)
		assert.Contains(t, stderr, "klondike-solver:3, draw 1, unlimited passes, worry back: winnable, known to be unwinnable (verdicts)", line)
	}
	left, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Len(t, left, 1, "the corpus alone")
}

func TestBenchSignature(t *testing.T) {
	first := ok(t, "klondike bench --signature")
	assert.Regexp(t, `^states: [1-9]\d*\n$`, first)
	assert.Equal(t, first, ok(t, "klondike bench --signature"))
}

func TestBenchScaling(t *testing.T) {
	corpus(t)
	line := benchTiny + "--scaling --rounds 1 --most 2 --deals 1 --hard klondike-solver:0 "
	stdout := ok(t, line+"--plot cost.svg")
	assert.Contains(t, stdout, "workers on suite tiny")
	assert.Contains(t, stdout, "1 deal under")
	plot, err := os.ReadFile("cost.svg")
	require.NoError(t, err)
	assert.Contains(t, string(plot), "</svg>")

	var s bench.Scaling
	require.NoError(t, json.Unmarshal([]byte(ok(t, line+"--json")), &s))
	assert.Len(t, s.Workers, 2)
	assert.Len(t, s.Threads, 2)
	assert.NotEmpty(t, s.Costs)
}

func TestBenchInterrupted(t *testing.T) {
	corpus(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, mode := range []string{"--save run.json", "--scaling", "--signature"} {
		var stdout, stderr strings.Builder
		status := run(ctx, strings.Fields("bench --corpus tiny.csv "+mode), nil, &stdout, &stderr)
		assert.Equal(t, statusFailed, status, mode)
		assert.Empty(t, stdout.String(), mode)
		assert.Equal(t, "klondike: interrupted\n", stderr.String(), mode)
	}
	assert.NoFileExists(t, "run.json")
}

func TestBenchHidesTheSlowdown(t *testing.T) {
	assert.NotContains(t, ok(t, "klondike bench --help"), "slowdown")
}
