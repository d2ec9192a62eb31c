package klondike

import "fmt"

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

// moveKinds is the number of kinds.
const moveKinds = int(FoundationToTableau) + 1

// Move is one step of play. From, To and Count are zero where Kind does not use
// them, so that moves compare with ==. Columns and piles count from zero.
type Move struct {
	Kind     MoveKind
	From, To uint8
	Count    uint8
}

// StockMove reports whether the move only turns the stock: a draw or a redeal.
func (m Move) StockMove() bool { return m.Kind == Draw || m.Kind == Redeal }

// String describes the move without its cards, columns and piles counted from
// one, for errors and tests.
func (m Move) String() string {
	switch m.Kind {
	case Draw:
		return "draw"
	case Redeal:
		return "redeal"
	case WasteToTableau:
		return fmt.Sprintf("waste to column %d", m.To+1)
	case WasteToFoundation:
		return fmt.Sprintf("waste to foundation %d", m.To+1)
	case TableauToFoundation:
		return fmt.Sprintf("column %d to foundation %d", m.From+1, m.To+1)
	case TableauToTableau:
		return fmt.Sprintf("%d from column %d to column %d", m.Count, m.From+1, m.To+1)
	case FoundationToTableau:
		return fmt.Sprintf("foundation %d to column %d", m.From+1, m.To+1)
	}
	return fmt.Sprintf("move of kind %d", m.Kind)
}

// Rule names the rule that an illegal move breaks.
type Rule string

// The rules that a move can break.
const (
	RuleMove        Rule = "move"         // the move itself: no such kind, column or pile, no such card
	RuleStock       Rule = "stock"        // a draw needs a card in the stock
	RuleRedeal      Rule = "redeal"       // a redeal needs an empty stock and a card in the waste
	RulePasses      Rule = "passes"       // Rules.Passes
	RuleFoundation  Rule = "foundation"   // each pile goes up in suit from the ace
	RuleBuild       Rule = "build"        // Rules.Build
	RuleEmptyColumn Rule = "empty column" // Rules.EmptyColumn
	RuleRuns        Rule = "runs"         // Rules.Runs
	RuleWorryBack   Rule = "worry back"   // Rules.WorryBack
)

// IllegalMove says why a move may not be made.
type IllegalMove struct {
	Move   Move
	Rule   Rule   // the rule it breaks
	Card   Card   // the (first) card it would move; Unknown when there is none
	Reason string // in words
}

func (e *IllegalMove) Error() string {
	if e.Card == Unknown {
		return fmt.Sprintf("illegal move (%v): rule %s: %s", e.Move, e.Rule, e.Reason)
	}
	return fmt.Sprintf("illegal move of %v (%v): rule %s: %s", e.Card, e.Move, e.Rule, e.Reason)
}
