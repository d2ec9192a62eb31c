package notation

import (
	"bytes"
	"encoding/csv"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
)

func requireSame(t *testing.T, format Format, text string, want *klondike.Table, rules klondike.Rules) {
	t.Helper()
	got, detected, err := Parse([]byte(text), rules)
	require.NoError(t, err, text)
	require.Equal(t, format, detected, text)
	require.True(t, want.Equal(got), text)
}

func TestFreshDealsInEveryFormat(t *testing.T) {
	for _, name := range klondike.PresetNames() {
		rules := preset(t, name)
		for number := range uint64(20) {
			table := dealt(t, rules, number)
			for _, format := range Formats() {
				text := written(t, format, table, rules)
				requireSame(t, format, text, table, rules)
				requireSame(t, format, "\ufeff"+strings.ReplaceAll(text, "\n", "\r\n"), table, rules)
				if format != Solvitaire {
					requireSame(t, format, strings.ToLower(text), table, rules)
				}
				if seen := hide(table); rules.Dealing == klondike.TopsFaceUp {
					requireSame(t, format, written(t, format, seen, rules), seen, rules)
				}
			}
		}
	}
}

// TestRandomPlayRoundTrips reads back tables from the middle of random games: the
// two formats that hold everything always, PySol whenever it can be written.
func TestRandomPlayRoundTrips(t *testing.T) {
	pysol, worried := 0, 0
	for _, name := range klondike.PresetNames() {
		rules := preset(t, name)
		for number := range uint64(60) {
			table := dealt(t, rules, number)
			rng := newRand(number)
			for range 12 {
				walk(t, table, rules, rng, 1+rng.IntN(20))
				for _, state := range []*klondike.Table{table, hide(table)} {
					for _, format := range []Format{Text, JSON} {
						requireSame(t, format, written(t, format, state, rules), state, rules)
					}
					var b bytes.Buffer
					if err := Write(&b, PySol, state, rules); err == nil {
						requireSame(t, PySol, b.String(), state, rules)
						pysol++
					} else {
						var e *Error
						require.ErrorAs(t, err, &e)
						require.True(t, len(state.Waste) > 0 || state.Pass > 1)
					}
				}
				if table.FoundationCards() > 0 {
					worried++
				}
			}
		}
	}
	assert.Greater(t, pysol, 100, "tables that PySol text can hold")
	assert.Greater(t, worried, 300, "tables with cards on the foundations")
}

func TestGoldenDecksConvert(t *testing.T) {
	file, err := os.Open("../../testdata/decks.csv")
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	rules := preset(t, "draw3")
	for _, row := range rows[1:] {
		seed, err := seeds.Parse(row[0] + ":" + row[1])
		require.NoError(t, err)
		want, err := seed.Deal()
		require.NoError(t, err)
		deal, format, err := ParseDeal([]byte(row[2]), rules)
		require.NoError(t, err)
		assert.Equal(t, Deck, format)
		assert.Equal(t, want, deal)
		table, err := klondike.NewTable(deal, rules)
		require.NoError(t, err)
		assert.Equal(t, row[2]+"\n", written(t, Deck, table, rules))
	}
}

// The deal klondike-solver:1 in every format.
const (
	dealDigits = "042031094013012043033041072074064083044063021023022034112104134052014111113051061132092101024121133054091011123122084062071093114124081053102032131073082103\n"
	dealPySol  = `Talon: 9D TC 2S QC KH 5S 9C AC QH QD 8S 6D 7C 9H JS QS 8C 5H TD 3D KC 7H 8D TH
4D
<3C> 4C
<9S> <7D> 6H
<AH> <7S> <2C> JD
<AD> <6S> <2H> <TS> AS
<4H> <8H> <2D> <KS> <JC> 5C
<3H> <4S> <3S> <5D> <JH> <6C> KD
`
	dealSolvitaire = `{
  "tableau piles": [
    ["4D"],
    ["3c", "4C"],
    ["9s", "7d", "6H"],
    ["Ah", "7s", "2c", "JD"],
    ["Ad", "6s", "2h", "10s", "AS"],
    ["4h", "8h", "2d", "Ks", "Jc", "5C"],
    ["3h", "4s", "3s", "5d", "Jh", "6c", "KD"]
  ],
  "stock": ["10H", "8D", "7H", "KC", "3D", "10D", "5H", "8C", "QS", "JS", "9H", "7C", "6D", "8S", "QD", "QH", "AC", "9C", "5S", "KH", "QC", "2S", "10C", "9D"]
}
`
	dealJSON = `{
  "version": 1,
  "foundations": [0, 0, 0, 0],
  "columns": [
    {"down": [], "up": ["4D"]},
    {"down": ["3C"], "up": ["4C"]},
    {"down": ["9S", "7D"], "up": ["6H"]},
    {"down": ["AH", "7S", "2C"], "up": ["JD"]},
    {"down": ["AD", "6S", "2H", "TS"], "up": ["AS"]},
    {"down": ["4H", "8H", "2D", "KS", "JC"], "up": ["5C"]},
    {"down": ["3H", "4S", "3S", "5D", "JH", "6C"], "up": ["KD"]}
  ],
  "waste": [],
  "stock": ["9D", "TC", "2S", "QC", "KH", "5S", "9C", "AC", "QH", "QD", "8S", "6D", "7C", "9H", "JS", "QS", "8C", "5H", "TD", "3D", "KC", "7H", "8D", "TH"],
  "pass": 1
}
`
	dealText = `version: 1
foundations: 0C 0D 0H 0S
1: 4D
2: <3C> 4C
3: <9S> <7D> 6H
4: <AH> <7S> <2C> JD
5: <AD> <6S> <2H> <TS> AS
6: <4H> <8H> <2D> <KS> <JC> 5C
7: <3H> <4S> <3S> <5D> <JH> <6C> KD
waste: -
stock: 9D TC 2S QC KH 5S 9C AC QH QD 8S 6D 7C 9H JS QS 8C 5H TD 3D KC 7H 8D TH
pass: 1
`
)

func TestOneDealInEveryFormat(t *testing.T) {
	rules := preset(t, "draw3")
	deal, err := seeds.Deal("klondike-solver", 1)
	require.NoError(t, err)
	table, err := klondike.NewTable(deal, rules)
	require.NoError(t, err)
	for format, text := range map[Format]string{
		Deck: dealDigits, PySol: dealPySol, Solvitaire: dealSolvitaire, JSON: dealJSON, Text: dealText,
	} {
		assert.Equal(t, text, written(t, format, table, rules))
		requireSame(t, format, text, table, rules)
	}
}

// TestWaysToWriteADeal reads the same deal as people and other programs write it.
func TestWaysToWriteADeal(t *testing.T) {
	rules := preset(t, "draw3")
	want, err := seeds.Deal("klondike-solver", 1)
	require.NoError(t, err)
	for _, text := range []string{
		"# by hand\n\n 042 031 094\n013012 04\n3 " + dealDigits[18:],
		`4d 3C 9♠ A♥ A♦ 4♥ 3♥   # the first row
		 4C, 7D, 7S, 6S, 8H, 4S
		 h6 2C 2H 2D 3S  J♦️ 10S KS 5D  AS JC JH  5c 6c  KD
		 9D TC 2S QC KH 5S 9C AC QH QD 8S 6D 7C 9H JS QS 8C 5H TD 3D KC 7H 8D 10h`,
		"Foundations: H-0 C-0 D-0 S-0\n: 4D\n: " + strings.Replace(dealPySol[strings.Index(dealPySol, "<"):], "<TS>", "<10s>", 1) + dealPySol[:strings.Index(dealPySol, "4D\n")],
		strings.Replace(dealSolvitaire, "{", `{"foundations": [[], []], "waste": [], `, 1),
		strings.Replace(dealJSON, `"waste": [],`, "", 1),
		"pass: 1\nstock: 9D TC 2S QC KH 5S 9C AC QH QD 8S 6D\n  7C 9H JS QS 8C 5H\n TD 3D KC 7H 8D TH\n" +
			"Column 1: 4D\n" + dealText[strings.Index(dealText, "2: "):strings.Index(dealText, "waste")],
	} {
		deal, _, err := ParseDeal([]byte(text), rules)
		require.NoError(t, err, text)
		assert.Equal(t, want, deal, text)
	}
}

func TestUnknownCardsInDigits(t *testing.T) {
	rules := preset(t, "draw1")
	for _, text := range []string{
		strings.Replace(dealDigits, "031", "???", 1),
		strings.Replace(dealDigits, "031", " ?? ", 1),
		strings.Replace(dealDigits, "031", "\n?\n", 1),
	} {
		table, format, err := Parse([]byte(text), rules)
		require.NoError(t, err)
		assert.Equal(t, Deck, format)
		assert.True(t, table.HasUnknown())
		assert.Equal(t, klondike.Unknown, table.Columns[1].Cards[0])
		assert.Equal(t, strings.Replace(dealDigits, "031", "???", 1), written(t, Deck, table, rules))
	}
}

// TestTwoDeckFoundationsKeepTheirPiles has the second clubs pile started and the
// first one empty, as a player's choice of pile can leave it.
func TestTwoDeckFoundationsKeepTheirPiles(t *testing.T) {
	rules := preset(t, "double")
	table := dealt(t, rules, 1)
	at := -1
	for i, c := range table.Stock {
		if c == klondike.NewCard(klondike.Ace, klondike.Clubs) {
			at = i
		}
	}
	require.GreaterOrEqual(t, at, 0)
	table.Stock = append(table.Stock[:at], table.Stock[at+1:]...)
	table.Foundations[4] = 1
	for _, format := range []Format{Text, JSON, PySol} {
		text := written(t, format, table, rules)
		requireSame(t, format, text, table, rules)
	}
}

func TestWriteRefusesWhatAFormatCannotHold(t *testing.T) {
	rules := preset(t, "draw1")
	fresh := dealt(t, rules, 1)

	drawn := fresh.Clone()
	require.NoError(t, drawn.Play(klondike.Move{Kind: klondike.Draw}, rules))
	later := fresh.Clone()
	later.Pass = 2
	invalid := fresh.Clone()
	invalid.Stock[0] = invalid.Stock[1]

	for format, tables := range map[Format][]*klondike.Table{
		Deck:       {drawn, later, invalid},
		PySol:      {drawn, later, invalid},
		Solvitaire: {drawn, later, invalid},
		JSON:       {invalid},
		Text:       {invalid},
		"":         {fresh},
	} {
		for _, table := range tables {
			var b bytes.Buffer
			err := Write(&b, format, table, rules)
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, format, e.Format)
			assert.Empty(t, b.String())
		}
	}
	var fault *klondike.TableError
	require.ErrorAs(t, Write(&bytes.Buffer{}, Text, invalid, rules), &fault)

	_, _, err := ParseDeal([]byte(written(t, Text, drawn, rules)), rules)
	var e *Error
	require.ErrorAs(t, err, &e)
	_, ok := DealOf(drawn, rules)
	assert.False(t, ok)
}

func TestFormatNames(t *testing.T) {
	for _, format := range Formats() {
		got, err := ParseFormat(strings.ToUpper(string(format)))
		require.NoError(t, err)
		assert.Equal(t, format, got)
	}
	_, err := ParseFormat("xml")
	var e *Error
	require.ErrorAs(t, err, &e)
}
