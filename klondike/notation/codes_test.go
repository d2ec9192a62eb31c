package notation

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

func replayed(t *testing.T, start *klondike.Table, rules klondike.Rules, moves []klondike.Move) *klondike.Table {
	t.Helper()
	table := start.Clone()
	for _, m := range moves {
		require.NoError(t, table.Play(m, rules))
	}
	return table
}

func TestRandomWalksRoundTrip(t *testing.T) {
	written := map[Code]int{}
	for _, name := range klondike.PresetNames() {
		rules := preset(t, name)
		for number := range uint64(60) {
			start := dealt(t, rules, number)
			end := start.Clone()
			moves := walk(t, end, rules, newRand(number), 200)
			for _, code := range Codes() {
				text, err := WriteMoves(code, start, rules, moves)
				if err != nil {
					var e *MoveError
					require.ErrorAs(t, err, &e)
					require.NotEqual(t, WordCode, code)
					continue
				}
				written[code]++
				require.True(t, len(moves) == 0 || DetectCode(text) == code, text)
				got, err := ParseMoves(text, start, rules)
				require.NoError(t, err, text)
				if code == MinimalKlondike {
					require.True(t, end.Equal(replayed(t, start, rules, got)), text)
					continue
				}
				require.Equal(t, moves, got, text)
			}
		}
	}
	assert.Equal(t, 360, written[WordCode])
	assert.Equal(t, 300, written[KlondikeSolver], "all but the two-deck games")
	assert.Greater(t, written[MinimalKlondike], 200, "all but some redeals, two decks and ambiguous counts")
}

func TestWordsAndWriteMovesAgree(t *testing.T) {
	rules := preset(t, "draw3")
	start := dealt(t, rules, 5)
	moves := walk(t, start.Clone(), rules, newRand(5), 100)
	text, err := WriteMoves(WordCode, start, rules, moves)
	require.NoError(t, err)
	lines := Words(start, rules, moves)
	assert.Len(t, lines, len(moves))
	assert.Equal(t, text, strings.Join(lines, "\n")+"\n")

	broken := append(moves[:10:10], klondike.Move{Kind: klondike.TableauToTableau, From: 3, To: 3, Count: 1})
	assert.Equal(t, lines[:10], Words(start, rules, broken))
	for _, code := range Codes() {
		_, err := WriteMoves(code, start, rules, broken)
		var e *MoveError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, 10, e.Index)
		var illegal *klondike.IllegalMove
		require.ErrorAs(t, err, &illegal)
	}
}

// The first moves of klondike-solver:1 at draw 3 in every code, worked out by
// hand: the ace of spades goes up from column 5, which turns up the ten; that
// goes on the red jack of column 4, and so on.
const (
	lineInWords = `1. A♠ from column 5 to the foundation, turning up T♠
2. T♠ from column 5 to column 4, turning up 2♥
3. 5♣ from column 6 to column 3, turning up J♣
4. 4♦ from column 1 to column 3
5. K♦ from column 7 to column 1, turning up 6♣
6. draw 9♦ T♣ 2♠
7. draw Q♣ K♥ 5♠
8. A♠ from the foundation back to column 5
9. A♠ from column 5 to the foundation
10. draw 9♣ A♣ Q♥
11. draw Q♦ 8♠ 6♦
12. draw 7♣ 9♥ J♠
13. draw Q♠ 8♣ 5♥
14. draw T♦ 3♦ K♣
15. draw 7♥ 8♦ T♥
16. T♥ from the waste to column 6
17. turn the waste over for pass 2
18. draw 9♦ T♣ 2♠
19. 2♠ from the waste to the foundation
`
	lineInSolver  = "5S F5 54 F5 63 F6 13 71 F7 DR2 S5 5S DR6 W6 NEW DR1 WS"
	lineInMinimal = "JD JI KH FH LF @@DJ JD @@@@@@AK @AD"
)

func TestOneLineInEveryCode(t *testing.T) {
	rules := preset(t, "draw3")
	start, _, err := Parse([]byte(dealDigits), rules)
	require.NoError(t, err)
	want, err := ParseMoves(lineInWords, start, rules)
	require.NoError(t, err)
	assert.Len(t, want, 19)
	for code, text := range map[Code]string{WordCode: lineInWords, KlondikeSolver: lineInSolver, MinimalKlondike: lineInMinimal} {
		assert.Equal(t, code, DetectCode(text))
		got, err := ParseMoves(text, start, rules)
		require.NoError(t, err, code)
		assert.Equal(t, want, got, code)
		again, err := WriteMoves(code, start, rules, want)
		require.NoError(t, err, code)
		assert.Equal(t, text, again)
	}
}

// TestWaysToWriteMoves reads the same line as people and other programs write it.
func TestWaysToWriteMoves(t *testing.T) {
	rules := preset(t, "draw3")
	start, _, err := Parse([]byte(dealDigits), rules)
	require.NoError(t, err)
	want, err := ParseMoves(lineInWords, start, rules)
	require.NoError(t, err)
	for _, text := range []string{
		strings.ToUpper(lineInWords),
		"as from column 5 to foundation 4\n1 card TS from column 5 to column 4 # and so on\n\n" + strings.Join(strings.SplitAfter(lineInWords, "\n")[2:], ""),
		"5S 54 63 13 71\ndr1, dr1 s5 5s dr6 w6 new dr1 ws-1",
		"JDJIKHFHLF@@DJJD @ @ @ @@@ ak@AD",
	} {
		got, err := ParseMoves(text, start, rules)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	none, err := ParseMoves(" # nothing\n", start, rules)
	require.NoError(t, err)
	assert.Empty(t, none)
}

// runs is a position with a run of three and an empty column.
const runs = `foundations: TC TD 9H 9S
1: KH QS JH TS
2: KC QH JS
3: KS QD JC TH
6: KD
7: QC JD
`

func TestRunsInEveryCode(t *testing.T) {
	rules := preset(t, "draw1")
	start, _, err := Parse([]byte(runs), rules)
	require.NoError(t, err)
	move := func(from, to, count uint8) klondike.Move {
		return klondike.Move{Kind: klondike.TableauToTableau, From: from - 1, To: to - 1, Count: count}
	}
	want := []klondike.Move{move(7, 6, 2), move(1, 4, 4), move(3, 2, 1), move(2, 3, 1), move(4, 1, 4)}
	for code, text := range map[Code]string{
		WordCode: `1. 2 cards, Q♣ down to J♦, from column 7 to column 6
2. 4 cards, K♥ down to T♠, from column 1 to column 4
3. T♥ from column 3 to column 2
4. T♥ from column 2 to column 3
5. 4 cards, K♥ down to T♠, from column 4 to column 1
`,
		KlondikeSolver:  "76-2 14-4 32 23 41-4",
		MinimalKlondike: "LK FI HG GH IF",
	} {
		again, err := WriteMoves(code, start, rules, want)
		require.NoError(t, err)
		assert.Equal(t, text, again)
		got, err := ParseMoves(text, start, rules)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	// A card says which cards lie on it.
	got, err := ParseMoves("QC from column 7 to column 6", start, rules)
	require.NoError(t, err)
	assert.Equal(t, want[:1], got)
}

// TestMinimalKlondikeNeverGuessesACount: on an empty column that takes any card
// the code does not say how many go there.
func TestMinimalKlondikeNeverGuessesACount(t *testing.T) {
	rules := preset(t, "draw1")
	rules.EmptyColumn = klondike.AnyCard
	start, _, err := Parse([]byte(runs), rules)
	require.NoError(t, err)
	_, err = ParseMoves("FI", start, rules)
	var e *MoveError
	require.ErrorAs(t, err, &e)
	_, err = WriteMoves(MinimalKlondike, start, rules, []klondike.Move{{Kind: klondike.TableauToTableau, From: 0, To: 3, Count: 2}})
	require.ErrorAs(t, err, &e)
	_, err = ParseMoves("LK", start, rules)
	require.NoError(t, err)
}

func TestMinimalKlondikeRedeals(t *testing.T) {
	rules := preset(t, "draw3")
	start := dealt(t, rules, 1)
	drawAll := make([]klondike.Move, 8) // the zero move is a draw
	redeal := klondike.Move{Kind: klondike.Redeal}

	_, err := WriteMoves(MinimalKlondike, start, rules, append(drawAll[:8:8], redeal))
	var e *MoveError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, 9, e.Index)

	text, err := WriteMoves(MinimalKlondike, start, rules, append(drawAll[:8:8], redeal, klondike.Move{}))
	require.NoError(t, err)
	assert.Equal(t, "@@@@@@@@@", text)
	moves, err := ParseMoves(text, start, rules)
	require.NoError(t, err)
	assert.Len(t, moves, 10)
}

// TestImpliedRedealsKeepThePassLimit: @ on an empty stock is a redeal too.
func TestImpliedRedealsKeepThePassLimit(t *testing.T) {
	rules := preset(t, "vegas1")
	moves, err := ParseMoves(strings.Repeat("@", 25), dealt(t, rules, 1), rules)
	assert.Len(t, moves, 24)
	var illegal *klondike.IllegalMove
	require.ErrorAs(t, err, &illegal)
	assert.Equal(t, klondike.RulePasses, illegal.Rule)
}

// TestShortLastDrawInWords draws a last group that is shorter than the others.
func TestShortLastDrawInWords(t *testing.T) {
	rules := klondike.DrawK(5)
	start, _, err := Parse([]byte(dealDigits), rules)
	require.NoError(t, err)
	lines := Words(start, rules, make([]klondike.Move, 5))
	require.Len(t, lines, 5)
	assert.Equal(t, "5. draw K♣ 7♥ 8♦ T♥", lines[4])
}

func TestBadMovesNameIndexAndToken(t *testing.T) {
	double := preset(t, "double")
	twoDecks := dealt(t, double, 1)
	for _, bad := range []struct {
		text    string
		index   int
		line    int
		token   string
		illegal bool
	}{
		{"DR1 DR", 1, 1, "DR", false},
		{"DR1\nDR0", 1, 2, "DR0", false},
		{"DRX1", 0, 1, "DRX1", false},
		{"DR9", 8, 1, "DR9", true},
		{"NEW", 0, 1, "NEW", true},
		{"5S F4", 1, 1, "F4", false},
		{"5S F5 F5", 1, 1, "F5", false},
		{"F1 5S", 0, 1, "F1", false},
		{"12", 0, 1, "12", true},
		{"18", 0, 1, "18", false},
		{"5S-2", 0, 1, "5S-2", false},
		{"54-0", 0, 1, "54-0", false},
		{"54-x", 0, 1, "54-x", false},
		{"DR1 CD", 1, 1, "CD", false},
		{"DR1 W", 1, 1, "W", false},
		{"DR1 4♥", 1, 1, "4♥", false},

		{"@@ AF", 2, 1, "AF", true},
		{"@@ AM", 2, 1, "AM", false},
		{"@@ A", 2, 1, "A", false},
		{"@@\nA♥J", 2, 2, "A♥", false},
		{"BC", 0, 1, "BC", false},
		{"AA", 0, 1, "AA", false},
		{"@@@@@@@@@AF", 10, 1, "AF", true},

		{"draw 9D TC 2H", 0, 1, "2H", false},
		{"draw 9D TC", 0, 1, "draw 9D TC", false},
		{"draw 9D TC 2S QC", 0, 1, "QC", false},
		{"draw\n\nturn the waste over", 1, 3, "turn the waste over", true},
		{"turn over", 0, 1, "over", false},
		{"turn the waste over for pass 3", 0, 1, "3", false},
		{"turn the waste over now", 0, 1, "now", false},
		{"1. draw\n3. draw", 1, 2, "3. draw", false},
		{"AS from column 5 to the foundation, turning up 2H", 0, 1, "2H", false},
		{"4D from column 1 to column 2", 0, 1, "4D from column 1 to column 2", true},
		{"5C from column 6 to column 3, turning up JC, now", 0, 1, "now", false},
		{"5C from column 6 to column 8", 0, 1, "8", false},
		{"5C from column six to column 8", 0, 1, "six", false},
		{"5C from column 6", 0, 1, "5C from column 6", false},
		{"5C from column 6 into column 3", 0, 1, "into", false},
		{"5C, from the hand to column 3", 0, 1, "hand", false},
		{"5C at from", 0, 1, "at", false},
		{"5X from column 6 to column 3", 0, 1, "5X", false},
		{"?? from column 6 to column 3", 0, 1, "??", false},
		{"JC from column 6 to column 3", 0, 1, "JC", false},
		{"2 cards, JC down to 5C, from column 6 to column 3", 0, 1, "JC", false},
		{"2 cards, AS from column 5 to the foundation", 0, 1, "2 cards, AS from column 5 to the foundation", false},
		{"5C down to 4D from column 6 to column 3", 0, 1, "4D", false},
		{"14 cards, JC from column 6 to column 3", 0, 1, "14", false},
		{"AS from the foundation to column 3", 0, 1, "AS", false},
		{"AS from the waste to column 3", 0, 1, "AS", false},
		{"AS from the waste to the waste", 0, 1, "AS from the waste to the waste", false},
		{"4D from column 1 to the foundation, turning up 9S", 0, 1, "4D from column 1 to the foundation, turning up 9S", true},
		{"draw 9D TC 2S\n5C from column 6 to column 3\n4D from column 1 to column 3, turning up 9S", 2, 3, "9S", false},
	} {
		t.Run(bad.text, func(t *testing.T) {
			rules := preset(t, "draw3")
			start, _, err := Parse([]byte(dealDigits), rules)
			require.NoError(t, err)
			moves, err := ParseMoves(bad.text, start, rules)
			var e *MoveError
			require.ErrorAs(t, err, &e)
			assert.Equal(t, bad.index, e.Index, err)
			assert.Len(t, moves, bad.index)
			assert.Equal(t, bad.line, e.Line, err)
			assert.Equal(t, bad.token, e.Token, err)
			assert.NotEmpty(t, e.Expected)
			assert.NotContains(t, err.Error(), "\n")
			var illegal *klondike.IllegalMove
			assert.Equal(t, bad.illegal, errors.As(err, &illegal))
		})
	}
	for _, text := range []string{"DR1", "@@"} {
		_, err := ParseMoves(text, twoDecks, double)
		var e *MoveError
		require.ErrorAs(t, err, &e)
	}
}

func TestTwoFoundationsThatFit(t *testing.T) {
	rules := preset(t, "double")
	deal, ok := DealOf(dealt(t, rules, 1), rules)
	require.True(t, ok)
	ace := slices.Index(deal, card(t, "AC"))
	deal[0], deal[ace] = deal[ace], deal[0]
	start, err := klondike.NewTable(deal, rules)
	require.NoError(t, err)
	var e *MoveError
	_, err = ParseMoves("AC from column 1 to the foundation", start, rules)
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "AC", e.Token)
	moves, err := ParseMoves("AC from column 1 to foundation 5\nAC from the foundation to column 1", start, rules)
	require.Error(t, err, "an ace does not go on an empty column")
	assert.Equal(t, []klondike.Move{{Kind: klondike.TableauToFoundation, From: 0, To: 4}}, moves)
	var illegal *klondike.IllegalMove
	require.ErrorAs(t, err, &illegal)
	assert.Equal(t, uint8(4), illegal.Move.From, "the pile with the ace on it")
}

func TestCodeNames(t *testing.T) {
	for _, code := range Codes() {
		got, err := ParseCode(strings.ToUpper(string(code)))
		require.NoError(t, err)
		assert.Equal(t, code, got)
	}
	var e *MoveError
	_, err := ParseCode("morse")
	require.ErrorAs(t, err, &e)
	rules := preset(t, "draw1")
	_, err = ParseMovesAs("morse", "", dealt(t, rules, 1), rules)
	require.ErrorAs(t, err, &e)
	_, err = WriteMoves("morse", dealt(t, rules, 1), rules, nil)
	require.ErrorAs(t, err, &e)
}
