package solver

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// covered makes the face-down cards of a table unknown, and its stock if asked to.
func covered(t *klondike.Table, stock bool) *klondike.Table {
	t = t.Clone()
	for _, col := range t.Columns {
		for i := range col.Down {
			col.Cards[i] = klondike.Unknown
		}
	}
	if stock {
		for i := range t.Stock {
			t.Stock[i] = klondike.Unknown
		}
	}
	return t
}

// Every way to fill in the cards comes up, and each about as often as any other.
func TestCompletionsAreUniform(t *testing.T) {
	rules := klondike.DrawK(1)
	table := position(t, `foundations: QC QD QH QS
1: KC
2: <?> KS
stock: ?
`, rules)
	counts := map[[2]klondike.Card]int{}
	const n = 2000
	for i := range n {
		c := completion(table, 1, i)
		require.NoError(t, c.Validate(rules))
		counts[[2]klondike.Card{c.Columns[1].Cards[0], c.Stock[0]}]++
	}
	assert.Len(t, counts, 2)
	for _, count := range counts { // five standard deviations
		assert.InDelta(t, n/2, count, 5*22.4)
	}

	deal := covered(dealt(t, 3, rules), true)
	first := map[klondike.Card]int{}
	last := map[klondike.Card]int{}
	for i := range n {
		c := completion(deal, 2, i)
		require.NoError(t, c.Validate(rules))
		first[c.Columns[1].Cards[0]]++
		last[c.Stock[23]]++
	}
	assert.Len(t, first, 45)
	assert.Len(t, last, 45)
	for card, count := range first { // a mean of 44, and again five standard deviations
		assert.InDelta(t, n/45.0, count, 5*6.6, "%v", card)
	}
	assert.Equal(t, completion(deal, 2, 7), completion(deal, 2, 7))
	assert.NotEqual(t, completion(deal, 2, 7), completion(deal, 3, 7))
}

// The counts are those of solving each completion, whatever the number of threads.
func TestSample(t *testing.T) {
	ctx := context.Background()
	n := 8
	if testing.Short() {
		n = 3
	}
	for _, rules := range []klondike.Rules{klondike.DrawK(1), klondike.DrawK(3), vegas3()} {
		table := covered(dealt(t, 3, rules), true)
		var done []int
		got, err := Sample(ctx, table, rules, SampleOptions{Completions: n, Seed: 9, Progress: func(d int) { done = append(done, d) }}, Limits{Threads: 4})
		require.NoError(t, err)
		require.Len(t, done, n)
		for i, d := range done {
			assert.Equal(t, i+1, d)
		}
		want := Sampled{Completions: n}
		judge := New(Limits{})
		for i := range n {
			c := completion(table, 9, i)
			result, err := judge.Solve(ctx, c, rules)
			require.NoError(t, err)
			tally(result.Verdict, &want.Winnable, &want.Unwinnable, &want.Undecided)
			for _, m := range got.Moves {
				after, err := judge.Solve(ctx, played(c, rules, m.Moves...), rules)
				require.NoError(t, err)
				require.Equal(t, after.Verdict, m.Verdicts[i])
			}
		}
		require.NotEmpty(t, got.Moves)
		for i, m := range got.Moves {
			var again SampledMove
			for _, v := range m.Verdicts {
				tally(v, &again.Winnable, &again.Unwinnable, &again.Undecided)
			}
			assert.Equal(t, []int{again.Winnable, again.Unwinnable, again.Undecided}, []int{m.Winnable, m.Unwinnable, m.Undecided})
			if i > 0 {
				assert.LessOrEqual(t, m.Winnable, got.Moves[i-1].Winnable)
			}
		}
		moves := got.Moves
		got.Moves = nil
		assert.Equal(t, want, got)

		one, err := Sample(ctx, table, rules, SampleOptions{Completions: n, Seed: 9}, Limits{})
		require.NoError(t, err)
		assert.Equal(t, moves, one.Moves)
		t.Logf("%v: %d of %d winnable, %d ways", rules, got.Winnable, n, len(moves))
	}
}

// With nothing unknown all completions are the table itself.
func TestSampleOfKnownTable(t *testing.T) {
	rules := klondike.DrawK(3)
	got, err := Sample(context.Background(), dealt(t, 0, rules), rules, SampleOptions{Completions: 3}, Limits{})
	require.NoError(t, err)
	assert.Equal(t, 3, got.Unwinnable)
}

// An unknown card that the stock would bring up is where planning ends.
func TestSampleTurnsToTheFirstUnknownCard(t *testing.T) {
	rules := klondike.DrawK(1)
	table := position(t, `foundations: TC TD TH TS
1: KC
2: <?> KS
stock: JC ? QH ? JD JH JS QC QS
`, rules)
	draw := klondike.Move{Kind: klondike.Draw}
	assert.Equal(t, [][]klondike.Move{
		{{Kind: klondike.TableauToTableau, From: 1, To: 2, Count: 1}},
		{draw, {Kind: klondike.WasteToFoundation, To: uint8(klondike.Clubs)}},
		{draw, draw},
	}, ways(table, rules))
}

func TestSampleWithinLimits(t *testing.T) {
	skipRaced(t)
	ctx := context.Background()
	rules := klondike.DrawK(3)
	table := covered(dealt(t, 2754, rules), true)
	o := SampleOptions{Completions: 20, Seed: 1}

	got, err := Sample(ctx, table, rules, o, Limits{States: 1})
	require.NoError(t, err)
	assert.Equal(t, 20, got.Completions)
	assert.Positive(t, got.Undecided)
	assert.Equal(t, StateLimit, got.Reason)
	full, err := Sample(ctx, table, rules, o, Limits{})
	require.NoError(t, err)
	assert.Zero(t, full.Undecided)
	assert.LessOrEqual(t, got.Winnable, full.Winnable)
	assert.LessOrEqual(t, got.Unwinnable, full.Unwinnable)

	// Cancelled after the third completion: those that were begun count.
	cancelled, cancel := context.WithCancel(ctx)
	o.Progress = func(done int) {
		if done == 3 {
			cancel()
		}
	}
	got, err = Sample(cancelled, table, rules, o, Limits{})
	require.NoError(t, err)
	assert.Equal(t, 3, got.Completions)
	assert.Equal(t, Cancelled, got.Reason)
	assert.Equal(t, 3, got.Winnable+got.Unwinnable+got.Undecided)
}

func TestSampleErrors(t *testing.T) {
	ctx := context.Background()
	rules := klondike.DrawK(1)
	table := covered(dealt(t, 3, rules), true)
	_, err := Sample(ctx, table, rules, SampleOptions{}, Limits{})
	require.ErrorIs(t, err, ErrNoCompletions)

	double, err := klondike.Preset("double")
	require.NoError(t, err)
	_, err = Sample(ctx, table, double, SampleOptions{Completions: 1}, Limits{})
	require.ErrorIs(t, err, ErrUnsupported)

	table.Stock = table.Stock[1:] // now the unknown cards are too few
	var wrong *klondike.TableError
	_, err = Sample(ctx, table, rules, SampleOptions{Completions: 1}, Limits{})
	require.ErrorAs(t, err, &wrong)
}

// The share of a sample comes close to that of all completions.
func TestSampleAgainstAllCompletions(t *testing.T) {
	skipRaced(t)
	ctx := context.Background()
	rules := klondike.DrawK(3)
	rng := rand.New(rand.NewPCG(4, 4))
	mixed := 0
	for number := uint64(0); mixed < 3; number++ {
		// 1. A late position with three face-down cards.
		_, tables := randomGame(rng, dealt(t, number, rules), rules, 40)
		table := tables[len(tables)-1]
		hide := 3
		table = table.Clone()
		for _, col := range table.Columns {
			for i := range min(col.Down, hide) {
				col.Cards[i] = klondike.Unknown
				hide--
			}
		}
		if hide > 0 {
			continue
		}
		// 2. Its completions, found among many random ones: there are six.
		all := map[[3]klondike.Card]Verdict{}
		for i := 0; len(all) < 6; i++ {
			c := completion(table, 77, i)
			var key [3]klondike.Card
			at := 0
			for col := range table.Columns {
				for j, card := range table.Columns[col].Cards {
					if card == klondike.Unknown {
						key[at] = c.Columns[col].Cards[j]
						at++
					}
				}
			}
			if _, met := all[key]; !met {
				result, err := Solve(ctx, c, rules, Limits{})
				require.NoError(t, err)
				all[key] = result.Verdict
			}
		}
		winnable := 0
		for _, v := range all {
			if v == Winnable {
				winnable++
			}
		}
		if winnable == 0 || winnable == 6 {
			continue
		}
		mixed++
		// 3. The sample.
		const n = 120
		got, err := Sample(ctx, table, rules, SampleOptions{Completions: n, Seed: number}, Limits{Threads: 2})
		require.NoError(t, err)
		assert.InDelta(t, float64(winnable)/6, float64(got.Winnable)/n, 4*0.5/10.9, "four standard deviations at most")
	}
}
