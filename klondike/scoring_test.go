package klondike

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// scored plays lateGame and returns the score after every move.
func scored(t *testing.T, draws int, s Scoring, moves ...Move) []int {
	t.Helper()
	game, err := NewGame(lateGame(t), DrawK(draws), s)
	require.NoError(t, err)
	var scores []int
	for _, m := range moves {
		play(t, game, m)
		scores = append(scores, game.Score())
	}
	return scores
}

// one way through lateGame at draw 1, with every kind of move in it.
var scoredLine = []Move{
	up(0, Diamonds), // queen of diamonds
	up(1, Spades),   // queen of spades, turning up the king of diamonds
	draw,
	wasteUp(Clubs), // queen of clubs
	draw,
	wasteTo(3),     // king of hearts
	back(Clubs, 3), // queen of clubs on it
	draw,
	redeal,
	draw,
	wasteUp(Hearts), // queen of hearts
	run(0, 4, 1),    // king of clubs to an empty column
}

func TestStandardScoring(t *testing.T) {
	assert.Equal(t, []int{10, 25, 25, 35, 35, 40, 25, 25, 0, 0, 10, 10},
		scored(t, 1, Standard(), scoredLine...), "-100 stops at zero")

	s := Standard()
	s.FreePasses = 2
	assert.Equal(t, 35, scored(t, 1, s, scoredLine...)[11], "the second pass is free")

	s = Standard()
	s.Floor = NoFloor
	assert.Equal(t, -75, scored(t, 1, s, scoredLine...)[8])
}

func TestRecyclingAtDrawThree(t *testing.T) {
	moves := []Move{up(0, Diamonds), up(1, Spades), draw, redeal, draw, redeal, draw, redeal}
	assert.Equal(t, []int{10, 25, 25, 5, 5, 0, 0, 0}, scored(t, 3, Standard(), moves...))
	s := Standard()
	s.FreePasses = 3
	assert.Equal(t, []int{10, 25, 25, 25, 25, 25, 25, 5}, scored(t, 3, s, moves...))
	s = Standard()
	s.RecycleDrawMore = 0
	assert.Equal(t, 25, scored(t, 3, s, moves...)[7])
}

func TestFloors(t *testing.T) {
	// Up and back again: 10-15, 10-15; then recycling.
	moves := []Move{up(0, Diamonds), back(Diamonds, 0), up(0, Diamonds), back(Diamonds, 0), draw, redeal}
	s := Standard()
	assert.Equal(t, []int{10, 0, 10, 0, 0, 0}, scored(t, 3, s, moves...))
	s.Floor = RecyclesOnly
	assert.Equal(t, []int{10, -5, 5, -10, -10, -10}, scored(t, 3, s, moves...), "already below zero: recycling costs nothing more")
	s.Floor = NoFloor
	assert.Equal(t, []int{10, -5, 5, -10, -10, -30}, scored(t, 3, s, moves...))
	s.Floor = RecyclesOnly
	assert.Equal(t, []int{10, 10, 0}, scored(t, 3, s, up(0, Diamonds), draw, redeal), "10-20 stops at zero")
}

// winningLine wins lateGame at draw 3.
var winningLine = []Move{
	up(0, Diamonds), up(1, Spades), draw, wasteUp(Hearts), wasteUp(Hearts), wasteUp(Clubs),
	up(0, Clubs), up(1, Diamonds), up(2, Spades),
}

func TestTimedScoring(t *testing.T) {
	game, err := NewGame(lateGame(t), DrawK(3), Timed())
	require.NoError(t, err)
	game.Elapse(25 * time.Second)
	assert.Equal(t, 0, game.Score(), "never below zero")
	play(t, game, winningLine[:2]...)
	require.Equal(t, 25, game.Score())
	game.Elapse(4 * time.Second)
	assert.Equal(t, 25, game.Score(), "29 s: the third step is not full")
	game.Elapse(-time.Hour)
	game.Elapse(time.Second)
	assert.Equal(t, 23, game.Score())
	game.Elapse(40 * time.Second)
	assert.Equal(t, 15, game.Score(), "four steps at once")
	require.True(t, game.Undo())
	assert.Equal(t, 0, game.Score(), "10 points before, 10 seconds' worth of penalties since")
	play(t, game, winningLine[1:]...)
	require.True(t, game.Won())
	game.Elapse(time.Hour)
	assert.Equal(t, 75+700_000/70, game.Score(), "the clock stands still after the win")
	require.True(t, game.Undo())
	assert.Equal(t, 65, game.Score(), "not won any more, no bonus")
}

// An untimed game may be told about time; it costs nothing.
func TestTimeWithoutPenalty(t *testing.T) {
	game, err := NewGame(lateGame(t), DrawK(3), Standard())
	require.NoError(t, err)
	play(t, game, winningLine[0])
	game.Elapse(time.Hour)
	assert.Equal(t, 10, game.Score())
}

func TestBonusNeedsThirtySeconds(t *testing.T) {
	for seconds, want := range map[time.Duration]int{29: 0, 30: 23333, 31: 22580, 700_001: 0} {
		s := Timed()
		s.TimePenalty = 0
		game, err := NewGame(lateGame(t), DrawK(3), s)
		require.NoError(t, err)
		game.Elapse(seconds * time.Second)
		play(t, game, winningLine...)
		require.True(t, game.Won())
		assert.Equal(t, 85+want, game.Score(), "%d s", seconds)
	}
}

func TestVegas(t *testing.T) {
	r, err := Preset("vegas3")
	require.NoError(t, err)
	fresh, err := NewTable(orderedDeal(r), r)
	require.NoError(t, err)
	game, err := NewGame(fresh, r, Vegas())
	require.NoError(t, err)
	assert.Equal(t, -52, game.Score())

	late, err := NewGame(lateGame(t), r, Vegas())
	require.NoError(t, err)
	assert.Equal(t, -52+44*5, late.Score(), "cards already on the foundations count")
	play(t, late, up(0, Diamonds), back(Diamonds, 0), draw, redeal)
	assert.Equal(t, -52+44*5, late.Score(), "taking back costs what putting up earns, recycling nothing")
	report, err := Replay(lateGame(t), r, winningLine, Vegas())
	require.NoError(t, err)
	assert.True(t, report.Won)
	assert.Equal(t, 208, report.Score)

	double, err := Preset("double")
	require.NoError(t, err)
	two, err := NewTable(orderedDeal(double), double)
	require.NoError(t, err)
	game, err = NewGame(two, double, Vegas())
	require.NoError(t, err)
	assert.Equal(t, -104, game.Score(), "two decks are paid for")

	var purse Bankroll
	purse.Settle(-52)
	purse.Settle(-27)
	assert.Equal(t, Bankroll{Balance: -79, Deals: 2}, purse)
	purse.Settle(report.Score)
	assert.Equal(t, Bankroll{Balance: 129, Deals: 3}, purse)
}

func TestScoringPresets(t *testing.T) {
	want := map[string]Scoring{"standard": Standard(), "timed": Timed(), "vegas": Vegas(), "none": {}}
	require.Len(t, ScoringNames(), len(want))
	for _, name := range ScoringNames() {
		s, err := ScoringPreset(name)
		require.NoError(t, err)
		require.NoError(t, s.Validate())
		assert.Equal(t, want[name], s, name)
		text, err := json.Marshal(s)
		require.NoError(t, err)
		var read Scoring
		require.NoError(t, json.Unmarshal(text, &read))
		assert.Equal(t, s, read)
	}
	_, err := ScoringPreset("golf")
	var bad *SettingError
	require.ErrorAs(t, err, &bad)
	assert.Equal(t, "scoring", bad.Setting)
	assert.Equal(t, make([]int, len(scoredLine)), scored(t, 1, Scoring{}, scoredLine...))
}

func TestScoringValidate(t *testing.T) {
	for setting, s := range map[string]Scoring{
		"floor":       {Floor: 3},
		"free_passes": {FreePasses: -1},
		"time_step":   {TimePenalty: -2},
		"bonus_from":  {Bonus: 1},
	} {
		var bad *SettingError
		require.ErrorAs(t, s.Validate(), &bad)
		assert.Equal(t, setting, bad.Setting)
		_, err := NewGame(lateGame(t), DrawK(1), s)
		require.ErrorAs(t, err, &bad)
	}
}
