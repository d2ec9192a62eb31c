// Package notation reads and writes tables and moves as text.
//
// # Positions
//
// [Parse] recognises five formats by their shape and [Write] writes them. The
// rules say how many cards and columns there are, which tableau cards lie face
// up in a fresh deal, and how face-up cards must lie on each other; a text that
// does not fit its rules is refused with an [*Error].
//
//   - [Deck]: a fresh deal, row by row as dealt and then the stock in drawing
//     order; three digits a card (rank 01 to 13, suit 1 clubs, 2 diamonds, 3
//     hearts, 4 spades) or card names. White space is free; an unknown card is
//     ??? among digits.
//   - [PySol]: a line "Talon:" in drawing order, then one line a column, face-down
//     cards in angle brackets, an empty column as a line with a colon only. A line
//     "Foundations: H-3 C-0 D-A S-Q" names the foundation tops.
//   - [Solvitaire]: a JSON object with "tableau piles" and "stock". The last card of
//     the stock is drawn first; a lower-case suit is a face-down card.
//   - [JSON]: every part of a table: "foundations" (heights in the order clubs,
//     diamonds, hearts, spades), "columns" (each with "down" and "up", deepest card
//     first), "waste" (playable card last), "stock" (next card first), "pass".
//   - [Text]: the same to be read and typed by people, see below.
//
// Cards are written 7D, D7, TD, 10D or 7♦ in any case. A question mark, or two,
// is a card that the player cannot see: a face-down tableau card or a stock card.
// Texts with such cards give a table for which [klondike.Table.HasUnknown] is
// true. # starts a comment in every format but the two JSON ones.
//
// # The position text
//
//	version: 1
//	foundations: 3C 0D 0H AS   # the top card of each pile; 0D is an empty pile
//	1: KH QS                   # columns, deepest card first
//	2: <?> <4D> 9S             # face-down cards in angle brackets
//	3: -                       # nothing
//	waste: 7D 2H               # the playable card last
//	stock: TC 5C               # the next card first
//	pass: 2                    # 1 is the first time through the stock
//
// Lines may come in any order; what is not named is empty, and the pass is 1. A
// line without a label goes on with the list above it. A card named on the
// foundations goes to the next pile of its suit, which matters with two decks only.
//
// # Moves
//
// [ParseMoves] reads and [WriteMoves] writes three codes: [WordCode] for people,
// and the codes of two other solvers, [KlondikeSolver] and [MinimalKlondike]. All
// of them make sense only from a given table, so the moves are played as they are
// read, and the first illegal one is a [*MoveError].
package notation
