package solver

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// randomGame plays n random moves and returns them with the tables.
func randomGame(rng *rand.Rand, start *klondike.Table, rules klondike.Rules, n int) ([]klondike.Move, []*klondike.Table) {
	var moves []klondike.Move
	tables := []*klondike.Table{start}
	for range n {
		last := tables[len(tables)-1]
		legal := last.LegalMoves(rules, nil)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		moves = append(moves, m)
		tables = append(tables, played(last, rules, m))
	}
	return moves, tables
}

// The move that lost the game is the one that looking at every position shows.
func TestCritical(t *testing.T) {
	skipRaced(t)
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(2, 9))
	a := NewAnalyst(1, Limits{})
	lost, won, never := 0, 0, 0
	games := 12
	if deep() {
		games = 30
	}
	for number := range games {
		rules := []klondike.Rules{klondike.DrawK(1), klondike.DrawK(3), vegas3()}[number%3]
		moves, tables := randomGame(rng, dealt(t, uint64(number), rules), rules, 60)
		want := Critical{Winnable: -1, Lost: -1}
		s := New(Limits{})
		for i, table := range tables {
			result, err := s.Solve(ctx, table, rules)
			require.NoError(t, err)
			if result.Verdict == Winnable {
				require.Equal(t, i-1, want.Winnable, "a lost game came back")
				want.Winnable = i
			} else if want.Lost < 0 {
				want.Lost = i
			}
		}
		got, err := a.Critical(ctx, tables[0], rules, moves)
		require.NoError(t, err)
		if want.Winnable >= 0 {
			report, err := klondike.Replay(tables[want.Winnable], rules, got.Instead, klondike.Standard())
			require.NoError(t, err)
			require.True(t, report.Won)
		}
		got.Instead = nil
		require.Equal(t, want, got, "deal %d, %v", number, rules)

		index, ok := got.Move()
		switch {
		case want.Winnable == len(moves):
			won++
			assert.False(t, ok)
		case want.Lost == 0:
			never++
			assert.False(t, ok)
		default:
			lost++
			assert.True(t, ok)
			assert.Equal(t, want.Winnable, index)
		}
	}
	t.Logf("%d games lost by a move, %d winnable still, %d never winnable", lost, won, never)
	assert.Positive(t, lost)
	assert.Positive(t, won)
	assert.Positive(t, never)
}

// With limits the answer is what was proven: never more, and consistent with it.
func TestCriticalWithinLimits(t *testing.T) {
	skipRaced(t)
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(2, 10))
	open := 0
	for number := range 30 {
		rules := klondike.DrawK(3)
		moves, tables := randomGame(rng, dealt(t, uint64(number), rules), rules, 60)
		full, err := NewAnalyst(1, Limits{}).Critical(ctx, tables[0], rules, moves)
		require.NoError(t, err)
		got, err := NewAnalyst(1, Limits{States: 40}).Critical(ctx, tables[0], rules, moves)
		require.NoError(t, err)
		assert.LessOrEqual(t, got.Winnable, full.Winnable)
		if got.Lost >= 0 {
			assert.GreaterOrEqual(t, got.Lost, full.Lost)
		}
		if got.Reason != NoReason {
			assert.Equal(t, StateLimit, got.Reason)
			open++
		} else {
			got.Instead, full.Instead = nil, nil
			assert.Equal(t, full, got)
		}
	}
	t.Logf("%d of 30 left open", open)
	assert.Positive(t, open)
}
