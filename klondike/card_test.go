package klondike

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseCardReadsWhatIsWritten(t *testing.T) {
	for c := range Card(52) {
		for _, text := range []string{c.String(), c.ASCII()} {
			read, err := ParseCard(text)
			require.NoError(t, err)
			assert.Equal(t, c, read, text)
		}
	}
}

func TestParseCardSpellings(t *testing.T) {
	for text, want := range map[string]Card{
		"7D": NewCard(7, Diamonds), "D7": NewCard(7, Diamonds), "d7": NewCard(7, Diamonds),
		"TD": NewCard(10, Diamonds), "10D": NewCard(10, Diamonds), "d10": NewCard(10, Diamonds),
		"7♦": NewCard(7, Diamonds), "♦7": NewCard(7, Diamonds), "7♢": NewCard(7, Diamonds),
		"10\u2660\uFE0F": NewCard(10, Spades), " ah\t": NewCard(Ace, Hearts), "qc": NewCard(Queen, Clubs),
		"?": Unknown, "??": Unknown,
	} {
		read, err := ParseCard(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, read, text)
	}
}

func TestParseCardRefuses(t *testing.T) {
	for _, text := range []string{"", "7", "D", "1D", "11D", "0D", "DD", "7DD", "D7D", "7 D", "A23", "10", "♦", "7X", "???", "AKC"} {
		_, err := ParseCard(text)
		var bad *CardError
		require.ErrorAs(t, err, &bad, text)
		assert.Equal(t, text, bad.Text)
	}
}

func TestUnknownPrintsAsQuestionMarks(t *testing.T) {
	assert.Equal(t, "??", Unknown.String())
	assert.Equal(t, "??", Unknown.ASCII())
}
