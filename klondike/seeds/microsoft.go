package seeds

import (
	"math/big"
	"slices"

	"klondike/klondike"
)

var factorial52 = new(big.Int).MulRange(1, 52)

// unrankMicrosoft reads the number's digits in the factorial base, the one for
// the whole pack first, as the exchanges of a shuffle from the back of a sorted
// pack, and deals from the back.
func unrankMicrosoft(deal klondike.Deal, number *big.Int) {
	newPack(deal, [4]klondike.Suit{klondike.Spades, klondike.Hearts, klondike.Clubs, klondike.Diamonds})
	rest, digit := new(big.Int).Set(number), new(big.Int)
	for i := 51; i > 0; i-- {
		rest.DivMod(rest, big.NewInt(int64(i+1)), digit)
		j := digit.Int64()
		deal[i], deal[j] = deal[j], deal[i]
	}
	slices.Reverse(deal)
}
