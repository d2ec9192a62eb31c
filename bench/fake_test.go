package bench

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/solver"
)

// small is a suite of six questions, four of them winnable.
func small(t *testing.T) Suite {
	t.Helper()
	s, err := ReadSuite("small", strings.NewReader(`# a comment
seed,draw,passes,worry_back,verdict,tier,source
klondike-solver:3,1,unlimited,true,winnable,light,verdicts
klondike-solver:3,3,unlimited,true,winnable,light,verdicts
klondike-solver:0,1,unlimited,true,unwinnable,light,verdicts
klondike-solver:0,3,unlimited,true,unwinnable,light,verdicts
klondike-solver:3,3,5,true,winnable,medium,own
klondike-solver:3,3,unlimited,false,winnable,light,own
`))
	require.NoError(t, err)
	return s
}

// machine is a solver on a machine with clocks of its own. It takes a millisecond
// for each state, and more when it is disturbed; whoever looks at a clock spends a
// microsecond. It finds every deal winnable but klondike-solver:0.
type fakeMachine struct {
	t          *testing.T
	time       reading
	disturbed  float64 // what answers take on top, at most: a share
	rng        *rand.Rand
	dead       *klondike.Table
	questions  int
	wrong      int // this question gets the wrong verdict
	growing    bool
	unclocked  bool // no processor clock
	cancelling context.CancelFunc
}

func newFakeMachine(t *testing.T, seed uint64) *fakeMachine {
	dead, err := Question{Seed: "klondike-solver:0", Rules: klondike.DrawK(1)}.table()
	require.NoError(t, err)
	return &fakeMachine{t: t, rng: rand.New(rand.NewPCG(seed, 0)), dead: dead, wrong: -1}
}

func (f *fakeMachine) config(t *testing.T, rounds int) Config {
	return Config{Suite: small(t), Rounds: rounds, solve: f.solve, tables: f.tables, clock: f.clock}
}

func (f *fakeMachine) clock() reading {
	f.pass(time.Microsecond)
	return f.time
}

func (f *fakeMachine) pass(d time.Duration) {
	f.time.wall += 2 * d // someone else has the other half
	f.time.processor += d
	f.time.hasProcessor = !f.unclocked
}

func (f *fakeMachine) solve(_ context.Context, table *klondike.Table, rules klondike.Rules) (solver.Result, error) {
	states := int64(10 * rules.Draw)
	if f.growing {
		states += int64(f.questions)
	}
	f.pass(time.Duration(float64(states) * float64(time.Millisecond) * (1 + f.disturbed*f.rng.Float64())))
	r := solver.Result{Verdict: solver.Winnable, Stats: solver.Stats{
		States: states, Open: states, Memory: 100 * states, Rules: map[string]int64{"rule": states / 10},
	}}
	if table.Equal(f.dead) != (f.questions == f.wrong) {
		r.Verdict = solver.Unwinnable
	}
	f.questions++
	if f.cancelling != nil {
		f.cancelling()
		r = solver.Result{Verdict: solver.Undecided, Reason: solver.Cancelled}
	}
	return r, nil
}

// tables are half full; one entry and one bucket in ten lie one bucket further.
func (f *fakeMachine) tables() solver.Tables {
	return solver.Tables{Slots: 160, Entries: 80, Hits: []int64{72, 8}, Misses: []int64{18, 2}}
}
