package klondike

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Mistakes that several programs made, as far as a referee can make them.

// A card that could go up stays where it is until someone plays it: going up on
// its own it would shift the rhythm of the stock.
func TestNothingIsPromotedUnasked(t *testing.T) {
	r := DrawK(3)
	table := build(t, r, [4]uint8{}, "3D 2D AC 5D 6D 7D", "", "AH")
	require.NoError(t, table.Play(draw, r))
	assert.Zero(t, table.FoundationCards())
	require.NoError(t, table.Play(draw, r))
	require.NoError(t, table.Play(redeal, r))
	require.NoError(t, table.Play(draw, r))
	assert.Equal(t, parse(t, "3D 2D AC"), table.Waste, "left alone, the groups stay the same")

	require.NoError(t, table.Play(wasteUp(Clubs), r))
	assert.Equal(t, parse(t, "3D 2D"), table.Waste, "the card below becomes playable")
	require.NoError(t, table.Play(draw, r))
	require.NoError(t, table.Play(redeal, r))
	require.NoError(t, table.Play(draw, r))
	assert.Equal(t, parse(t, "3D 2D 5D"), table.Waste, "one card gone, the groups shift")
}

// A card may come back to the very column it went up from.
func TestCardComesBackWhereItCameFrom(t *testing.T) {
	r := DrawK(1)
	table := build(t, r, [4]uint8{2, 0, 0, 0}, "", "", "4D 3C")
	require.NoError(t, table.Play(up(0, Clubs), r))
	require.NoError(t, table.Play(back(Clubs, 0), r))
	assert.Equal(t, parse(t, "4D 3C"), table.Columns[0].Cards)
}

// An ace comes back too, where a two has room for it.
func TestAceComesBack(t *testing.T) {
	r := DrawK(1)
	table := build(t, r, [4]uint8{1, 0, 0, 0}, "", "", "2D")
	require.NoError(t, table.Play(back(Clubs, 0), r))
	assert.Zero(t, table.FoundationCards())
}

// The cards below a run do not move with it: the last one is turned up instead.
func TestFaceDownCardsStayBehind(t *testing.T) {
	r := DrawK(1)
	table := build(t, r, [4]uint8{}, "", "", "9D", "TS JH | 8C 7D")
	var illegal *IllegalMove
	require.ErrorAs(t, table.Play(run(1, 0, 3), r), &illegal)
	require.NoError(t, table.Play(run(1, 0, 2), r))
	assert.Equal(t, Column{Cards: parse(t, "9D 8C 7D")}, table.Columns[0])
	assert.Equal(t, Column{Cards: parse(t, "TS JH"), Down: 1}, table.Columns[1])
}

// A face-down card that would continue the run does not belong to it.
func TestRunEndsAtFaceDownCard(t *testing.T) {
	r := DrawK(1)
	r.Runs = WholeRun
	table := build(t, r, [4]uint8{}, "", "", "9D", "9H | 8C 7D")
	require.NoError(t, table.Check(run(1, 0, 2), r))
}

// The stock is read from the end that is drawn first, in every pass.
func TestStockIsReadFromTheFront(t *testing.T) {
	r := DrawK(1)
	table := build(t, r, [4]uint8{}, "2C 3C", "")
	for range 3 {
		for _, want := range parse(t, "2C 3C") {
			require.NoError(t, table.Play(draw, r))
			top, ok := table.wasteTop()
			require.True(t, ok)
			assert.Equal(t, want, top)
		}
		require.NoError(t, table.Play(redeal, r))
	}
}

// Suits are numbered clubs, diamonds, hearts, spades, and so are the piles.
func TestHeartsAndSpadesAreNotSwapped(t *testing.T) {
	assert.Equal(t, "AC AD AH AS", Card(0).ASCII()+" "+Card(1).ASCII()+" "+Card(2).ASCII()+" "+Card(3).ASCII())
	r := DrawK(1)
	table := build(t, r, [4]uint8{}, "", "AH", "AS")
	require.Error(t, table.Check(wasteUp(Spades), r))
	require.NoError(t, table.Play(wasteUp(Hearts), r))
	require.NoError(t, table.Play(up(0, Spades), r))
	assert.Equal(t, [8]uint8{2: 1, 3: 1}, table.Foundations)
}

// A stock shorter than the draw count is drawn and redealt like any other, down
// to a single card.
func TestShortStockAndSingleCardRedeal(t *testing.T) {
	r := DrawK(3)
	table := build(t, r, [4]uint8{}, "", "7C")
	require.NoError(t, table.Play(redeal, r))
	assert.Equal(t, parse(t, "7C"), table.Stock)
	require.NoError(t, table.Play(draw, r))
	assert.Equal(t, parse(t, "7C"), table.Waste)
	assert.Equal(t, 2, table.Pass)
}

// A redeal needs an empty stock and a card in the waste, and costs a pass even if
// no card was played in the last one.
func TestRedealCountsEmptyPasses(t *testing.T) {
	r := DrawK(1)
	r.Passes = 2
	table := build(t, r, [4]uint8{}, "7C", "")
	var illegal *IllegalMove
	require.ErrorAs(t, table.Play(redeal, r), &illegal)
	require.NoError(t, table.Play(draw, r))
	require.NoError(t, table.Play(redeal, r))
	require.NoError(t, table.Play(draw, r))
	require.ErrorAs(t, table.Play(redeal, r), &illegal)
	assert.Equal(t, RulePasses, illegal.Rule)
}

// Draws, redeals and transfers are all moves and all counted; a card turned up
// is part of a move.
func TestWhatCountsAsAMove(t *testing.T) {
	r := DrawK(3)
	moves := []Move{draw, redeal, up(1, Spades), draw}
	report, err := Replay(lateGame(t), r, moves, Scoring{})
	require.NoError(t, err)
	require.NoError(t, report.Illegal)
	assert.Equal(t, len(moves), report.Played)
	assert.Zero(t, report.Final.FaceDown())
}
