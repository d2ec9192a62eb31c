package certificate

import (
	"bytes"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// prover decides positions by the checker's own walk and steps, and remembers what
// it found. Its verdicts show whether the lemmas as they are written here tell
// lost positions from others; its entries are certificates to check.
type prover struct {
	board   *board
	walk    walk
	known   map[position]bool
	relaxed *relaxed // nil to do without
	entries []Entry
}

func newProver(t testing.TB, h Header) (p *prover, start position) {
	t.Helper()
	b, err := newBoard(h)
	require.NoError(t, err)
	return &prover{board: b, walk: walk{board: b}, known: map[position]bool{}}, b.start(h.Start)
}

// lost reports whether a position is proven lost.
func (p *prover) lost(at position) bool {
	if p.board.faceDown(at.key) == 0 && (at.kind == Open || at.key.talon() == 0) {
		return false
	}
	// 1. The plateau, by its lowest member.
	var members []key
	var forced position
	lowest := at
	lowest.key = ^key(0)
	p.walk.begin(at.key, false)
	ground := p.walk.ground
	for {
		k, l, ok := p.walk.next()
		if !ok {
			break
		}
		lowest.key = min(lowest.key, k)
		members = append(members, k)
		if forced.key == 0 {
			forced = p.board.forced(at, k, &l)
		}
	}
	if lost, ok := p.known[lowest]; ok {
		return lost
	}
	// 2. By relaxed play, then with an open talon, then by a safe promotion, then by
	// all steps.
	lost := p.relaxed != nil && p.relaxed.lost(lowest) || at.kind != Open && p.lost(position{key: lowest.key})
	if !lost {
		if forced.key != 0 {
			lost = p.lost(forced)
		} else if lost = p.allLost(at, members, &ground); lost {
			p.entries = append(p.entries, lowest.entry())
		}
	}
	p.known[lowest] = lost
	return lost
}

func (p *prover) allLost(at position, members []key, g *ground) bool {
	for _, k := range members {
		l := p.board.layout(g, k)
		s := steps{board: p.board}
		for _, child := range s.of(at, k, &l) {
			if !p.lost(child) {
				return false
			}
		}
	}
	return true
}

// proof returns a certificate of a position that the prover finds lost, or nil. It
// does with relaxed play or without.
func proof(t testing.TB, h Header, withRelaxed bool) *Certificate {
	t.Helper()
	p, start := newProver(t, h)
	if withRelaxed {
		p.relaxed = &relaxed{board: p.board}
	}
	if !p.lost(start) {
		return nil
	}
	c, err := Read(bytes.NewReader(written(t, h, p.entries...)))
	require.NoError(t, err)
	return c
}

// The lemmas tell lost positions as looking at every table does, under all rules of
// the family, with relaxed play and without, and what they prove the checker accepts.
// A lemma that prunes too much shows as a verdict that is wrong, or a position that is
// not in the proof.
func TestVerdictsAndPlain(t *testing.T) {
	skipShort(t)
	positions, tables := 700, 3000
	if deep() {
		positions, tables = 20_000, 12_000
	}
	rng := newRand(1)
	lost, won := 0, 0
	entries := map[bool]int{}
	for range positions {
		rules := randomRules(rng)
		h := Header{Rules: rules, Start: randomLate(t, rng, rules, 8+rng.IntN(13))}
		err := CheckPlain(t.Context(), &Certificate{header: h}, tables)
		if errors.Is(err, ErrTooLarge) {
			continue
		}
		if err != nil {
			require.Equal(t, &Rejected{Reason: StartWon}, err)
			won++
		} else {
			lost++
		}
		for _, withRelaxed := range []bool{false, true} {
			c := proof(t, h, withRelaxed)
			require.Equalf(t, err == nil, c != nil, "%v, %+v", rules, h.Start)
			if c != nil {
				require.NoErrorf(t, c.Check(t.Context(), Options{Threads: 1}), "%v, %+v", rules, h.Start)
				entries[withRelaxed] += c.Len()
			}
		}
	}
	t.Logf("%d positions lost, %d won; entries with relaxed play and without: %v", lost, won, entries)
	require.Greater(t, lost, positions/10)
	require.Greater(t, won, positions/10)
}

// realDeals are some that cannot be won, and that relaxed play does not show to be
// lost.
var realDeals = []struct {
	name  string
	rules klondike.Rules
}{
	{"klondike-solver:174", klondike.DrawK(1)},
	{"klondike-solver:187", klondike.DrawK(1)},
	{"klondike-solver:182", klondike.DrawK(3)},
	{"klondike-solver:163", klondike.Rules{Draw: 3, Passes: 3, WorryBack: true, Decks: 1, Columns: 7}},
	{"klondike-solver:167", klondike.Rules{Draw: 3, Passes: 3, WorryBack: true, Decks: 1, Columns: 7}},
	{"klondike-solver:174", klondike.Rules{Draw: 1, Decks: 1, Columns: 7}},
}

var (
	realProofsOnce sync.Once
	realProofsList []*Certificate
)

// realProofs returns certificates of realDeals, without entries that are not
// needed.
func realProofs(t testing.TB) []*Certificate {
	t.Helper()
	realProofsOnce.Do(func() {
		for _, deal := range realDeals {
			h := Header{Rules: deal.rules, Start: dealt(t, deal.name, deal.rules), Program: "test"}
			p, start := newProver(t, h)
			p.relaxed = &relaxed{board: p.board}
			require.Truef(t, p.lost(start), "%s, %v", deal.name, deal.rules)
			realProofsList = append(realProofsList, reduced(t, h, p.entries))
		}
	})
	require.Len(t, realProofsList, len(realDeals))
	return realProofsList
}

// reduced returns a certificate of the entries that are needed.
func reduced(t testing.TB, h Header, list []Entry) *Certificate {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, h)
	require.NoError(t, err)
	for _, e := range list {
		require.NoError(t, w.Add(e))
	}
	require.NoError(t, w.Reduce(t.Context(), Options{}))
	require.NoError(t, w.Close())
	c, err := Read(&file)
	require.NoError(t, err)
	return c
}
