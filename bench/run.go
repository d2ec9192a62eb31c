package bench

import (
	"context"
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"

	"klondike/klondike"
	"klondike/solver"
)

// Config says how a suite is measured.
type Config struct {
	Suite  Suite
	Rounds int // how often each question is answered, at least 1
	WarmUp time.Duration
	Limits solver.Limits // threads and memory; a limit of states or time has no place in a measurement

	// Slowdown lets every answer take this share longer, in a loop that does
	// nothing: a change of known size, to see that comparisons find it.
	Slowdown float64

	// Progress, if not nil, is called before each question with the numbers of the
	// round and of the question, from 0.
	Progress func(round, question int)

	// Stand-ins for tests; nil is the real thing.
	solve  func(context.Context, *klondike.Table, klondike.Rules) (solver.Result, error)
	tables func() solver.Tables // after solve
	clock  func() reading
}

// UsualRounds returns how many rounds suit a suite: enough for an interval of a
// few percent, within a minute or two.
func UsualRounds(suite string) int {
	switch suite {
	case "quick":
		return 15
	case "hard", "passes":
		return 3
	}
	return 5
}

// Measure answers all questions of the suite in each round, one after another and
// each with a Solver that knows nothing yet, and notes what they took. The
// warm-up before it answers questions that do not count.
//
// Verdicts are checked: after the first round, the error is a *VerdictError if any
// differs from the known one. Counts of states are checked as well: with one
// thread a question that takes another number of states in another round is an
// error that wraps ErrUnsteady.
func Measure(ctx context.Context, c Config) (*Run, error) {
	if c.solve == nil {
		var last *solver.Solver
		c.solve = func(ctx context.Context, t *klondike.Table, r klondike.Rules) (solver.Result, error) {
			last = solver.New(c.Limits)
			return last.Decide(ctx, t, r)
		}
		c.tables = func() solver.Tables { return last.Tables() }
	}
	if c.clock == nil {
		c.clock = now
	}
	run := &Run{
		Format: Format, Suite: c.Suite.Name, Started: time.Now().UTC().Truncate(time.Second),
		Machine: thisMachine(), Program: thisProgram(), Threads: max(c.Limits.Threads, 1),
		Questions: make([]Measured, len(c.Suite.Questions)),
	}
	tables := make([]*klondike.Table, len(c.Suite.Questions))
	for i, q := range c.Suite.Questions {
		run.Questions[i].Question = q
		var err error
		if tables[i], err = q.table(); err != nil {
			return nil, fmt.Errorf("%v: %w", q, err)
		}
	}
	if err := c.warmUp(ctx, tables); err != nil {
		return nil, err
	}
	before, hardware := allocated(), countHardware()
	err := c.measureRounds(ctx, tables, run.Questions)
	run.Hardware, run.Peak = hardware(), peakMemory()
	if err != nil {
		return nil, err
	}
	after := allocated()
	run.Allocated = Allocated{(after.Bytes - before.Bytes) / int64(c.Rounds), (after.Objects - before.Objects) / int64(c.Rounds)}
	return run, nil
}

// allocated returns what the process has allocated so far.
func allocated() Allocated {
	samples := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/gc/heap/allocs:objects"}}
	metrics.Read(samples)
	return Allocated{int64(samples[0].Value.Uint64()), int64(samples[1].Value.Uint64())}
}

func (c *Config) measureRounds(ctx context.Context, tables []*klondike.Table, questions []Measured) error {
	for round := range c.Rounds {
		runtime.GC() // no round pays for the garbage of another
		for i := range questions {
			if c.Progress != nil {
				c.Progress(round, i)
			}
			if err := c.measure(ctx, tables[i], &questions[i]); err != nil {
				return err
			}
		}
		if err := checkVerdicts(questions); err != nil {
			return err
		}
	}
	return nil
}

// warmUp answers questions until its time is over, so that the processor is at
// speed and the heap has grown before anything counts.
func (c *Config) warmUp(ctx context.Context, tables []*klondike.Table) error {
	limited, cancel := context.WithTimeout(ctx, c.WarmUp)
	defer cancel()
	for i := 0; limited.Err() == nil; i = (i + 1) % len(tables) {
		if _, err := c.solve(limited, tables[i], c.Suite.Questions[i].Rules); err != nil {
			return fmt.Errorf("%v: %w", c.Suite.Questions[i], err)
		}
	}
	return ctx.Err()
}

// measure answers one question and adds what it took to m.
func (c *Config) measure(ctx context.Context, t *klondike.Table, m *Measured) error {
	begin := c.clock()
	result, err := c.solve(ctx, t, m.Rules)
	took := c.clock().since(begin)
	for c.Slowdown > 0 {
		slow := c.clock().since(begin)
		if slow.best() >= time.Duration(float64(took.best())*(1+c.Slowdown)) {
			took = slow
			break
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("%v: %w", m.Question, err)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	m.Wall = append(m.Wall, took.wall)
	if took.hasProcessor {
		m.Processor = append(m.Processor, took.processor)
	}
	s := result.Stats
	switch {
	case len(m.Wall) == 1:
		m.Got, m.Counts = result.Verdict, countsOf(s)
		if c.tables != nil {
			m.Counts.Shape = Shape(c.tables())
		}
	case result.Verdict != m.Got:
		return fmt.Errorf("%v: %w: %v at first, then %v", m.Question, ErrUnsteady, m.Got, result.Verdict)
	case c.Limits.Threads <= 1 && s.States != m.Counts.States:
		return fmt.Errorf("%v: %w: %d states at first, then %d", m.Question, ErrUnsteady, m.Counts.States, s.States)
	}
	return nil
}

// reading is one look at the clocks.
type reading struct {
	wall         time.Duration // since some moment
	processor    time.Duration
	hasProcessor bool
}

var start = time.Now()

func now() reading {
	r := reading{wall: time.Since(start)}
	r.processor, r.hasProcessor = processorTime()
	return r
}

func (r reading) since(earlier reading) reading {
	r.wall -= earlier.wall
	r.processor -= earlier.processor
	return r
}

// best returns the processor time if there is one.
func (r reading) best() time.Duration {
	if r.hasProcessor {
		return r.processor
	}
	return r.wall
}

// VerdictError says which verdicts are not the known ones: the solver is wrong,
// or the corpus.
type VerdictError struct {
	Changed []Measured
}

// Error names the first few.
func (e *VerdictError) Error() string {
	const few = 10
	text := count(len(e.Changed), "verdict") + " changed"
	for _, m := range e.Changed[:min(few, len(e.Changed))] {
		text += fmt.Sprintf("\n%v: %v, known to be %v (%s)", m.Question, m.Got, m.Verdict, m.Source)
	}
	if more := len(e.Changed) - few; more > 0 {
		text += fmt.Sprintf("\nand %d more", more)
	}
	return text
}

func checkVerdicts(questions []Measured) error {
	var changed []Measured
	for _, m := range questions {
		if m.Got != m.Verdict {
			changed = append(changed, m)
		}
	}
	if changed != nil {
		return &VerdictError{changed}
	}
	return nil
}
