package notation

import (
	"strings"

	"klondike/klondike"
)

// Code names a way to write moves.
type Code string

// The codes that package notation reads and writes.
//
// WordCode is a line a move, for people: "12. 7♥ from column 3 to column 5, turning
// up Q♣".
//
// KlondikeSolver is the code of ShootMe's Klondike-Solver: DR3 draws three times,
// NEW turns the waste over, 46 moves a card from column 4 to column 6, 35-2 two
// cards, W6 and WC move the waste card, 4C and C4 a card to and from the clubs
// foundation, F4 says that the card uncovered on column 4 is turned up.
//
// MinimalKlondike is the code of MinimalKlondike: @ draws, and turns the waste
// over first when the stock is empty; two letters move from pile to pile, A the
// waste, B to E the foundations of clubs, diamonds, spades and hearts, F to L the
// columns. How many cards move follows from the cards. A redeal that is not
// followed by a draw cannot be written, and one that other moves separate from
// its draw is read back beside the draw.
const (
	WordCode        Code = "words"
	KlondikeSolver  Code = "klondike-solver"
	MinimalKlondike Code = "minimal-klondike"
)

// Codes lists every code, in the order in which help texts show them.
func Codes() []Code { return []Code{WordCode, KlondikeSolver, MinimalKlondike} }

// ParseCode returns the code of that name, in any case, or a *[MoveError].
func ParseCode(name string) (Code, error) {
	var names []string
	for _, code := range Codes() {
		if strings.EqualFold(name, string(code)) {
			return code, nil
		}
		names = append(names, string(code))
	}
	return "", &MoveError{Token: name, Problem: "is no move code", Expected: strings.Join(names, ", ")}
}

// DetectCode returns the code that the text has by its shape. It always returns
// one: reading tells whether the text is a good one.
func DetectCode(text string) Code {
	code := MinimalKlondike
	for _, line := range textLines(text) {
		for _, w := range line.words() {
			switch strings.ToLower(w.text) {
			case "from", "draw", "turn":
				return WordCode
			}
			if strings.ContainsAny(w.text, "0123456789Ww") {
				code = KlondikeSolver
			}
		}
	}
	return code
}

// ParseMoves reads moves of any code and plays them on a copy of start, which
// must be valid under the rules. Bad text and illegal moves are a *[MoveError]
// that unwraps to the *[klondike.IllegalMove] of the latter; with it come the
// moves before. Draws and redeals are moves of their own, and none is implied but
// for the redeals of MinimalKlondike.
func ParseMoves(text string, start *klondike.Table, rules klondike.Rules) ([]klondike.Move, error) {
	return ParseMovesAs(DetectCode(text), text, start, rules)
}

// ParseMovesAs is [ParseMoves] for a text whose code is known.
func ParseMovesAs(code Code, text string, start *klondike.Table, rules klondike.Rules) ([]klondike.Move, error) {
	p := newPlayer(code, start, rules)
	var err error
	switch code {
	case WordCode:
		err = p.readWords(text)
	case KlondikeSolver:
		err = p.readKlondikeSolver(text)
	case MinimalKlondike:
		err = p.readMinimal(text)
	default:
		_, err = ParseCode(string(code))
	}
	return p.moves, err
}

// WriteMoves writes moves from start, which must be valid under the rules. An
// illegal move, or one that the code cannot express, is a *[MoveError].
func WriteMoves(code Code, start *klondike.Table, rules klondike.Rules, moves []klondike.Move) (string, error) {
	p := newPlayer(code, start, rules)
	switch code {
	case WordCode:
		lines, err := p.words(moves)
		return strings.Join(append(lines, ""), "\n"), err
	case KlondikeSolver:
		return p.writeKlondikeSolver(moves)
	case MinimalKlondike:
		return p.writeMinimal(moves)
	}
	_, err := ParseCode(string(code))
	return "", err
}

// Words returns one line for each move from start. It stops before the first
// illegal move; a caller who has not replayed the moves uses [WriteMoves].
func Words(start *klondike.Table, rules klondike.Rules, moves []klondike.Move) []string {
	p := newPlayer(WordCode, start, rules)
	lines, _ := p.words(moves)
	return lines
}

// player plays moves as they are read or written.
type player struct {
	code     Code
	table    *klondike.Table
	rules    klondike.Rules
	moves    []klondike.Move
	turnedUp int // the column on which the last move turned up a card, -1 if none
}

func newPlayer(code Code, start *klondike.Table, rules klondike.Rules) *player {
	return &player{code: code, table: start.Clone(), rules: rules, turnedUp: -1}
}

func (p *player) fail(at word, problem, expected string) *MoveError {
	return &MoveError{Code: p.code, Index: len(p.moves), Line: at.line, Token: at.text, Problem: problem, Expected: expected}
}

// play makes a move that at stands for.
func (p *player) play(at word, m klondike.Move) error {
	fromColumn := m.Kind == klondike.TableauToFoundation || m.Kind == klondike.TableauToTableau
	fromColumn = fromColumn && int(m.From) < len(p.table.Columns)
	down := 0
	if fromColumn {
		down = p.table.Columns[m.From].Down
	}
	if err := p.table.Play(m, p.rules); err != nil {
		e := p.fail(at, "is illegal", "a legal move")
		e.Err = err
		return e
	}
	p.turnedUp = -1
	if fromColumn && p.table.Columns[m.From].Down < down {
		p.turnedUp = int(m.From)
	}
	p.moves = append(p.moves, m)
	return nil
}

// needOneDeck refuses the codes that have no names for more piles.
func (p *player) needOneDeck() error {
	if p.rules.Decks == 1 && p.rules.Columns == 7 {
		return nil
	}
	return p.fail(word{}, "is of a game with more piles than this code can name", "one deck and seven columns, or moves in words")
}

// movable returns the counts with which cards may legally move between two
// columns.
func (p *player) movable(from, to int) []uint8 {
	var counts []uint8
	column := p.table.Columns[from]
	for count := 1; count <= len(column.Cards)-column.Down; count++ {
		m := klondike.Move{Kind: klondike.TableauToTableau, From: uint8(from), To: uint8(to), Count: uint8(count)}
		if p.table.Check(m, p.rules) == nil {
			counts = append(counts, m.Count)
		}
	}
	return counts
}

// place is where a two-place code takes a card from or puts it.
type place struct {
	kind placeKind
	pile int
}

type placeKind uint8

const (
	inWaste placeKind = iota
	onFoundation
	inColumn
)

// between returns the move from one place to another, but for its count. It is
// false when no kind of move does that.
func between(from, to place) (klondike.Move, bool) {
	kinds := []struct {
		from, to placeKind
		kind     klondike.MoveKind
	}{
		{inWaste, inColumn, klondike.WasteToTableau},
		{inWaste, onFoundation, klondike.WasteToFoundation},
		{inColumn, onFoundation, klondike.TableauToFoundation},
		{inColumn, inColumn, klondike.TableauToTableau},
		{onFoundation, inColumn, klondike.FoundationToTableau},
	}
	for _, k := range kinds {
		if k.from == from.kind && k.to == to.kind {
			return klondike.Move{Kind: k.kind, From: uint8(from.pile), To: uint8(to.pile)}, true
		}
	}
	return klondike.Move{}, false
}

// places returns where a move of cards goes from and to; a turn of the stock has
// neither.
func places(m klondike.Move) (from, to place) {
	from, to = place{inColumn, int(m.From)}, place{inColumn, int(m.To)}
	switch m.Kind {
	case klondike.WasteToTableau, klondike.WasteToFoundation:
		from = place{inWaste, 0}
	case klondike.FoundationToTableau:
		from.kind = onFoundation
	}
	if m.Kind == klondike.WasteToFoundation || m.Kind == klondike.TableauToFoundation {
		to.kind = onFoundation
	}
	return from, to
}

// letters names the places of a code: the waste, the four foundations in suit
// order of package klondike, and the columns.
type letters struct {
	waste       byte
	foundations string
	columns     string
}

func (l letters) name(p place) byte {
	switch p.kind {
	case inWaste:
		return l.waste
	case onFoundation:
		return l.foundations[p.pile]
	}
	return l.columns[p.pile]
}

func (l letters) place(name byte) (place, bool) {
	if name == l.waste {
		return place{inWaste, 0}, true
	}
	if i := strings.IndexByte(l.foundations, name); i >= 0 {
		return place{onFoundation, i}, true
	}
	i := strings.IndexByte(l.columns, name)
	return place{inColumn, i}, i >= 0
}
