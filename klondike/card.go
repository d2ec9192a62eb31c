package klondike

// Suit is one of the four suits, in the order of the digit deck format
// (clubs 1, diamonds 2, hearts 3, spades 4), counted from zero here.
type Suit uint8

// The four suits.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// Red reports whether the suit is diamonds or hearts.
func (s Suit) Red() bool { return s == Diamonds || s == Hearts }

// Rank is a card's rank: Ace is 1, King is 13.
type Rank uint8

// The ranks that have names.
const (
	Ace   Rank = 1
	Jack  Rank = 11
	Queen Rank = 12
	King  Rank = 13
)

// Card is one playing card: 4*(rank-1) + suit, 0..51. Two-deck games hold each
// value twice; equal cards are interchangeable.
type Card uint8

// Unknown stands for a face-down card whose identity the player has not seen.
// Only notation and the completion sampler meet it; the referee refuses it.
const Unknown Card = 0xFF

// NewCard returns the card of a rank (1..13) and a suit.
func NewCard(r Rank, s Suit) Card { return Card(4*(uint8(r)-1) + uint8(s)) }

// Rank returns the card's rank, 1..13.
func (c Card) Rank() Rank { return Rank(c/4) + 1 }

// Suit returns the card's suit.
func (c Card) Suit() Suit { return Suit(c % 4) }

// Red reports whether the card is a diamond or a heart.
func (c Card) Red() bool { return c.Suit().Red() }

const (
	rankLetters = "A23456789TJQK"
	suitLetters = "CDHS"
)

var suitSymbols = [4]string{"♣", "♦", "♥", "♠"}

// String returns the card with its suit symbol, such as 7♥ or T♠; ?? when unknown.
func (c Card) String() string {
	if c > 51 {
		return "??"
	}
	return rankLetters[c/4:c/4+1] + suitSymbols[c%4]
}

// ASCII returns the card in letters, such as 7H or TS; ?? when unknown.
func (c Card) ASCII() string {
	if c > 51 {
		return "??"
	}
	return rankLetters[c/4:c/4+1] + suitLetters[c%4:c%4+1]
}
