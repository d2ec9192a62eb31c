package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// colourTable has one column with a red card face down and a black and a red one
// face up.
func colourTable() *klondike.Table {
	table := &klondike.Table{Columns: make([]klondike.Column, 7), Pass: 1}
	table.Columns[6] = klondike.Column{Down: 1, Cards: []klondike.Card{
		klondike.NewCard(2, klondike.Hearts), klondike.NewCard(9, klondike.Spades), klondike.NewCard(8, klondike.Diamonds),
	}}
	return table
}

func TestColours(t *testing.T) {
	plain := newPen(false, false).table(colourTable(), klondike.DrawK(1))
	coloured := newPen(false, true).table(colourTable(), klondike.DrawK(1))

	assert.NotContains(t, plain, "\x1b")
	assert.Contains(t, coloured, "\x1b[31m8♦\x1b[0m", "red cards are red")
	assert.Contains(t, coloured, " 9♠\n", "black cards have no colour of their own")
	assert.Contains(t, coloured, "\x1b[2m(2♥)", "face-down cards are dim")

	stripped := coloured
	for _, escape := range []string{"\x1b[31m", "\x1b[2m", "\x1b[22m", "\x1b[0m"} {
		stripped = strings.ReplaceAll(stripped, escape, "")
	}
	assert.Equal(t, plain, stripped, "colours take no room")
}

func TestASCII(t *testing.T) {
	drawing := newPen(true, false).table(colourTable(), klondike.DrawK(1))
	assert.Contains(t, drawing, "(2H)")
	for _, r := range drawing {
		require.Less(t, r, rune(128))
	}
}

func TestColourOnTerminalsOnly(t *testing.T) {
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	defer reader.Close()
	defer writer.Close()
	assert.False(t, colourful(writer), "a pipe")
	assert.False(t, colourful(&strings.Builder{}), "no file")
}
