package klondike

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGameKeepsItsOwnTable(t *testing.T) {
	start := lateGame(t)
	game, err := NewGame(start, DrawK(3), Standard())
	require.NoError(t, err)
	play(t, game, winningLine...)
	assert.True(t, game.Won())
	assert.True(t, start.Equal(lateGame(t)))
	assert.Equal(t, winningLine, game.Moves())
	assert.Equal(t, DrawK(3), game.Rules())
	assert.Equal(t, game.Table().LegalMoves(DrawK(3), nil), game.LegalMoves())
	for range winningLine {
		require.True(t, game.Undo())
	}
	assert.False(t, game.Undo())
	assert.Empty(t, game.Moves())
	assert.True(t, start.Equal(game.Table()))
}

func TestGameRefusesIllegalMove(t *testing.T) {
	game, err := NewGame(lateGame(t), DrawK(3), Standard())
	require.NoError(t, err)
	play(t, game, draw)
	before := game.Table().Clone()
	var illegal *IllegalMove
	require.ErrorAs(t, game.Play(draw), &illegal)
	assert.True(t, before.Equal(game.Table()))
	assert.Equal(t, []Move{draw}, game.Moves())
}

func TestNewGameValidates(t *testing.T) {
	broken := lateGame(t)
	broken.Stock = broken.Stock[1:]
	_, err := NewGame(broken, DrawK(3), Scoring{})
	var bad *TableError
	require.ErrorAs(t, err, &bad)
	_, err = NewGame(lateGame(t), Rules{}, Scoring{})
	var setting *SettingError
	require.ErrorAs(t, err, &setting)
}

func TestReplay(t *testing.T) {
	start := lateGame(t)
	report, err := Replay(start, DrawK(3), winningLine, Standard())
	require.NoError(t, err)
	assert.True(t, report.Won)
	assert.True(t, report.Final.Won())
	assert.NoError(t, report.Illegal)
	assert.Equal(t, len(winningLine), report.Played)
	assert.Equal(t, 1, report.PassesUsed)
	assert.Equal(t, 85, report.Score)
	assert.True(t, start.Equal(lateGame(t)), "the start is not touched")
}

func TestReplayStopsAtTheFirstIllegalMove(t *testing.T) {
	moves := append([]Move{draw, redeal}, winningLine...)
	moves[7] = wasteUp(Spades)
	report, err := Replay(lateGame(t), DrawK(3), moves, Standard())
	require.NoError(t, err)
	assert.False(t, report.Won)
	assert.Equal(t, 7, report.Played)
	assert.Equal(t, 2, report.PassesUsed)
	var illegal *IllegalMove
	require.ErrorAs(t, report.Illegal, &illegal)
	assert.Equal(t, RuleFoundation, illegal.Rule)
	assert.Equal(t, card(t, "QC"), illegal.Card)
	assert.Equal(t, moves[7], illegal.Move)
	assert.Equal(t, parse(t, "QC"), report.Final.Waste)

	late := lateGame(t)
	late.Pass = 5
	report, err = Replay(late, DrawK(3), nil, Standard())
	require.NoError(t, err)
	assert.Equal(t, 5, report.PassesUsed, "passes before the start count")
}

func TestReplayRefusesAnInvalidStart(t *testing.T) {
	broken := lateGame(t)
	broken.Foundations[0]--
	_, err := Replay(broken, DrawK(3), nil, Scoring{})
	var bad *TableError
	require.ErrorAs(t, err, &bad)
}
