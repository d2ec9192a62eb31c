package survey

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/bench/stats"
	"klondike/klondike"
)

func TestResultsAreInOrderAndTheRightAnswers(t *testing.T) {
	c := config(t, filepath.Join(t.TempDir(), "new", "directory"), "klondike-solver:5..104")
	s := mustRun(t, c)
	assert.Equal(t, Opened{Planned: 100}, s.Opened)
	assert.Equal(t, uint64(100), s.Deals)
	assert.False(t, s.Stopped)

	want := strings.Builder{}
	want.WriteString("seed,draw,passes,verdict,states\n")
	tallies := make([]stats.Tally, len(testRules))
	f := newFormat(mustOpen(t, c.Dir)[0].Manifest)
	for seed := range c.Seeds.All() {
		deal, err := seed.Deal()
		require.NoError(t, err)
		answers, err := (&fake{}).Decide(context.Background(), deal, testRules, 0)
		require.NoError(t, err)
		for i, a := range answers {
			tallies[i].Add(a.Verdict.Outcome())
			want.Write([]byte(seed.Number()))
			want.Write(f.rules[i])
			want.WriteByte(byte(a.Verdict))
			want.WriteString("," + itoa(a.States) + "\n")
		}
	}
	assert.Equal(t, want.String(), read(t, c.Dir, ResultsFile))
	assert.Equal(t, tallies, s.Tallies)

	timings := strings.Split(strings.TrimSpace(read(t, c.Dir, TimingsFile)), "\n")
	assert.Len(t, timings, 101)
	assert.Equal(t, "seed,microseconds", timings[0])
	assert.True(t, strings.HasPrefix(timings[100], "104,"))
	_, timed, err := mustOpen(t, c.Dir)[0].Elapsed()
	require.NoError(t, err)
	assert.Equal(t, int64(100), timed)

	again := mustRun(t, c)
	assert.Equal(t, Opened{Deals: 100, Planned: 100}, again.Opened, "nothing left to do")
	assert.Equal(t, tallies, again.Tallies)
}

func TestWorkersDoNotMatter(t *testing.T) {
	dirs := make([]string, 3)
	for i, workers := range []int{1, 2, 7} {
		c := config(t, t.TempDir(), "native:1..500")
		c.Workers = workers
		c.Block = uint64(1 + 40*i)
		if workers > 1 { // finish out of order
			var n atomic.Int64
			c.NewDecider = func() Decider {
				return &fake{before: func(context.Context, klondike.Deal) error {
					time.Sleep(time.Duration(n.Add(1)%5) * 100 * time.Microsecond)
					return nil
				}}
			}
		}
		mustRun(t, c)
		dirs[i] = c.Dir
	}
	requireSame(t, dirs[0], dirs[1])
	requireSame(t, dirs[0], dirs[2])
}

// The first cancellation starts no further deal, but loses none in flight.
func TestCancelledSurveyKeepsDealsInFlight(t *testing.T) {
	c := config(t, t.TempDir(), "native:1..500")
	c.Workers = 3
	ctx, cancel := context.WithCancelCause(context.Background())
	var begun atomic.Int64
	c.NewDecider = func() Decider {
		return &fake{before: func(deciding context.Context, _ klondike.Deal) error {
			if begun.Add(1) == 50 {
				cancel(errors.New("Ctrl-C"))
			}
			time.Sleep(100 * time.Microsecond)
			return deciding.Err()
		}}
	}
	s, err := Run(ctx, c)
	require.ErrorIs(t, err, ErrInterrupted)
	assert.Equal(t, begun.Load(), int64(s.Deals), "every deal that was begun is kept")
	assert.Less(t, s.Deals, uint64(500))

	c.NewDecider = config(t, "", "native:1").NewDecider
	assert.Equal(t, s.Deals, mustRun(t, c).Opened.Deals)
	clean := config(t, t.TempDir(), "native:1..500")
	mustRun(t, clean)
	requireSame(t, clean.Dir, c.Dir)
}

func TestAbortGivesUpDealsInFlight(t *testing.T) {
	c := config(t, t.TempDir(), "native:1..500")
	abort := make(chan struct{})
	c.Abort = abort
	late := map[uint64]bool{} // deals from the hundredth on hang
	for i := uint64(99); i < c.Seeds.Len(); i++ {
		deal, err := c.Seeds.At(i).Deal()
		require.NoError(t, err)
		late[digest(deal)] = true
	}
	var hanging atomic.Int64
	hang := func(deciding context.Context, deal klondike.Deal) error {
		if !late[digest(deal)] {
			return nil
		}
		if hanging.Add(1) == 2 {
			close(abort) // both workers hang
		}
		<-deciding.Done()
		return deciding.Err()
	}
	c.NewDecider = func() Decider { return &fake{before: hang} }
	s, err := Run(context.Background(), c)
	require.ErrorIs(t, err, ErrAborted)
	assert.Equal(t, uint64(99), s.Deals)

	c.Abort = nil
	c.NewDecider = config(t, "", "native:1").NewDecider
	mustRun(t, c)
	clean := config(t, t.TempDir(), "native:1..500")
	mustRun(t, clean)
	requireSame(t, clean.Dir, c.Dir)
}

// sloppy answers "undecided" when it is told to stop, but returns no error.
type sloppy struct{ stop func() }

func (s sloppy) Decide(ctx context.Context, _ klondike.Deal, rules []klondike.Rules, _ int64) ([]Answer, error) {
	s.stop()
	<-ctx.Done()
	answers := make([]Answer, len(rules))
	for i := range answers {
		answers[i].Verdict = Undecided
	}
	return answers, nil
}

func TestAnswersCutShortAreNotKept(t *testing.T) {
	c := config(t, t.TempDir(), "native:1..5")
	c.Workers = 1
	abort := make(chan struct{})
	c.Abort = abort
	c.NewDecider = func() Decider { return sloppy{stop: func() { close(abort) }} }
	s, err := Run(context.Background(), c)
	require.ErrorIs(t, err, ErrAborted)
	assert.Zero(t, s.Deals)
}

func TestFailedDealEndsTheSurveyBeforeIt(t *testing.T) {
	for _, workers := range []int{1, 3} {
		c := config(t, t.TempDir(), "native:1..300")
		c.Workers = workers
		bad, err := c.Seeds.At(100).Deal()
		require.NoError(t, err)
		c.NewDecider = func() Decider {
			return &fake{before: func(_ context.Context, deal klondike.Deal) error {
				if digest(deal) == digest(bad) {
					return errFake
				}
				return nil
			}}
		}
		s, err := Run(context.Background(), c)
		require.ErrorIs(t, err, errFake)
		assert.Contains(t, err.Error(), "native:101")
		assert.Equal(t, uint64(100), s.Deals, "all deals before the failed one")
		assert.NotContains(t, read(t, c.Dir, ResultsFile), "\n101,")
	}
}

// scripted gives the same answers to every deal.
type scripted []Answer

func (s scripted) Decide(context.Context, klondike.Deal, []klondike.Rules, int64) ([]Answer, error) {
	return s, nil
}

func TestAnswersThatCannotBe(t *testing.T) {
	good := Answer{Unwinnable, 1}
	for name, answers := range map[string]scripted{
		"too few":         {good, good},
		"no verdict":      {good, good, good, good, good, {0, 1}},
		"negative cost":   {good, good, good, good, good, {Unwinnable, -1}},
		"fewer passes":    {{Winnable, 1}, good, good, good, good, good},
		"larger draws":    {good, good, good, good, good, {Winnable, 1}},
		"draws, not more": {{Unwinnable, 1}, {Undecided, 1}, {Winnable, 1}, good, {Winnable, 1}, {Unwinnable, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			c := config(t, t.TempDir(), "native:1..9")
			c.NewDecider = func() Decider { return answers }
			s, err := Run(context.Background(), c)
			require.ErrorContains(t, err, "internal error")
			assert.Zero(t, s.Deals)
			assert.Equal(t, header, read(t, c.Dir, ResultsFile), "it is never written")
			if len(answers) == len(testRules) && answers[5].Verdict.Valid() && answers[5].States >= 0 {
				var contradiction *Contradiction
				require.ErrorAs(t, err, &contradiction)
				assert.Equal(t, "native:1", contradiction.Seed)
			}
		})
	}
}

// A winnable draw 3, one pass settles every easier rule; what follows from nothing
// stays undecided.
func TestUndecidedAnswersAreInferredOrKept(t *testing.T) {
	open := Answer{Undecided, 7}
	c := config(t, t.TempDir(), "native:1..2")
	c.NewDecider = func() Decider { return scripted{open, open, open, open, {Winnable, 9}, open} } // draw 3, two passes
	mustRun(t, c)
	assert.Equal(t, header+
		"1,1,1,?,7\n1,1,2,W,7\n1,1,unlimited,W,7\n1,3,1,?,7\n1,3,2,W,9\n1,3,unlimited,W,7\n"+
		"2,1,1,?,7\n2,1,2,W,7\n2,1,unlimited,W,7\n2,3,1,?,7\n2,3,2,W,9\n2,3,unlimited,W,7\n",
		read(t, c.Dir, ResultsFile))

	c = config(t, t.TempDir(), "native:1..1")
	c.NewDecider = func() Decider { return scripted{open, {Unwinnable, 3}, open, open, open, open} } // draw 1, two passes
	s := mustRun(t, c)
	assert.Equal(t, header+"1,1,1,U,7\n1,1,2,U,3\n1,1,unlimited,?,7\n1,3,1,U,7\n1,3,2,U,7\n1,3,unlimited,?,7\n", read(t, c.Dir, ResultsFile))
	assert.Equal(t, int64(1), s.Tallies[2].Undecided)
}

func TestTimeLimit(t *testing.T) {
	c := config(t, t.TempDir(), "native:1..3")
	c.Limits.Time = time.Millisecond
	c.NewDecider = func() Decider { return &fake{delay: time.Hour} }
	_, err := Run(context.Background(), c)
	require.ErrorIs(t, err, ErrTimeLimit)
	assert.NoFileExists(t, filepath.Join(c.Dir, ManifestFile))

	c.AllowTimeLimit = true
	s := mustRun(t, c)
	assert.Equal(t, stats.Tally{Undecided: 3}, s.Tallies[0], "out of time is undecided, and counted")
	assert.Equal(t, time.Millisecond, mustOpen(t, c.Dir)[0].Manifest.Limits.Time, "the manifest says so")
}

func TestStoppingRule(t *testing.T) {
	c := config(t, t.TempDir(), "native:1..3000")
	c.Stop = Stop{Width: 0.08, Every: 100}
	s := mustRun(t, c)
	assert.True(t, s.Stopped)
	assert.Zero(t, s.Deals%100)
	assert.Less(t, s.Deals, uint64(3000))
	assert.LessOrEqual(t, Widest(s.Tallies), 0.08)

	// It is the first look at which the rule holds.
	tallies := make([]stats.Tally, len(testRules))
	var deals uint64
	for unit, err := range mustOpen(t, c.Dir)[0].Units() {
		require.NoError(t, err)
		assert.False(t, c.Stop.Reached(deals, tallies))
		deals++
		for i, a := range unit.Answers {
			tallies[i].Add(a.Verdict.Outcome())
		}
	}
	assert.True(t, c.Stop.Reached(deals, tallies))

	again := mustRun(t, c)
	assert.True(t, again.Stopped)
	assert.Equal(t, s.Deals, again.Deals, "a stopped survey does not go on")

	other := c
	other.Dir, other.Workers, other.Block = t.TempDir(), 1, 7
	ctx, cancel := context.WithCancel(context.Background())
	other.Progress = func(Progress) { cancel() } // interrupted somewhere
	_, _ = Run(ctx, other)
	other.Progress = nil
	mustRun(t, other)
	requireSame(t, c.Dir, other.Dir)

	never := config(t, t.TempDir(), "native:1..150")
	never.Stop = Stop{Width: 0.001, Every: 100}
	s = mustRun(t, never)
	assert.False(t, s.Stopped)
	assert.Equal(t, uint64(150), s.Deals)
}

func TestRequestsThatMakeNoSurvey(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Config)
		is     error
	}{
		"no rules":        {func(c *Config) { c.Rules = nil }, ErrRules},
		"rules twice":     {func(c *Config) { c.Rules = []klondike.Rules{testRules[0], testRules[0]} }, ErrRules},
		"unlike rules":    {func(c *Config) { c.Rules = []klondike.Rules{testRules[0], {Draw: 3, Decks: 1, Columns: 7}} }, ErrRules},
		"shard 0":         {func(c *Config) { c.Shard = Shard{0, 3} }, ErrShard},
		"shard 4 of 3":    {func(c *Config) { c.Shard = Shard{4, 3} }, ErrShard},
		"stop in a shard": {func(c *Config) { c.Shard = Shard{1, 3}; c.Stop = Stop{0.1, 100} }, ErrStop},
		"stop at 0":       {func(c *Config) { c.Stop = Stop{0, 100} }, ErrStop},
		"stop never":      {func(c *Config) { c.Stop = Stop{0.1, 0} }, ErrStop},
	} {
		t.Run(name, func(t *testing.T) {
			request := config(t, filepath.Join(t.TempDir(), "never"), "native:1..9")
			c.change(&request)
			_, err := Run(context.Background(), request)
			require.ErrorIs(t, err, c.is)
			assert.NoDirExists(t, request.Dir)
		})
	}
	c := config(t, filepath.Join(t.TempDir(), "never"), "greenfelt:1..9")
	double, err := klondike.Preset("double")
	require.NoError(t, err)
	c.Rules = []klondike.Rules{double}
	_, err = Run(context.Background(), c)
	require.Error(t, err, "greenfelt deals one deck")
	c.Rules[0].Draw = 25
	_, err = Run(context.Background(), c)
	var setting *klondike.SettingError
	require.ErrorAs(t, err, &setting)
}

func TestProgress(t *testing.T) {
	c := config(t, t.TempDir(), "native:1..100")
	var last Progress
	calls := 0
	c.Progress = func(p Progress) {
		calls++
		assert.GreaterOrEqual(t, p.Deals, last.Deals)
		assert.Equal(t, int64(p.Deals), p.Tallies[0].Deals())
		last = p
	}
	release := make(chan struct{})
	time.AfterFunc(3*tick, func() { close(release) })
	first, err := c.Seeds.At(0).Deal()
	require.NoError(t, err)
	c.NewDecider = func() Decider {
		return &fake{before: func(_ context.Context, deal klondike.Deal) error {
			if digest(deal) == digest(first) {
				<-release // the others finish meanwhile, and wait
			}
			return nil
		}}
	}
	var opened []Opened
	c.Opened = func(o Opened) { opened = append(opened, o) }
	mustRun(t, c)
	assert.Greater(t, calls, 1)
	assert.Equal(t, uint64(100), last.Deals)
	assert.Zero(t, last.Waiting)
	assert.Zero(t, last.Left)
	assert.Positive(t, last.Rate)
	assert.Equal(t, []Opened{{Planned: 100}}, opened)
	assert.NoFileExists(t, filepath.Join(c.Dir, ManifestFile+".new"))
	_, err = os.Stat(filepath.Join(c.Dir, ManifestFile))
	require.NoError(t, err)
}
