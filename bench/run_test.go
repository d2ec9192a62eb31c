package bench

import (
	"bytes"
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/solver"
)

func TestMeasureNotesEveryRound(t *testing.T) {
	f := newFakeMachine(t, 1)
	c := f.config(t, 3)
	var asked [][2]int
	c.Progress = func(round, question int) { asked = append(asked, [2]int{round, question}) }
	run, err := Measure(context.Background(), c)
	require.NoError(t, err)

	assert.Equal(t, 3, run.Rounds())
	assert.Equal(t, ProcessorClock, run.Clock())
	require.Len(t, asked, 18)
	assert.Equal(t, [2]int{2, 5}, asked[17])
	for _, m := range run.Questions {
		took := time.Duration(m.Counts.States)*time.Millisecond + time.Microsecond
		assert.Equal(t, []time.Duration{took, took, took}, m.Processor)
		assert.Equal(t, []time.Duration{2 * took, 2 * took, 2 * took}, m.Wall)
		assert.Equal(t, m.Verdict, m.Got)
	}

	f.unclocked = true
	run, err = Measure(context.Background(), c)
	require.NoError(t, err)
	assert.Equal(t, WallClock, run.Clock())

	f.unclocked = false
	c.Limits.Threads = 2
	run, err = Measure(context.Background(), c)
	require.NoError(t, err)
	assert.Equal(t, WallClock, run.Clock())
}

func TestSlowdownIsOfItsSize(t *testing.T) {
	for _, unclocked := range []bool{false, true} {
		f := newFakeMachine(t, 1)
		f.unclocked = unclocked
		plain, err := Measure(context.Background(), f.config(t, 1))
		require.NoError(t, err)
		c := f.config(t, 1)
		c.Slowdown = 0.1
		slow, err := Measure(context.Background(), c)
		require.NoError(t, err)
		for i := range plain.Questions {
			before, after := plain.Questions[i].times(plain.Clock()), slow.Questions[i].times(slow.Clock())
			assert.InDelta(t, 1.1, after[0].Seconds()/before[0].Seconds(), 0.01)
		}
	}
}

func TestChangedVerdictsAreFound(t *testing.T) {
	f := newFakeMachine(t, 1)
	f.wrong = 1
	_, err := Measure(context.Background(), f.config(t, 3))
	var changed *VerdictError
	require.ErrorAs(t, err, &changed)
	require.Len(t, changed.Changed, 1)
	assert.Equal(t, "klondike-solver:3", changed.Changed[0].Seed)
	assert.Equal(t, solver.Unwinnable, changed.Changed[0].Got)
	assert.Equal(t, 6, f.questions, "no further round")

	f = newFakeMachine(t, 1)
	f.wrong = 6 // in the second round
	_, err = Measure(context.Background(), f.config(t, 3))
	assert.ErrorIs(t, err, ErrUnsteady)
}

func TestUnsteadyStatesAreFound(t *testing.T) {
	f := newFakeMachine(t, 1)
	f.growing = true
	_, err := Measure(context.Background(), f.config(t, 2))
	assert.ErrorIs(t, err, ErrUnsteady)

	c := f.config(t, 2)
	c.Limits.Threads = 2
	_, err = Measure(context.Background(), c)
	assert.NoError(t, err, "threads divide the work as it comes")
}

func TestMeasureStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	f := newFakeMachine(t, 1)
	f.cancelling = cancel
	_, err := Measure(ctx, f.config(t, 2))
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 1, f.questions)
}

// A real solver on a real machine, warm-up included.
func TestMeasureTheSolver(t *testing.T) {
	run, err := Measure(context.Background(), Config{Suite: small(t), Rounds: 2, WarmUp: time.Millisecond})
	require.NoError(t, err)
	for _, m := range run.Questions {
		assert.Positive(t, m.Counts.States)
		assert.Positive(t, m.Counts.Tables)
		assert.Equal(t, m.Counts.Tables, 8*m.Counts.Shape.Slots)
		assert.Len(t, m.Wall, 2)
	}
	if runtime.GOOS == "linux" {
		assert.Positive(t, run.Peak)
		assert.Positive(t, run.Machine.Memory)
		assert.Equal(t, ProcessorClock, run.Clock())
	}
	assert.NotEmpty(t, run.Program.Go)

	var text bytes.Buffer
	require.NoError(t, run.Write(&text))
	again, err := ReadRun(bytes.NewReader(text.Bytes()))
	require.NoError(t, err)
	assert.Equal(t, run, again)
}

func TestReadRunRefuses(t *testing.T) {
	run, err := Measure(context.Background(), newFakeMachine(t, 1).config(t, 2))
	require.NoError(t, err)
	var good bytes.Buffer
	require.NoError(t, run.Write(&good))
	_, err = ReadRun(bytes.NewReader(good.Bytes()))
	require.NoError(t, err)

	for _, text := range []string{
		"", "null", "{}", "[]", "seed,draw\n", good.String()[:good.Len()/2],
		strings.Replace(good.String(), `"format":1`, `"format":2`, 1),
		strings.Replace(good.String(), `"wall_ns":[`, `"wall_ns":[5,`, 1),
		strings.Replace(good.String(), `"processor_ns":[`, `"processor_ns":[5,`, 1),
		`{"format":1,"questions":[]}`,
		`{"format":1,"questions":[{"wall_ns":[]}]}`,
	} {
		require.NotEqual(t, good.String(), text)
		_, err := ReadRun(strings.NewReader(text))
		assert.ErrorIs(t, err, ErrFormat, text[:min(len(text), 60)])
	}
}
