package seeds

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"klondike/klondike"
)

// nativeLabel fills the key behind the number, so that no other use of ChaCha8
// shares our streams.
const nativeLabel = "klondike native deal, v1"

// shuffleNative defines the generator native, for ever:
//
//   - The stream is ChaCha8 as specified for math/rand/v2 (C2SP chacha8rand), its
//     32-byte key the number as eight bytes, little end first, then the 24 bytes of
//     nativeLabel; each word is 64 bits.
//   - The pack holds each card value 0..51 of package klondike in rising order,
//     once, and for two decks all of them a second time behind.
//   - For i from the last position down to 1, positions i and U(i+1) change places.
//     U(n) takes a word w and forms the 128-bit product w*n; while its low half is
//     under 2^64 mod n it takes the next word; the high half is the result
//     (Lemire's method, exactly uniform).
//   - The pack is dealt from its front.
//
// It calls no shuffle or range function of the library, which may change theirs.
func shuffleNative(deal klondike.Deal, number uint64) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:8], number)
	copy(key[8:], nativeLabel)
	var stream rand.ChaCha8
	stream.Seed(key)

	for i := range deal {
		deal[i] = klondike.Card(i % 52)
	}
	for i := len(deal) - 1; i > 0; i-- {
		j := nativeBelow(&stream, uint64(i+1))
		deal[i], deal[j] = deal[j], deal[i]
	}
}

func nativeBelow(stream *rand.ChaCha8, n uint64) uint64 {
	threshold := -n % n
	for {
		high, low := bits.Mul64(stream.Uint64(), n)
		if low >= threshold {
			return high
		}
	}
}
