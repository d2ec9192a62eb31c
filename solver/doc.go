// Package solver decides whether a position of Klondike can be won, every card
// known: winnable with a line that the referee has replayed, unwinnable for
// certain, or undecided because a limit was reached.
//
// Questions about games in play are answered with it: by an Analyst between two
// moves (lost or not, hints, first moves, the move that lost the game), by Finish,
// NextWinnable and, with unknown cards, Sample.
//
// Solve and Solver are the whole interface to the search. What happens inside:
//
//   - internal/pack holds a position exactly in 57 bits and generates moves for
//     all 52 cards at once with a few words of logic.
//   - internal/table remembers proven facts about positions, keyed exactly, in
//     bounded memory.
//   - internal/search walks plateaus, the sets of positions that can reach one
//     another without turning up a card or touching the talon. Between plateaus
//     every move is final, so the search never cycles, and what it proves about a
//     plateau holds for every other question about the same deal. Open pretends
//     that each talon card can be played at any time; Closed plays the real talon
//     and asks Open at every plateau whether going on has any point.
//   - internal/brute decides small positions by trying everything, for tests.
//
// THEORY.md has the lemmas, their proofs, and what was tried. The rules and the
// referee are package klondike; it shares no code with the packed position.
package solver
