package certificate

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// without returns a certificate with one entry less.
func (c *Certificate) without(i int) *Certificate {
	less := *c
	less.entries = setOfEntries(append(listOf(c)[:i], listOf(c)[i+1:]...)...)
	return &less
}

// Whatever a proof has besides, Reduce leaves a proof of which no entry can be
// missed.
func TestReducedProofsNeedEveryEntry(t *testing.T) {
	skipShort(t)
	rng := newRand(4)
	var list []*Certificate
	for len(list) < 4 {
		h, r := small(t, rng)
		if !r.lost[0] {
			continue
		}
		p, start := newProver(t, h)
		require.True(t, p.lost(start))
		c := reduced(t, h, append(p.entries, r.entries(h.Rules, all)...))
		if (&relaxed{board: p.board}).lost(start) {
			require.Zero(t, c.Len())
			require.NoError(t, c.Check(t.Context(), Options{Threads: 1}))
			continue
		}
		require.Positive(t, c.Len())
		list = append(list, c)
	}
	for _, c := range append(list, realProofs(t)...) {
		require.NoError(t, c.Check(t.Context(), Options{Threads: 1}))
		tried := 0
		for i := 0; i < c.Len(); i += 1 + c.Len()/80 {
			require.ErrorAsf(t, c.without(i).Check(t.Context(), Options{Threads: 1}), new(*Rejected), "%v", c.Entry(i))
			tried++
		}
		require.Positive(t, tried)
	}
}

// What is no proof stays as it is.
func TestReduceRejects(t *testing.T) {
	c := realProofs(t)[0]
	var file bytes.Buffer
	w, err := NewWriter(&file, c.Header())
	require.NoError(t, err)
	for i := range c.Len() - 1 {
		require.NoError(t, w.Add(c.Entry(i)))
	}
	require.ErrorAs(t, w.Reduce(t.Context(), Options{}), new(*Rejected))
	require.NoError(t, w.Close())
	read, err := Read(&file)
	require.NoError(t, err)
	assert.Equal(t, c.Len()-1, read.Len())
}

func TestReduceCancelled(t *testing.T) {
	c := realProofs(t)[0]
	w, err := NewWriter(io.Discard, c.Header())
	require.NoError(t, err)
	for i := range c.Len() {
		require.NoError(t, w.Add(c.Entry(i)))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, w.Reduce(ctx, Options{}), context.Canceled)
	s := newSieve(ctx, newIndex(w.board, &w.entries))
	require.ErrorIs(t, s.run(w.start), context.Canceled)
}
