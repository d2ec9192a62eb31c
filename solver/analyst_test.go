package solver

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
)

// dealt lays out a deal of klondike-solver.
func dealt(t testing.TB, number uint64, rules klondike.Rules) *klondike.Table {
	t.Helper()
	deal, err := seeds.Deal("klondike-solver", number)
	require.NoError(t, err)
	table, err := klondike.NewTable(deal, rules)
	require.NoError(t, err)
	return table
}

// vegas3 is draw 3 in three passes.
func vegas3() klondike.Rules {
	rules := klondike.DrawK(3)
	rules.Passes = 3
	return rules
}

// skipRaced skips a test that searches much and starts no goroutine: the race
// detector has nothing to find there, and takes its time.
func skipRaced(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long, and without goroutines")
	}
}

// stroll plays n random moves and returns every table on the way, start included;
// fewer when there is no legal move left.
func stroll(rng *rand.Rand, start *klondike.Table, rules klondike.Rules, n int) []*klondike.Table {
	tables := []*klondike.Table{start}
	for range n {
		last := tables[len(tables)-1]
		legal := last.LegalMoves(rules, nil)
		if len(legal) == 0 {
			break
		}
		tables = append(tables, played(last, rules, legal[rng.IntN(len(legal))]))
	}
	return tables
}

// The second question about a game is answered from the tables of the first, even
// when other games were asked about between them.
func TestAnalystKeepsTables(t *testing.T) {
	rules := klondike.DrawK(3)
	ctx := context.Background()
	a := NewAnalyst(2, Limits{Memory: 32 << 20})
	first, err := a.Analyse(ctx, dealt(t, 2, rules), rules)
	require.NoError(t, err)
	_, err = a.Analyse(ctx, dealt(t, 3, rules), rules)
	require.NoError(t, err)
	again, err := a.Analyse(ctx, dealt(t, 2, rules), rules)
	require.NoError(t, err)
	assert.Equal(t, first.Verdict, again.Verdict)
	assert.Less(t, again.Stats.States, first.Stats.States)

	// A third game takes the place of seed 3, which has rested longest.
	_, err = a.Analyse(ctx, dealt(t, 5, rules), rules)
	require.NoError(t, err)
	kept, err := a.Analyse(ctx, dealt(t, 2, rules), rules)
	require.NoError(t, err)
	assert.Equal(t, again.Stats.States, kept.Stats.States)
}

func TestAnalystBudget(t *testing.T) {
	rules := klondike.DrawK(3)
	hard := dealt(t, 2754, rules)

	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	result, err := NewAnalyst(1, Limits{}).Analyse(cancelled, hard, rules)
	require.NoError(t, err)
	assert.Equal(t, Undecided, result.Verdict)
	assert.Equal(t, Cancelled, result.Reason)

	late, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	result, err = NewAnalyst(1, Limits{}).Analyse(late, hard, rules)
	require.NoError(t, err)
	assert.Equal(t, TimeLimit, result.Reason)

	result, err = NewAnalyst(1, Limits{Time: time.Nanosecond}).Analyse(context.Background(), hard, rules)
	require.NoError(t, err)
	assert.Equal(t, TimeLimit, result.Reason)

	result, err = NewAnalyst(1, Limits{States: 1}).Analyse(context.Background(), hard, rules)
	require.NoError(t, err)
	assert.Equal(t, StateLimit, result.Reason)
}

// A question that finds every solver busy waits no longer than it may.
func TestAnalystWaits(t *testing.T) {
	rules := klondike.DrawK(1)
	table := dealt(t, 3, rules)
	a := NewAnalyst(1, Limits{})
	<-a.rest // somebody has the only one
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	result, err := a.Analyse(ctx, table, rules)
	require.NoError(t, err)
	assert.Equal(t, Result{Reason: TimeLimit}, result)
	hint, err := a.Hint(ctx, table, rules)
	require.NoError(t, err)
	assert.Equal(t, Hint{Reason: TimeLimit}, hint)
	firsts, err := a.FirstMoves(ctx, table, rules)
	require.NoError(t, err)
	require.NotEmpty(t, firsts)
	for _, f := range firsts {
		assert.Equal(t, Undecided, f.Verdict)
		assert.Equal(t, TimeLimit, f.Reason)
	}
	critical, err := a.Critical(ctx, table, rules, nil)
	require.NoError(t, err)
	assert.Equal(t, Critical{Winnable: -1, Lost: -1, Reason: TimeLimit}, critical)

	go func() { a.rest <- struct{}{} }()
	result, err = a.Analyse(context.Background(), table, rules)
	require.NoError(t, err)
	assert.Equal(t, Winnable, result.Verdict)
}

func TestAnalystErrors(t *testing.T) {
	ctx := context.Background()
	a := NewAnalyst(1, Limits{})
	rules := klondike.DrawK(1)

	whitehead, err := klondike.Preset("whitehead")
	require.NoError(t, err)
	_, err = a.Analyse(ctx, dealt(t, 3, rules), whitehead)
	require.ErrorIs(t, err, ErrUnsupported)

	unknown := dealt(t, 3, rules)
	unknown.Stock[0] = klondike.Unknown
	_, err = a.Hint(ctx, unknown, rules)
	require.ErrorIs(t, err, ErrUnknownCards)

	broken := dealt(t, 3, rules)
	broken.Stock[0] = broken.Stock[1]
	_, err = a.FirstMoves(ctx, broken, rules)
	var wrong *klondike.TableError
	require.ErrorAs(t, err, &wrong)

	_, err = a.Critical(ctx, dealt(t, 3, rules), rules, []klondike.Move{{Kind: klondike.Draw}, {Kind: klondike.Redeal}})
	var illegal *klondike.IllegalMove
	require.ErrorAs(t, err, &illegal)
	assert.Equal(t, klondike.RuleRedeal, illegal.Rule)
}

// stress asks an Analyst about random play of many games from many goroutines, and
// compares each verdict with that of a solver without limits.
type stress struct {
	deals, calls int // calls for each deal
	memory       int64
	rules        []klondike.Rules // one for each deal in turn
}

const (
	stressWorkers  = 4
	stressDeadline = 50 * time.Millisecond
	stressMoves    = 60 // of each stroll
)

// positions calls visit with the positions of a deal that are asked about.
func (s stress) positions(t *testing.T, deal int, visit func(i int, table *klondike.Table, rules klondike.Rules)) {
	rules := s.rules[deal%len(s.rules)]
	start := dealt(t, uint64(deal), rules)
	rng := rand.New(rand.NewPCG(uint64(deal), 5))
	for i := 0; i < s.calls; {
		for _, table := range stroll(rng, start, rules, stressMoves) {
			if i < s.calls {
				visit(i, table, rules)
				i++
			}
		}
	}
}

func (s stress) run(t *testing.T) {
	a := NewAnalyst(stressWorkers, Limits{Time: stressDeadline, Memory: s.memory})
	type call struct {
		verdict Verdict
		reason  Reason
		took    time.Duration
	}
	calls := make([][]call, s.deals)
	each := func(work func(deal int)) {
		var group sync.WaitGroup
		for worker := range stressWorkers {
			group.Go(func() {
				for deal := worker; deal < s.deals; deal += stressWorkers {
					work(deal)
				}
			})
		}
		group.Wait()
	}

	// 1. Ask.
	each(func(deal int) {
		calls[deal] = make([]call, s.calls)
		s.positions(t, deal, func(i int, table *klondike.Table, rules klondike.Rules) {
			begin := time.Now()
			r, err := a.Analyse(context.Background(), table, rules)
			calls[deal][i] = call{r.Verdict, r.Reason, time.Since(begin)}
			assert.NoError(t, err)
			assert.LessOrEqual(t, r.Stats.Memory, s.memory/stressWorkers)
		})
	})
	assert.LessOrEqual(t, a.Memory(), s.memory)
	var heap runtime.MemStats
	runtime.ReadMemStats(&heap)

	// 2. Compare.
	each(func(deal int) {
		judge := New(Limits{})
		s.positions(t, deal, func(i int, table *klondike.Table, rules klondike.Rules) {
			if got := calls[deal][i]; got.verdict != Undecided {
				want, err := judge.Solve(context.Background(), table, rules)
				assert.NoError(t, err)
				assert.Equal(t, want.Verdict, got.verdict, "deal %d, call %d, %v\n%+v", deal, i, rules, table)
			} else {
				assert.Equal(t, TimeLimit, got.reason)
			}
		})
	})

	// 3. Measure.
	all := slices.Concat(calls...)
	var over, late []time.Duration
	var dead int
	for _, c := range all {
		over = append(over, max(0, c.took-stressDeadline))
		if c.verdict == Undecided {
			late = append(late, c.took-stressDeadline)
		}
		if c.verdict == Unwinnable {
			dead++
		}
	}
	slices.Sort(over)
	slices.Sort(late)
	t.Logf("%d calls, %d unwinnable, %d undecided; tables %d KiB of %d KiB, heap %d KiB from the system",
		len(all), dead, len(late), a.Memory()>>10, s.memory>>10, heap.Sys>>10)
	t.Logf("beyond the deadline: 99th percentile of all calls %v, worst %v", over[len(over)*99/100], over[len(over)-1])
	if len(late) > 0 {
		t.Logf("of the undecided: median %v, 99th percentile %v", late[len(late)/2], late[len(late)*99/100])
	}
	assert.Positive(t, dead)
}

func TestAnalystStress(t *testing.T) {
	rules := []klondike.Rules{klondike.DrawK(1), klondike.DrawK(3), vegas3()}
	s := stress{deals: 9, calls: 80, memory: 8 << 20, rules: rules}
	if deep() {
		s = stress{deals: 200, calls: 500, memory: 64 << 20, rules: rules}
	}
	s.run(t)
}
