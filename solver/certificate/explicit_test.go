package certificate

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// reached is all tables to which legal play leads, by the referee alone.
type reached struct {
	tables []*klondike.Table
	lost   []bool
}

// explore looks at all tables to which play leads from the start, and tells which
// are lost; nil if there are more than most.
func explore(t testing.TB, start *klondike.Table, rules klondike.Rules, most int) *reached {
	t.Helper()
	r := &reached{tables: []*klondike.Table{start}}
	number := map[string]int{string(appendTable(nil, start, rules)): 0}
	from := [][]int{nil} // by table: those from which a move leads to it
	for i := 0; i < len(r.tables); i++ {
		for _, m := range r.tables[i].LegalMoves(rules, nil) {
			after := r.tables[i].Clone()
			require.NoError(t, after.Play(m, rules))
			name := string(appendTable(nil, after, rules))
			j, ok := number[name]
			if !ok {
				if j = len(r.tables); j == most {
					return nil
				}
				number[name] = j
				r.tables = append(r.tables, after)
				from = append(from, nil)
			}
			from[j] = append(from[j], i)
		}
	}
	r.lost = slices.Repeat([]bool{true}, len(r.tables))
	var won []int
	win := func(i int) {
		if r.lost[i] {
			r.lost[i] = false
			won = append(won, i)
		}
	}
	for i, table := range r.tables {
		if table.Won() {
			win(i)
		}
	}
	for len(won) > 0 {
		i := won[len(won)-1]
		won = won[:len(won)-1]
		for _, j := range from[i] {
			win(j)
		}
	}
	return r
}

// entryOf says what a table to which play leads from the start is to a
// certificate.
func entryOf(start, table *klondike.Table, rules klondike.Rules, kind Kind) Entry {
	e := Entry{Kind: kind}
	copy(e.Found[:], table.Foundations[:])
	for i, col := range table.Columns {
		switch {
		case len(col.Cards) == 0:
		case col.Cards[0].Rank() == klondike.King:
			e.Locked[i] = uint8(col.Down)
		default:
			e.Locked[i] = uint8(col.Down) + 1
		}
	}
	talon := slices.Concat(table.Waste, table.Stock)
	for i, c := range slices.Concat(start.Waste, start.Stock) {
		if slices.Contains(talon, c) {
			e.Talon |= 1 << i
		}
	}
	if kind != Open {
		e.Offset = uint8(len(table.Waste))
	}
	if kind == Limited {
		e.Redeals = uint8(rules.Passes - table.Pass)
	}
	return e
}

// entries returns what the tables are to a certificate, each once.
func (r *reached) entries(rules klondike.Rules, want func(i int) bool) []Entry {
	kind := Endless
	switch {
	case rules.Passes > 0:
		kind = Limited
	case rules.Draw == 1:
		kind = Open
	}
	seen := map[Entry]bool{}
	var list []Entry
	for i, table := range r.tables {
		if e := entryOf(r.tables[0], table, rules, kind); want(i) && !seen[e] {
			seen[e] = true
			list = append(list, e)
		}
	}
	return list
}

// randomRules draws a game of the standard family.
func randomRules(rng *rand.Rand) klondike.Rules {
	return klondike.Rules{Draw: 1 + rng.IntN(4), Passes: rng.IntN(4), WorryBack: rng.IntN(3) > 0, Decks: 1, Columns: 7}
}

// randomLate makes a late position of the given number of cards off the
// foundations: these are filled to random heights, the other cards are shuffled
// and laid face down, face up, in runs, and in stock and waste.
func randomLate(t testing.TB, rng *rand.Rand, rules klondike.Rules, cards int) *klondike.Table {
	t.Helper()
	table := &klondike.Table{Columns: make([]klondike.Column, 7), Pass: 1}
	if rules.Passes > 0 {
		table.Pass += rng.IntN(rules.Passes)
	}
	for up := 0; up < 52-cards; {
		// In jumps, since uneven foundations make more positions that are lost.
		suit := rng.IntN(4)
		by := min(1+rng.IntN(4), 52-cards-up, 13-int(table.Foundations[suit]))
		table.Foundations[suit] += uint8(by)
		up += by
	}
	var rest []klondike.Card
	for suit, height := range table.Foundations[:4] {
		for rank := klondike.Rank(height) + 1; rank <= klondike.King; rank++ {
			rest = append(rest, klondike.NewCard(rank, klondike.Suit(suit)))
		}
	}
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	inTalon := min(rng.IntN(cards+1), klondike.MaxDraw)
	for _, i := range rng.Perm(7) {
		down := rng.IntN(i + 1)
		if n := len(rest) - inTalon; n > down {
			table.Columns[i] = klondike.Column{Cards: slices.Clone(rest[:down+1]), Down: down}
			rest = rest[down+1:]
		}
	}
	// Some of the rest go on columns where they fit.
	for range 3 {
		rest = slices.DeleteFunc(rest, func(c klondike.Card) bool {
			return rng.IntN(2) == 0 && place(table, c)
		})
	}
	if len(rest) > klondike.MaxDraw {
		return randomLate(t, rng, rules, cards)
	}
	offset := rng.IntN(len(rest) + 1)
	table.Waste, table.Stock = slices.Clone(rest[:offset]), slices.Clone(rest[offset:])
	require.NoError(t, table.Validate(rules))
	return table
}

// place puts a card on the first column where it fits, if there is one.
func place(table *klondike.Table, c klondike.Card) bool {
	for i := range table.Columns {
		col := &table.Columns[i]
		n := len(col.Cards)
		if n == 0 && c.Rank() == klondike.King ||
			n > 0 && col.Cards[n-1].Rank() == c.Rank()+1 && col.Cards[n-1].Red() != c.Red() {
			col.Cards = append(col.Cards, c)
			return true
		}
	}
	return false
}

// newRand returns a source of random numbers that is the same each time.
func newRand(seed uint64) *rand.Rand {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return rand.New(rand.NewChaCha8(key))
}

// skipShort skips tests with much work and no goroutines under the race detector.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one goroutine")
	}
}

// deep reports that tests are to take their time.
func deep() bool { return os.Getenv("KLONDIKE_DEEP") != "" }
