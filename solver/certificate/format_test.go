package certificate

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
)

// dealt lays out a numbered deal.
func dealt(t testing.TB, name string, rules klondike.Rules) *klondike.Table {
	t.Helper()
	seed, err := seeds.Parse(name)
	require.NoError(t, err)
	deal, err := seed.DealDecks(rules.Decks)
	require.NoError(t, err)
	table, err := klondike.NewTable(deal, rules)
	require.NoError(t, err)
	return table
}

// written writes a certificate.
func written(t testing.TB, h Header, entries ...Entry) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, h)
	require.NoError(t, err)
	for _, e := range entries {
		require.NoError(t, w.Add(e))
	}
	require.NoError(t, w.Close())
	return file.Bytes()
}

// What is written reads back: header and entries, each once, sorted by kind.
func TestRoundTrip(t *testing.T) {
	rules := klondike.Rules{Draw: 3, Passes: 3, Decks: 1, Columns: 7}
	h := Header{Rules: rules, Start: dealt(t, "native:1", rules), Program: "test 1"}
	b, err := newBoard(h)
	require.NoError(t, err)
	start := b.start(h.Start)
	open := position{start.key, Open, 0}.entry()
	endless := position{start.key, Endless, newTurn(7, 0)}.entry()
	limited := position{start.key, Limited, newTurn(7, 2)}.entry()
	least := position{start.key, Limited, newTurn(7, 1)}.entry()
	c, err := Read(bytes.NewReader(written(t, h, limited, open, endless, open, least, limited)))
	require.NoError(t, err)
	require.Equal(t, h.Rules, c.Header().Rules)
	require.Equal(t, h.Program, c.Header().Program)
	require.True(t, h.Start.Equal(c.Header().Start))
	require.Equal(t, 4, c.Len())
	for i, e := range []Entry{open, endless, least, limited} {
		require.Equal(t, e, c.Entry(i))
	}
}
