package klondike

// EmptyColumn says what may be put on an empty column.
type EmptyColumn uint8

// RunMove says which face-up cards may move together from column to column.
type RunMove uint8

// Build says which colour a card must have to lie on another in the tableau.
type Build uint8

// Dealing says which tableau cards are dealt face up.
type Dealing uint8

// Values of the rule settings.
const (
	KingsOnly EmptyColumn = iota // a king, or a run headed by a king
	AnyCard                      // any card or run

	AnyPart    RunMove = iota - 2 // any face-up lower part of a run
	WholeRun                      // the whole face-up run or nothing
	SingleSuit                    // only runs of one suit (single cards always)

	Alternating Build = iota - 5
	SameColour

	TopsFaceUp Dealing = iota - 7
	AllFaceUp
)

// Rules names every choice on which rule books differ. The zero value is not a
// game: start from a preset.
type Rules struct {
	Draw        int  // cards turned at a time, 1..24
	Passes      int  // times through the stock, redeals + 1; 0 = unlimited
	WorryBack   bool // a foundation top may return to the tableau
	EmptyColumn EmptyColumn
	Runs        RunMove
	Build       Build
	Dealing     Dealing
	Decks       int // 1 or 2
	Columns     int // 7 or 9
}

// Foundations returns the number of foundation piles: four a deck.
func (r Rules) Foundations() int { return 4 * r.Decks }

// Standard reports whether the rules belong to the standard family: one deck,
// seven columns, alternating build, kings only, any part of a run, tops face up.
// Draw count, pass limit and worrying back are free within it.
func (r Rules) Standard() bool {
	return r.Decks == 1 && r.Columns == 7 && r.Build == Alternating &&
		r.EmptyColumn == KingsOnly && r.Runs == AnyPart && r.Dealing == TopsFaceUp
}

// DrawK returns the standard game with the given draw count and unlimited
// passes, worrying back allowed (presets draw1 and draw3).
func DrawK(draw int) Rules {
	return Rules{Draw: draw, WorryBack: true, Decks: 1, Columns: 7}
}
