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
