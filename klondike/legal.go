package klondike

import "fmt"

// top returns the last card of the column, or false when it is empty.
func (col *Column) top() (Card, bool) {
	if len(col.Cards) == 0 {
		return Unknown, false
	}
	return col.Cards[len(col.Cards)-1], true
}

// wasteTop returns the playable waste card, or false when there is none.
func (t *Table) wasteTop() (Card, bool) {
	if len(t.Waste) == 0 {
		return Unknown, false
	}
	return t.Waste[len(t.Waste)-1], true
}

// foundationTop returns the highest card of pile i, or false when it is empty.
func (t *Table) foundationTop(i int) (Card, bool) {
	if t.Foundations[i] == 0 {
		return Unknown, false
	}
	return NewCard(Rank(t.Foundations[i]), Suit(i%4)), true
}

// fitsColumn reports whether card, or a run headed by it, may be put on column i.
func (t *Table) fitsColumn(i int, card Card, r Rules) bool {
	top, ok := t.Columns[i].top()
	if !ok {
		return r.EmptyColumn == AnyCard || card.Rank() == King
	}
	return r.accepts(top, card)
}

// fitsFoundation reports whether card is the next one of pile i.
func (t *Table) fitsFoundation(i int, card Card) bool {
	return card.Suit() == Suit(i%4) && uint8(card.Rank()) == t.Foundations[i]+1
}

// runLength returns how many cards at the end of the column, which is not empty,
// form a run.
func (col *Column) runLength(r Rules) int {
	n := 1
	for i := len(col.Cards) - 1; i > col.Down && r.accepts(col.Cards[i-1], col.Cards[i]); i-- {
		n++
	}
	return n
}

// mayMove reports whether the last count cards, which form part of a run of
// length run, may move together.
func (col *Column) mayMove(count, run int, r Rules) bool {
	switch r.Runs {
	case WholeRun:
		return count == run
	case SingleSuit:
		suit := col.Cards[len(col.Cards)-1].Suit()
		for _, c := range col.Cards[len(col.Cards)-count:] {
			if c.Suit() != suit {
				return false
			}
		}
	}
	return true
}

// LegalMoves appends every legal move to dst and returns it. The order is fixed:
// draw, redeal, waste to foundation, waste to tableau, tableau to foundation,
// tableau to tableau, foundation to tableau; within each by From, To and Count.
// It includes moves that change nothing of consequence, such as a king's column
// going to another empty column.
func (t *Table) LegalMoves(r Rules, dst []Move) []Move {
	if len(t.Stock) > 0 {
		dst = append(dst, Move{Kind: Draw})
	} else if len(t.Waste) > 0 && r.passAllowed(t.Pass+1) {
		dst = append(dst, Move{Kind: Redeal})
	}
	if card, ok := t.wasteTop(); ok {
		dst = t.toFoundations(dst, Move{Kind: WasteToFoundation}, card, r)
		dst = t.toColumns(dst, Move{Kind: WasteToTableau}, card, r)
	}
	for from := range t.Columns {
		if card, ok := t.Columns[from].top(); ok {
			dst = t.toFoundations(dst, Move{Kind: TableauToFoundation, From: uint8(from)}, card, r)
		}
	}
	for from := range t.Columns {
		dst = t.betweenColumns(dst, from, r)
	}
	if r.WorryBack {
		for from := range r.Foundations() {
			if card, ok := t.foundationTop(from); ok {
				dst = t.toColumns(dst, Move{Kind: FoundationToTableau, From: uint8(from)}, card, r)
			}
		}
	}
	return dst
}

// toFoundations appends m with each pile that card fits.
func (t *Table) toFoundations(dst []Move, m Move, card Card, r Rules) []Move {
	for to := range r.Foundations() {
		if t.fitsFoundation(to, card) {
			m.To = uint8(to)
			dst = append(dst, m)
		}
	}
	return dst
}

// toColumns appends m with each column that card fits.
func (t *Table) toColumns(dst []Move, m Move, card Card, r Rules) []Move {
	for to := range t.Columns {
		if t.fitsColumn(to, card, r) {
			m.To = uint8(to)
			dst = append(dst, m)
		}
	}
	return dst
}

// betweenColumns appends the moves of runs from one column to the others.
func (t *Table) betweenColumns(dst []Move, from int, r Rules) []Move {
	col := &t.Columns[from]
	last, ok := col.top()
	if !ok {
		return dst
	}
	run := col.runLength(r)
	for to := range t.Columns {
		if to == from {
			continue
		}
		// Ranks in a run go down one by one, so only one of its cards can be the
		// one that fits on another card.
		least, most := 1, run
		if target, ok := t.Columns[to].top(); ok {
			least = int(target.Rank()) - int(last.Rank())
			if least < 1 || least > run {
				continue
			}
			most = least
		}
		for count := least; count <= most; count++ {
			head := col.Cards[len(col.Cards)-count]
			if t.fitsColumn(to, head, r) && col.mayMove(count, run, r) {
				dst = append(dst, Move{TableauToTableau, uint8(from), uint8(to), uint8(count)})
			}
		}
	}
	return dst
}

// Check returns nil if the move is legal, else an *IllegalMove that names the
// rule and the card. Table and rules are taken to be valid.
func (t *Table) Check(m Move, r Rules) error {
	// A nil *IllegalMove in an error would not compare equal to nil.
	if illegal := t.check(m, r); illegal != nil {
		return illegal
	}
	return nil
}

func (t *Table) check(m Move, r Rules) *IllegalMove {
	if illegal := t.checkShape(m, r); illegal != nil {
		return illegal
	}
	switch m.Kind {
	case Draw:
		if len(t.Stock) == 0 {
			return illegal(m, RuleStock, Unknown, "the stock is empty")
		}
	case Redeal:
		return t.checkRedeal(m, r)
	case WasteToTableau, WasteToFoundation:
		card, ok := t.wasteTop()
		if !ok {
			return illegal(m, RuleMove, Unknown, "the waste is empty")
		}
		if m.Kind == WasteToFoundation {
			return t.checkFoundation(m, card)
		}
		return t.checkColumn(m, card, r)
	case TableauToFoundation:
		card, ok := t.Columns[m.From].top()
		if !ok {
			return illegal(m, RuleMove, Unknown, "the column is empty")
		}
		return t.checkFoundation(m, card)
	case TableauToTableau:
		return t.checkRun(m, r)
	case FoundationToTableau:
		card, ok := t.foundationTop(int(m.From))
		if !ok {
			return illegal(m, RuleMove, Unknown, "the foundation is empty")
		}
		if !r.WorryBack {
			return illegal(m, RuleWorryBack, card, "a card stays on its foundation")
		}
		return t.checkColumn(m, card, r)
	}
	return nil
}

func illegal(m Move, rule Rule, card Card, format string, args ...any) *IllegalMove {
	return &IllegalMove{Move: m, Rule: rule, Card: card, Reason: fmt.Sprintf(format, args...)}
}

// checkShape checks what does not depend on where the cards lie: the kind is
// known, columns and piles exist, and fields that the kind does not use are zero.
func (t *Table) checkShape(m Move, r Rules) *IllegalMove {
	// How many values each field has; 1 allows zero only.
	columns, piles := len(t.Columns), r.Foundations()
	from, to := 1, 1
	switch m.Kind {
	case Draw, Redeal:
	case WasteToTableau:
		to = columns
	case WasteToFoundation:
		to = piles
	case TableauToFoundation:
		from, to = columns, piles
	case TableauToTableau:
		from, to = columns, columns
	case FoundationToTableau:
		from, to = piles, columns
	default:
		return illegal(m, RuleMove, Unknown, "there is no such kind of move")
	}
	switch {
	case int(m.From) >= from:
		return illegal(m, RuleMove, Unknown, "From is %d, expected 0 to %d", m.From, from-1)
	case int(m.To) >= to:
		return illegal(m, RuleMove, Unknown, "To is %d, expected 0 to %d", m.To, to-1)
	case m.Kind != TableauToTableau && m.Count != 0:
		return illegal(m, RuleMove, Unknown, "Count is %d, expected 0", m.Count)
	}
	return nil
}

func (t *Table) checkRedeal(m Move, r Rules) *IllegalMove {
	switch {
	case len(t.Stock) > 0:
		return illegal(m, RuleRedeal, Unknown, "the stock still has %d cards", len(t.Stock))
	case len(t.Waste) == 0:
		return illegal(m, RuleRedeal, Unknown, "the waste is empty")
	case !r.passAllowed(t.Pass + 1):
		return illegal(m, RulePasses, Unknown, "pass %d of %d is the last", t.Pass, r.Passes)
	}
	return nil
}

func (t *Table) checkFoundation(m Move, card Card) *IllegalMove {
	if t.fitsFoundation(int(m.To), card) {
		return nil
	}
	if height := t.Foundations[m.To]; height < uint8(King) {
		next := NewCard(Rank(height)+1, Suit(m.To%4))
		return illegal(m, RuleFoundation, card, "the foundation takes %v next", next)
	}
	return illegal(m, RuleFoundation, card, "the foundation is complete")
}

func (t *Table) checkColumn(m Move, card Card, r Rules) *IllegalMove {
	if t.fitsColumn(int(m.To), card, r) {
		return nil
	}
	top, ok := t.Columns[m.To].top()
	if !ok {
		return illegal(m, RuleEmptyColumn, card, "an empty column takes kings only")
	}
	return illegal(m, RuleBuild, card, "a card on %v must be %s", top, r.buildText())
}

func (t *Table) checkRun(m Move, r Rules) *IllegalMove {
	col, count := &t.Columns[m.From], int(m.Count)
	up := len(col.Cards) - col.Down
	if m.From == m.To {
		return illegal(m, RuleMove, Unknown, "both columns are the same")
	}
	if count < 1 || count > up {
		return illegal(m, RuleRuns, Unknown, "the column has %d face-up cards", up)
	}
	head := col.Cards[len(col.Cards)-count]
	run := col.runLength(r)
	if count > run {
		return illegal(m, RuleRuns, head, "only the last %d cards form a run", run)
	}
	if !col.mayMove(count, run, r) {
		if r.Runs == WholeRun {
			return illegal(m, RuleRuns, head, "the run of %d cards moves as a whole", run)
		}
		return illegal(m, RuleRuns, head, "the cards are not of one suit")
	}
	return t.checkColumn(m, head, r)
}
