package solver

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
)

func TestTables(t *testing.T) {
	deal, err := seeds.Deal("klondike-solver", 0)
	require.NoError(t, err)
	rules := klondike.DrawK(3)
	table, err := klondike.NewTable(deal, rules)
	require.NoError(t, err)
	s := New(Limits{})
	result, err := s.Solve(context.Background(), table, rules)
	require.NoError(t, err)
	shape := s.Tables()
	assert.Equal(t, result.Stats.Memory, 8*shape.Slots)
	assert.Positive(t, shape.Entries)
	assert.Less(t, shape.Entries, shape.Slots)
	hits := int64(0)
	for _, n := range shape.Hits {
		hits += n
	}
	assert.Equal(t, shape.Entries, hits)
}
