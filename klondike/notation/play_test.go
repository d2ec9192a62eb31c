package notation

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
)

func preset(t testing.TB, name string) klondike.Rules {
	t.Helper()
	rules, err := klondike.Preset(name)
	require.NoError(t, err)
	return rules
}

func dealt(t testing.TB, rules klondike.Rules, number uint64) *klondike.Table {
	t.Helper()
	seed, err := seeds.New("native", number)
	require.NoError(t, err)
	deal, err := seed.DealDecks(rules.Decks)
	require.NoError(t, err)
	table, err := klondike.NewTable(deal, rules)
	require.NoError(t, err)
	return table
}

// walk plays random legal moves and returns them; table ends where they lead. It
// draws less often and worries back much less often than chance would.
func walk(t testing.TB, table *klondike.Table, rules klondike.Rules, rng *rand.Rand, steps int) []klondike.Move {
	t.Helper()
	var moves, legal []klondike.Move
	for range steps {
		legal = table.LegalMoves(rules, legal[:0])
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		for again := 8; again > 0 && (m.Kind == klondike.FoundationToTableau || m.StockMove() && again == 8); again-- {
			m = legal[rng.IntN(len(legal))]
		}
		require.NoError(t, table.Play(m, rules))
		moves = append(moves, m)
	}
	return moves
}

// hide makes the table what a player sees of it: face-down and stock cards are
// unknown.
func hide(table *klondike.Table) *klondike.Table {
	seen := table.Clone()
	for i, column := range seen.Columns {
		for j := range column.Down {
			seen.Columns[i].Cards[j] = klondike.Unknown
		}
	}
	for i := range seen.Stock {
		seen.Stock[i] = klondike.Unknown
	}
	return seen
}

func written(t testing.TB, format Format, table *klondike.Table, rules klondike.Rules) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Write(&b, format, table, rules))
	return b.String()
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
