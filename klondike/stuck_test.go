package klondike

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStuck(t *testing.T) {
	draw3 := DrawK(3)
	noBack := draw3
	noBack.WorryBack = false
	onePass := draw3
	onePass.Passes = 1
	twoPasses := draw3
	twoPasses.Passes = 2
	draw1 := DrawK(1)
	whole := draw1
	whole.Runs = WholeRun
	suits := draw1
	suits.Runs = SingleSuit
	anyCard := draw1
	anyCard.EmptyColumn = AnyCard

	none := [4]uint8{}
	for _, test := range []struct {
		name  string
		rules Rules
		table *Table
		want  bool
	}{
		{"nothing fits", draw1, build(t, draw1, none, "", "", "7C 2D", "9S"), true},
		{"a card goes up", draw1, build(t, draw1, none, "", "", "AC"), false},
		{"won", draw1, build(t, draw1, [4]uint8{13, 13, 13, 13}, "", ""), false},

		{"playable after draws", draw1, build(t, draw1, none, "3C 5D AC", "", "7C"), false},
		{"playable only after a redeal", draw1, build(t, draw1, none, "5D", "AC 3C", "7C"), false},
		{"playable only after a redeal that is used up", onePass, build(t, onePass, none, "5D", "AC 3C", "7C"), true},
		{"never the third card", draw3, build(t, draw3, none, "AC 3C 5D", "", "7C"), true},
		{"last of a short group", draw3, build(t, draw3, none, "3C 5D 7D 2C AC", "", "7C"), false},
		{"out of step in this pass, in step in the next", draw3, build(t, draw3, none, "4S 5D 7D", "3C 2C AC 3D", "7C"), false},
		{"the next pass is allowed", twoPasses, build(t, twoPasses, none, "4S 5D 7D", "3C 2C AC 3D", "7C"), false},
		{"the next pass is not allowed", onePass, build(t, onePass, none, "4S 5D 7D", "3C 2C AC 3D", "7C"), true},

		{"a king's column to another empty one", draw1, build(t, draw1, none, "", "", "KC QD", ""), true},
		{"a king off its face-down card", draw1, build(t, draw1, none, "", "", "", "4C | KC QD"), false},
		{"any column to an empty one", anyCard, build(t, anyCard, none, "", "", "7C", ""), true},
		{"part of a column to an empty one", anyCard, build(t, anyCard, none, "", "", "7C 6D", ""), false},
		{"a column emptied", draw1, build(t, draw1, none, "", "", "7C", "8D"), false},
		{"a card turned up", draw1, build(t, draw1, none, "", "", "8D", "KC | 7C"), false},

		{"between siblings", draw1, build(t, draw1, none, "", "", "8D 7C 6H", "8H"), true},
		{"between siblings, freeing a card to go up", draw1, build(t, draw1, [4]uint8{0, 7, 0, 0}, "", "", "8D 7C 6H", "8H"), false},
		{"parts do not move at all", whole, build(t, whole, none, "", "", "9C 8D 7C", "8H"), true},
		{"under another rule for runs", suits, build(t, suits, none, "", "", "8D 7C", "8H"), false},

		{"a card can come back", draw1, build(t, draw1, [4]uint8{0, 0, 1, 0}, "", "", "2C"), false},
		{"a card can not come back", noBack, build(t, noBack, [4]uint8{0, 0, 1, 0}, "", "", "2S"), true},
	} {
		before := test.table.Clone()
		assert.Equal(t, test.want, test.table.Stuck(test.rules), test.name)
		assert.True(t, before.Equal(test.table), "%s: looking must change nothing", test.name)
	}
}

// Only the ten of spades under the waste's jack could still go up: whether the
// game is at its end depends on whether the waste may be turned once more.
func TestGameStuck(t *testing.T) {
	for passes, want := range map[int]bool{0: false, 1: true, 2: false} {
		r := DrawK(1)
		r.Passes = passes
		table := build(t, r, [4]uint8{9, 9, 9, 9}, "", "TS JS",
			"JH", "TC | KC", "TD | KD", "TH | KH", "QS | KS", "QC QD | JC", "QH | JD")
		game, err := NewGame(table, r, Scoring{})
		require.NoError(t, err)
		assert.Equal(t, want, game.Stuck(), "%d passes", passes)
		assert.False(t, game.Won())
		assert.False(t, game.CertainlyWon())
	}
}
