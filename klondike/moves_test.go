package klondike

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every rule that can be broken is named, with the card, and nothing moves.
func TestIllegalMoves(t *testing.T) {
	with := func(change func(*Rules)) Rules {
		r := DrawK(1)
		change(&r)
		return r
	}
	std := DrawK(1)
	noBack := with(func(r *Rules) { r.WorryBack = false })
	whole := with(func(r *Rules) { r.Runs = WholeRun })
	suits := with(func(r *Rules) { r.Runs, r.Build, r.Dealing = SingleSuit, SameColour, AllFaceUp })
	onePass := with(func(r *Rules) { r.Passes = 1 })

	table := build(t, std, [4]uint8{2, 0, 3, 0}, "9S", "5D", "7H 6C", "KS QS | 8C 7D 6S", "8S", "3C", "", "4H 2S 4S")
	drawn := build(t, std, [4]uint8{2, 0, 0, 0}, "", "5D 9S")
	bare := build(t, std, [4]uint8{13, 0, 0, 0}, "", "", "KC")
	sameColour := build(t, suits, [4]uint8{}, "", "", "9C 8S 7S", "9S", "8C", "4C 6S")

	for _, test := range []struct {
		table *Table
		rules Rules
		move  Move
		rule  Rule
		card  string
	}{
		{drawn, std, draw, RuleStock, "?"},
		{table, std, redeal, RuleRedeal, "?"},
		{bare, std, redeal, RuleRedeal, "?"},
		{drawn, onePass, redeal, RulePasses, "?"},
		{bare, std, wasteTo(3), RuleMove, "?"},
		{bare, std, wasteUp(Hearts), RuleMove, "?"},
		{table, std, wasteTo(4), RuleEmptyColumn, "5D"},
		{table, std, wasteTo(2), RuleBuild, "5D"},
		{table, std, wasteUp(Diamonds), RuleFoundation, "5D"},
		{table, std, wasteUp(Hearts), RuleFoundation, "5D"},
		{table, std, up(4, Clubs), RuleMove, "?"},
		{table, std, up(0, Clubs), RuleFoundation, "6C"},
		{table, std, up(3, Spades), RuleFoundation, "3C"},
		{bare, std, up(0, Clubs), RuleFoundation, "KC"},
		{table, std, run(0, 0, 1), RuleMove, "?"},
		{table, std, run(0, 2, 0), RuleRuns, "?"},
		{table, std, run(1, 4, 4), RuleRuns, "?"},
		{table, std, run(4, 0, 1), RuleRuns, "?"},
		{table, std, run(5, 4, 2), RuleRuns, "2S"},
		{table, std, run(1, 2, 3), RuleBuild, "8C"},
		{table, std, run(1, 4, 3), RuleEmptyColumn, "8C"},
		{table, whole, run(1, 2, 2), RuleRuns, "7D"},
		{sameColour, suits, run(0, 1, 3), RuleRuns, "9C"},
		{sameColour, suits, run(0, 4, 3), RuleRuns, "9C"},
		{sameColour, suits, run(3, 0, 2), RuleRuns, "4C"},
		{table, noBack, back(Hearts, 5), RuleWorryBack, "3H"},
		{table, std, back(Hearts, 0), RuleBuild, "3H"},
		{table, std, back(Hearts, 4), RuleEmptyColumn, "3H"},
		{table, std, back(Spades, 0), RuleMove, "?"},
		{table, std, Move{Kind: 7}, RuleMove, "?"},
		{table, std, Move{Kind: Draw, To: 1}, RuleMove, "?"},
		{table, std, Move{Kind: Redeal, Count: 1}, RuleMove, "?"},
		{table, std, Move{Kind: WasteToTableau, To: 7}, RuleMove, "?"},
		{table, std, Move{Kind: WasteToFoundation, To: 4}, RuleMove, "?"},
		{table, std, Move{Kind: TableauToFoundation, From: 7}, RuleMove, "?"},
		{table, std, Move{Kind: TableauToFoundation, From: 3, Count: 1}, RuleMove, "?"},
		{table, std, Move{Kind: FoundationToTableau, From: 4}, RuleMove, "?"},
	} {
		before := test.table.Clone()
		for _, err := range []error{test.table.Check(test.move, test.rules), test.table.Play(test.move, test.rules)} {
			var illegal *IllegalMove
			require.ErrorAs(t, err, &illegal, "%v", test.move)
			assert.Equal(t, test.rule, illegal.Rule, "%v", err)
			assert.Equal(t, card(t, test.card), illegal.Card, "%v", err)
			assert.Equal(t, test.move, illegal.Move)
			assert.NotEmpty(t, illegal.Reason)
		}
		assert.True(t, before.Equal(test.table), "%v changed the table", test.move)
	}
}

func TestIllegalMoveText(t *testing.T) {
	table := build(t, DrawK(1), [4]uint8{}, "", "5D", "7H 6C", "8S")
	assert.EqualError(t, table.Check(wasteTo(1), DrawK(1)),
		"illegal move of 5♦ (waste to column 2): rule build: a card on 8♠ must be one rank lower and of the other colour")
	assert.EqualError(t, table.Check(draw, DrawK(1)), "illegal move (draw): rule stock: the stock is empty")
}

// What each setting of a rule allows.
func TestRuleSettings(t *testing.T) {
	legal := func(table *Table, m Move, change func(*Rules)) bool {
		r := DrawK(1)
		change(&r)
		return table.Check(m, r) == nil
	}
	table := build(t, DrawK(1), [4]uint8{0, 0, 1, 0}, "", "5D", "8C 7D 6S", "8S", "7H", "2S", "", "9D", "6D")
	for _, test := range []struct {
		name string
		move Move
		rule func(*Rules)
		want bool
	}{
		{"kings only", wasteTo(4), func(r *Rules) {}, false},
		{"any card", wasteTo(4), func(r *Rules) { r.EmptyColumn = AnyCard }, true},
		{"any run", run(0, 4, 2), func(r *Rules) { r.EmptyColumn = AnyCard }, true},
		{"whole run only", run(0, 4, 2), func(r *Rules) { r.EmptyColumn, r.Runs = AnyCard, WholeRun }, false},
		{"the whole run", run(0, 5, 3), func(r *Rules) { r.Runs = WholeRun }, true},
		{"any part", run(0, 1, 2), func(r *Rules) {}, true},
		{"not one suit", run(0, 1, 2), func(r *Rules) { r.Runs = SingleSuit }, false},
		{"single cards always", run(0, 2, 1), func(r *Rules) { r.Runs = SingleSuit }, true},
		{"alternating", run(6, 2, 1), func(r *Rules) {}, false},
		{"same colour", run(6, 2, 1), func(r *Rules) { r.Build = SameColour }, true},
		{"worry back", back(Hearts, 3), func(r *Rules) {}, true},
		{"no worry back", back(Hearts, 3), func(r *Rules) { r.WorryBack = false }, false},
	} {
		assert.Equal(t, test.want, legal(table, test.move, test.rule), test.name)
	}
}

// A single-suit run of several cards moves under the same-colour build.
func TestSingleSuitRunMoves(t *testing.T) {
	r, err := Preset("whitehead")
	require.NoError(t, err)
	table := build(t, r, [4]uint8{}, "", "", "2H 9S 8S 7S", "TC", "")
	require.NoError(t, table.Check(run(0, 1, 3), r))
	require.NoError(t, table.Check(run(0, 2, 2), r))
	require.NoError(t, table.Play(run(0, 1, 3), r))
	assert.Equal(t, parse(t, "TC 9S 8S 7S"), table.Columns[1].Cards)
	assert.Equal(t, parse(t, "2H"), table.Columns[0].Cards)
}

// Two decks have two piles a suit: a card may go to either that is ready for it.
func TestTwoPilesASuit(t *testing.T) {
	r, err := Preset("double")
	require.NoError(t, err)
	table := build(t, r, [4]uint8{}, "", "2H", "AH", "AH")
	first, second := up(0, Hearts), up(0, Hearts+4)
	require.NoError(t, table.Check(second, r))
	require.NoError(t, table.Play(first, r))
	require.Error(t, table.Check(up(1, Hearts), r))
	require.NoError(t, table.Play(up(1, Hearts+4), r))
	require.NoError(t, table.Play(wasteUp(Hearts+4), r))
	assert.Equal(t, [8]uint8{2: 1, 6: 2}, table.Foundations)
}

// Draw k turns the cards one after the other; the last one turned is playable.
func TestDrawAndRedeal(t *testing.T) {
	r := DrawK(3)
	table := build(t, r, [4]uint8{}, "2C 3C 4C 5C 6C", "")
	require.NoError(t, table.Play(draw, r))
	assert.Equal(t, parse(t, "2C 3C 4C"), table.Waste)
	assert.Equal(t, parse(t, "5C 6C"), table.Stock)
	require.NoError(t, table.Play(draw, r))
	assert.Equal(t, parse(t, "2C 3C 4C 5C 6C"), table.Waste, "a short last group turns what is left")
	require.NoError(t, table.Play(redeal, r))
	assert.Equal(t, parse(t, "2C 3C 4C 5C 6C"), table.Stock, "the order of the first pass")
	assert.Empty(t, table.Waste)
	assert.Equal(t, 2, table.Pass)
}

func TestMoveText(t *testing.T) {
	for want, m := range map[string]Move{
		"draw": draw, "redeal": redeal,
		"waste to column 3":           wasteTo(2),
		"waste to foundation 3":       wasteUp(Hearts),
		"column 1 to foundation 4":    up(0, Spades),
		"2 from column 1 to column 7": run(0, 6, 2),
		"foundation 2 to column 5":    back(Diamonds, 4),
		"move of kind 99":             {Kind: 99},
	} {
		assert.Equal(t, want, m.String())
	}
	assert.True(t, draw.StockMove() && redeal.StockMove())
	assert.False(t, wasteTo(0).StockMove())
}
