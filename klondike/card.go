package klondike

import (
	"fmt"
	"strings"
)

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

// CardError is a text that names no card.
type CardError struct {
	Text string
}

func (e *CardError) Error() string {
	return fmt.Sprintf("%q is no card, expected rank and suit such as 7D, 10D, TD or 7♦", e.Text)
}

// ParseCard reads a card: a rank (A, 2..9, T or 10, J, Q, K) and a suit (C, D, H,
// S or a suit symbol) in either order, any case, surrounding white space allowed.
// "?" and "??" are Unknown. Any other text is a *CardError.
func ParseCard(s string) (Card, error) {
	text := strings.ToUpper(strings.TrimSpace(s))
	if text == "?" || text == "??" {
		return Unknown, nil
	}
	suit, rank := suitOf(text)
	if suit < 0 {
		return 0, &CardError{Text: s}
	}
	if rank == "10" {
		rank = "T"
	}
	i := strings.Index(rankLetters, rank)
	if i < 0 || len(rank) != 1 {
		return 0, &CardError{Text: s}
	}
	return NewCard(Rank(i+1), Suit(suit)), nil
}

// emojiStyle follows a suit symbol where a text asks for its coloured picture.
const emojiStyle = "\uFE0F"

// suitSpellings are the ways to write each suit, in upper case.
var suitSpellings = [4][]string{
	Clubs:    {"C", "♣", "♧"},
	Diamonds: {"D", "♦", "♢"},
	Hearts:   {"H", "♥", "♡"},
	Spades:   {"S", "♠", "♤"},
}

// suitOf takes the suit off the front or the end of text and returns it with the
// rest; -1 when there is none.
func suitOf(text string) (suit int, rest string) {
	text = strings.Replace(text, emojiStyle, "", 1)
	for suit, spellings := range suitSpellings {
		for _, spelling := range spellings {
			if rest, ok := strings.CutSuffix(text, spelling); ok {
				return suit, rest
			}
			if rest, ok := strings.CutPrefix(text, spelling); ok {
				return suit, rest
			}
		}
	}
	return -1, ""
}
