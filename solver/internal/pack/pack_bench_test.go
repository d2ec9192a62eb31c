package pack_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
	"klondike/solver/internal/pack"
)

// dealt returns so many deals of klondike-solver on the table, a power of two.
func dealt(b *testing.B, n uint64) []*klondike.Table {
	b.Helper()
	tables := make([]*klondike.Table, n)
	for seed := range n {
		deal, err := seeds.Deal("klondike-solver", seed)
		require.NoError(b, err)
		tables[seed], err = klondike.NewTable(deal, klondike.DrawK(1))
		require.NoError(b, err)
	}
	return tables
}

var (
	maskSink pack.Mask
	keySink  pack.Key
)

// Packing a table: once a question.
func BenchmarkEncode(b *testing.B) {
	tables := dealt(b, 64)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		_, s, err := pack.New(tables[i%64], klondike.DrawK(1))
		if err != nil {
			b.Fatal(err)
		}
		keySink = s.Key
	}
}

// The sets from which all moves of a position follow: once a member of a plateau.
func BenchmarkMoves(b *testing.B) {
	starts := packedStarts(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s := &starts[i%64].Start
		found := s.Found.Cards()
		visible := pack.All &^ (found | s.Talon | s.Down)
		unlocked := visible &^ s.Locked
		slots := pack.Slots(visible, unlocked)
		maskSink = slots | pack.Ready(found) | pack.Tops(found) | pack.Safe(s.Found, true)
	}
}

// Playing cards on the packed position, key included: once a move.
func BenchmarkPlay(b *testing.B) {
	starts := packedStarts(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s := starts[i%64]
		p := s.deal.Leave(s.Position, s.Locked.First())
		p = s.deal.Take(p, p.Talon&-p.Talon)
		keySink = p.With(s.Found)
	}
}

type packedStart struct {
	pack.Start
	deal *pack.Deal
}

func packedStarts(b *testing.B) []packedStart {
	b.Helper()
	var starts []packedStart
	for _, t := range dealt(b, 64) {
		deal, s, err := pack.New(t, klondike.DrawK(1))
		require.NoError(b, err)
		starts = append(starts, packedStart{s, deal})
	}
	return starts
}
