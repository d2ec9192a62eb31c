package certificate

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// A file that was changed anywhere is not read: each bit of it flipped, each part
// of it missing at its end, and anything added to it.
func TestEveryBitCounts(t *testing.T) {
	skipShort(t)
	c := realProofs(t)[1]
	file := written(t, c.Header(), listOf(c)...)
	for i := range file {
		for bit := range 8 {
			file[i] ^= 1 << bit
			_, err := Read(bytes.NewReader(file))
			require.Errorf(t, err, "bit %d of byte %d", bit, i)
			file[i] ^= 1 << bit
		}
		_, err := Read(bytes.NewReader(file[:i]))
		require.Errorf(t, err, "the first %d bytes", i)
	}
	_, err := Read(bytes.NewReader(append(file[:len(file):len(file)], 0)))
	require.Error(t, err)
	read, err := Read(bytes.NewReader(file))
	require.NoError(t, err)
	require.Equal(t, c.entries, read.entries)
}

// A certificate that was changed and written anew, checksum and all, is rejected,
// unless the change leaves a proof: then the other position is lost too.
func TestMutations(t *testing.T) {
	skipShort(t)
	rng := newRand(5)
	proofs := realProofs(t)
	kinds := []struct {
		name   string
		mutate func(*rand.Rand, *Certificate) (Header, []Entry)
		proofs bool // some may be left that are proofs: of another lost position, by other entries
	}{
		{"dropped entry", dropEntry, false},
		{"changed entry", changeEntry, true},
		{"swapped cards", swapCards, true},
		{"other rules", changeRules, true},
	}
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			const tries = 300
			accepted := 0
			for n := range tries {
				h, list := kind.mutate(rng, proofs[n%len(proofs)])
				if check(t, h, list) != nil {
					continue
				}
				accepted++
				require.True(t, kind.proofs)
				p, start := newProver(t, h)
				require.Truef(t, p.lost(start), "%v, %+v", h.Rules, h.Start)
			}
			t.Logf("%d of %d are proofs still", accepted, tries)
			require.Less(t, accepted, tries*3/4)
		})
	}
}

// check writes, reads and checks a certificate, and returns whatever goes wrong.
func check(t *testing.T, h Header, list []Entry) error {
	var file bytes.Buffer
	w, err := NewWriter(&file, h)
	if err != nil {
		return err
	}
	for _, e := range list {
		if err := w.Add(e); err != nil {
			return err
		}
	}
	require.NoError(t, w.Close())
	c, err := Read(&file)
	require.NoError(t, err)
	return c.Check(t.Context(), Options{Threads: 1})
}

func dropEntry(rng *rand.Rand, c *Certificate) (Header, []Entry) {
	return c.Header(), listOf(c.without(rng.IntN(c.Len())))
}

func changeEntry(rng *rand.Rand, c *Certificate) (Header, []Entry) {
	list := listOf(c)
	e := &list[rng.IntN(len(list))]
	switch way := rng.IntN(4); {
	case way == 0:
		e.Found[rng.IntN(4)] ^= 1 << rng.IntN(3)
	case way == 1 && e.Talon != 0:
		e.Talon &= e.Talon - 1 // the first talon card that is left
	case way == 2:
		e.Kind = (e.Kind + 1) % 3
	default:
		e.Locked[rng.IntN(7)] ^= 1 << rng.IntN(2)
	}
	return c.Header(), list
}

// swapCards lets two cards change places, wherever in tableau and stock they are.
func swapCards(rng *rand.Rand, c *Certificate) (Header, []Entry) {
	h := c.Header()
	h.Start = h.Start.Clone()
	var places []*klondike.Card
	for i := range h.Start.Columns {
		for j := range h.Start.Columns[i].Cards {
			places = append(places, &h.Start.Columns[i].Cards[j])
		}
	}
	for i := range h.Start.Stock {
		places = append(places, &h.Start.Stock[i])
	}
	p := rng.Perm(len(places))
	a, b := places[p[0]], places[p[1]]
	*a, *b = *b, *a
	return h, listOf(c)
}

func changeRules(rng *rand.Rand, c *Certificate) (Header, []Entry) {
	h := c.Header()
	for h.Rules == c.Header().Rules {
		switch rng.IntN(3) {
		case 0:
			h.Rules.Draw = 1 + rng.IntN(4)
		case 1:
			h.Rules.Passes = rng.IntN(6)
		default:
			h.Rules.WorryBack = !h.Rules.WorryBack
		}
	}
	return h, listOf(c)
}
