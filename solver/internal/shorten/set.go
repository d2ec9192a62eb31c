package shorten

import "math/bits"

// set is a set of numbers.
type set struct {
	slots []uint64 // number + 1, or 0; as many as the mask says are in use
	mask  uint64
}

// reset empties the set and makes room for so many numbers.
func (s *set) reset(n int) {
	size := 64 << bits.Len(uint(n)/32)
	if len(s.slots) < size {
		s.slots = make([]uint64, size)
	}
	s.mask = uint64(size - 1)
	clear(s.slots[:size])
}

// add reports whether the number is new.
func (s *set) add(x uint64) bool {
	x++
	for at := mix(x) & s.mask; ; at = (at + 1) & s.mask {
		switch s.slots[at] {
		case x:
			return false
		case 0:
			s.slots[at] = x
			return true
		}
	}
}

func mix(x uint64) uint64 {
	x = (x ^ x>>32) * 0xd6e8feb86659fd93
	x = (x ^ x>>32) * 0xd6e8feb86659fd93
	return x ^ x>>32
}
