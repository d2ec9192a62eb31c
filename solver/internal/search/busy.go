package search

import "sync/atomic"

// deferred is the score of a kid that another worker is at: it is tried last, when
// the other worker may have settled it.
const deferred = tried + 1

// Busy notes which plateaus workers are expanding, so that another worker prefers
// a sibling. It may forget; nothing but the order of the search depends on it.
type Busy struct {
	slots [1 << 12]atomic.Uint64
}

func (b *Busy) slot(key uint64) *atomic.Uint64 {
	return &b.slots[key*0x9E3779B97F4A7C15>>52]
}

func (b *Busy) has(key uint64) bool { return b.slot(key).Load() == key+1 }

func (b *Busy) enter(key uint64) {
	if b != nil {
		b.slot(key).Store(key + 1)
	}
}

func (b *Busy) leave(key uint64) {
	if b != nil {
		b.slot(key).CompareAndSwap(key+1, 0)
	}
}
