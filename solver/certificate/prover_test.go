package certificate

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// prover decides positions from the checker's own walk and steps, remembering
// what it found. Its verdicts show what the lemmas are worth, its entries are
// certificates to check.
type prover struct {
	board   *board
	known   map[position]bool
	entries []Entry
	steps   steps
}

func newProver(t testing.TB, h Header) (*prover, position) {
	t.Helper()
	b, err := newBoard(h)
	require.NoError(t, err)
	return &prover{board: b, known: map[position]bool{}}, b.start(h.Start)
}

// lost reports whether a position is proven lost.
func (p *prover) lost(at position) bool {
	if p.board.faceDown(at.key) == 0 && (at.kind == Open || at.key.talon() == 0) {
		return false
	}
	w := &walk{board: p.board}
	w.begin(at.key, false)
	var members []key
	var forced []position
	least := at
	least.key = ^key(0)
	for {
		k, l, ok := w.next()
		if !ok {
			break
		}
		least.key = min(least.key, k)
		members = append(members, k)
		if child := p.board.forced(at, k, &l); child.key != 0 {
			forced = append(forced, child)
		}
	}
	lost, ok := p.known[least]
	if ok {
		return lost
	}
	if at.kind != Open && p.lost(position{key: least.key}) {
		p.known[least] = true
		return true
	}
	lost = p.decide(at, members, forced, w.ground)
	p.known[least] = lost
	if lost && len(forced) == 0 {
		p.entries = append(p.entries, least.entry())
	}
	return lost
}

func (p *prover) decide(at position, members []key, forced []position, g ground) bool {
	if len(forced) > 0 {
		return p.lost(forced[0])
	}
	for _, k := range members {
		l := p.board.layout(&g, k)
		s := steps{board: p.board}
		for _, child := range s.of(at, k, &l) {
			if !p.lost(child) {
				return false
			}
		}
	}
	return true
}

// certificate returns the entries of a prover as a certificate that was written
// and read.
func (p *prover) certificate(t testing.TB, h Header) *Certificate {
	t.Helper()
	c, err := Read(bytes.NewReader(written(t, h, p.entries...)))
	require.NoError(t, err)
	return c
}

func TestScratchLadder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	dead, alive, large := 0, 0, 0
	for range 3000 {
		rules := randomRules(rng)
		h := Header{Rules: rules, Start: randomLate(t, rng, rules, 8+rng.IntN(12))}
		err := CheckPlain(context.Background(), &Certificate{header: h}, 3000)
		if errors.Is(err, ErrTooLarge) {
			large++
			continue
		}
		p, start := newProver(t, h)
		lost := p.lost(start)
		if lost != (err == nil) {
			t.Fatalf("prover says lost %v, plain %v: %v %+v", lost, err, rules, h.Start)
		}
		if !lost {
			alive++
			continue
		}
		dead++
		c := p.certificate(t, h)
		if err := c.Check(context.Background(), Options{Threads: 1}); err != nil {
			t.Fatalf("%v: %v", err, h.Start)
		}
	}
	t.Log(dead, alive, large)
	_ = klondike.King
}
