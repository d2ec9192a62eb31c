package klondike

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// parse reads cards separated by white space.
func parse(t testing.TB, text string) []Card {
	t.Helper()
	var cards []Card
	for _, word := range strings.Fields(text) {
		c, err := ParseCard(word)
		require.NoError(t, err)
		cards = append(cards, c)
	}
	return cards
}

func card(t testing.TB, text string) Card {
	t.Helper()
	return parse(t, text)[0]
}

// build lays out a table: foundation heights, stock, waste, and columns written
// "face-down cards | face-up cards" (the bar may be missing), padded with
// empty columns. It need not be a complete pack; Validate is for that.
func build(t testing.TB, r Rules, foundations [4]uint8, stock, waste string, columns ...string) *Table {
	t.Helper()
	table := &Table{Pass: 1, Columns: make([]Column, r.Columns)}
	copy(table.Foundations[:], foundations[:])
	table.Stock, table.Waste = parse(t, stock), parse(t, waste)
	for i, text := range columns {
		down, up, ok := strings.Cut(text, "|")
		if !ok {
			down, up = "", text
		}
		col := Column{Cards: parse(t, down)}
		col.Down = len(col.Cards)
		col.Cards = append(col.Cards, parse(t, up)...)
		table.Columns[i] = col
	}
	return table
}

// play makes moves that must be legal.
func play(t testing.TB, g *Game, moves ...Move) {
	t.Helper()
	for _, m := range moves {
		require.NoError(t, g.Play(m))
	}
}

var (
	draw   = Move{Kind: Draw}
	redeal = Move{Kind: Redeal}
)

// The constructors count columns and piles from zero, as Move does.
func wasteTo(column uint8) Move  { return Move{Kind: WasteToTableau, To: column} }
func wasteUp(suit Suit) Move     { return Move{Kind: WasteToFoundation, To: uint8(suit)} }
func up(from uint8, s Suit) Move { return Move{Kind: TableauToFoundation, From: from, To: uint8(s)} }
func back(s Suit, to uint8) Move { return Move{Kind: FoundationToTableau, From: uint8(s), To: to} }
func run(from, to, n uint8) Move { return Move{TableauToTableau, from, to, n} }
