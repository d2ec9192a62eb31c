package report

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/bench/survey"
	"klondike/klondike"
)

func imported(t *testing.T, program, text string) *survey.Survey {
	t.Helper()
	dir := filepath.Join(t.TempDir(), program)
	_, err := survey.Import(dir, survey.List{Program: program, Generator: "native", Rules: klondike.DrawK(3), States: 3}, strings.NewReader(text))
	require.NoError(t, err)
	s, err := survey.Open(dir)
	require.NoError(t, err)
	return s
}

func TestComparisonForAPerson(t *testing.T) {
	a := imported(t, "old", "1,W,1000\n2,?,5000\n3,U,300\n4,W,40\n5,?,5000\n6,W,1")
	b := imported(t, "new", "1,W,900\n2,W,2500\n3,W,300\n4,W,41\n5,?,5000\n7,U,1")
	c, err := survey.Diff(a, b)
	require.NoError(t, err)
	a.Dir, b.Dir = "old", "new"
	var all strings.Builder
	require.NoError(t, WriteComparison(&all, a, b, c, -1))
	assert.Equal(t, `A: old, decided by old
B: new, decided by new
5 deals of native in both, 1 in A only, 1 in B only

Verdicts
  draw      passes   agree   contradict   decided by A only   by B only   by neither
     3   unlimited       2            1                   0           1            1

States expanded on the deals decided by both
  draw      passes   total of A   total of B   B : A   A cheaper on   B cheaper on   equal on   largest differences (seed: A, B)
     3   unlimited        1,340        1,241   0.926              1              1          1           1: 1,000, 900; 4: 40, 41

Differing verdicts
  seed   rule                       A   B
  3      draw 3, unlimited passes   U   W   one of them is wrong
  2      draw 3, unlimited passes   ?   W

`, all.String())

	var one strings.Builder
	require.NoError(t, WriteComparison(&one, a, b, c, 1))
	assert.Contains(t, one.String(), "one of them is wrong", "contradictions come first")
	assert.NotContains(t, one.String(), "?   W")
	assert.Contains(t, one.String(), "and 1 more.")
}
