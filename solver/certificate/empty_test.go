package certificate

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// A deal that relaxed play shows to be lost needs no entry: a certificate without
// any is written, read and accepted, and from one with entries Reduce takes them all.
func TestNoEntriesNeeded(t *testing.T) {
	for _, deal := range []struct {
		name  string
		rules klondike.Rules
	}{
		{"klondike-solver:22", klondike.DrawK(1)},
		{"klondike-solver:30", klondike.DrawK(3)},
		{"klondike-solver:5", klondike.Rules{Draw: 3, Passes: 3, WorryBack: true, Decks: 1, Columns: 7}},
		{"klondike-solver:17", klondike.Rules{Draw: 1, Decks: 1, Columns: 7}},
		{"klondike-solver:3", klondike.Rules{Draw: 3, Passes: 1, WorryBack: true, Decks: 1, Columns: 7}},
	} {
		t.Run(fmt.Sprintf("%s, %v", deal.name, deal.rules), func(t *testing.T) {
			h := Header{Rules: deal.rules, Start: dealt(t, deal.name, deal.rules)}
			c, err := Read(bytes.NewReader(written(t, h)))
			require.NoError(t, err)
			require.Zero(t, c.Len())
			for threads := range 3 {
				require.NoError(t, c.Check(t.Context(), Options{Threads: threads}))
			}
			require.Zero(t, reduced(t, h, nil).Len())

			full := proof(t, h, false)
			require.Positive(t, full.Len())
			require.NoError(t, full.Check(t.Context(), Options{Threads: 1}))
			require.Zero(t, reduced(t, h, listOf(full)).Len())
		})
	}
}

// Without entries nothing is accepted that can be won, nor what is lost and takes
// more than relaxed play to see.
func TestNoEntriesAreNotEnough(t *testing.T) {
	empty := func(t *testing.T, h Header) {
		c := &Certificate{header: h}
		var err error
		c.board, err = newBoard(h)
		require.NoError(t, err)
		require.Equalf(t, &Rejected{Reason: StartNotCovered}, c.Check(t.Context(), Options{Threads: 1}), "%v, %+v", h.Rules, h.Start)
	}
	rng := newRand(170)
	for _, rules := range allRules() {
		n := 0
		unplay(t, rng, rules, 200, func(table *klondike.Table) {
			if n++; n%10 == 0 {
				empty(t, Header{Rules: rules, Start: table})
			}
		})
		require.Greater(t, n, 50)
	}
	for _, c := range realProofs(t) {
		require.Positive(t, c.Len())
		empty(t, c.Header())
	}
}
