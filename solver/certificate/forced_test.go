package certificate

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/notation"
)

// verdicts explores a table, and says of each position that it leads to whether it
// is lost. Passes are endless where they are unlimited, with draw 1 too.
func verdicts(t testing.TB, start *klondike.Table, rules klondike.Rules, most int) map[Entry]bool {
	t.Helper()
	r := explore(t, start, rules, most)
	if r == nil {
		return nil
	}
	_, p := started(t, rules, start)
	lost := map[Entry]bool{}
	for i, table := range r.tables {
		e := entryOf(start, table, rules, p.kind)
		if known, ok := lost[e]; ok {
			require.Equalf(t, known, r.lost[i], "%v, %+v", rules, table) // lemma 1
		}
		lost[e] = r.lost[i]
	}
	return lost
}

// safeLast makes a position that has a safe card last in its talon, with the turn
// mostly at a stop.
func safeLast(t testing.TB, rng *rand.Rand, rules klondike.Rules) *klondike.Table {
	t.Helper()
	for {
		table := randomLate(t, rng, rules, 5+rng.IntN(12))
		b, p := started(t, rules, table)
		talon := slices.Concat(table.Waste, table.Stock)
		for i, c := range talon {
			up, ok := next(p.key, int(c.Suit()))
			if !ok || up != c || !b.safe(p.key, c) {
				continue
			}
			talon = append(slices.Delete(talon, i, i+1), c)
			offset := min(rng.IntN(len(talon)/rules.Draw+2)*rules.Draw, len(talon))
			if rng.IntN(3) == 0 {
				offset = len(table.Waste)
			}
			table.Waste, table.Stock = slices.Clone(talon[:offset]), slices.Clone(talon[offset:])
			return table
		}
	}
}

// Lemma 3 for the last card of the talon, whatever the draw: wherever it is put up
// at once, the position that this leads to is won if and only if the one before is, as
// play of all moves tells.
func TestLastTalonCardGoesUp(t *testing.T) {
	skipShort(t)
	tries, most, enough := 30, 400, 5
	if deep() {
		tries, most, enough = 500, 1500, 100
	}
	rng := newRand(160)
	counted := map[string]int{}
	for _, rules := range allRules() {
		for range tries {
			table := safeLast(t, rng, rules)
			lost := verdicts(t, table, rules, most)
			b, _ := started(t, rules, table)
			for e := range lost {
				child, ok := lastGoesUp(b, position{e.key(), e.Kind, e.turn()})
				if !ok {
					continue
				}
				want, ok := lost[child.entry()]
				require.True(t, ok)
				require.Equalf(t, want, lost[e], "%v, %v: %+v", rules, e, table)
				counted[fmt.Sprintf("draw %d, %v, lost %v", rules.Draw, e.Kind, want)]++
			}
		}
	}
	t.Log(counted)
	require.Len(t, counted, 4*2*2)
	for name, n := range counted {
		require.Greater(t, n, enough, name)
	}
}

// lastGoesUp returns where the safe promotion of the last talon card leads, if it is
// what the checker calls for.
func lastGoesUp(b *board, p position) (child position, ok bool) {
	if p.key.talon() == 0 {
		return position{}, false
	}
	g := b.ground(p.key)
	l := b.layout(&g, p.key)
	l.tops = 0 // no other cards than those of the talon
	child = b.forced(p, p.key, &l)
	last := uint32(1) << (bits.Len32(p.key.talon()) - 1)
	return child, child.key != 0 && p.key.talon()&^child.key.talon() == last
}

// At other turns the last card has to wait: these are won, and lost once it is up.
func TestLastTalonCardWaits(t *testing.T) {
	for name, c := range map[string]struct {
		rules klondike.Rules
		table string
	}{
		"an offset between the stops of later passes": {klondike.Rules{Draw: 2, Decks: 1, Columns: 7}, `
			foundations: KC JD 9H KS
			1: KD
			waste: KH QH TH
			stock: JH QD`},
		"a pass that is needed": {klondike.Rules{Draw: 2, Passes: 2, Decks: 1, Columns: 7}, `
			foundations: KC KD KH 8S
			waste: KS
			stock: QS TS JS 9S`},
		"the last pass": {klondike.Rules{Draw: 3, Passes: 1, Decks: 1, Columns: 7}, `
			foundations: TC 7D KH KS
			1: JD
			2: KC
			waste: JC
			stock: KD QD TD 9D QC 8D`},
	} {
		t.Run(name, func(t *testing.T) {
			table, _, err := notation.Parse([]byte(c.table), c.rules)
			require.NoError(t, err)
			won := &Rejected{Reason: StartWon}
			plain := func(table *klondike.Table) error {
				return CheckPlain(t.Context(), &Certificate{header: Header{Rules: c.rules, Start: table}}, 10_000)
			}
			require.Equal(t, won, plain(table))
			b, p := started(t, c.rules, table)
			_, ok := lastGoesUp(b, p)
			require.False(t, ok)

			for len(table.Stock) > 0 {
				require.NoError(t, table.Play(klondike.Move{Kind: klondike.Draw}, c.rules))
			}
			last := table.Waste[len(table.Waste)-1]
			require.True(t, b.safe(p.key, last))
			require.NoError(t, table.Play(klondike.Move{Kind: klondike.WasteToFoundation, To: uint8(last.Suit())}, c.rules))
			require.NoError(t, plain(table))
		})
	}
}
