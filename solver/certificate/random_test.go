package certificate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// randomRules draws a game of the standard family.
func randomRules(rng *rand.Rand) klondike.Rules {
	return klondike.Rules{Draw: 1 + rng.IntN(4), Passes: rng.IntN(4), WorryBack: rng.IntN(3) > 0, Decks: 1, Columns: 7}
}

// randomLate makes a late position of about the given number of cards off the
// foundations: these are filled to random heights, the other cards are shuffled
// and laid face down, face up, in runs, and in stock and waste.
func randomLate(t testing.TB, rng *rand.Rand, rules klondike.Rules, cards int) *klondike.Table {
	t.Helper()
	table := &klondike.Table{Columns: make([]klondike.Column, 7), Pass: 1}
	if rules.Passes > 0 {
		table.Pass += rng.IntN(rules.Passes)
	}
	for up := 0; up < 52-cards; {
		suit := rng.IntN(4)
		// Uneven foundations make more positions that are lost.
		if by := min(1+rng.IntN(4), 52-cards-up, 13-int(table.Foundations[suit])); by > 0 {
			table.Foundations[suit] += uint8(by)
			up += by
		}
	}
	var rest []klondike.Card
	for suit, height := range table.Foundations[:4] {
		for rank := klondike.Rank(height) + 1; rank <= klondike.King; rank++ {
			rest = append(rest, klondike.NewCard(rank, klondike.Suit(suit)))
		}
	}
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	inTalon := min(rng.IntN(cards+1), klondike.MaxDraw)
	for _, i := range rng.Perm(7) {
		down := rng.IntN(i + 1)
		if n := len(rest) - inTalon; n > down {
			table.Columns[i] = klondike.Column{Cards: slices.Clone(rest[:down+1]), Down: down}
			rest = rest[down+1:]
		}
	}
	// Some of the rest go on columns where they fit, as far as they do.
	for range 3 {
		rest = slices.DeleteFunc(rest, func(c klondike.Card) bool {
			if rng.IntN(2) == 0 {
				return false
			}
			for i := range table.Columns {
				col := &table.Columns[i]
				n := len(col.Cards)
				if n > 0 && col.Cards[n-1].Rank() == c.Rank()+1 && col.Cards[n-1].Red() != c.Red() || n == 0 && c.Rank() == klondike.King {
					col.Cards = append(col.Cards, c)
					return true
				}
			}
			return false
		})
	}
	if len(rest) > klondike.MaxDraw {
		return randomLate(t, rng, rules, cards)
	}
	offset := rng.IntN(len(rest) + 1)
	table.Waste, table.Stock = rest[:offset:offset], rest[offset:]
	require.NoError(t, table.Validate(rules))
	return table
}
