// Package brute decides positions by trying everything. It is the ground that
// the search is tested against, and serves tests only.
//
// It knows nothing of the theory: positions are the referee's plain tables,
// moves are the referee's legal moves, draws and redeals are made one at a time,
// and every table that was met is remembered in full. It is only as fast as that
// permits, so it is for late positions (RandomPosition makes them).
package brute

import (
	"bytes"
	"slices"

	"klondike/klondike"
)

// Solve reports whether the game can be won from t. decided is false when more
// than maxStates different positions were met without an answer; then winnable
// is false and means nothing. states counts the positions met, t included.
func Solve(t *klondike.Table, r klondike.Rules, maxStates int) (winnable, decided bool, states int) {
	states, complete := explore(t, r, maxStates, func(now *klondike.Table) bool {
		winnable = now.Won()
		return winnable
	})
	return winnable, winnable || complete, states
}

// MostFoundation returns the largest number of cards that can be on the
// foundations at one time. When decided is false, maxStates was too small, and
// most is what was reached till then.
func MostFoundation(t *klondike.Table, r klondike.Rules, maxStates int) (most int, decided bool) {
	_, complete := explore(t, r, maxStates, func(now *klondike.Table) bool {
		most = max(most, now.FoundationCards())
		return most == r.Cards()
	})
	return most, complete || most == r.Cards()
}

// eager lists the kinds of moves, those tried first last: a position that can be
// won is then mostly won soon. It has no influence on any answer.
var eager = []klondike.MoveKind{
	klondike.FoundationToTableau,
	klondike.Redeal,
	klondike.Draw,
	klondike.TableauToTableau,
	klondike.WasteToTableau,
	klondike.WasteToFoundation,
	klondike.TableauToFoundation,
}

// explore visits every position that can be reached from t, each once, until
// visit returns true. complete is true when none is left; it is false when
// visit stopped it or more than maxStates positions were met.
func explore(t *klondike.Table, r klondike.Rules, maxStates int, visit func(*klondike.Table) bool) (states int, complete bool) {
	seen := map[string]struct{}{}
	k := newKeyer(r)
	if maxStates < 1 {
		return 0, false
	}
	seen[string(k.key(t))] = struct{}{}
	if visit(t) {
		return 1, false
	}
	open := []*klondike.Table{t.Clone()}
	var free []*klondike.Table // tables that are done with, for reuse
	next := t.Clone()
	var moves []klondike.Move
	for len(open) > 0 {
		now := open[len(open)-1]
		open = open[:len(open)-1]
		moves = now.LegalMoves(r, moves[:0])
		for _, kind := range eager {
			for _, m := range moves {
				if m.Kind != kind {
					continue
				}
				next.CopyFrom(now)
				if err := next.Play(m, r); err != nil {
					panic(err) // the referee contradicts itself
				}
				key := k.key(next)
				if _, met := seen[string(key)]; met {
					continue
				}
				if len(seen) == maxStates {
					return len(seen), false
				}
				seen[string(key)] = struct{}{}
				if visit(next) {
					return len(seen), false
				}
				open = append(open, next)
				if len(free) > 0 {
					next = free[len(free)-1]
					free = free[:len(free)-1]
				} else {
					next = &klondike.Table{}
				}
			}
		}
		free = append(free, now)
	}
	return len(seen), true
}

// keyer writes positions as bytes: two positions have the same key exactly if
// they are the same but for the order of their columns. No rule ever asks which
// column is which, so the order has no influence on what can be reached.
type keyer struct {
	piles   int
	passes  bool // the pass counts only if it is limited
	buf     []byte
	columns [][]byte
}

func newKeyer(r klondike.Rules) *keyer {
	return &keyer{
		piles:   r.Foundations(),
		passes:  r.Passes > 0,
		columns: make([][]byte, r.Columns),
	}
}

// end closes a list of cards. Cards are below it, and a column's first byte is
// the number of its face-down cards, so a key can be read back in one way only.
const end = 0xFF

// key returns the key of t. It is valid until the next call.
func (k *keyer) key(t *klondike.Table) []byte {
	for i, col := range t.Columns {
		text := append(k.columns[i][:0], byte(col.Down))
		for _, c := range col.Cards {
			text = append(text, byte(c))
		}
		k.columns[i] = append(text, end)
	}
	slices.SortFunc(k.columns, bytes.Compare)

	buf := append(k.buf[:0], t.Foundations[:k.piles]...)
	for _, text := range k.columns {
		buf = append(buf, text...)
	}
	for _, c := range t.Stock {
		buf = append(buf, byte(c))
	}
	buf = append(buf, end)
	for _, c := range t.Waste {
		buf = append(buf, byte(c))
	}
	if k.passes {
		buf = append(buf, end, byte(t.Pass), byte(t.Pass>>8))
	}
	k.buf = buf
	return buf
}
