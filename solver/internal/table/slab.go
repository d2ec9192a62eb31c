package table

import (
	"runtime"
)

// slab is the memory of a table. Large ones are mapped outside the Go heap, in huge
// pages where the system has them: a probe then misses the cache but not the
// address translation as well, and what a table outgrows goes back at once.
type slab struct {
	words  []uint64
	mapped []byte // the mapping under words; nil if they are ordinary memory
}

// mapFrom is the number of words from which a slab is mapped (4 MiB).
const mapFrom = 1 << 19

// newSlab returns a slab of n zero words.
func newSlab(n int) *slab {
	if n >= mapFrom {
		if s := mapSlab(n); s != nil {
			// A Solver is dropped, not closed: the collector frees its slabs.
			runtime.SetFinalizer(s, (*slab).free)
			return s
		}
	}
	return &slab{words: make([]uint64, n)}
}

// free gives a mapped slab back to the system.
func (s *slab) free() {
	if s.mapped != nil {
		unmapSlab(s)
		s.words, s.mapped = nil, nil
		runtime.SetFinalizer(s, nil)
	}
}
