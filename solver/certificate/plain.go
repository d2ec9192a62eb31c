package certificate

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"klondike/klondike"
)

// ErrTooLarge is returned by CheckPlain for a start from which play leads to more
// tables than it may look at.
var ErrTooLarge = errors.New("too many tables to look at each")

// DefaultTables is a number of tables for CheckPlain that takes some hundred
// megabytes of memory and some seconds.
const DefaultTables = 1_000_000

// CheckPlain looks at each table to which legal play leads from the certificate's
// start, up to maxTables of them, and returns nil if none is won, a *Rejected with
// the reason StartWon if one is, ErrTooLarge when there are more, or the context's
// error. It asks only the referee, package klondike: no lemma, and no entry of the
// certificate, has a part in the answer.
func CheckPlain(ctx context.Context, c *Certificate, maxTables int) error {
	rules := c.header.Rules
	seen := map[string]struct{}{}
	var name []byte // kept for its memory
	isNew := func(t *klondike.Table) bool {
		name = appendTable(name[:0], t, rules)
		if _, ok := seen[string(name)]; ok {
			return false
		}
		seen[string(name)] = struct{}{}
		return true
	}
	isNew(c.header.Start)
	todo := []*klondike.Table{c.header.Start.Clone()}
	var moves []klondike.Move
	for len(todo) > 0 {
		last := len(todo) - 1
		t := todo[last]
		todo = todo[:last]
		if err := ctx.Err(); err != nil {
			return err
		}
		if t.Won() {
			return &Rejected{Reason: StartWon}
		}
		moves = t.LegalMoves(rules, moves[:0])
		for _, m := range slices.Backward(moves) { // so that promotions are tried first
			after := t.Clone()
			if err := after.Play(m, rules); err != nil {
				return err
			}
			if isNew(after) {
				if len(seen) > maxTables {
					return ErrTooLarge
				}
				todo = append(todo, after)
			}
		}
	}
	return nil
}

// appendTable appends what tells a table from all others of the deal for which
// the rules make a difference: every pile in order, and the pass if it counts.
func appendTable(name []byte, t *klondike.Table, rules klondike.Rules) []byte {
	const end = 0xff // no card
	pile := func(cards []klondike.Card) {
		for _, c := range cards {
			name = append(name, byte(c))
		}
		name = append(name, end)
	}
	name = append(name, t.Foundations[:]...)
	for _, col := range t.Columns {
		name = append(name, byte(col.Down))
		pile(col.Cards)
	}
	pile(t.Waste)
	pile(t.Stock)
	if rules.Passes > 0 {
		name = binary.AppendUvarint(name, uint64(t.Pass))
	}
	return name
}
