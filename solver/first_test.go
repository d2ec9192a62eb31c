package solver

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/solver/internal/brute"
)

// The ways to go on are all there are: a position that is not won can be won if and
// only if it can be won after one of them, as exhaustive search says. And no two are
// the same.
func TestFirstMovesAgainstBruteForce(t *testing.T) {
	skipRaced(t)
	rng := rand.New(rand.NewPCG(11, 4))
	ctx := context.Background()
	a := NewAnalyst(1, Limits{})
	const maxStates = 1000
	compared, dead, losing, prepared := 0, 0, 0, 0
	for compared < 300 {
		rules := klondike.DrawK(1 + rng.IntN(3))
		o := brute.Mixed(rng)
		o.Passes = rng.IntN(4)
		rules.Passes, rules.WorryBack = o.Passes, rng.IntN(2) == 0
		if rng.IntN(2) == 0 {
			o.Talon, o.MinCards, o.MaxCards = 0.6+0.4*rng.Float64(), 14, 24
		}
		table := brute.RandomPosition(rng, o)
		want, decided, _ := brute.Solve(table, rules, maxStates)
		if !decided || table.Won() {
			continue
		}
		firsts, err := a.FirstMoves(ctx, table, rules)
		require.NoError(t, err)
		any := false
		met := map[situation]bool{situationOf(table): true}
		for _, f := range firsts {
			after := played(table, rules, f.Moves...)
			require.False(t, met[situationOf(after)], "%+v\n%v", table, f.Moves)
			met[situationOf(after)] = true
			verdict, decided, _ := brute.Solve(after, rules, maxStates)
			if decided {
				require.Equal(t, verdict, f.Verdict == Winnable, "%v\n%+v\n%v", rules, table, f.Moves)
			}
			if f.Verdict == Winnable {
				any = true
			} else if want {
				losing++
			}
			if len(f.Moves) > 1 && !f.Moves[0].StockMove() {
				prepared++
			}
		}
		require.Equal(t, want, any, "%v\n%+v", rules, table)
		compared++
		if !want {
			dead++
		}
	}
	t.Logf("%d positions, %d dead; %d moves lose a winnable game, %d need a run moved aside", compared, dead, losing, prepared)
	assert.Positive(t, dead)
	assert.Positive(t, losing)
	assert.Positive(t, prepared)
}

// Equal ways count once, turns of the stock belong to what they bring up, and what
// changes nothing is no way: here the knaves that change queens and the kings that
// change columns.
func TestWaysAreDistinct(t *testing.T) {
	rules := klondike.DrawK(1)
	table := position(t, `foundations: 9C 9D 9H 9S
1: KC QD
2: KS QH JC
3: KD QS JH
4: <KH> QC
waste: TC TS TH TD
stock: JS JD
`, rules)
	draw, redeal := klondike.Move{Kind: klondike.Draw}, klondike.Move{Kind: klondike.Redeal}
	up := func(suit klondike.Suit) klondike.Move {
		return klondike.Move{Kind: klondike.WasteToFoundation, To: uint8(suit)}
	}
	down := func(column uint8) klondike.Move {
		return klondike.Move{Kind: klondike.WasteToTableau, To: column - 1}
	}
	assert.Equal(t, [][]klondike.Move{
		{up(klondike.Diamonds)},
		{down(2)},
		{draw, down(1)},
		{draw, draw, down(4)},
		{draw, draw, redeal, draw, up(klondike.Clubs)},
		{draw, draw, redeal, draw, down(3)},
		{draw, draw, redeal, draw, draw, up(klondike.Spades)},
		{draw, draw, redeal, draw, draw, down(3)},
		{draw, draw, redeal, draw, draw, draw, up(klondike.Hearts)},
		{draw, draw, redeal, draw, draw, draw, down(2)},
	}, ways(table, rules))

	rules.Passes = 1
	assert.Len(t, ways(table, rules), 4)
}

// A card goes up after the run on it has moved aside.
func TestWaysMoveARunAside(t *testing.T) {
	rules := klondike.DrawK(1)
	table := position(t, `foundations: 9C JD JH KS
1: KC QH JC
2: <KD> QD
3: KH QC
waste: TC
`, rules)
	assert.Equal(t, [][]klondike.Move{
		{{Kind: klondike.WasteToFoundation, To: uint8(klondike.Clubs)}},
		{{Kind: klondike.TableauToFoundation, From: 1, To: uint8(klondike.Diamonds)}},
		{{Kind: klondike.FoundationToTableau, From: uint8(klondike.Diamonds), To: 2}},
		{{Kind: klondike.FoundationToTableau, From: uint8(klondike.Hearts), To: 2}},
		{{Kind: klondike.FoundationToTableau, From: uint8(klondike.Spades), To: 3}},
		{
			{Kind: klondike.TableauToTableau, From: 0, To: 1, Count: 1},
			{Kind: klondike.TableauToFoundation, From: 0, To: uint8(klondike.Hearts)},
		},
	}, ways(table, rules))
}
