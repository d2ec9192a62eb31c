package notation

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

func rulesOf(t testing.TB, choice uint8) klondike.Rules {
	names := klondike.PresetNames()
	return preset(t, names[int(choice)%len(names)])
}

// FuzzPosition reads anything as a position. What is refused has a typed error;
// what is accepted is written in every format that can hold it, and reads back
// the same.
func FuzzPosition(f *testing.F) {
	for _, text := range []string{dealDigits, dealPySol, dealSolvitaire, dealJSON, dealText, runs, "", "Talon:", "{}", "?"} {
		f.Add([]byte(text), uint8(1))
	}
	for choice := range klondike.PresetNames() {
		rules := rulesOf(f, uint8(choice))
		table := dealt(f, rules, 7)
		walk(f, table, rules, newRand(7), 40)
		for _, format := range []Format{Text, JSON} {
			f.Add([]byte(written(f, format, table, rules)), uint8(choice))
			f.Add([]byte(written(f, format, hide(table), rules)), uint8(choice))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, choice uint8) {
		rules := rulesOf(t, choice)
		table, _, err := Parse(data, rules)
		if err != nil {
			var e *Error
			require.ErrorAs(t, err, &e)
			require.NotContains(t, err.Error(), "\n")
			require.LessOrEqual(t, e.Line, 1+bytes.Count(data, []byte("\n")))
			return
		}
		require.NoError(t, table.ValidatePartial(rules))
		for _, format := range Formats() {
			var b bytes.Buffer
			if err := Write(&b, format, table, rules); err != nil {
				require.NotContains(t, []Format{Text, JSON}, format)
				continue
			}
			again, detected, err := Parse(b.Bytes(), rules)
			require.NoError(t, err)
			require.Equal(t, format, detected)
			require.True(t, table.Equal(again))
		}
	})
}

// FuzzMoves reads anything as moves of a deal. What is read before the first
// mistake is legal, and reads back the same from every code that can hold it.
func FuzzMoves(f *testing.F) {
	f.Add(lineInWords, uint8(1), uint64(0))
	f.Add(lineInSolver, uint8(1), uint64(0))
	f.Add(lineInMinimal, uint8(1), uint64(0))
	for choice := range klondike.PresetNames() {
		rules := rulesOf(f, uint8(choice))
		for number := range uint64(2) {
			start := dealt(f, rules, number)
			moves := walk(f, start.Clone(), rules, newRand(number), 60)
			for _, code := range Codes() {
				if text, err := WriteMoves(code, start, rules, moves); err == nil {
					f.Add(text, uint8(choice), number)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string, choice uint8, number uint64) {
		rules := rulesOf(t, choice)
		start := dealt(t, rules, number)
		moves, err := ParseMoves(text, start, rules)
		if err != nil {
			var e *MoveError
			require.ErrorAs(t, err, &e)
			require.Equal(t, len(moves), e.Index)
			require.NotContains(t, err.Error(), "\n")
		}
		end := start.Clone()
		for _, m := range moves {
			require.NoError(t, end.Play(m, rules))
		}
		for _, code := range Codes() {
			requireMoves(t, code, start, end, rules, moves)
		}
	})
}

// requireMoves writes moves in a code and reads them back, if it can hold them.
func requireMoves(t *testing.T, code Code, start, end *klondike.Table, rules klondike.Rules, moves []klondike.Move) {
	t.Helper()
	text, err := WriteMoves(code, start, rules, moves)
	if err != nil {
		var e *MoveError
		require.True(t, errors.As(err, &e) && code != WordCode, err)
		return
	}
	again, err := ParseMovesAs(code, text, start, rules)
	require.NoError(t, err, text)
	if code != MinimalKlondike {
		require.Len(t, again, len(moves))
		for i := range moves {
			require.Equal(t, moves[i], again[i], text)
		}
	}
	table := start.Clone()
	for _, m := range again {
		require.NoError(t, table.Play(m, rules))
	}
	require.True(t, end.Equal(table), text)
}

// FuzzPlay steers random play by its arguments: wherever it leads, the table reads
// back the same from the formats that hold everything, and the moves from the codes.
func FuzzPlay(f *testing.F) {
	for choice := range klondike.PresetNames() {
		f.Add(uint8(choice), uint64(choice), uint64(9), uint16(50))
	}
	f.Fuzz(func(t *testing.T, choice uint8, number, course uint64, steps uint16) {
		rules := rulesOf(t, choice)
		start := dealt(t, rules, number)
		end := start.Clone()
		moves := walk(t, end, rules, newRand(course), int(steps%400))
		for _, table := range []*klondike.Table{end, hide(end)} {
			for _, format := range []Format{Text, JSON} {
				requireSame(t, format, written(t, format, table, rules), table, rules)
			}
		}
		for _, code := range Codes() {
			requireMoves(t, code, start, end, rules, moves)
		}
	})
}
