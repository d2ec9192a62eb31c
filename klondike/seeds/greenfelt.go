package seeds

import (
	"slices"

	"klondike/klondike"
)

// The minimal standard generator of Park and Miller: x = 16807 x mod 2^31-1.
// Zero and the modulus itself would stay zero for ever, so neither is a seed.
const (
	lehmerModulus    = 1<<31 - 1
	lehmerMultiplier = 16807
)

// shuffleGreenfelt goes seven times through a sorted pack, exchanging each card
// with a random one, and deals from its back.
func shuffleGreenfelt(deal klondike.Deal, number uint64) {
	newPack(deal, [4]klondike.Suit{klondike.Clubs, klondike.Diamonds, klondike.Hearts, klondike.Spades})
	x := number
	for range 7 {
		for i := range deal {
			x = x * lehmerMultiplier % lehmerModulus
			j := x % 52
			deal[i], deal[j] = deal[j], deal[i]
		}
	}
	slices.Reverse(deal)
}
