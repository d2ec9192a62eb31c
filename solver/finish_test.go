package solver

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/solver/internal/brute"
	"klondike/solver/internal/pack"
)

// Finish agrees with the referee on what is certainly won, its moves win, and with
// one card at a time and no pass limit a table without face-down cards is enough.
func TestFinish(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	certain, plain := 0, 0
	for range 4000 {
		o := brute.Mixed(rng)
		rules := klondike.DrawK(1 + rng.IntN(3))
		if o.Passes = rng.IntN(3); o.Passes > 0 {
			rules.Passes = o.Passes
		}
		table := brute.RandomPosition(rng, o)
		if rng.IntN(2) == 0 {
			table = faceUp(table)
		}
		require.NoError(t, table.Validate(rules))
		moves, ok := Finish(table, rules)
		if ok {
			plain++
			report, err := klondike.Replay(table, rules, moves, klondike.Standard())
			require.NoError(t, err)
			require.True(t, report.Won)
		}
		if table.CertainlyWon() {
			certain++
			require.True(t, ok)
		}
		if table.FaceDown() > 0 {
			require.False(t, ok)
		} else if rules.Draw == 1 && rules.Passes == 0 {
			require.True(t, ok, "%+v", table)
		}
	}
	t.Logf("%d finished, %d of them certainly won to the referee", plain, certain)
	assert.Positive(t, certain)
	assert.Greater(t, plain, certain)
}

// faceUp puts the face-down cards of a table into the stock, as far as they fit.
func faceUp(t *klondike.Table) *klondike.Table {
	t = t.Clone()
	for i := range t.Columns {
		col := &t.Columns[i]
		if len(t.Stock)+len(t.Waste)+col.Down <= pack.MaxTalon {
			t.Stock = slices.Concat(t.Stock, col.Cards[:col.Down])
			col.Cards, col.Down = col.Cards[col.Down:], 0
		}
	}
	return t
}

func TestFinishDependsOnTheOrderOfTheStock(t *testing.T) {
	rules := klondike.DrawK(3)
	// Two cards turned together: the one drawn last is on top, whatever the pass.
	table := position(t, "foundations: JC KD KH KS\nstock: QC KC\n", rules)
	_, ok := Finish(table, rules)
	assert.False(t, ok)
	table = position(t, "foundations: JC KD KH KS\nstock: KC QC\n", rules)
	_, ok = Finish(table, rules)
	assert.True(t, ok)

	result, err := Solve(context.Background(), table, rules, Limits{})
	require.NoError(t, err)
	assert.Equal(t, Winnable, result.Verdict)
}

func TestFinishNeedsEveryCard(t *testing.T) {
	rules := klondike.DrawK(1)
	_, ok := Finish(position(t, "foundations: QC QD QH KS\n1: KC\nstock: ? ?\n", rules), rules)
	assert.False(t, ok)
	_, ok = Finish(position(t, "foundations: QC QD QH KS\n1: KC\n2: <KD> KH\n", rules), rules)
	assert.False(t, ok)
}
