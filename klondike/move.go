package klondike

// MoveKind tells what a move does.
type MoveKind uint8

// The kinds of moves. Turning up a face-down card is part of the move that
// uncovers it.
const (
	Draw                MoveKind = iota // turn the next Rules.Draw stock cards (or what is left) onto the waste
	Redeal                              // turn the waste over to become the stock again; starts the next pass
	WasteToTableau                      // To: column
	WasteToFoundation                   // To: foundation pile
	TableauToFoundation                 // From: column, To: foundation pile
	TableauToTableau                    // From, To: columns; Count: cards moved
	FoundationToTableau                 // From: foundation pile, To: column (worrying back)
)

// Move is one step of play. From, To and Count are zero where Kind does not use
// them, so that moves compare with ==. Columns and piles count from zero.
type Move struct {
	Kind     MoveKind
	From, To uint8
	Count    uint8
}
