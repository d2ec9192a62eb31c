// Package pack holds a position of the standard family exactly in one 57-bit key
// and generates its moves with masks over all 52 cards.
//
// The idea (THEORY.md, "Locked and unlocked"): every column keeps a locked stack,
// its face-down cards and the lowest face-up card. Every other tableau card is
// unlocked: it lies on a card one rank higher of the other colour, or is a king
// at the base of a column. How the unlocked cards are spread over the columns does
// not matter, so a position is what is on the foundations, how high the locked
// stacks are, and which cards are in the talon.
package pack
