package seeds

import "klondike/klondike"

// mersenne is mt19937, the 32-bit Mersenne twister of Matsumoto and Nishimura.
// A deal needs some sixty outputs, so words are renewed one at a time, just
// before they are read, and not in blocks of 624.
type mersenne struct {
	state [624]uint32
	next  int
}

func newMersenne(seed uint32) mersenne {
	var m mersenne
	m.state[0] = seed
	for i := 1; i < len(m.state); i++ {
		before := m.state[i-1]
		m.state[i] = 1812433253*(before^before>>30) + uint32(i)
	}
	return m
}

func (m *mersenne) uint32() uint32 {
	const (
		size     = len(m.state)
		middle   = 397
		upper    = 1 << 31
		polynome = 0x9908b0df
	)
	i := m.next
	after := (i + 1) % size
	y := m.state[i]&upper | m.state[after]&(upper-1)
	word := m.state[(i+middle)%size] ^ y>>1
	if y&1 != 0 {
		word ^= polynome
	}
	m.state[i] = word
	m.next = after

	word ^= word >> 11
	word ^= word << 7 & 0x9d2c5680
	word ^= word << 15 & 0xefc60000
	return word ^ word>>18
}

// upTo returns a number from 0 to most by division into equal buckets, rejecting
// the words left over (the uniform-int distribution of Boost).
func (m *mersenne) upTo(most uint32) uint32 {
	const top = 1<<32 - 1
	bucket := top / (most + 1)
	if top%(most+1) == most {
		bucket++
	}
	for {
		if n := m.uint32() / bucket; n <= most {
			return n
		}
	}
}

// below returns a number under n by multiplication, rejecting words that would
// favour some numbers (the uniform-int distribution of GNU's C++ library).
func (m *mersenne) below(n uint32) uint32 {
	product := uint64(m.uint32()) * uint64(n)
	if uint32(product) < n {
		for threshold := -n % n; uint32(product) < threshold; {
			product = uint64(m.uint32()) * uint64(n)
		}
	}
	return uint32(product >> 32)
}

// shuffleSolvitaire shuffles a pack sorted by rank from its back. Solvitaire
// lays the tableau out from the twenty-eighth card backwards, each row from the
// longest column to the shortest, and draws the rest forwards.
func shuffleSolvitaire(deal klondike.Deal, number uint64) {
	suits := [4]klondike.Suit{klondike.Clubs, klondike.Hearts, klondike.Spades, klondike.Diamonds}
	var pack [52]klondike.Card
	for i := range pack {
		pack[i] = klondike.NewCard(klondike.Rank(i/4)+1, suits[i%4])
	}
	m := newMersenne(uint32(number))
	for i := 51; i > 0; i-- {
		j := m.upTo(uint32(i))
		pack[i], pack[j] = pack[j], pack[i]
	}

	const tableau, columns = 28, 7
	from := tableau
	for width, start := columns, 0; width > 0; width-- {
		for column := width - 1; column >= 0; column-- {
			from--
			deal[start+column] = pack[from]
		}
		start += width
	}
	copy(deal[tableau:], pack[tableau:])
}

// shuffleKSolveRan shuffles a sorted pack from its front and leaves the last two
// cards in the order in which they end up; the pack is dealt from its front.
func shuffleKSolveRan(deal klondike.Deal, number uint64) {
	newPack(deal, alternateHands)
	m := newMersenne(uint32(number))
	for i := range 50 {
		j := i + int(m.below(uint32(52-i)))
		deal[i], deal[j] = deal[j], deal[i]
	}
}
