package table

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// The detail bits of talon sets in the keys of a fresh deal.
const talonDetail = (1<<24 - 1) << 16

// filled returns a table of so many random keys, which may take a GiB, and the
// keys, a power of two.
func filled(detail uint64, entries int) (*Table, []uint64) {
	rng := rand.New(rand.NewPCG(1, 1))
	t := New(NewBudget(1<<30), detail)
	keys := make([]uint64, entries)
	for i := range keys {
		keys[i] = rng.Uint64() >> 7
		t.Put(keys[i], Dead)
		if t.Full() {
			t.Grow()
		}
	}
	rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return t, keys
}

var factSink Fact

// A lookup, of keys that are there and of keys that are not. The result of one is
// needed for the next, as in a search, so that the latency of memory counts: from
// a table within the cache of one core to one far beyond all caches.
func BenchmarkProbe(b *testing.B) {
	for _, entries := range []int{1 << 12, 1 << 16, 1 << 20, 1 << 23} {
		for _, kind := range []struct {
			name   string
			detail uint64
			get    func(*Table, uint64) Fact
		}{
			{"exact", 0, (*Table).Get},
			{"talon", talonDetail, func(t *Table, key uint64) Fact { f, _ := t.GetSubset(key); return f }},
			{"turn", TurnBits, func(t *Table, key uint64) Fact { f, _, _ := t.GetTurn(key, ^uint32(0), 0); return f }},
		} {
			t, keys := filled(kind.detail, entries)
			for flip, name := range []string{"hit", "miss"} {
				b.Run(fmt.Sprintf("%s/entries=%d/%s", kind.name, entries, name), func(b *testing.B) {
					fact := Unknown
					for i := uint64(0); b.Loop(); i++ {
						// fact>>2 is 0, which the processor does not know.
						fact = kind.get(t, keys[(i+uint64(fact>>2))%uint64(entries)]^uint64(flip)<<56)
					}
					factSink = fact
				})
			}
			t.Free()
		}
	}
}

// Entering facts into a table that grows as it fills.
func BenchmarkPut(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	const entries = 1 << 16
	keys := make([]uint64, entries)
	for i := range keys {
		keys[i] = rng.Uint64() >> 7
	}
	budget := NewBudget(1 << 30)
	b.ReportAllocs()
	for b.Loop() {
		t := New(budget, 0)
		for _, key := range keys {
			t.Put(key, Dead)
			if t.Full() {
				t.Grow()
			}
		}
		t.Free()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/entries, "ns/entry")
}
