package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/solver"
)

// A line that does not win must not be shown as one, whoever found it.
func TestJudge(t *testing.T) {
	start, err := numbered("klondike-solver:3", klondike.DrawK(1))
	require.NoError(t, err)
	draw := klondike.Move{Kind: klondike.Draw}

	_, err = judge(start, solver.Result{Verdict: solver.Winnable, Moves: []klondike.Move{draw}}, klondike.Scoring{})
	require.Error(t, err, "legal, but not won")

	_, err = judge(start, solver.Result{Verdict: solver.Winnable, Moves: []klondike.Move{draw, {Kind: klondike.Redeal}}}, klondike.Scoring{})
	var illegal *klondike.IllegalMove
	require.ErrorAs(t, err, &illegal)
	assert.Equal(t, klondike.RuleRedeal, illegal.Rule)

	_, err = judge(start, solver.Result{Verdict: solver.Unwinnable}, klondike.Scoring{})
	assert.NoError(t, err)
}

func TestJudgeFewest(t *testing.T) {
	start, err := numbered("klondike-solver:3", klondike.DrawK(3))
	require.NoError(t, err)
	fewest, err := solver.New(solver.Limits{}).MinPasses(t.Context(), start.table, start.rules)
	require.NoError(t, err)
	a, err := judgeFewest(start, fewest, klondike.Scoring{})
	require.NoError(t, err)
	assert.Equal(t, 5, a.line.PassesUsed)
	assert.True(t, a.decided())

	fewest.Passes--
	_, err = judgeFewest(start, fewest, klondike.Scoring{})
	require.Error(t, err, "the line takes one pass more")
}

func TestJudgeMost(t *testing.T) {
	start, err := numbered("klondike-solver:0", klondike.DrawK(1))
	require.NoError(t, err)
	result, most, err := solveMost(t.Context(), start, solver.Limits{})
	require.NoError(t, err)
	a, err := judgeMost(start, result, most, klondike.Vegas())
	require.NoError(t, err)
	assert.Equal(t, 11, a.line.Final.FoundationCards())
	assert.Equal(t, 5*11-52, a.line.Score)
	assert.True(t, a.decided())

	most.Cards++
	_, err = judgeMost(start, result, most, klondike.Vegas())
	require.Error(t, err, "the line brings one card less up")
}

func TestFewestWords(t *testing.T) {
	limited := solver.PassResult{Result: solver.Result{Reason: solver.TimeLimit}, Passes: 5, Lower: 3}
	assert.Equal(t, "at least 3, at most 5: the time limit was reached", fewestWords(limited, 1))
	assert.Equal(t, "5; it is proven that 4 is not enough", fewestWords(solver.PassResult{Passes: 5, Lower: 5}, 1))
	assert.Equal(t, "5, the pass that the game is in", fewestWords(solver.PassResult{Passes: 5, Lower: 5}, 5))
}

func TestMostWords(t *testing.T) {
	assert.Equal(t, "at least 9: cancelled", mostWords(solver.MostResult{Cards: 9, Reason: solver.Cancelled}))
	assert.Equal(t, "9; it is proven that no more can be", mostWords(solver.MostResult{Cards: 9, Proven: true}))
}
