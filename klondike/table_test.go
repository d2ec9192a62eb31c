package klondike

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func orderedDeal(r Rules) Deal {
	deal := make(Deal, r.Cards())
	for i := range deal {
		deal[i] = Card(i % 52)
	}
	return deal
}

func TestNewTableDealsRowByRow(t *testing.T) {
	deal := orderedDeal(DrawK(1))
	table, err := NewTable(deal, DrawK(1))
	require.NoError(t, err)
	require.NoError(t, table.Validate(DrawK(1)))
	assert.Equal(t, []Card{0}, table.Columns[0].Cards)
	assert.Equal(t, []Card{1, 7}, table.Columns[1].Cards)
	assert.Equal(t, []Card{6, 12, 17, 21, 24, 26, 27}, table.Columns[6].Cards)
	assert.Equal(t, []Card(deal[28:]), table.Stock)
	assert.Empty(t, table.Waste, "the first draw is a move like any other")
	assert.Equal(t, 1, table.Pass)
	assert.Equal(t, 21, table.FaceDown())

	deal[0], deal[51] = deal[51], deal[0]
	assert.Equal(t, Card(0), table.Columns[0].Cards[0], "no memory shared with the deal")
}

func TestNewTableOtherGames(t *testing.T) {
	whitehead, err := Preset("whitehead")
	require.NoError(t, err)
	table, err := NewTable(orderedDeal(whitehead), whitehead)
	require.NoError(t, err)
	require.NoError(t, table.Validate(whitehead))
	assert.Zero(t, table.FaceDown())

	double, err := Preset("double")
	require.NoError(t, err)
	table, err = NewTable(orderedDeal(double), double)
	require.NoError(t, err)
	require.NoError(t, table.Validate(double))
	assert.Len(t, table.Columns, 9)
	assert.Len(t, table.Stock, 59)
	assert.Equal(t, 36, table.FaceDown())
}

func TestDealErrorNamesEveryCard(t *testing.T) {
	r := DrawK(1)
	deal := orderedDeal(r)
	deal[3], deal[9], deal[20] = deal[0], deal[0], Unknown
	var bad *DealError
	require.ErrorAs(t, deal.Validate(r), &bad)
	assert.Equal(t, []Card{0, 0}, bad.Duplicates)
	assert.Equal(t, []Card{3, 9, 20}, bad.Missing)
	assert.Equal(t, 1, bad.Unknown)

	_, err := NewTable(deal, r)
	require.ErrorAs(t, err, &bad)

	require.ErrorAs(t, append(orderedDeal(r), 5).Validate(r), &bad, "53 cards")
	assert.Equal(t, 53, bad.Cards)
	assert.Equal(t, 52, bad.Expected)
	assert.Equal(t, []Card{5}, bad.Duplicates)
	require.ErrorAs(t, orderedDeal(r)[:51].Validate(r), &bad)
	assert.Equal(t, []Card{51}, bad.Missing)

	double, err := Preset("double")
	require.NoError(t, err)
	require.ErrorAs(t, orderedDeal(r).Validate(double), &bad, "one deck is half a double game")
	assert.Len(t, bad.Missing, 52)

	var setting *SettingError
	require.ErrorAs(t, orderedDeal(r).Validate(Rules{}), &setting)
}

func TestTableCloneAndEqual(t *testing.T) {
	r := DrawK(3)
	table, err := NewTable(randomDeal(rand.New(rand.NewPCG(5, 6)), r), r)
	require.NoError(t, err)
	changes := map[string]func(*Table){
		"foundation": func(o *Table) { o.Foundations[2]++ },
		"card":       func(o *Table) { o.Columns[4].Cards[1]++ },
		"down":       func(o *Table) { o.Columns[4].Down-- },
		"stock":      func(o *Table) { o.Stock[5]++ },
		"waste":      func(o *Table) { o.Waste = append(o.Waste, 7) },
		"pass":       func(o *Table) { o.Pass++ },
		"order":      func(o *Table) { o.Columns[0], o.Columns[1] = o.Columns[1], o.Columns[0] },
		"columns":    func(o *Table) { o.Columns = o.Columns[:6] },
	}
	for name, change := range changes {
		clone := table.Clone()
		require.True(t, table.Equal(clone))
		before := table.Clone()
		change(clone)
		assert.False(t, table.Equal(clone), name)
		assert.True(t, table.Equal(before), "%s: the original must not change", name)
	}
}

// lateGame is a valid standard table with eight cards left.
func lateGame(t testing.TB) *Table {
	return build(t, DrawK(1), [4]uint8{11, 11, 11, 11}, "QC KH QH", "",
		"KC QD", "KD | QS", "KS")
}

func TestTableValidate(t *testing.T) {
	r := DrawK(1)
	r.Passes = 2
	require.NoError(t, lateGame(t).Validate(r))
	for name, test := range map[string]struct {
		change func(*Table)
		where  string
	}{
		"height":             {func(t *Table) { t.Foundations[1] = 14 }, "foundation 2"},
		"fifth pile":         {func(t *Table) { t.Foundations[4] = 1 }, "foundation 5"},
		"columns":            {func(t *Table) { t.Columns = t.Columns[:6] }, "tableau"},
		"down below zero":    {func(t *Table) { t.Columns[0].Down = -1 }, "column 1"},
		"more down than can": {func(t *Table) { t.Columns[0].Down = 1 }, "column 1"},
		"no card up":         {func(t *Table) { t.Columns[2].Down = 1 }, "column 3"},
		"down when empty":    {func(t *Table) { t.Columns[5].Down = 1 }, "column 6"},
		"no run":             {func(t *Table) { t.Columns[1].Down = 0 }, ""},
		"same colour":        {func(t *Table) { swap(&t.Columns[0].Cards[1], &t.Columns[1].Cards[1]) }, "column 1"},
		"unknown in column":  {func(t *Table) { t.Columns[1].Cards[0] = Unknown }, "column 2"},
		"no card at all":     {func(t *Table) { t.Columns[1].Cards[0] = 52 }, "column 2"},
		"unknown in stock":   {func(t *Table) { t.Stock[0] = Unknown }, "stock"},
		"unknown in waste":   {func(t *Table) { t.Waste = []Card{Unknown} }, "waste"},
		"pass zero":          {func(t *Table) { t.Pass = 0 }, "pass"},
		"pass past limit":    {func(t *Table) { t.Pass = 3 }, "pass"},
		"duplicate":          {func(t *Table) { t.Stock[0] = t.Stock[1] }, "pack"},
		"missing":            {func(t *Table) { t.Stock = t.Stock[1:] }, "pack"},
		"also on foundation": {func(t *Table) { t.Foundations[0]++ }, "pack"},
		"too many in stock": {func(t *Table) {
			t.Foundations = [8]uint8{}
			for c := range Card(44) {
				t.Stock = append(t.Stock, c)
			}
		}, "stock and waste"},
	} {
		table := lateGame(t)
		test.change(table)
		err := table.Validate(r)
		if test.where == "" {
			require.NoError(t, err, "%s: a queen of the other colour may lie face up on a king", name)
			continue
		}
		var bad *TableError
		require.ErrorAs(t, err, &bad, name)
		assert.Equal(t, test.where, bad.Where, name)
	}
	var setting *SettingError
	require.ErrorAs(t, lateGame(t).Validate(Rules{}), &setting)
}

func swap(a, b *Card) { *a, *b = *b, *a }

func TestTableValidateByDealing(t *testing.T) {
	whitehead, err := Preset("whitehead")
	require.NoError(t, err)
	table := build(t, whitehead, [4]uint8{12, 12, 12, 11}, "", "", "QS KH KD", "KC KS")
	require.NoError(t, table.Validate(whitehead), "dealt face up, cards lie in any order")
	require.Error(t, table.Validate(DrawK(1)))
	table.Columns[1].Down = 1
	require.Error(t, table.Validate(whitehead), "nothing is ever face down")
}

func TestValidatePartial(t *testing.T) {
	r := DrawK(1)
	table := lateGame(t)
	require.NoError(t, table.ValidatePartial(r))
	require.False(t, table.HasUnknown())
	table.Columns[1].Cards[0], table.Stock[2] = Unknown, Unknown
	require.NoError(t, table.ValidatePartial(r))
	require.True(t, table.HasUnknown())
	require.Error(t, table.Validate(r))

	table.Stock[0] = table.Stock[1]
	require.Error(t, table.ValidatePartial(r), "a duplicate")
	table = lateGame(t)
	table.Columns[1].Cards[1] = Unknown
	require.Error(t, table.ValidatePartial(r), "a face-up card is seen")
	require.True(t, table.HasUnknown())
	table = lateGame(t)
	table.Stock, table.Waste = table.Stock[1:], []Card{Unknown}
	require.Error(t, table.ValidatePartial(r), "the waste is seen")
	require.True(t, table.HasUnknown())
}

func TestWonAndCertainlyWon(t *testing.T) {
	r := DrawK(1)
	won := build(t, r, [4]uint8{13, 13, 13, 13}, "", "")
	assert.True(t, won.Won())
	assert.True(t, won.CertainlyWon())

	sure := build(t, r, [4]uint8{12, 11, 12, 12}, "", "", "KC QD", "KD", "KH", "KS")
	assert.False(t, sure.Won())
	assert.True(t, sure.CertainlyWon())
	for name, change := range map[string]func(*Table){
		"stock":     func(t *Table) { t.Stock, t.Columns[1].Cards = t.Columns[1].Cards, nil },
		"waste":     func(t *Table) { t.Waste, t.Columns[1].Cards = t.Columns[1].Cards, nil },
		"face down": func(t *Table) { t.Columns[0].Down = 1 },
	} {
		table := sure.Clone()
		change(table)
		assert.False(t, table.CertainlyWon(), name)
	}

	whitehead, err := Preset("whitehead")
	require.NoError(t, err)
	buried := build(t, whitehead, [4]uint8{12, 11, 12, 12}, "", "", "QD KC", "KD", "KH", "KS")
	require.NoError(t, buried.Validate(whitehead))
	assert.False(t, buried.CertainlyWon(), "all face up, but a card lies on a lower one")
}

// Whatever is certainly won is won by putting up whatever fits.
func TestCertainlyWonIsWon(t *testing.T) {
	reached := 0
	for name, r := range walkRules(t) {
		rng := rand.New(rand.NewPCG(7, 8))
		for range 30 {
			table, err := NewTable(randomDeal(rng, r), r)
			require.NoError(t, err)
			for range 600 {
				moves := table.LegalMoves(r, nil)
				if len(moves) == 0 || table.CertainlyWon() {
					break
				}
				require.NoError(t, table.Play(pick(rng, moves), r))
			}
			if !table.CertainlyWon() {
				continue
			}
			reached++
			for !table.Won() {
				m := table.LegalMoves(r, nil)[0]
				require.Equal(t, TableauToFoundation, m.Kind, name)
				require.NoError(t, table.Play(m, r))
			}
		}
	}
	require.GreaterOrEqual(t, reached, 20, "the walks must reach such tables")
}

// Errors are one line that says what, where, and what was expected.
func TestErrorTexts(t *testing.T) {
	r := DrawK(1)
	deal := orderedDeal(r)
	deal[3], deal[20] = deal[0], Unknown
	assert.EqualError(t, deal.Validate(r), "deal: 1 unknown cards; too often: A♣; missing: A♠ 6♣")
	assert.EqualError(t, append(orderedDeal(r), 51).Validate(r), "deal: 53 cards, expected 52; too often: K♠")
	table := lateGame(t)
	table.Stock = table.Stock[1:]
	assert.EqualError(t, table.Validate(r), "pack: missing: Q♣, expected each card once")
	assert.EqualError(t, Rules{}.Validate(), "setting draw is 0, expected 1..24")
	_, err := ParseCard("1D")
	assert.EqualError(t, err, `"1D" is no card, expected rank and suit such as 7D, 10D, TD or 7♦`)
}
