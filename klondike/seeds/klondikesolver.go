package seeds

import "klondike/klondike"

// alternateHands is the suit order of packs laid out clubs, diamonds, spades,
// hearts, as Klondike-Solver and KSolve do.
var alternateHands = [4]klondike.Suit{klondike.Clubs, klondike.Diamonds, klondike.Spades, klondike.Hearts}

// newPack fills deal with one pack sorted by suit, in the order given, ace to
// king within a suit.
func newPack(deal klondike.Deal, suits [4]klondike.Suit) {
	for i := range deal {
		deal[i] = klondike.NewCard(klondike.Rank(i%13)+1, suits[i/13])
	}
}

// threeWords is Klondike-Solver's random generator: three 32-bit words whose
// right shifts are arithmetic.
type threeWords struct {
	value, mix, twist int32
}

func newThreeWords(seed int32) threeWords {
	w := threeWords{value: seed, mix: 51651237, twist: 895213268}
	for range 50 {
		w.next()
	}
	const salt uint32 = 0x9417b3af
	w.value = int32(salt^uint32(seed)) ^ seed>>15
	for range 950 {
		w.next()
	}
	return w
}

// next returns 31 random bits. The original xors value into y twice, which
// cancels out.
func (w *threeWords) next() int32 {
	y := w.twist - w.mix
	y ^= w.twist ^ w.value ^ w.mix
	w.mix ^= w.twist ^ w.value
	w.value ^= w.twist - w.mix
	w.twist ^= w.value ^ y
	w.value ^= w.twist<<7 ^ w.mix>>16 ^ y<<8
	return w.value & 0x7fffffff
}

// shuffleKlondikeSolver exchanges 269 random pairs of a sorted pack; the pack is
// then dealt from its front.
func shuffleKlondikeSolver(deal klondike.Deal, number uint64) {
	newPack(deal, alternateHands)
	w := newThreeWords(int32(number))
	for range 269 {
		i := w.next() % 52
		j := w.next() % 52
		deal[i], deal[j] = deal[j], deal[i]
	}
}
