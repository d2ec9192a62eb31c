package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/solver"
)

// Each pass limit below the least is too few, and the least is enough, says solve
// without --min-passes.
func TestFewestPasses(t *testing.T) {
	for _, deal := range []string{"--seed klondike-solver:2", "--seed klondike-solver:3", "--seed klondike-solver:3 --draw 3", "--seed klondike-solver:4 --draw 3 --worry-back=false"} {
		t.Run(deal, func(t *testing.T) {
			answer, status := solveJSON(t, deal+" --min-passes")
			assert.Zero(t, status)
			assert.Equal(t, "winnable", answer["verdict"])
			assert.Equal(t, true, answer["min_passes_proven"])
			assert.Equal(t, answer["min_passes"], answer["lower"])
			assert.Equal(t, answer["min_passes"], answer["passes_used"])
			for passes := 1; passes <= int(answer["min_passes"].(float64)); passes++ {
				limited, status := solveJSON(t, fmt.Sprintf("%s --passes %d", deal, passes))
				assert.Zero(t, status)
				want := "unwinnable"
				if passes == int(answer["min_passes"].(float64)) {
					want = "winnable"
				}
				assert.Equal(t, want, limited["verdict"], "in %d passes", passes)
			}
		})
	}
}

// states returns how many states it takes to decide whether a deal can be won.
func states(t *testing.T, deal string) int {
	answer, _ := solveJSON(t, deal)
	return int(answer["stats"].(map[string]any)["states"].(float64))
}

func TestFewestPassesUnproven(t *testing.T) {
	const deal = "--seed klondike-solver:3 --draw 3"
	answer, status := solveJSON(t, fmt.Sprintf("%s --min-passes --max-states %d", deal, states(t, deal)+1))
	assert.Equal(t, statusUndecided, status)
	assert.Equal(t, "winnable", answer["verdict"])
	assert.Equal(t, "states", answer["reason"])
	assert.Equal(t, false, answer["min_passes_proven"])
	assert.Less(t, answer["lower"], answer["min_passes"])
	assert.Equal(t, answer["min_passes"], answer["passes_used"])
}

func TestFewestPassesOfNone(t *testing.T) {
	answer, status := solveJSON(t, "--seed klondike-solver:3 --draw 3 --passes 4 --min-passes")
	assert.Zero(t, status)
	assert.Equal(t, "unwinnable", answer["verdict"])
	assert.Equal(t, true, answer["min_passes_proven"])
	for _, field := range []string{"min_passes", "lower", "moves"} {
		require.Contains(t, answer, field)
		assert.Nil(t, answer[field], field)
	}

	answer, status = solveJSON(t, "--seed klondike-solver:3 --draw 3 --max-states 5 --min-passes")
	assert.Equal(t, statusUndecided, status)
	assert.Equal(t, "undecided", answer["verdict"])
	assert.Equal(t, false, answer["min_passes_proven"])
	assert.Nil(t, answer["min_passes"])
	assert.EqualValues(t, 1, answer["lower"])
}

// The passes before a position count.
func TestFewestPassesMidGame(t *testing.T) {
	t.Chdir("testdata")
	answer, status := solveJSON(t, "third-pass.txt --worry-back=false --min-passes")
	assert.Zero(t, status)
	assert.EqualValues(t, 4, answer["min_passes"])
	assert.EqualValues(t, 4, answer["passes_used"])

	answer, _ = solveJSON(t, "third-pass.txt --worry-back=false --passes 3")
	assert.Equal(t, "unwinnable", answer["verdict"])
}

func TestMostCards(t *testing.T) {
	answer, status := solveJSON(t, "--seed klondike-solver:8 --rules vegas3 --maximise foundation --scoring vegas")
	assert.Zero(t, status)
	assert.Equal(t, "unwinnable", answer["verdict"])
	assert.EqualValues(t, 9, answer["most_cards"])
	assert.Equal(t, true, answer["most_cards_proven"])
	assert.EqualValues(t, 5*9-52, answer["score"])
	assert.NotEmpty(t, answer["moves"])
}

func TestMostCardsOfAWin(t *testing.T) {
	answer, status := solveJSON(t, "--seed klondike-solver:3 --maximise foundation")
	assert.Zero(t, status)
	assert.Equal(t, "winnable", answer["verdict"])
	assert.EqualValues(t, 52, answer["most_cards"])
	assert.Equal(t, true, answer["most_cards_proven"])
}

func TestMostCardsUnproven(t *testing.T) {
	const deal = "--seed klondike-solver:8"
	limit := states(t, deal) + 1000
	answer, status := solveJSON(t, fmt.Sprintf("%s --maximise foundation --max-states %d", deal, limit))
	assert.Equal(t, statusUndecided, status)
	assert.Equal(t, "unwinnable", answer["verdict"], "which is known before the most cards are")
	assert.Equal(t, "states", answer["reason"])
	assert.Equal(t, false, answer["most_cards_proven"])
	assert.LessOrEqual(t, answer["stats"].(map[string]any)["states"], float64(limit), "both searches together")
}

// Both searches of --maximise draw on one budget, and the second may find it spent.
func TestMostCardsBudget(t *testing.T) {
	start, err := numbered("klondike-solver:0", klondike.DrawK(1))
	require.NoError(t, err)
	alone, err := solver.Solve(t.Context(), start.table, start.rules, solver.Limits{})
	require.NoError(t, err)

	result, most, err := solveMost(t.Context(), start, solver.Limits{States: alone.Stats.States})
	require.NoError(t, err)
	assert.Equal(t, solver.Unwinnable, result.Verdict)
	assert.False(t, most.Proven)
	assert.Equal(t, solver.StateLimit, most.Reason)

	result, most, err = solveMost(t.Context(), start, solver.Limits{States: alone.Stats.States - 1})
	require.NoError(t, err)
	assert.Equal(t, solver.Undecided, result.Verdict)
	assert.False(t, most.Proven)
	assert.Equal(t, solver.StateLimit, most.Reason)
}
