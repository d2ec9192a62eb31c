package klondike

import "fmt"

// EmptyColumn says what may be put on an empty column.
type EmptyColumn uint8

// What an empty column takes.
const (
	KingsOnly EmptyColumn = iota // a king, or a run headed by a king
	AnyCard                      // any card or run
)

// RunMove says which face-up cards may move together from column to column. A
// run is a sequence of face-up cards, each lying on the one that Build asks for.
type RunMove uint8

// Which runs move.
const (
	AnyPart    RunMove = iota // any lower part of a run
	WholeRun                  // the longest run at the end of the column, or nothing
	SingleSuit                // only runs of one suit (single cards always)
)

// Build says which colour a card must have to lie on another in the tableau. In
// every case it must be one rank lower.
type Build uint8

// How the tableau is built.
const (
	Alternating Build = iota // red on black, black on red
	SameColour               // red on red, black on black
)

// Dealing says which tableau cards are dealt face up.
type Dealing uint8

// How the tableau is dealt.
const (
	TopsFaceUp Dealing = iota // the last card of each column
	AllFaceUp                 // all of them
)

// MaxDraw is the most cards that may be turned at a time: the whole stock of a
// one-deck game.
const MaxDraw = 24

// Rules names every choice on which rule books differ. The zero value is not a
// game: start from a preset. Rules compare with ==.
//
// In JSON the fields are called draw, passes (a number or "unlimited"),
// worry_back, empty_column, runs, build, dealing, decks and columns.
type Rules struct {
	Draw        int  // cards turned at a time, 1..MaxDraw
	Passes      int  // times through the stock, redeals + 1; 0 = unlimited
	WorryBack   bool // a foundation top may return to the tableau
	EmptyColumn EmptyColumn
	Runs        RunMove
	Build       Build
	Dealing     Dealing
	Decks       int // 1 (with 7 columns) or 2 (with 9)
	Columns     int // 7 or 9
}

// Foundations returns the number of foundation piles: four a deck.
func (r Rules) Foundations() int { return 4 * r.Decks }

// Cards returns the number of cards in the game: 52 a deck.
func (r Rules) Cards() int { return 52 * r.Decks }

// StockSize returns how many cards are in the stock after the deal: what is left
// when column i has got i+1 cards. 24 with one deck, 59 with two.
func (r Rules) StockSize() int { return r.Cards() - r.Columns*(r.Columns+1)/2 }

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

// SettingError is a rule or scoring setting outside its values.
type SettingError struct {
	Setting string // as in JSON: draw, passes, empty_column, ...
	Value   string // what was given
	Allowed string // what would have been accepted
}

func (e *SettingError) Error() string {
	return fmt.Sprintf("setting %s is %s, expected %s", e.Setting, e.Value, e.Allowed)
}

// Validate returns a *SettingError for the first field outside its values.
func (r Rules) Validate() error {
	bad := func(setting string, value any, allowed string) error {
		return &SettingError{Setting: setting, Value: fmt.Sprint(value), Allowed: allowed}
	}
	switch {
	case r.Draw < 1 || r.Draw > MaxDraw:
		return bad("draw", r.Draw, fmt.Sprintf("1..%d", MaxDraw))
	case r.Passes < 0:
		return bad("passes", r.Passes, "1 or more, or unlimited")
	case r.EmptyColumn > AnyCard:
		return bad("empty_column", r.EmptyColumn, emptyColumnNames.allowed())
	case r.Runs > SingleSuit:
		return bad("runs", r.Runs, runMoveNames.allowed())
	case r.Build > SameColour:
		return bad("build", r.Build, buildNames.allowed())
	case r.Dealing > AllFaceUp:
		return bad("dealing", r.Dealing, dealingNames.allowed())
	case r.Decks != 1 && r.Decks != 2:
		return bad("decks", r.Decks, "1 or 2")
	case r.Decks == 1 && r.Columns != 7:
		return bad("columns", r.Columns, "7 with one deck")
	case r.Decks == 2 && r.Columns != 9:
		return bad("columns", r.Columns, "9 with two decks")
	}
	return nil
}

// accepts reports whether card may lie on top in the tableau.
func (r Rules) accepts(top, card Card) bool {
	if top.Rank() != card.Rank()+1 {
		return false
	}
	sameColour := top.Red() == card.Red()
	return sameColour == (r.Build == SameColour)
}

// passAllowed reports whether pass number pass (1 = the first) may be begun.
func (r Rules) passAllowed(pass int) bool { return r.Passes == 0 || pass <= r.Passes }
