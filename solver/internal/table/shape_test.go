package table

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestShape(t *testing.T) {
	empty := New(NewBudget(1<<20), 0).Shape()
	assert.Equal(t, Shape{Slots: minSlots, Misses: [maxReach + 1]int64{minSlots / bucketSlots}}, empty)

	// A budget that lets the table fill up, so that lookups go far.
	table := New(NewBudget(minSlots*8), 0)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 2 * minSlots {
		table.Put(rng.Uint64()>>7, Dead)
	}
	s := table.Shape()
	assert.Equal(t, table.Len(), s.Entries)
	hits, misses := int64(0), int64(0)
	for i := range s.Hits {
		hits += s.Hits[i]
		misses += s.Misses[i]
	}
	assert.Equal(t, s.Entries, hits)
	assert.Equal(t, int64(minSlots/bucketSlots), misses)
	assert.Positive(t, s.Misses[maxReach])
	assert.Greater(t, s.Hits[0], s.Hits[maxReach])

	twice := s
	twice.Add(s)
	assert.Equal(t, 2*s.Entries, twice.Entries)
	assert.Equal(t, 2*s.Misses[maxReach], twice.Misses[maxReach])
}
