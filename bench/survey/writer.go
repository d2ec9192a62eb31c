package survey

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"klondike/bench/stats"
)

const (
	// blockAge is how long the first deal of a block waits at most for the block to
	// fill up.
	blockAge = time.Second
	// tick is how often progress is reported and the age of the block looked at.
	tick = 200 * time.Millisecond
)

// writer takes finished tasks in any order and writes their units in theirs.
type writer struct {
	config   *Config
	manifest Manifest
	format   format
	store    *store

	next    uint64           // position of the unit to write next
	waiting map[uint64]*task // finished before their turn, or failed
	tallies []stats.Tally    // of all units before next
	stopped bool             // by the stopping rule

	block, times []byte    // lines of the units between the end of the store and next
	units        uint64    // how many these are
	since        time.Time // when the first of them came

	started time.Time
	decided uint64 // in this run
}

func newWriter(c *Config, m Manifest, s *store) *writer {
	w := &writer{
		config:   c,
		manifest: m,
		format:   newFormat(m),
		store:    s,
		waiting:  map[uint64]*task{},
		tallies:  slices.Clone(s.tally),
		started:  time.Now(),
	}
	w.next = w.format.from + s.units
	w.stopped = m.Stop.Reached(s.units, s.tally)
	return w
}

func (w *writer) finished() bool { return w.stopped || w.next == w.format.to }

// run works until the survey is finished, ctx ends or something fails. Everything
// that can be kept is on the disk when it returns.
func (w *writer) run(ctx context.Context) error {
	if w.finished() {
		w.report()
		return nil
	}
	dispatching, halt := context.WithCancel(ctx)
	defer halt()
	deciding, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	crew := crew{config: w.config, manifest: &w.manifest, from: w.next, to: w.format.to, room: make(chan struct{}, window)}
	done := crew.start(dispatching, deciding)

	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	var failed error // to write
	abort := w.config.Abort
	for done != nil {
		select {
		case t, more := <-done:
			switch {
			case !more:
				done = nil
			case failed == nil:
				written, err := w.take(t)
				for range written {
					<-crew.room
				}
				if failed = err; err != nil || w.finished() {
					giveUp() // nothing that is still in flight will be written
				}
				if t.err != nil || failed != nil || w.finished() {
					halt()
				}
			}
		case <-ticker.C:
			if failed == nil && w.units > 0 && time.Since(w.since) >= blockAge {
				if failed = w.flush(); failed != nil {
					halt()
					giveUp()
				}
			}
			w.report()
		case <-abort:
			abort = nil
			halt()
			giveUp()
		}
	}
	if failed == nil {
		failed = w.flush()
	}
	w.report()
	return w.verdict(failed, deciding)
}

// verdict says how the run ended.
func (w *writer) verdict(failed error, deciding context.Context) error {
	switch t := w.waiting[w.next]; {
	case failed != nil:
		return failed
	case w.finished():
		return nil
	case t != nil && t.err != nil && t.err != errGivenUp:
		return t.err
	case deciding.Err() != nil:
		return w.kept(ErrAborted)
	}
	return w.kept(ErrInterrupted)
}

func (w *writer) kept(err error) error {
	return fmt.Errorf("%w: %d of %d deals are kept, run the same command again to go on", err, w.store.units, w.manifest.Planned())
}

// take accepts a finished task and moves all units whose turn has come into the
// block. It returns how many these are.
func (w *writer) take(t *task) (moved int, err error) {
	w.waiting[t.position] = t
	if t.err == nil {
		w.decided++
	}
	for !w.finished() && err == nil {
		t := w.waiting[w.next]
		if t == nil || t.err != nil {
			break
		}
		delete(w.waiting, w.next)
		err = w.add(t)
		moved++
	}
	return moved, err
}

// add appends the next unit to the block, and writes the block when it is full
// or the survey ends with it.
func (w *writer) add(t *task) error {
	if w.units == 0 {
		w.since = time.Now()
	}
	seed := w.manifest.First + t.position
	w.block = w.format.append(w.block, Unit{Seed: seed, Answers: t.answers})
	w.times = strconv.AppendUint(w.times, seed, 10)
	w.times = append(w.times, ',')
	w.times = strconv.AppendInt(w.times, t.elapsed.Microseconds(), 10)
	w.times = append(w.times, '\n')
	w.units++
	w.next++
	for i, a := range t.answers {
		w.tallies[i].Add(a.Verdict.Outcome())
	}
	w.stopped = w.manifest.Stop.Reached(w.next-w.format.from, w.tallies)
	if w.units >= cmp.Or(w.config.Block, DefaultBlock) || w.finished() {
		return w.flush()
	}
	return nil
}

// flush writes the block.
func (w *writer) flush() error {
	if w.units == 0 {
		return nil
	}
	if err := w.store.append(w.block, w.units); err != nil {
		return err
	}
	err := w.store.time(w.times)
	w.block, w.times, w.units = w.block[:0], w.times[:0], 0
	return err
}

func (w *writer) report() {
	if w.config.Progress == nil {
		return
	}
	p := Progress{
		Deals:   w.next - w.format.from,
		Planned: w.manifest.Planned(),
		Tallies: w.tallies,
	}
	for _, t := range w.waiting {
		if t.err == nil {
			p.Waiting++
		}
	}
	if elapsed := time.Since(w.started).Seconds(); elapsed > 0 {
		p.Rate = float64(w.decided) / elapsed
	}
	if left := p.Planned - p.Deals - p.Waiting; p.Rate > 0 && !w.finished() {
		p.Left = time.Duration(float64(left) / p.Rate * float64(time.Second))
	}
	w.config.Progress(p)
}
