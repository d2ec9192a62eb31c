package notation

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

func card(t *testing.T, name string) klondike.Card {
	t.Helper()
	c, err := klondike.ParseCard(name)
	require.NoError(t, err)
	return c
}

// changed replaces the first occurrence and fails when there is none.
func changed(t *testing.T, text, from, to string) string {
	t.Helper()
	require.Contains(t, text, from)
	return strings.Replace(text, from, to, 1)
}

func TestBadTextsNameLineAndToken(t *testing.T) {
	for _, bad := range []struct {
		name   string
		text   string
		format Format
		line   int
		token  string
	}{
		{"empty", " \n\t", Deck, 0, ""},
		{"not a card", "4D 3C\n9S XX", Deck, 2, "XX"},
		{"digits: no such rank", changed(t, dealDigits, "094", "\n144"), Deck, 2, "144"},
		{"digits: rank 0", changed(t, dealDigits, "094", "\n004"), Deck, 2, "004"},
		{"digits: no such suit", changed(t, dealDigits, "094", "\n095"), Deck, 2, "095"},
		{"digits: letter", changed(t, dealDigits, "094", "\n0S4"), Deck, 2, "0S"},
		{"digits: mixed unknown", changed(t, dealDigits, "094", "\n0?4"), Deck, 2, "0?4"},
		{"digits: cut short", "042031\n09", Deck, 2, "09"},
		{"digits: too few", "042031", Deck, 0, ""},
		{"digits: 53 cards", changed(t, dealDigits, "094", "094\n094\n"), Deck, 2, "094"},
		{"digits: unknown card face up", changed(t, dealDigits, "042", "???\n"), Deck, 1, "???"},

		{"pysol: bad card", changed(t, dealPySol, "JD", "1D"), PySol, 5, "1D"},
		{"pysol: open bracket", changed(t, dealPySol, "<7S>", "<7S"), PySol, 5, "<7S"},
		{"pysol: closed bracket", changed(t, dealPySol, "<7S>", "7S>"), PySol, 5, "7S>"},
		{"pysol: bad talon", changed(t, dealPySol, "TC", "CC"), PySol, 1, "CC"},
		{"pysol: two talons", "Talon:\n" + dealPySol, PySol, 2, "talon"},
		{"pysol: unknown label", dealPySol + "Hands: 3\n", PySol, 9, "hands"},
		{"pysol: too many columns", dealPySol + "4D\n", PySol, 9, "4D"},
		{"pysol: too few columns", changed(t, dealPySol, "4D\n<", "<"), PySol, 0, ""},
		{"pysol: bad foundation", "Foundations: H-14\n" + dealPySol, PySol, 1, "H-14"},
		{"pysol: duplicate", changed(t, dealPySol, "JD", "KD"), PySol, 8, "KD"},
		{"pysol: run does not descend", changed(t, dealPySol, "<JC>", "JC"), PySol, 7, "5C"},
		{"pysol: face down on face up", changed(t, dealPySol, "<2D>", "2D"), PySol, 7, "<KS>"},
		{"pysol: last card face down", changed(t, dealPySol, "6H", "<6H>"), PySol, 4, "<6H>"},
		{"pysol: unknown card at the end", changed(t, dealPySol, "6H", "?"), PySol, 4, "?"},

		{"pysol: card on an ace", changed(t, changed(t, dealPySol, "AS", "TS"), "<TS>", "AS"), PySol, 6, "TS"},

		{"text: no label", "4D\nstock: 9D", Text, 1, "4D"},
		{"text: unknown label", dealText + "hand: 7D\n", Text, 13, "hand"},
		{"text: label twice", changed(t, dealText, "waste:", "stock:"), Text, 11, "stock"},
		{"text: column twice", changed(t, dealText, "2:", "column 1:"), Text, 4, "column 1"},
		{"text: no such column", changed(t, dealText, "7:", "8:"), Text, 9, "column 8"},
		{"text: version", changed(t, dealText, "version: 1", "version: 2"), Text, 1, "2"},
		{"text: no version", changed(t, dealText, "version: 1", "version:"), Text, 1, "version"},
		{"text: pass 0", changed(t, dealText, "pass: 1", "pass: 0"), Text, 12, "0"},
		{"text: two passes", changed(t, dealText, "pass: 1", "pass: 1 2"), Text, 12, "2"},
		{"text: pass no number", changed(t, dealText, "pass: 1", "pass: one"), Text, 12, "one"},
		{"text: no foundation", changed(t, dealText, "0H", "9"), Text, 2, "9"},
		{"text: unknown foundation", changed(t, dealText, "0H", "??"), Text, 2, "??"},
		{"text: foundation twice", changed(t, dealText, "0H", "0C"), Text, 2, "0C"},
		{"text: foundation card in the tableau too", changed(t, dealText, "0H", "AH"), Text, 6, "<AH>"},
		{"text: unknown in the waste", changed(t, dealText, "waste: -", "waste: ?"), Text, 10, "?"},
		{"text: more down than dealt", changed(t, changed(t, dealText, "1: 4D", "1: <3C> 4C"), "2: <3C> 4C", "2: 4D"), Text, 3, "column 1"},
		{"text: dash among cards", changed(t, dealText, "waste: -", "waste: - 4D"), Text, 10, "-"},

		{"solvitaire: cut", dealSolvitaire[:30], Solvitaire, 3, ""},
		{"solvitaire: no card", changed(t, dealSolvitaire, `"7d"`, `"7x"`), Solvitaire, 5, "7x"},
		{"solvitaire: no text", changed(t, dealSolvitaire, `"7d"`, `7`), Solvitaire, 5, "7"},
		{"solvitaire: waste", changed(t, dealSolvitaire, "{", `{"waste": ["7D"],`), Solvitaire, 1, "7D"},
		{"solvitaire: foundations", changed(t, dealSolvitaire, "{", `{"foundations": [["AD"]],`), Solvitaire, 1, "foundations"},
		{"solvitaire: six piles", changed(t, dealSolvitaire, `["4D"],`, ``), Solvitaire, 0, solvitairePiles},
		{"solvitaire: face down last", changed(t, dealSolvitaire, `"6H"`, `"6h"`), Solvitaire, 5, "6h"},
		{"solvitaire: key twice", changed(t, dealSolvitaire, "{", `{"stock": [],`), Solvitaire, 11, "stock"},

		{"json: empty object cut", `{`, JSON, 1, ""},
		{"json: cut before a value", `{"pass":`, JSON, 1, ""},
		{"json: cut before an array", `{"stock":`, JSON, 1, ""},
		{"json: key is no text", "{\n1: 2}", JSON, 2, ""},
		{"json: not an object", "[1]", JSON, 1, "["},
		{"json: unknown key", changed(t, dealJSON, `"pass"`, `"passes"`), JSON, 15, "passes"},
		{"json: pass", changed(t, dealJSON, `"pass": 1`, `"pass": 0`), JSON, 15, "0"},
		{"json: broken pass", changed(t, dealJSON, `"pass": 1`, `"pass": 1.5`), JSON, 15, "1.5"},
		{"json: pass is text", changed(t, dealJSON, `"pass": 1`, `"pass": "1"`), JSON, 15, "1"},
		{"json: version", changed(t, dealJSON, `"version": 1`, `"version": 2`), JSON, 2, "2"},
		{"json: height", changed(t, dealJSON, `[0, 0, 0, 0]`, `[0, 14, 0, 0]`), JSON, 3, "14"},
		{"json: five piles", changed(t, dealJSON, `[0, 0, 0, 0]`, `[0, 0, 0, 0, 0]`), JSON, 3, "foundations"},
		{"json: column key", changed(t, dealJSON, `"up": ["6H"]`, `"top": ["6H"]`), JSON, 7, "top"},
		{"json: six columns", changed(t, dealJSON, `{"down": [], "up": ["4D"]},`, ``), JSON, 4, "columns"},
		{"json: unknown card face up", changed(t, dealJSON, `"6H"`, `"?"`), JSON, 7, "?"},
		{"json: unknown card in the waste", changed(t, dealJSON, `"waste": []`, `"waste": ["?"]`), JSON, 13, "?"},
		{"json: text after the end", dealJSON + "\n7", JSON, 18, "7"},
		{"json: broken text after the end", dealJSON + "}", JSON, 17, ""},
		{"json: null", "{\"stock\": null}", JSON, 1, "<nil>"},
	} {
		t.Run(bad.name, func(t *testing.T) {
			table, format, err := Parse([]byte(bad.text), preset(t, "draw3"))
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Nil(t, table)
			assert.Equal(t, bad.format, format)
			assert.Equal(t, bad.format, e.Format)
			assert.Equal(t, bad.line, e.Line, err)
			assert.Equal(t, bad.token, e.Token, err)
			assert.NotEmpty(t, e.Expected)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

// TestEveryDuplicateAndMissingCardIsNamed mistypes three of 52 cards.
func TestEveryDuplicateAndMissingCardIsNamed(t *testing.T) {
	typed := `4D 3C 9S AH AD 4H 3H
4C 7D 7S 6S 8H 4S
6H 2C 2H 2D 3S
JD 10S KS 5D
AS JC JH
5C 6C
KD
9D TC 2S QC KH 5S 9C AC QH QD 8S 6D 7C 9H JS QS 8C 5H TD 3D KC 7H 8D TH`
	rules := preset(t, "draw1")
	_, _, err := Parse([]byte(typed), rules)
	require.NoError(t, err)

	typed = changed(t, changed(t, changed(t, typed, "2H", "2D"), "10S", "10H"), "KD\n", "KC\n")
	_, _, err = Parse([]byte(typed), rules)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, []klondike.Card{card(t, "2D"), card(t, "TH"), card(t, "KC")}, e.Duplicates)
	assert.Equal(t, []klondike.Card{card(t, "2H"), card(t, "TS"), card(t, "KD")}, e.Missing)
	assert.Equal(t, 3, e.Line)
	assert.Equal(t, "2D", e.Token)
	for _, name := range []string{"2D", "TH", "KC", "2H", "TS", "KD"} {
		assert.Contains(t, err.Error(), name)
	}

	typed = changed(t, typed, "4D 3C", "4D")
	_, _, err = Parse([]byte(typed), rules)
	require.ErrorAs(t, err, &e)
	assert.Contains(t, e.Missing, card(t, "3C"))
	assert.Len(t, e.Missing, 4)
	assert.Contains(t, err.Error(), "51 cards")
}

func TestPackOfTwoDecks(t *testing.T) {
	rules := preset(t, "double")
	text := written(t, Deck, dealt(t, rules, 3), rules)
	_, _, err := Parse([]byte(text[:156]), rules)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Len(t, e.Missing, 52+len(e.Duplicates))
	_, _, err = Parse([]byte(text), preset(t, "draw1"))
	require.ErrorAs(t, err, &e)
	assert.Len(t, e.Duplicates, 52)
}

func TestUnknownCardsStandForMissingOnes(t *testing.T) {
	rules := preset(t, "draw1")
	_, _, err := Parse([]byte(changed(t, dealText, "<9S>", "<??> <??>")), rules)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, []klondike.Card{card(t, "9S")}, e.Missing)
	assert.Empty(t, e.Duplicates)
}

func TestRulesAreCheckedFirst(t *testing.T) {
	_, _, err := Parse([]byte(dealText), klondike.Rules{})
	var setting *klondike.SettingError
	require.ErrorAs(t, err, &setting)
	_, err = ParseAs("xml", []byte(dealText), preset(t, "draw1"))
	var e *Error
	require.ErrorAs(t, err, &e)
}

func TestPassBeyondItsLimit(t *testing.T) {
	rules := preset(t, "vegas3")
	for _, text := range []string{changed(t, dealText, "pass: 1", "pass: 4"), changed(t, dealJSON, `"pass": 1`, `"pass": 4`)} {
		_, _, err := Parse([]byte(text), rules)
		var e *Error
		require.ErrorAs(t, err, &e)
		assert.NotZero(t, e.Line)
	}
}
