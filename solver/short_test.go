package solver

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/solver/internal/brute"
	"klondike/solver/internal/pack"
	"klondike/solver/internal/search"
	"klondike/solver/internal/shorten"
)

// TestShortLines compares the lines of Solve with those of Decide, deal by deal and
// for all kinds of rules: no longer, in no more passes, won by the referee's count,
// no shorter than can be, and always the same.
func TestShortLines(t *testing.T) {
	deals := 100
	switch {
	case deep():
		deals = 300
	case testing.Short():
		deals = 15
	}
	ctx := context.Background()
	limits := Limits{States: 20_000}
	long, short := New(limits), New(limits)
	won, before, after, least := 0, 0, 0, 0
	for seed := range deals {
		rules := klondike.DrawK(1 + seed%4)
		rules.Passes = []int{0, 0, 2, 3, 5}[seed%5]
		rules.WorryBack = seed%7 > 0
		table := deal(t, "klondike-solver", uint64(seed), rules)
		found, err := long.Decide(ctx, table, rules)
		require.NoError(t, err)
		result, err := short.Solve(ctx, table, rules)
		require.NoError(t, err)
		require.Equal(t, found.Verdict, result.Verdict, "seed %d", seed)
		if result.Verdict != Winnable {
			continue
		}
		report, err := klondike.Replay(table, rules, result.Moves, klondike.Standard())
		require.NoError(t, err)
		require.True(t, report.Won, "seed %d", seed)
		require.LessOrEqual(t, report.PassesUsed, passesOf(table, found.Moves), "seed %d", seed)
		require.LessOrEqual(t, len(result.Moves), len(found.Moves), "seed %d", seed)
		require.GreaterOrEqual(t, len(result.Moves), LeastMoves(table, rules), "seed %d", seed)
		again, err := New(limits).Solve(ctx, table, rules)
		require.NoError(t, err)
		require.Equal(t, result.Moves, again.Moves, "seed %d", seed)
		won++
		before += len(found.Moves)
		after += len(result.Moves)
		least += LeastMoves(table, rules)
	}
	t.Logf("%d wins: %d moves as found, %d shortened, %d at least", won, before, after, least)
	require.Greater(t, won, deals/2)
	require.Less(t, after, before*8/10)
}

// TestShortLinesOfOtherQuestions: a shortened line of the fewest passes takes so
// many, and one that brings the most cards up brings so many.
func TestShortLinesOfOtherQuestions(t *testing.T) {
	deals := uint64(20)
	if testing.Short() {
		deals = 4
	}
	ctx := context.Background()
	for seed := range deals {
		rules := klondike.DrawK(1 + int(seed%3))
		rules.Passes = 4
		table := deal(t, "klondike-solver", seed, rules)
		s := New(Limits{States: 50_000})
		fewest, err := s.MinPasses(ctx, table, rules)
		require.NoError(t, err)
		if fewest.Verdict == Winnable {
			report, err := klondike.Replay(table, rules, fewest.Moves, klondike.Standard())
			require.NoError(t, err)
			require.True(t, report.Won)
			require.Equal(t, fewest.Passes, report.PassesUsed, "seed %d", seed)
		}
		most, err := s.MostCards(ctx, table, rules)
		require.NoError(t, err)
		report, err := klondike.Replay(table, rules, most.Moves, klondike.Standard())
		require.NoError(t, err)
		require.NoError(t, report.Illegal)
		require.Equal(t, most.Cards, report.Final.FoundationCards(), "seed %d", seed)
	}
}

// TestShortestLines finds the shortest lines of small positions by trying everything.
func TestShortestLines(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of thousands of tables")
	}
	rng := rand.New(rand.NewPCG(5, 1))
	ctx := context.Background()
	solver := New(Limits{})
	compared, shortest, excess := 0, 0, 0
	positions := 15
	if deep() {
		positions = 60
	}
	for compared < positions {
		options := brute.Mixed(rng)
		options.MinCards, options.MaxCards = 8, 18
		options.Passes = rng.IntN(3)
		table := brute.RandomPosition(rng, options)
		rules := klondike.DrawK(1 + rng.IntN(4))
		rules.WorryBack = rng.IntN(2) == 0
		rules.Passes = options.Passes
		result, err := solver.Solve(ctx, table, rules)
		require.NoError(t, err)
		if result.Verdict != Winnable {
			continue
		}
		want, ok := fewestMoves(table, rules, 5_000)
		if !ok {
			continue
		}
		require.LessOrEqual(t, LeastMoves(table, rules), want, "%v\n%+v", rules, table)
		require.GreaterOrEqual(t, len(result.Moves), want, "%v\n%+v", rules, table)
		compared++
		if excess += len(result.Moves) - want; len(result.Moves) == want {
			shortest++
		}
	}
	t.Logf("%d of %d lines are shortest, the others are longer by %d moves altogether", shortest, compared, excess)
	require.Greater(t, shortest, compared*8/10)
}

// fewestMoves returns the length of a shortest win. It reports false if more than so
// many tables must be looked at.
func fewestMoves(start *klondike.Table, rules klondike.Rules, maxTables int) (int, bool) {
	type entry struct {
		table *klondike.Table
		moves int
	}
	met := map[string]bool{tableKey(start): true}
	for queue := []entry{{start, 0}}; len(queue) > 0 && len(met) <= maxTables; queue = queue[1:] {
		e := queue[0]
		if e.table.Won() {
			return e.moves, true
		}
		for _, m := range e.table.LegalMoves(rules, nil) {
			next := played(e.table, rules, m)
			if rules.Passes == 0 {
				next.Pass = 1
			}
			if key := tableKey(next); !met[key] {
				met[key] = true
				queue = append(queue, entry{next, e.moves + 1})
			}
		}
	}
	return 0, false
}

// tableKey is the same for two tables of a game if they differ in nothing but the
// order of their columns.
func tableKey(t *klondike.Table) string {
	columns := make([]string, len(t.Columns))
	for i, col := range t.Columns {
		column := []byte{byte(col.Down)}
		for _, c := range col.Cards {
			column = append(column, byte(c))
		}
		columns[i] = string(column)
	}
	slices.Sort(columns)
	key := append(t.Foundations[:4:4], byte(len(t.Stock)), byte(len(t.Waste)), byte(t.Pass))
	return string(key) + strings.Join(columns, "\xff")
}

// TestShortenRandomPlay and FuzzShortenRandomPlay shorten lines that no search would
// find.
func TestShortenRandomPlay(t *testing.T) {
	lines := uint64(300)
	switch {
	case deep():
		lines = 2000
	case testing.Short():
		lines = 30
	}
	for seed := range lines {
		shortenRandomPlay(t, seed, 0)
	}
}

func FuzzShortenRandomPlay(f *testing.F) {
	f.Add(uint64(1), uint64(1))
	f.Fuzz(shortenRandomPlay)
}

// shortenRandomPlay plays at random up to the moment with the most cards on the
// foundations, and shortens that.
func shortenRandomPlay(t *testing.T, seed, stream uint64) {
	rng := rand.New(rand.NewPCG(seed, 100+stream))
	rules := klondike.DrawK(1 + rng.IntN(4))
	rules.WorryBack = rng.IntN(3) > 0
	rules.Passes = rng.IntN(4)
	start := deal(t, "native", seed, rules)
	if rng.IntN(3) > 0 {
		options := brute.Mixed(rng)
		options.Passes = rules.Passes
		start = brute.RandomPosition(rng, options)
	}
	acts, cards := randomPlay(rng, start, rules)

	s := New(Limits{})
	packed, err := s.pack(start, rules)
	require.NoError(t, err)
	long, err := play(start, rules, shorten.Anywhere(acts), cards)
	require.NoError(t, err)
	task := shorten.Task{
		Deal: s.deal, Start: packed, Second: shorten.Second(start),
		Draw: rules.Draw, WorryBack: rules.WorryBack, Goal: cards, Acts: acts,
	}
	placed, n := s.shortener.Shorten(task)
	short, err := play(start, rules, placed, cards)
	require.NoError(t, err)
	require.Len(t, short, n, "counted other moves than were made")
	require.LessOrEqual(t, passesOf(start, short), passesOf(start, long))
	line, err := s.line(start, rules, acts, cards, asShort)
	require.NoError(t, err)
	require.LessOrEqual(t, len(line), min(len(short), len(long)))
	again, _ := new(shorten.Shortener).Shorten(task)
	require.Equal(t, placed, again)
}

// randomPlay returns the acts of a random game up to the first moment with the most
// cards on the foundations, and how many these are.
func randomPlay(rng *rand.Rand, start *klondike.Table, rules klondike.Rules) (acts []search.Act, cards int) {
	table := start.Clone()
	cards = table.FoundationCards()
	var all []search.Act
	for range 300 {
		legal := table.LegalMoves(rules, nil)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		for range 2 {
			if m.Kind == klondike.FoundationToTableau || m.StockMove() {
				m = legal[rng.IntN(len(legal))]
			}
		}
		before := situationOf(table)
		var c klondike.Card
		switch m.Kind {
		case klondike.WasteToTableau, klondike.WasteToFoundation:
			c = table.Waste[len(table.Waste)-1]
		case klondike.TableauToTableau, klondike.TableauToFoundation:
			col := table.Columns[m.From].Cards
			c = col[len(col)-max(int(m.Count), 1)]
		case klondike.FoundationToTableau:
			c = klondike.NewCard(klondike.Rank(table.Foundations[m.From]), klondike.Suit(m.From))
		}
		mustPlay(table, rules, m)
		if !m.StockMove() && situationOf(table) != before {
			up := m.Kind == klondike.TableauToFoundation || m.Kind == klondike.WasteToFoundation
			all = append(all, search.Act{Card: pack.Bit(c), Up: up})
		}
		if n := table.FoundationCards(); n > cards {
			acts, cards = all[:len(all):len(all)], n
		}
	}
	return acts, cards
}
