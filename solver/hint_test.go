package solver

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/notation"
)

// position reads a position text.
func position(t *testing.T, text string, rules klondike.Rules) *klondike.Table {
	t.Helper()
	table, err := notation.ParseAs(notation.Text, []byte(text), rules)
	require.NoError(t, err)
	return table
}

// hintDeals is how many deals the hints of a test are followed on, for each rule.
func hintDeals(t *testing.T) int {
	skipRaced(t)
	if deep() {
		return 500
	}
	return 12
}

// most is more hints, each followed to its end, than any game needs: 45 cards are
// face down or in the stock, and then the game is certainly won.
const most = 46

// Whoever makes the moves of a hint and asks somebody else for the next comes to
// the win.
func TestHintsReachTheWin(t *testing.T) {
	ctx := context.Background()
	for _, rules := range []klondike.Rules{klondike.DrawK(1), klondike.DrawK(3), vegas3()} {
		won := 0
		for number := range hintDeals(t) {
			table := dealt(t, uint64(number), rules)
			result, err := Solve(ctx, table, rules, Limits{})
			require.NoError(t, err)
			for hints := 0; ; hints++ {
				require.LessOrEqual(t, hints, most)
				hint, err := NewAnalyst(1, Limits{}).Hint(ctx, table, rules)
				require.NoError(t, err)
				require.Equal(t, result.Verdict, hint.Verdict, "deal %d, %v", number, rules)
				if hint.Verdict == Unwinnable {
					assert.Empty(t, hint.Moves)
					break
				}
				require.NotEmpty(t, hint.Moves)
				require.Equal(t, hint.Line[:len(hint.Moves)], hint.Moves)
				table = played(table, rules, hint.Moves...)
				if table.Won() {
					require.True(t, hint.Certain)
					won++
					break
				}
			}
		}
		t.Logf("%v: %d of %d deals won by hints", rules, won, hintDeals(t))
		assert.Positive(t, won)
	}
}

// Whoever follows a Guide move by move comes to the win, in as many moves as its
// first line has, or as the last one has after going another way for a while.
func TestGuideReachesTheWin(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(7, 7))
	a := NewAnalyst(1, Limits{})
	for _, rules := range []klondike.Rules{klondike.DrawK(1), klondike.DrawK(3), vegas3()} {
		won := 0
		for number := range hintDeals(t) {
			guide := a.Guide(rules)
			game := []*klondike.Table{dealt(t, uint64(number), rules)}
			strays := rng.IntN(4) // how often the player does as he likes
			for left := -1; !game[len(game)-1].Won(); left-- {
				table := game[len(game)-1]
				hint, err := guide.Hint(ctx, table)
				require.NoError(t, err)
				if hint.Verdict != Winnable {
					require.Equal(t, Unwinnable, hint.Verdict)
					break
				}
				switch {
				case strays > 0 && rng.IntN(10) == 0 && len(game) > 1: // takes a move back
					strays--
					game = game[:len(game)-1]
					left = -1
					continue
				case strays > 0 && rng.IntN(10) == 0: // makes another
					strays--
					walk := stroll(rng, table, rules, 1)
					game = append(game, walk[len(walk)-1])
					left = -1
					continue
				case left < 0:
					left = len(hint.Line)
				default:
					require.LessOrEqual(t, len(hint.Line), left, "the line grew")
				}
				game = append(game, played(table, rules, hint.Moves[0]))
			}
			if game[len(game)-1].Won() {
				won++
			}
		}
		t.Logf("%v: %d of %d deals won with a guide", rules, won, hintDeals(t))
		assert.Positive(t, won)
	}
}

// A line that comes back to where it was would lead whoever looks up his table on
// it round and round.
func TestDirectDropsDetours(t *testing.T) {
	rules := klondike.DrawK(1)
	start := position(t, `foundations: 0C KD 2H KS
1: KH QC JH TC 9H 8C 7H 6C 5H 4C 3H
2: <AC> 2C
3: KC QH JC TH 9C 8H 7C 6H 5C 4H 3C
`, rules)
	move := func(from, to, count uint8) klondike.Move {
		return klondike.Move{Kind: klondike.TableauToTableau, From: from - 1, To: to - 1, Count: count}
	}
	up := klondike.Move{Kind: klondike.TableauToFoundation, From: 0, To: uint8(klondike.Hearts)}
	back := klondike.Move{Kind: klondike.FoundationToTableau, From: uint8(klondike.Hearts), To: 0}
	winning := move(2, 1, 1)
	finish, ok := Finish(played(start, rules, winning), rules)
	require.True(t, ok)

	line := []klondike.Move{move(3, 4, 11), up, back, move(4, 5, 11), move(5, 3, 11), winning}
	assert.Equal(t, append([]klondike.Move{winning}, finish...), direct(start, rules, append(line, finish...)))
}

// A guide whose line is followed asks nobody.
func TestGuideNeedsNoSearchOnItsLine(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	rules := klondike.DrawK(3)
	table := dealt(t, 3, rules)
	guide := NewAnalyst(1, Limits{}).Guide(rules)
	hint, err := guide.Hint(ctx, table)
	require.NoError(t, err)
	line := hint.Line

	cancel()
	for _, m := range line {
		hint, err := guide.Hint(ctx, table)
		require.NoError(t, err)
		require.Equal(t, Winnable, hint.Verdict)
		require.Equal(t, m, hint.Moves[0])
		table = played(table, rules, m)
	}
	require.True(t, table.Won())

	hint, err = guide.Hint(ctx, dealt(t, 2754, rules))
	require.NoError(t, err)
	assert.Equal(t, Hint{Reason: Cancelled}, hint)
}

// Most lines that come from the search take cards off a foundation, and hardly any
// has to.
func TestHintsLeaveFoundationsAlone(t *testing.T) {
	ctx := context.Background()
	rules := klondike.DrawK(3)
	polite, needed := rules, 0
	polite.WorryBack = false
	found, kept := 0, 0
	for number := range hintDeals(t) {
		table := dealt(t, uint64(number), rules)
		result, err := Solve(ctx, table, rules, Limits{})
		require.NoError(t, err)
		if result.Verdict != Winnable || !worriesBack(result.Moves) {
			continue
		}
		found++
		hint, err := NewAnalyst(1, Limits{}).Hint(ctx, table, rules)
		require.NoError(t, err)
		assert.Equal(t, worriesBack(hint.Line), hint.WorryBack)
		without, err := Solve(ctx, table, polite, Limits{States: politeStates})
		require.NoError(t, err)
		if without.Verdict == Winnable {
			assert.False(t, hint.WorryBack, "deal %d", number)
			kept++
		} else {
			assert.True(t, hint.WorryBack, "deal %d", number)
			needed++
		}
	}
	t.Logf("%d lines worried back, %d of them for nothing, %d not for all we know", found, kept, needed)
	assert.Positive(t, kept)
}

// The ace of clubs can be reached only by bringing hearts or diamonds back.
const worryText = `foundations: 0C KD KH KS
2: <AC> 2C
stock: 3C 4C 5C 6C 7C 8C 9C TC JC QC KC
`

func TestHintThatHasToWorryBack(t *testing.T) {
	rules := klondike.DrawK(1)
	table := position(t, worryText, rules)
	a := NewAnalyst(1, Limits{})
	hint, err := a.Hint(context.Background(), table, rules)
	require.NoError(t, err)
	assert.Equal(t, Winnable, hint.Verdict)
	assert.True(t, hint.WorryBack)
	assert.False(t, hint.Certain)
	after := played(table, rules, hint.Moves...)
	assert.Equal(t, hidden(table)-1, hidden(after), "a hint ends with a step that nothing takes back")

	rules.WorryBack = false
	hint, err = a.Hint(context.Background(), table, rules)
	require.NoError(t, err)
	assert.Equal(t, Hint{Verdict: Unwinnable}, hint)
}

func TestHintUndecided(t *testing.T) {
	rules := klondike.DrawK(3)
	hint, err := NewAnalyst(1, Limits{States: 1}).Hint(context.Background(), dealt(t, 2754, rules), rules)
	require.NoError(t, err)
	assert.Equal(t, Hint{Reason: StateLimit}, hint)
}

func TestHintOfWonGame(t *testing.T) {
	rules := klondike.DrawK(1)
	won := position(t, "foundations: KC KD KH KS\n", rules)
	hint, err := NewAnalyst(1, Limits{}).Hint(context.Background(), won, rules)
	require.NoError(t, err)
	assert.Equal(t, Winnable, hint.Verdict)
	assert.Empty(t, hint.Moves)
}
