package shorten

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
	"klondike/solver/internal/pack"
)

// TestLook plays random games and compares what a layout shows with the table.
func TestLook(t *testing.T) {
	for n := range uint64(60) {
		rng := rand.New(rand.NewPCG(n, 1))
		r := klondike.DrawK(1 + int(n%3))
		deal, err := seeds.Deal("native", n)
		require.NoError(t, err)
		table, err := klondike.NewTable(deal, r)
		require.NoError(t, err)
		d, _, err := pack.New(table, r)
		require.NoError(t, err)
		for range 120 {
			start, ok := d.Start(table, r)
			require.True(t, ok)
			l := layout{Position: start.Position, found: start.Found.Cards(), second: Second(table), height: start.Found}
			v := l.look()
			var bare pack.Mask
			empty := false
			for _, col := range table.Columns {
				for i, c := range col.Cards[col.Down:] {
					var rider pack.Mask
					if rest := col.Cards[col.Down+i+1:]; len(rest) > 0 {
						rider = 1 << pack.Bit(rest[0])
					} else {
						bare |= 1 << pack.Bit(c)
					}
					require.Equal(t, rider, l.rider(pack.Bit(c)), "game %d: on %v\n%+v", n, c, table)
				}
				empty = empty || len(col.Cards) == 0
			}
			require.Equal(t, bare, v.bare)
			require.Equal(t, empty, v.empty)
			for c := range klondike.Card(52) {
				fits := empty && c.Rank() == klondike.King
				for m := bare; m != 0; m &= m - 1 {
					on := pack.CardAt(m.First())
					fits = fits || on.Rank() == c.Rank()+1 && on.Red() != c.Red()
				}
				require.Equal(t, fits, v.homes>>pack.Bit(c)&1 == 1, "game %d: %v\n%+v", n, c, table)
			}
			moves := table.LegalMoves(r, nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			if m.Kind == klondike.FoundationToTableau || m.StockMove() {
				m = moves[rng.IntN(len(moves))]
			}
			require.NoError(t, table.Play(m, r))
		}
	}
}

// TestSet compares a set with a map.
func TestSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var s set
	for range 20 {
		n := rng.IntN(300)
		s.reset(n)
		met := map[uint64]bool{}
		for range n {
			x := uint64(rng.IntN(200)) << rng.IntN(40)
			require.Equal(t, !met[x], s.add(x))
			met[x] = true
		}
	}
}
