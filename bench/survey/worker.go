package survey

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"klondike/klondike/seeds"
)

// window is how many deals may be in flight or finished behind the one that
// results.csv waits for: enough to keep every worker busy while one of them is at
// a hard deal for minutes, and about 10 MB. A kill loses what waits.
const window = 1 << 16

// task is one unit on its way from the dispatcher to a worker and to the writer.
type task struct {
	position uint64 // in the range
	seed     seeds.Seed
	answers  []Answer
	elapsed  time.Duration
	err      error
}

// errGivenUp marks a task whose decider was told to stop.
var errGivenUp = errors.New("given up")

// crew decides the units from..to-1 of a survey.
type crew struct {
	config   *Config
	manifest *Manifest
	from, to uint64
	room     chan struct{} // holds one token for each task that is not written yet
}

// start hands out tasks until dispatching ends, and lets deciders work on them
// until deciding does. The returned channel yields every task that was handed out
// and is closed behind the last.
func (c *crew) start(dispatching, deciding context.Context) <-chan *task {
	tasks, done := make(chan *task), make(chan *task)
	go func() {
		defer close(tasks)
		for position := c.from; position < c.to; position++ {
			t := &task{position: position, seed: c.config.Seeds.At(position)}
			if !put(dispatching, c.room, struct{}{}) || !put(dispatching, tasks, t) {
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range max(1, c.config.Workers) {
		workers.Go(func() {
			decider := c.config.NewDecider()
			for t := range tasks {
				t.decide(deciding, decider, c.manifest)
				done <- t
			}
		})
	}
	go func() {
		workers.Wait()
		close(done)
	}()
	return done
}

// put sends v unless ctx ends before it can; once ctx has ended it never sends.
func put[T any](ctx context.Context, to chan<- T, v T) bool {
	if ctx.Err() != nil {
		return false
	}
	select {
	case to <- v:
		return true
	case <-ctx.Done():
		return false
	}
}

// decide fills in the answers, or err.
func (t *task) decide(ctx context.Context, d Decider, m *Manifest) {
	started := time.Now()
	defer func() { t.elapsed = time.Since(started) }()
	deal, err := t.seed.DealDecks(m.Rules[0].Decks)
	if err != nil {
		t.err = err
		return
	}
	limited := ctx
	if m.Limits.Time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, m.Limits.Time)
		defer cancel()
	}
	answers, err := d.Decide(limited, deal, slices.Clone(m.Rules), m.Limits.States)
	undecided := slices.ContainsFunc(answers, func(a Answer) bool { return a.Verdict == Undecided })
	switch {
	case ctx.Err() != nil && (err != nil || undecided): // an answer cut short is none
		t.err = errGivenUp
	case err != nil && (limited.Err() == nil || !errors.Is(err, limited.Err())):
		t.err = fmt.Errorf("%s: %w", t.seed, err)
	default:
		t.err = t.accept(answers, m)
	}
}

// accept checks answers and keeps them.
func (t *task) accept(answers []Answer, m *Manifest) error {
	if len(answers) != len(m.Rules) {
		return fmt.Errorf("internal error: %s got %d answers to %d rules", t.seed, len(answers), len(m.Rules))
	}
	for i, a := range answers {
		if !a.Verdict.Valid() || a.States < 0 {
			return fmt.Errorf("internal error: %s at %s got the verdict %q at a cost of %d states", t.seed, Label(m.Rules[i]), rune(a.Verdict), a.States)
		}
	}
	t.answers = slices.Clone(answers)
	return settle(t.seed.String(), m.Rules, t.answers)
}
