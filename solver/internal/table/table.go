package table

import (
	"math/bits"
	"sync/atomic"
)

// Fact is what a table knows about a position. Zero is "nothing".
type Fact uint8

// The facts.
const (
	Unknown Fact = iota
	Dead
	Alive
)

// Layout of an entry: key<<2 | fact. Keys have at most 62 bits.
const factBits = 2

const (
	bucketSlots = 8 // one cache line
	maxReach    = 4 // buckets searched for one key
	minSlots    = 1 << 10
)

// Table is a set of facts about keys. The bits of a key outside group choose its
// bucket; entries with the same group bits are compared by the covering rule.
//
// Get and Put may be called from many goroutines at once. Grow and Reset may not:
// see Full.
type Table struct {
	slots  []uint64 // len is a power of two, buckets of eight
	shift  uint     // 64 - log2(number of buckets)
	group  uint64   // the bits of a shifted key that choose the bucket
	slab   []uint64 // memory that slots are cut from, kept between deals
	budget *Budget
	used   atomic.Int64
	limit  int64        // entries at which Full begins to say so
	lost   atomic.Int64 // entries forgotten for lack of room
}

// Budget is memory that several tables share.
type Budget struct {
	total int64
	used  atomic.Int64
}

// NewBudget returns a budget of so many bytes.
func NewBudget(bytes int64) *Budget { return &Budget{total: bytes} }

// Used returns the bytes that tables hold now.
func (b *Budget) Used() int64 { return b.used.Load() }

func (b *Budget) take(bytes int64) bool {
	if b.used.Add(bytes) > b.total {
		b.used.Add(-bytes)
		return false
	}
	return true
}

// New returns an empty table. It grows as long as the budget allows, the moment
// included in which the old half still exists; the first 8 KiB are never refused.
func New(b *Budget) *Table {
	t := &Table{budget: b, slab: make([]uint64, minSlots)}
	b.used.Add(minSlots * 8)
	t.Reset(0)
	return t
}

// Reset forgets everything. detail are the bits of a key that the covering rule
// compares, rather than equality.
func (t *Table) Reset(detail uint64) {
	t.group = ^(detail << factBits) &^ (1<<factBits - 1)
	t.lost.Store(0)
	t.use(minSlots)
}

// use makes the first n slots of the slab the table.
func (t *Table) use(n int) {
	t.slots = t.slab[:n]
	clear(t.slots)
	t.shift = uint(64 - bits.Len(uint(n/bucketSlots-1)))
	t.used.Store(0)
	t.limit = int64(n) * 5 / 8
}

// Len returns the number of entries, Lost how many were forgotten for lack of room.
func (t *Table) Len() int64  { return t.used.Load() }
func (t *Table) Lost() int64 { return t.lost.Load() }

// Bytes returns the memory that the table holds.
func (t *Table) Bytes() int64 { return int64(len(t.slab)) * 8 }

// Load returns the share of slots in use.
func (t *Table) Load() float64 { return float64(t.used.Load()) / float64(len(t.slots)) }

// Full reports that the table wants to grow: stop all users, then call Grow.
func (t *Table) Full() bool { return t.used.Load() >= t.limit }

// bucket returns the first slot of the bucket of an entry.
func (t *Table) bucket(entry uint64) int {
	k := entry & t.group
	k ^= k >> 29
	k *= 0x9E3779B97F4A7C15
	k ^= k >> 32
	k *= 0xD6E8FEB86659FD93
	return int(k>>t.shift) * bucketSlots
}

// Get returns the fact stored for exactly this key.
func (t *Table) Get(key uint64) Fact {
	want := key << factBits
	mask := len(t.slots) - 1
	b := t.bucket(want)
	for range maxReach {
		for i := b; i < b+bucketSlots; i++ {
			e := atomic.LoadUint64(&t.slots[i])
			if e == 0 {
				return Unknown
			}
			if e&^(1<<factBits-1) == want {
				return Fact(e & (1<<factBits - 1))
			}
		}
		b = (b + bucketSlots) & mask
	}
	return Unknown
}

// GetSubset returns a fact that covers the key when the detail bits of a key are
// a set, and a position reaches every other of its group that has a subset of
// them: dead if a superset is dead, alive if a subset is alive.
func (t *Table) GetSubset(key uint64) Fact {
	want := key << factBits
	mask := len(t.slots) - 1
	group := t.group
	b := t.bucket(want)
	for range maxReach {
		line := (*[bucketSlots]uint64)(t.slots[b:])
		for i := range line {
			e := atomic.LoadUint64(&line[i])
			if e == 0 {
				return Unknown
			}
			d := e ^ want
			if d&group != 0 {
				continue
			}
			d &^= 1<<factBits - 1
			if e&uint64(Dead) != 0 {
				if d&want == 0 {
					return Dead
				}
			} else if d&e == 0 {
				return Alive
			}
		}
		b = (b + bucketSlots) & mask
	}
	return Unknown
}

// GetTurn returns a fact that covers the key when its detail bits are a number,
// of which a set is dead for certain if any of deadIf is, and alive if any of
// aliveIf is.
func (t *Table) GetTurn(key uint64, deadIf, aliveIf uint32) Fact {
	want := key << factBits
	mask := len(t.slots) - 1
	group := t.group
	b := t.bucket(want)
	for range maxReach {
		line := (*[bucketSlots]uint64)(t.slots[b:])
		for i := range line {
			e := atomic.LoadUint64(&line[i])
			if e == 0 {
				return Unknown
			}
			if (e^want)&group != 0 {
				continue
			}
			turn := e >> (factBits + TurnShift) & 31
			if e&uint64(Dead) != 0 {
				if deadIf>>turn&1 != 0 {
					return Dead
				}
			} else if aliveIf>>turn&1 != 0 {
				return Alive
			}
		}
		b = (b + bucketSlots) & mask
	}
	return Unknown
}

// TurnShift is the lowest of the five bits that hold the number in keys for GetTurn.
const TurnShift = 57

// TurnBits are these bits, the detail of such a table.
const TurnBits = 31 << TurnShift

// Put stores a fact.
func (t *Table) Put(key uint64, f Fact) {
	entry := key<<factBits | uint64(f)
	mask := len(t.slots) - 1
	first := t.bucket(entry)
	b := first
	for range maxReach {
		for i := b; i < b+bucketSlots; i++ {
			e := atomic.LoadUint64(&t.slots[i])
			if e == entry {
				return
			}
			if e == 0 {
				if atomic.CompareAndSwapUint64(&t.slots[i], 0, entry) {
					t.used.Add(1)
					return
				}
				if atomic.LoadUint64(&t.slots[i]) == entry {
					return
				}
			}
		}
		b = (b + bucketSlots) & mask
	}
	t.forget(first, entry)
}

// PutSubset is Put for keys that GetSubset reads: it takes the place of entries
// that say less.
func (t *Table) PutSubset(key uint64, f Fact) {
	entry := key<<factBits | uint64(f)
	mask := len(t.slots) - 1
	first := t.bucket(entry)
	b := first
	for range maxReach {
		for i := b; i < b+bucketSlots; i++ {
			e := atomic.LoadUint64(&t.slots[i])
			if e == 0 {
				if atomic.CompareAndSwapUint64(&t.slots[i], 0, entry) {
					t.used.Add(1)
					return
				}
				e = atomic.LoadUint64(&t.slots[i])
			}
			d := e ^ entry
			if d&t.group != 0 || d&(1<<factBits-1) != 0 {
				continue
			}
			if f == Dead && d&e == 0 || f == Alive && d&entry == 0 {
				// e says less than entry (or the same): a lost race forgets, no more.
				atomic.CompareAndSwapUint64(&t.slots[i], e, entry)
				return
			}
		}
		b = (b + bucketSlots) & mask
	}
	t.forget(first, entry)
}

// forget overwrites some entry near the bucket: which one depends on the entry
// alone, so that runs repeat.
func (t *Table) forget(bucket int, entry uint64) {
	i := (bucket + int(entry*0x9E3779B97F4A7C15>>59)) & (len(t.slots) - 1)
	atomic.StoreUint64(&t.slots[i], entry)
	t.lost.Add(1)
}

// Grow doubles the table, or settles for its size if the budget is spent.
func (t *Table) Grow() {
	n := 2 * len(t.slots)
	old := t.slots
	if !t.budget.take(int64(n) * 8) {
		t.limit = 1 << 62
		return
	}
	t.budget.used.Add(-int64(len(t.slab)) * 8)
	t.slab = make([]uint64, n)
	lost := t.lost.Load()
	t.use(n)
	for _, e := range old {
		if e != 0 {
			t.Put(e>>factBits, Fact(e&(1<<factBits-1)))
		}
	}
	t.lost.Store(lost)
}

// Each calls f with every entry.
func (t *Table) Each(f func(key uint64, f Fact)) {
	for _, e := range t.slots {
		if e != 0 {
			f(e>>factBits, Fact(e&(1<<factBits-1)))
		}
	}
}
