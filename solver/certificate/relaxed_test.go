package certificate

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// allRules returns each combination of some draw counts and pass limits with
// worrying back and without.
func allRules() (list []klondike.Rules) {
	for _, draw := range []int{1, 2, 3, 5} {
		for passes := range 4 {
			for _, worryBack := range []bool{true, false} {
				list = append(list, klondike.Rules{Draw: draw, Passes: passes, WorryBack: worryBack, Decks: 1, Columns: 7})
			}
		}
	}
	return list
}

// randomBlocked makes a position with few cards on the foundations and many face
// down, as the deal leaves them.
func randomBlocked(t testing.TB, rng *rand.Rand, rules klondike.Rules) *klondike.Table {
	t.Helper()
	table := &klondike.Table{Columns: make([]klondike.Column, 7), Pass: 1}
	if rules.Passes > 0 {
		table.Pass += rng.IntN(rules.Passes)
	}
	var rest []klondike.Card
	for suit := range 4 {
		table.Foundations[suit] = uint8(rng.IntN(6))
		for rank := klondike.Rank(table.Foundations[suit]) + 1; rank <= klondike.King; rank++ {
			rest = append(rest, klondike.NewCard(rank, klondike.Suit(suit)))
		}
	}
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	for i := range table.Columns {
		table.Columns[i] = klondike.Column{Cards: slices.Clone(rest[:i+1]), Down: i}
		rest = rest[i+1:]
	}
	inTalon := rng.IntN(klondike.MaxDraw + 1)
	for len(rest) > inTalon {
		before := len(rest)
		rest = slices.DeleteFunc(rest, func(c klondike.Card) bool { return place(table, c) })
		if len(rest) == before {
			break
		}
	}
	if len(rest) > klondike.MaxDraw {
		return randomBlocked(t, rng, rules)
	}
	offset := rng.IntN(len(rest) + 1)
	table.Waste, table.Stock = slices.Clone(rest[:offset]), slices.Clone(rest[offset:])
	require.NoError(t, table.Validate(rules))
	return table
}

// started returns the board of a table, and the table as the start on it.
func started(t testing.TB, rules klondike.Rules, table *klondike.Table) (*board, position) {
	t.Helper()
	b, err := newBoard(Header{Rules: rules, Start: table})
	require.NoError(t, err)
	return b, b.start(table)
}

// inKinds returns a position with its turn, with unlimited passes and with an open
// talon.
func inKinds(p position) [3]position {
	return [3]position{p, {p.key, Endless, newTurn(p.turn.offset(), 0)}, {key: p.key}}
}

// source makes random positions of a kind.
type source struct {
	name string
	make func(testing.TB, *rand.Rand, klondike.Rules) *klondike.Table
}

var sources = []source{
	{"late", func(t testing.TB, rng *rand.Rand, rules klondike.Rules) *klondike.Table {
		return randomLate(t, rng, rules, 8+rng.IntN(14))
	}},
	{"late, 12 talon cards or more", func(t testing.TB, rng *rand.Rand, rules klondike.Rules) *klondike.Table {
		for {
			if table := randomLate(t, rng, rules, 14+rng.IntN(14)); len(table.Stock)+len(table.Waste) >= 12 {
				return table
			}
		}
	}},
	{"blocked", randomBlocked},
	{"blocked, 12 talon cards or more", func(t testing.TB, rng *rand.Rand, rules klondike.Rules) *klondike.Table {
		for {
			if table := randomBlocked(t, rng, rules); len(table.Stock)+len(table.Waste) >= 12 {
				return table
			}
		}
	}},
}

// played makes positions of random play from deals.
var played = source{"played", func(t testing.TB, rng *rand.Rand, rules klondike.Rules) *klondike.Table {
	start := dealt(t, fmt.Sprintf("klondike-solver:%d", rng.IntN(1000)), rules)
	return strolled(t, rng, start, rules, rng.IntN(80))
}}

// strolled returns a table some random moves after a start.
func strolled(t testing.TB, rng *rand.Rand, start *klondike.Table, rules klondike.Rules, moves int) *klondike.Table {
	t.Helper()
	table := start.Clone()
	for range moves {
		legal := table.LegalMoves(rules, nil)
		if len(legal) == 0 {
			break
		}
		require.NoError(t, table.Play(legal[rng.IntN(len(legal))], rules))
	}
	return table
}

// What relaxed play shows to be lost no play wins, as looking at each table tells.
func TestRelaxedPlayIsRight(t *testing.T) {
	skipShort(t)
	tries, enough, tables := 120, 2, 1200
	if deep() {
		tries, enough, tables = 400, 20, 8000
	}
	looked := map[klondike.Rules]int{}
	for i, source := range sources {
		t.Run(source.name, func(t *testing.T) {
			rng := newRand(uint64(100 + i))
			fired, confirmed := 0, 0
			for _, rules := range allRules() {
				before := confirmed
				for n := 0; n < tries && confirmed-before < enough; n++ {
					table := source.make(t, rng, rules)
					b, start := started(t, rules, table)
					if r := (&relaxed{board: b}); !r.lost(start) {
						continue
					}
					fired++
					err := CheckPlain(t.Context(), &Certificate{header: Header{Rules: rules, Start: table}}, tables)
					if errors.Is(err, ErrTooLarge) {
						continue
					}
					require.NoErrorf(t, err, "%v, %+v", rules, table)
					confirmed++
				}
				looked[rules] += confirmed - before
			}
			t.Logf("%d lost, %d of them looked at", fired, confirmed)
			require.Greater(t, confirmed, 16*enough)
		})
	}
	for rules, n := range looked {
		require.GreaterOrEqual(t, n, enough, rules)
	}
}

// No card comes to a foundation that relaxed play does not raise, in any line from
// any position, lost or won.
func TestRelaxedPlayRaisesWhatCanGoUp(t *testing.T) {
	skipShort(t)
	tries, most := 4, 400
	if deep() {
		tries, most = 60, 3000
	}
	for i, source := range sources {
		t.Run(source.name, func(t *testing.T) {
			rng := newRand(uint64(110 + i))
			explored, exact := 0, 0
			for _, rules := range allRules() {
				for range tries {
					table := source.make(t, rng, rules)
					reached := explore(t, table, rules, most)
					if reached == nil {
						continue
					}
					explored++
					b, start := started(t, rules, table)
					r := relaxed{board: b}
					r.lost(start)
					var up cardSet
					for _, after := range reached.tables {
						up |= b.up(entryOf(table, after, rules, start.kind).key())
					}
					require.Zerof(t, up&^r.raised, "%v, %+v", rules, table)
					if up == r.raised {
						exact++
					}
				}
			}
			t.Logf("%d positions, %d of them exact", explored, exact)
			require.Greater(t, exact, tries)
		})
	}
}

// What can be won relaxed play wins: in every position of won games, played
// backwards from their ends.
func TestRelaxedPlayWinsWhatIsWinnable(t *testing.T) {
	games := 10
	if deep() {
		games = 2000
	}
	rng := newRand(120)
	for _, rules := range allRules() {
		down, talon := 0, 0
		for range games {
			unplay(t, rng, rules, 300, func(table *klondike.Table) {
				b, start := started(t, rules, table)
				r := relaxed{board: b}
				for _, p := range inKinds(start) {
					require.Falsef(t, r.lost(p), "%v, %v: %+v", rules, p, table)
				}
				down = max(down, table.FaceDown())
				talon = max(talon, start.key.talonCards())
			})
		}
		require.Greater(t, down, 10)
		require.Greater(t, talon, 18)
	}
}

// No move leads to more raised cards, not even one that can be taken back. So all
// members of a plateau have the same, and what follows a position that is shown to be
// lost is shown to be lost. Unlimited passes raise no less than a number of them, and
// an open talon no less than those.
func TestRelaxedPlayOnlyLoses(t *testing.T) {
	games := 8
	if deep() {
		games = 1000
	}
	for i, source := range append(sources, played) {
		t.Run(source.name, func(t *testing.T) {
			rng := newRand(uint64(130 + i))
			lost, positions := 0, 0
			for _, rules := range allRules() {
				for range games {
					l, n := onlyLoses(t, rng, rules, source.make(t, rng, rules))
					lost += l
					positions += n
				}
			}
			t.Logf("%d of %d lost", lost, positions)
			require.Greater(t, lost, positions/20)
			require.Less(t, lost, positions)
		})
	}
}

// onlyLoses plays at random from a table, and counts the positions, and those that
// relaxed play shows to be lost.
func onlyLoses(t *testing.T, rng *rand.Rand, rules klondike.Rules, start *klondike.Table) (lost, positions int) {
	b, p := started(t, rules, start)
	r, w := relaxed{board: b}, walk{board: b}
	last := [3]cardSet{deck, deck, deck}
	table := start.Clone()
	for range 50 {
		e := entryOf(start, table, rules, p.kind)
		p = position{e.key(), p.kind, e.turn()}
		for i, p := range inKinds(p) {
			if r.lost(p) {
				lost++
			}
			positions++
			if r.raised&^last[i] != 0 || i > 0 && last[i-1]&^r.raised != 0 {
				t.Fatalf("%v: %+v, then %+v", p, start, table)
			}
			last[i] = r.raised
		}
		w.begin(p.key, false)
		for range 20 {
			k, _, ok := w.next()
			if !ok {
				break
			}
			r.lost(position{k, p.kind, p.turn})
			if r.raised&^last[0] != 0 || rules.WorryBack && r.raised != last[0] {
				t.Fatalf("%v, member %v: %+v", p, position{key: k}.entry(), start)
			}
		}
		moves := table.LegalMoves(rules, nil)
		if len(moves) == 0 {
			break
		}
		require.NoError(t, table.Play(moves[rng.IntN(len(moves))], rules))
	}
	return lost, positions
}

// relaxed raises what the text does, taken by the letter.
func TestRelaxedPlayByTheLetter(t *testing.T) {
	skipShort(t)
	positions := 6
	if deep() {
		positions = 500
	}
	for i, source := range append(sources, played) {
		t.Run(source.name, func(t *testing.T) {
			rng := newRand(uint64(140 + i))
			lost, all := 0, 0
			for _, rules := range allRules() {
				for range positions {
					table := source.make(t, rng, rules)
					b, start := started(t, rules, table)
					r := relaxed{board: b}
					for _, p := range inKinds(start) {
						if r.lost(p) {
							lost++
						}
						all++
						require.Equalf(t, newLetter(table, rules, p).raisedInTheEnd(), r.raised, "%v, %v: %+v", rules, p, table)
					}
				}
			}
			t.Logf("%d of %d lost", lost, all)
			require.Greater(t, lost, all/20)
			require.Less(t, lost, all)
		})
	}
}

// letter is relaxed play as the text of THEORY.md has it, one set and one rule after
// the other, without a thought for time.
type letter struct {
	rules klondike.Rules
	p     position
	talon []klondike.Card
	locks [7][]klondike.Card // by column, what is face down and the locked top

	ofTalon, found                                cards
	hidden, tops, placed, settled, atHand, played cards
}

// cards is a set of cards.
type cards [52]bool

func (s *cards) count() (n int) {
	for _, in := range s {
		if in {
			n++
		}
	}
	return n
}

// ofClass counts the cards of a class, of which c is one, that are in a set and not
// in another.
func ofClass(c klondike.Card, in, not *cards) (n int) {
	for suit := range klondike.Suit(4) {
		if d := klondike.NewCard(c.Rank(), suit); d.Red() == c.Red() && in[d] && !not[d] {
			n++
		}
	}
	return n
}

// oneOn and oneUnder return a card of the class that builds on c's, and one of its
// parent class.
func oneOn(c klondike.Card) klondike.Card    { return ofOtherColour(c.Rank()-1, c) }
func oneUnder(c klondike.Card) klondike.Card { return ofOtherColour(c.Rank()+1, c) }

func ofOtherColour(rank klondike.Rank, c klondike.Card) klondike.Card {
	if c.Red() {
		return klondike.NewCard(rank, klondike.Clubs)
	}
	return klondike.NewCard(rank, klondike.Hearts)
}

func newLetter(t *klondike.Table, rules klondike.Rules, p position) *letter {
	x := &letter{rules: rules, p: p, talon: slices.Concat(t.Waste, t.Stock)}
	for suit, height := range t.Foundations[:4] {
		for rank := klondike.Ace; rank <= klondike.Rank(height); rank++ {
			x.found[klondike.NewCard(rank, klondike.Suit(suit))] = true
		}
	}
	for i, col := range t.Columns {
		for j, c := range col.Cards {
			switch {
			case j < col.Down:
				x.hidden[c] = true
				x.locks[i] = append(x.locks[i], c)
			case j == col.Down && (j > 0 || c.Rank() != klondike.King):
				x.placed[c], x.tops[c] = true, true
				x.locks[i] = append(x.locks[i], c)
			default:
				x.placed[c], x.settled[c] = true, true
			}
		}
	}
	for _, c := range x.talon {
		x.ofTalon[c] = true
		x.atHand[c] = p.kind == Open
	}
	return x
}

// raise returns the set called raised: all cards, less those that cannot be in it,
// until there are no more such.
func (x *letter) raise() *cards {
	raised := new(cards)
	for c := range raised {
		raised[c] = true
	}
	for changed := true; changed; {
		changed = false
		for c := range klondike.Card(52) {
			lower := c.Rank() == klondike.Ace || raised[klondike.NewCard(c.Rank()-1, c.Suit())]
			if raised[c] && (x.hidden[c] || x.ofTalon[c] && !x.atHand[c] || !lower || x.buried(c, raised)) {
				raised[c] = false
				changed = true
			}
		}
	}
	return raised
}

func (x *letter) buried(c klondike.Card, raised *cards) bool {
	if !x.placed[c] || x.ofTalon[c] || x.rules.WorryBack && x.found[c] {
		return false
	}
	on := 0
	if c.Rank() > klondike.Ace {
		on = ofClass(oneOn(c), &x.settled, raised)
	}
	return ofClass(c, &x.placed, new(cards)) <= on
}

func (x *letter) hasHome(c klondike.Card) bool {
	raised := x.raise()
	if c.Rank() < klondike.King {
		return ofClass(oneUnder(c), &x.placed, new(cards)) > ofClass(c, &x.settled, raised)
	}
	n := x.tops.count()
	for suit := range klondike.Suit(4) {
		if king := klondike.NewCard(klondike.King, suit); x.settled[king] && !raised[king] {
			n++
		}
	}
	return n < 7
}

// spread changes things by the first two rules until nothing changes.
func (x *letter) spread() {
	for changed := true; changed; {
		changed = false
		for c := range klondike.Card(52) {
			if (x.atHand[c] || x.rules.WorryBack && x.found[c]) && !x.placed[c] && x.hasHome(c) {
				x.placed[c] = true
				changed = true
			}
			if x.tops[c] && (x.hasHome(c) || x.raise()[c]) {
				x.leave(c)
				changed = true
			}
		}
	}
}

func (x *letter) leave(top klondike.Card) {
	x.tops[top] = false
	for i := range x.locks {
		n := len(x.locks[i]) - 1
		if n < 0 || x.locks[i][n] != top {
			continue
		}
		x.locks[i] = x.locks[i][:n]
		if n == 0 {
			continue
		}
		c := x.locks[i][n-1]
		x.hidden[c] = false
		x.placed[c] = true
		if n == 1 && c.Rank() == klondike.King {
			x.settled[c] = true
		} else {
			x.tops[c] = true
		}
	}
}

// raisedInTheEnd plays, and returns what is raised then.
func (x *letter) raisedInTheEnd() (set cardSet) {
	x.spread()
	if x.p.kind != Open {
		x.turnStock()
	}
	for c, in := range x.raise() {
		if in {
			set |= setOf(klondike.Card(c))
		}
	}
	return set
}

func (x *letter) turnStock() {
	n, k := len(x.talon), x.rules.Draw
	for i := x.p.turn.offset(); i < n; i += k {
		x.stop(i)
	}
	x.stop(n)
	for pass := 0; x.p.kind == Endless || pass < x.p.turn.redeals(); pass++ {
		earlier := x.played
		for i := 1; i <= n; i++ {
			before := 0
			for _, c := range x.talon[:i-1] {
				if earlier[c] {
					before++
				}
			}
			stops := i == n
			for m := 0; m <= before; m++ {
				stops = stops || (i-m)%k == 0
			}
			if stops {
				x.stop(i)
			}
		}
		if x.p.kind == Endless && x.played == earlier {
			return
		}
	}
}

// stop is what happens when the first i cards have been drawn.
func (x *letter) stop(i int) {
	for j := i - 1; j >= 0; j-- {
		c := x.talon[j]
		if x.played[c] {
			continue
		}
		x.atHand[c] = true
		x.spread()
		if !x.hasHome(c) && !x.raise()[c] {
			x.atHand[c] = false
			return
		}
		x.played[c] = true
	}
}

// BenchmarkRelaxed gives the time of one call, with an open talon and with a turn, in
// positions of random play.
func BenchmarkRelaxed(b *testing.B) {
	rng := newRand(150)
	for _, rules := range []klondike.Rules{klondike.DrawK(1), klondike.DrawK(3), {Draw: 3, Passes: 3, WorryBack: true, Decks: 1, Columns: 7}} {
		type call struct {
			relaxed relaxed
			p       position
		}
		var calls [3][]call
		for range 1000 {
			start := dealt(b, fmt.Sprintf("klondike-solver:%d", rng.IntN(1000)), rules)
			table := strolled(b, rng, start, rules, rng.IntN(60))
			board, p := started(b, rules, start)
			e := entryOf(start, table, rules, p.kind)
			for i, p := range inKinds(position{e.key(), e.Kind, e.turn()}) {
				calls[i] = append(calls[i], call{relaxed{board: board}, p})
			}
		}
		for i, name := range []string{"turn", "endless", "open"} {
			if i == 1 && rules.Passes == 0 {
				continue
			}
			b.Run(fmt.Sprintf("%v/%s", rules, name), func(b *testing.B) {
				b.ReportAllocs()
				for n := 0; b.Loop(); n++ {
					c := &calls[i][n%len(calls[i])]
					c.relaxed.lost(c.p)
				}
			})
		}
	}
}
