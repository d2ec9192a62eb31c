package klondike

// Deal is a shuffled pack in dealing order: the tableau row by row (first row
// one card to every column, second row to all columns but the first, ...), then
// the stock in the order in which it is drawn. 52 cards, or 104 for two decks.
type Deal []Card

// Column is one tableau column, deepest card first. The first Down cards are
// face down.
type Column struct {
	Cards []Card
	Down  int
}

// Table is everything that lies on the table, and how many times the stock has
// been gone through.
type Table struct {
	// Foundations holds the height (0..13) of each pile; pile i takes suit i%4.
	// Two-deck games use eight piles, others the first four.
	Foundations [8]uint8
	Columns     []Column
	Stock       []Card // Stock[0] is drawn next
	Waste       []Card // the last card is the playable one
	Pass        int    // the current pass through the stock, 1 = the first
}
