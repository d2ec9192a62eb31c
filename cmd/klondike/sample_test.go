package main

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/solver"
)

// repeat returns n times the verdict.
func repeat(n int, v solver.Verdict) []solver.Verdict {
	verdicts := make([]solver.Verdict, n)
	for i := range verdicts {
		verdicts[i] = v
	}
	return verdicts
}

// TestBehind calls a way worse only as far as the completions show it.
func TestBehind(t *testing.T) {
	ways := func(list ...[]solver.Verdict) []solver.SampledMove {
		var moves []solver.SampledMove
		for _, verdicts := range list {
			moves = append(moves, solver.SampledMove{Verdicts: verdicts})
		}
		return moves
	}
	first := repeat(20, solver.Winnable)
	less := func(lost int, v solver.Verdict) []solver.Verdict {
		return append(repeat(lost, v), first[lost:]...)
	}

	assert.Empty(t, behind(nil))
	assert.Equal(t, []bool{false}, behind(ways(first)))
	// Five of five differing completions have P = 1/16, six have 1/32.
	assert.Equal(t, []bool{false, false}, behind(ways(first, less(5, solver.Unwinnable))))
	assert.Equal(t, []bool{false, true}, behind(ways(first, less(6, solver.Unwinnable))))
	// With three pairs it takes P < 1/60: seven.
	assert.Equal(t, []bool{false, false, false}, behind(ways(first, first, less(6, solver.Unwinnable))))
	assert.Equal(t, []bool{false, false, true}, behind(ways(first, first, less(7, solver.Unwinnable))))
	// Undecided completions show nothing.
	assert.Equal(t, []bool{false, false}, behind(ways(first, less(20, solver.Undecided))))
}

func TestSampleJSON(t *testing.T) {
	t.Chdir("testdata")
	stdout, stderr, status := shell(t, "klondike solve risky.txt --worry-back=false --samples 40 --sample-seed 3 --json")
	assert.Zero(t, status)
	assert.Empty(t, stderr)
	var got sampledJSON
	require.NoError(t, json.Unmarshal([]byte(stdout), &got))
	assert.Equal(t, "risky.txt", got.Deal.Name)
	assert.Equal(t, klondike.DrawK(1).Draw, got.Rules.Draw)
	assert.Equal(t, []any{40, 40, uint64(3), ""}, []any{got.Samples, got.Asked, got.Seed, got.Reason})
	assert.Equal(t, []int{40, 0, 0}, []int{got.Winnable, got.Unwinnable, got.Undecided})
	assert.InDelta(t, 0.9119, got.Interval.Low, 1e-4) // 0.025 to the power of 1/40
	assert.EqualValues(t, 1, got.Interval.High)

	require.Len(t, got.Firsts, 3)
	for i, first := range got.Firsts {
		assert.NotEmpty(t, first.Moves)
		assert.Equal(t, 40, first.Winnable+first.Unwinnable+first.Undecided)
		assert.Equal(t, i == 2, first.Behind)
	}
	assert.Equal(t, "3♥ from column 1 to the foundation", got.Firsts[2].Moves[0].Words)
	assert.Positive(t, got.Firsts[2].Unwinnable)
}

// TestSampleProgress writes a line now and then where there is no terminal.
func TestSampleProgress(t *testing.T) {
	var stderr bytes.Buffer
	p := newSampleProgress(&stderr, 40, false)
	p.show(1)
	assert.Empty(t, stderr.String())
	p.shown = time.Now().Add(-lineEvery)
	p.show(2)
	p.show(3)
	p.end()
	assert.Equal(t, "klondike: 2 of 40 samples\n", stderr.String())

	stderr.Reset()
	quiet := newSampleProgress(&stderr, 40, true)
	quiet.shown = time.Now().Add(-lineEvery)
	quiet.show(2)
	quiet.end()
	assert.Empty(t, stderr.String())
}
