package table

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNeverMisremembers fills a table far beyond its budget and checks every
// answer against everything that was ever stored.
func TestNeverMisremembers(t *testing.T) {
	const detail = 0xFF << 16
	rng := rand.New(rand.NewPCG(1, 1))
	table := New(NewBudget(64<<10), detail)
	stored := map[uint64]Fact{}
	known, covered := 0, 0
	for range 200_000 {
		key := rng.Uint64N(1<<5) | rng.Uint64N(256)<<16 | rng.Uint64N(16)<<40
		f := Fact(1 + (key&1 ^ key>>40&1))
		switch rng.IntN(3) {
		case 0:
			if table.Full() {
				table.Grow()
			}
			table.PutSubset(key, f)
			stored[key] = f
		case 1:
			if got := table.Get(key); got != Unknown {
				require.Equal(t, stored[key], got)
				known++
			}
		case 2:
			got, covering := table.GetSubset(key)
			if got == Unknown {
				continue
			}
			if covering {
				covered++
			}
			witness := false
			for d := range uint64(256) {
				other := key&^detail | d<<16
				superset, subset := key&detail&^other == 0, other&detail&^key == 0
				witness = witness || stored[other] == got && (got == Dead && superset || got == Alive && subset)
			}
			require.True(t, witness)
		}
	}
	require.Positive(t, table.Lost(), "the budget is meant to be too small")
	require.Greater(t, known, 1000)
	require.Greater(t, covered, 1000)
	require.LessOrEqual(t, table.Bytes(), int64(64<<10))
}

// TestGrowKeepsEverything stores fewer entries than fit the budget.
func TestGrowKeepsEverything(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	b := NewBudget(64 << 20)
	table := New(b, TurnBits)
	stored := map[uint64]Fact{}
	for range 300_000 {
		if table.Full() {
			table.Grow()
		}
		key := rng.Uint64N(1<<57) | rng.Uint64N(25)<<TurnShift
		stored[key] = Fact(1 + rng.IntN(2))
		table.Put(key, stored[key])
	}
	require.Zero(t, table.Lost())
	for key, f := range stored {
		require.Equal(t, f, table.Get(key))
		turn := key >> TurnShift
		if f == Dead {
			f, covering, dead := table.GetTurn(key, 1<<turn, 0)
			require.Equal(t, Dead, f)
			require.False(t, covering)
			require.True(t, dead)
			f, covering, _ = table.GetTurn(key&^TurnBits|(turn+1)%25<<TurnShift, 1<<turn, 0)
			require.Equal(t, Dead, f)
			require.True(t, covering)
		} else {
			f, _, _ := table.GetTurn(key, 0, 1<<turn)
			require.Equal(t, Alive, f)
		}
		unasked, _, dead := table.GetTurn(key, ^uint32(1<<turn), ^uint32(1<<turn))
		require.Equal(t, Unknown, unasked)
		require.Equal(t, f == Dead, dead, "whatever is asked")
	}
	require.Equal(t, int64(len(stored)), table.Len())
	require.Equal(t, table.Bytes(), b.Used())
	table.Free()
	require.Zero(t, b.Used())
}

// TestShared lets goroutines store and read at once: every fact read is one that
// is true of its key.
func TestShared(t *testing.T) {
	table := New(NewBudget(32<<10), 0)
	truth := func(key uint64) Fact { return Fact(1 + key*0x9E3779B97F4A7C15>>63) }
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 3))
			for range 50_000 {
				key := rng.Uint64N(5000)
				if f := table.Get(key); f != Unknown && f != truth(key) {
					t.Errorf("key %d: %d", key, f)
				}
				table.Put(key, truth(key))
			}
		})
	}
	group.Wait()
}

func TestDrop(t *testing.T) {
	table := New(NewBudget(1<<20), 0)
	for key := range uint64(500) {
		table.Put(key, Fact(1+key%2))
	}
	table.Drop(Alive)
	for key := range uint64(500) {
		require.Equal(t, []Fact{Dead, Unknown}[key%2], table.Get(key))
	}
}
