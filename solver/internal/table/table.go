package table

import (
	"math"
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
	bucketSlots = 8  // one cache line
	maxReach    = 32 // buckets searched for one key
	minSlots    = 1 << 10
)

// Table is a set of facts about keys. The bits of a key outside group choose its
// bucket; entries with the same group bits are compared by the covering rule.
//
// Get and Put may be called from many goroutines at once. Grow and Free may not:
// see Full.
type Table struct {
	slots  []uint64 // len is a power of two, buckets of eight
	slab   *slab    // their memory
	shift  uint     // 64 - log2(number of buckets)
	group  uint64   // the bits of a shifted key that choose the bucket
	budget *Budget
	used   atomic.Int64
	limit  int64        // entries at which Full begins to say so
	lost   atomic.Int64 // entries forgotten for lack of room
}

// Budget is memory that several tables share.
type Budget struct {
	total int64
	used  atomic.Int64

	// Small slabs that are out of use, by the logarithm of their length: deals
	// follow one another quickly, and most need little. They are outside the budget.
	spare [spareBits + 1]*slab
}

// spareBits is the logarithm of the longest slab worth keeping (1 MiB).
const spareBits = 17

// NewBudget returns a budget of so many bytes.
func NewBudget(bytes int64) *Budget { return &Budget{total: bytes} }

// Total returns the size of the budget in bytes.
func (b *Budget) Total() int64 { return b.total }

// Used returns the bytes that tables hold now.
func (b *Budget) Used() int64 { return b.used.Load() }

// slab returns n zero words, or nil if the budget does not have them.
func (b *Budget) slab(n int) *slab {
	if b.used.Add(int64(n)*8) > b.total && n > minSlots {
		b.used.Add(int64(n) * -8)
		return nil
	}
	if k := bits.Len(uint(n)) - 1; k <= spareBits && b.spare[k] != nil {
		s := b.spare[k]
		b.spare[k] = nil
		clear(s.words)
		return s
	}
	return newSlab(n)
}

// back takes a slab back.
func (b *Budget) back(s *slab) {
	n := len(s.words)
	b.used.Add(int64(n) * -8)
	if k := bits.Len(uint(n)) - 1; k <= spareBits {
		b.spare[k] = s
	} else {
		s.free()
	}
}

// New returns an empty table. detail are the bits of a key that its covering rule
// compares, rather than equality. The table grows as long as the budget allows,
// the moment included in which the old half still exists; the first 8 KiB are
// never refused.
func New(b *Budget, detail uint64) *Table {
	t := &Table{budget: b, group: ^(detail << factBits) &^ (1<<factBits - 1)}
	t.use(b.slab(minSlots))
	return t
}

// Free gives the memory back. The table must not be used again.
func (t *Table) Free() {
	t.budget.back(t.slab)
	t.slots, t.slab = nil, nil
}

// use makes a zeroed slab the table.
func (t *Table) use(s *slab) {
	t.slab, t.slots = s, s.words
	t.shift = uint(64 - bits.Len(uint(len(t.slots)/bucketSlots-1)))
	t.used.Store(0)
	t.limit = int64(len(t.slots)) * 5 / 8
}

// Len returns the number of entries, Lost how many were forgotten for lack of room.
func (t *Table) Len() int64  { return t.used.Load() }
func (t *Table) Lost() int64 { return t.lost.Load() }

// Bytes returns the memory that the table holds.
func (t *Table) Bytes() int64 { return int64(len(t.slots)) * 8 }

// Load returns the share of slots in use.
func (t *Table) Load() float64 { return float64(t.used.Load()) / float64(len(t.slots)) }

// Full reports that the table wants to grow: stop all users, then call Grow.
func (t *Table) Full() bool { return t.used.Load() >= t.limit }

// bucket returns the first slot of the bucket of an entry's group.
func (t *Table) bucket(entry uint64) int { return t.place(entry & t.group) }

// place spreads a word over the buckets.
func (t *Table) place(k uint64) int {
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
	return t.overflowed(want)
}

// GetSubset returns a fact that covers the key when the detail bits of a key are
// a set, and a position reaches every other of its group that has a subset of
// them: dead if a superset is dead, alive if a subset is alive. covering reports that
// the entry found is another's.
func (t *Table) GetSubset(key uint64) (f Fact, covering bool) {
	want := key << factBits
	mask := len(t.slots) - 1
	group := t.group
	b := t.bucket(want)
	for range maxReach {
		line := (*[bucketSlots]uint64)(t.slots[b:])
		for i := range line {
			e := atomic.LoadUint64(&line[i])
			if e == 0 {
				return Unknown, false
			}
			d := e ^ want
			if d&group != 0 {
				continue
			}
			d &^= 1<<factBits - 1
			if e&uint64(Dead) != 0 {
				if d&want == 0 {
					return Dead, d != 0
				}
			} else if d&e == 0 {
				return Alive, d != 0
			}
		}
		b = (b + bucketSlots) & mask
	}
	return t.overflowed(want), false
}

// overflowed looks for exactly this entry in the bucket where it goes when those of
// its group are full.
func (t *Table) overflowed(want uint64) Fact {
	b := t.place(want)
	for i := b; i < b+bucketSlots; i++ {
		if e := atomic.LoadUint64(&t.slots[i]); e&^(1<<factBits-1) == want {
			return Fact(e & (1<<factBits - 1))
		}
	}
	return Unknown
}

// GetTurn returns a fact that covers the key when its detail bits are a number,
// of which a set is dead for certain if any of deadIf is, and alive if any of
// aliveIf is. covering reports that the entry found is another's.
func (t *Table) GetTurn(key uint64, deadIf, aliveIf uint32) (f Fact, covering, dead bool) {
	want := key << factBits
	mask := len(t.slots) - 1
	group := t.group
	b := t.bucket(want)
	for range maxReach {
		line := (*[bucketSlots]uint64)(t.slots[b:])
		for i := range line {
			e := atomic.LoadUint64(&line[i])
			if e == 0 {
				return Unknown, false, dead
			}
			if (e^want)&group != 0 {
				continue
			}
			turn := e >> (factBits + TurnShift) & 31
			if e&uint64(Dead) != 0 {
				if deadIf>>turn&1 != 0 {
					return Dead, (e^want)>>factBits != 0, true
				}
				dead = true
			} else if aliveIf>>turn&1 != 0 {
				return Alive, (e^want)>>factBits != 0, dead
			}
		}
		b = (b + bucketSlots) & mask
	}
	return t.overflowed(want), false, dead
}

// TurnShift is the lowest of the five bits that hold the number in keys for GetTurn.
const TurnShift = 57

// TurnBits are these bits, the detail of such a table.
const TurnBits = 31 << TurnShift

// Put stores a fact.
func (t *Table) Put(key uint64, f Fact) {
	entry := key<<factBits | uint64(f)
	mask := len(t.slots) - 1
	b := t.bucket(entry)
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
	t.overflow(entry)
}

// PutSubset is Put for keys that GetSubset reads: it takes the place of entries
// that say less.
func (t *Table) PutSubset(key uint64, f Fact) {
	entry := key<<factBits | uint64(f)
	mask := len(t.slots) - 1
	b := t.bucket(entry)
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
	t.overflow(entry)
}

// overflow finds room for an entry whose group has none left: in the bucket of the
// entry itself, over another entry if need be. Which one depends on the entry
// alone, so that runs repeat.
func (t *Table) overflow(entry uint64) {
	b := t.place(entry &^ (1<<factBits - 1))
	for i := b; i < b+bucketSlots; i++ {
		switch e := atomic.LoadUint64(&t.slots[i]); {
		case e == entry:
			return
		case e == 0 && atomic.CompareAndSwapUint64(&t.slots[i], 0, entry):
			t.used.Add(1)
			return
		}
	}
	atomic.StoreUint64(&t.slots[b+int(entry*0x9E3779B97F4A7C15>>61)], entry)
	t.lost.Add(1)
}

// Grow doubles the table, or settles for its size if the budget is spent.
func (t *Table) Grow() {
	old, lost := t.slab, t.lost.Load()
	larger := t.budget.slab(2 * len(old.words))
	if larger == nil {
		t.limit = math.MaxInt64
		return
	}
	t.use(larger)
	for _, e := range old.words {
		if e != 0 {
			t.Put(e>>factBits, Fact(e&(1<<factBits-1)))
		}
	}
	t.lost.Store(lost)
	t.budget.back(old)
}

// Drop forgets every entry with the fact. It must have the table to itself, like Grow.
func (t *Table) Drop(f Fact) {
	old := t.slab
	t.use(newSlab(len(old.words)))
	for _, e := range old.words {
		if e != 0 && Fact(e&(1<<factBits-1)) != f {
			t.Put(e>>factBits, Fact(e&(1<<factBits-1)))
		}
	}
	old.free()
}

// Each calls f with every entry.
func (t *Table) Each(f func(key uint64, f Fact)) {
	for _, e := range t.slots {
		if e != 0 {
			f(e>>factBits, Fact(e&(1<<factBits-1)))
		}
	}
}
