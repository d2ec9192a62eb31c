package certificate

import (
	"bytes"
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/notation"
)

// small makes a random late position and all that play makes of it.
func small(t testing.TB, rng *rand.Rand) (Header, *reached) {
	t.Helper()
	for {
		rules := randomRules(rng)
		h := Header{Rules: rules, Start: randomLate(t, rng, rules, 8+rng.IntN(11))}
		if r := explore(t, h.Start, rules, 600); r != nil {
			return h, r
		}
	}
}

func all(int) bool  { return true }
func none(int) bool { return false }

// All positions to which play leads from a lost one are a proof, whatever the
// lemmas leave out.
func TestAllThatIsReachedIsAProof(t *testing.T) {
	skipShort(t)
	rng := newRand(2)
	for lost := 0; lost < 30; {
		h, r := small(t, rng)
		if !r.lost[0] {
			continue
		}
		lost++
		c, err := Read(bytes.NewReader(written(t, h, r.entries(h.Rules, all)...)))
		require.NoError(t, err)
		require.NoErrorf(t, c.Check(t.Context(), Options{Threads: 2}), "%v, %+v", h.Rules, h.Start)
	}
}

// No set of entries proves a winnable position lost: not all that are not won as
// they stand, nor all that are lost with the start added or without, nor what remains
// when all entries that fail are taken out again and again, nor none at all.
func TestWinnableIsNeverAccepted(t *testing.T) {
	skipShort(t)
	rng := newRand(3)
	for won := 0; won < 15; {
		h, r := small(t, rng)
		if r.lost[0] || r.tables[0].CertainlyWon() {
			continue
		}
		won++
		b, err := newBoard(h)
		require.NoError(t, err)
		start := b.start(h.Start)

		wins := map[Entry]bool{}
		for _, e := range r.entries(h.Rules, func(i int) bool { return !r.lost[i] }) {
			wins[e] = true
		}
		notYetWon := func(i int) bool { return !r.tables[i].Won() }
		lost := func(i int) bool { return r.lost[i] }
		for _, want := range []func(int) bool{all, notYetWon, lost, func(i int) bool { return i == 0 || r.lost[i] }, none} {
			c := &Certificate{header: h, board: b, entries: setOfEntries(r.entries(h.Rules, want)...)}
			require.ErrorAs(t, c.Check(t.Context(), Options{Threads: 1}), new(*Rejected))
		}

		e := setOfEntries(r.entries(h.Rules, all)...)
		what := closed(b, &e)
		require.False(t, what.newChecker().cover.covered(start), "%v, %+v", h.Rules, h.Start)
		for i := range e.len() {
			require.False(t, wins[e.position(i).entry()], "%v, %+v", h.Rules, h.Start)
		}
	}
}

func setOfEntries(list ...Entry) entries {
	var e entries
	for _, entry := range list {
		e.add(entry)
	}
	e.sort()
	return e
}

// closed takes out entries that fail until none does.
func closed(b *board, e *entries) *job {
	for {
		j := &job{index: newIndex(b, e)}
		c := j.newChecker()
		kept, dropped := make([]bool, e.len()), false
		for i := range kept {
			kept[i] = c.check(e.position(i)) == 0
			dropped = dropped || !kept[i]
		}
		if !dropped {
			return j
		}
		e.keep(kept)
	}
}

// By the letter of lemma 8 this entry covers its only child: ten of diamonds to the
// tableau, nine of spades down on it; the nine can go up again, and then the entry
// includes what is left. Yet the position is won.
func TestEntryDoesNotProveItself(t *testing.T) {
	rules := klondike.DrawK(1)
	start, _, err := notation.Parse([]byte(`
		foundations: QC 5D 9H 9S
		1: KC QD JS
		2: QH
		3: KH QS JH TS 9D
		4: KS
		6: <JD> <6D> <KD> <TH> 7D
		stock: 8D TD`), rules)
	require.NoError(t, err)
	h := Header{Rules: rules, Start: start}
	entry := entryOf(start, start, rules, Open)
	c, err := Read(bytes.NewReader(written(t, h, entry)))
	require.NoError(t, err)

	require.Equal(t, &Rejected{Reason: StartWon}, CheckPlain(t.Context(), c, 100_000))
	child := entry
	child.Found[klondike.Spades]--
	child.Talon = 0b01
	require.Equal(t, &Rejected{Circular, entry, child}, c.Check(t.Context(), Options{}))

	// Nothing but the order among entries with the same locked stacks keeps it out.
	checker := (&job{index: newIndex(c.board, &c.entries)}).newChecker()
	require.True(t, checker.cover.covered(position{key: child.key()}))
}

func TestReasons(t *testing.T) {
	rules := klondike.DrawK(1)
	h := Header{Rules: rules, Start: dealt(t, "klondike-solver:0", rules)}
	start := entryOf(h.Start, h.Start, rules, Open)
	check := func(list ...Entry) *Rejected {
		c, err := Read(bytes.NewReader(written(t, h, list...)))
		require.NoError(t, err)
		var r *Rejected
		require.ErrorAs(t, c.Check(t.Context(), Options{Threads: 1}), &r)
		require.NotEmpty(t, r.Error())
		return r
	}
	assert.Equal(t, StartNotCovered, check().Reason)
	r := check(start)
	assert.Equal(t, ChildNotCovered, r.Reason)
	assert.Equal(t, start, r.Entry)
	won := Entry{Found: [4]uint8{13, 13, 13, 13}}
	c := proof(t, h, true)
	r = check(append(listOf(c), won)...)
	assert.Equal(t, &Rejected{Reason: EntryWon, Entry: won}, r)
}

func listOf(c *Certificate) []Entry {
	list := make([]Entry, c.Len())
	for i := range list {
		list[i] = c.Entry(i)
	}
	return list
}

// A turn covers those that draws and redeals lead to, and the same with fewer
// redeals left. With as many redeals left as talon cards, it is as good as with
// unlimited passes.
func TestTurnCovers(t *testing.T) {
	const most = 7
	for draw := 1; draw <= most+1; draw++ {
		b := &board{rules: klondike.Rules{Draw: draw}}
		for n := range most + 1 {
			for offset := range n + 1 {
				for redeals := range n + 3 {
					reached := turnsFrom(draw, n, offset, redeals)
					for to := range n + 1 {
						endless := b.turnCovers(Endless, newTurn(offset, 0), position{kind: Endless, turn: newTurn(to, 0)}, n)
						require.Equal(t, turnsFrom(draw, n, offset, n+1)[newTurn(to, 0)], endless)
						for left := range n + 5 {
							want := reached[newTurn(to, left)]
							if redeals >= n {
								want = endless
							}
							p := position{kind: Limited, turn: newTurn(to, left)}
							require.Equalf(t, want, b.turnCovers(Limited, newTurn(offset, redeals), p, n),
								"draw %d, %d cards: %d, %d covers %d, %d", draw, n, offset, redeals, to, left)
							require.Equal(t, endless, b.turnCovers(Endless, newTurn(offset, 0), p, n))
						}
						p := position{kind: Endless, turn: newTurn(to, 0)}
						require.Equal(t, redeals >= n && endless, b.turnCovers(Limited, newTurn(offset, redeals), p, n))
					}
				}
			}
		}
	}
}

// turnsFrom draws and redeals as long as it can be done, and notes all turns on the
// way, with as many redeals left as there are or fewer.
func turnsFrom(draw, n, offset, redeals int) map[turn]bool {
	turns := map[turn]bool{}
	for {
		for left := range redeals + 1 {
			turns[newTurn(offset, left)] = true
		}
		switch {
		case offset < n:
			offset = min(offset+draw, n)
		case redeals > 0 && n > 0:
			offset, redeals = 0, redeals-1
		default:
			return turns
		}
	}
}

func TestProgressAndThreads(t *testing.T) {
	for _, c := range realProofs(t) {
		for threads := range 3 {
			var last, total int64
			var calls sync.Mutex // in the goroutine of Check, so never held
			progress := func(done, of int64) {
				require.True(t, calls.TryLock())
				defer calls.Unlock()
				require.GreaterOrEqual(t, done, last)
				last, total = done, of
			}
			require.NoError(t, c.Check(t.Context(), Options{Progress: progress, Threads: threads}))
			require.EqualValues(t, c.Len(), last)
			require.EqualValues(t, c.Len(), total)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := realProofs(t)[0]
	require.ErrorIs(t, c.Check(ctx, Options{}), context.Canceled)
	require.ErrorIs(t, CheckPlain(ctx, c, DefaultTables), context.Canceled)
}

func TestPlainTooLarge(t *testing.T) {
	require.ErrorIs(t, CheckPlain(t.Context(), realProofs(t)[0], 1000), ErrTooLarge)
}

// The ten comes after the jack has gone by, so it takes a second pass.
func TestPlainPasses(t *testing.T) {
	for passes, want := range map[int]error{0: &Rejected{Reason: StartWon}, 1: nil, 2: &Rejected{Reason: StartWon}} {
		rules := klondike.Rules{Draw: 2, Passes: passes, Decks: 1, Columns: 7}
		start, _, err := notation.Parse([]byte("foundations: KC KD KH 9S\nstock: KS JS QS TS"), rules)
		require.NoError(t, err)
		err = CheckPlain(t.Context(), &Certificate{header: Header{Rules: rules, Start: start}}, 1000)
		require.Equalf(t, want, err, "%d passes", passes)
	}
}

// BenchmarkCheck gives the time to check an entry of real deals, with one thread.
func BenchmarkCheck(b *testing.B) {
	proofs := realProofs(b)
	entries := 0
	for b.Loop() {
		entries = 0
		for _, c := range proofs {
			if err := c.Check(b.Context(), Options{Threads: 1}); err != nil {
				b.Fatal(err)
			}
			entries += c.Len()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(entries), "ns/entry")
}
