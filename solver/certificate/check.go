package certificate

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Options are how Check goes about its work. The zero value is good.
type Options struct {
	// Progress is called now and then, by the goroutine that called Check, with
	// the number of entries that were checked and of all.
	Progress func(done, total int64)
	Threads  int // 0 = GOMAXPROCS
}

// Rejected is a certificate that does not prove its start lost.
type Rejected struct {
	Reason Reason
	Entry  Entry // the one that fails, where Reason speaks of one
	Child  Entry // for ChildNotCovered and Circular: the position that Entry's proof lacks
}

// Reason says what is wrong with a rejected certificate.
type Reason uint8

// The reasons.
const (
	StartNotCovered Reason = iota + 1 // neither an entry nor relaxed play says that the start is lost
	EntryWon                          // an entry is won as it stands
	ChildNotCovered                   // neither says that a position to which an entry leads is lost
	Circular                          // the only entries that say so do not have fewer talon cards, and could rest on Entry
	StartWon                          // the start can be won (CheckPlain)
)

func (e *Rejected) Error() string {
	switch e.Reason {
	case StartNotCovered:
		return "no entry covers the start"
	case EntryWon:
		return fmt.Sprintf("the entry (%v) is won", e.Entry)
	case ChildNotCovered:
		return fmt.Sprintf("the entry (%v) leads to (%v), which no entry covers", e.Entry, e.Child)
	case StartWon:
		return "the start can be won"
	default:
		return fmt.Sprintf("the entry (%v) leads to (%v), which only entries cover that could rest on it in turn", e.Entry, e.Child)
	}
}

// Check returns nil if the certificate proves its start lost, a *Rejected if it
// does not, or the context's error. It relies on the lemmas of THEORY.md; the package
// documentation says what it asks for. A *Rejected names one of the entries that
// fail, with several threads not always the same one.
func (c *Certificate) Check(ctx context.Context, o Options) error {
	x := newIndex(c.board, &c.entries)
	return x.check(ctx, c.board.start(c.header.Start), o)
}

// check checks the start and all entries.
func (x *index) check(ctx context.Context, start position, o Options) error {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	job := job{index: x}
	defer context.AfterFunc(ctx, func() { job.stop.Store(true) })()

	// 1. The start, which every entry may cover: they are all checked below.
	first := job.newChecker()
	if !first.cover.covered(start) {
		if err := ctx.Err(); err != nil {
			return err
		}
		return &Rejected{Reason: StartNotCovered}
	}

	// 2. The entries.
	var threads sync.WaitGroup
	for i := range o.Threads {
		threads.Go(func() {
			checker := first
			if i > 0 {
				checker = job.newChecker()
			}
			checker.run()
		})
	}
	done := make(chan struct{})
	go func() {
		threads.Wait()
		close(done)
	}()
	job.report(done, o.Progress)
	if job.rejected != nil { // not in err, where nil would not be nil
		return job.rejected
	}
	return ctx.Err()
}

// job is what the threads of a check share.
type job struct {
	index *index
	next  atomic.Int64 // the first entry that no thread has taken
	done  atomic.Int64 // entries checked
	stop  atomic.Bool

	mu       sync.Mutex
	rejected *Rejected
}

const reportEvery = 100 * time.Millisecond

// report calls progress until the work is done.
func (j *job) report(done <-chan struct{}, progress func(done, total int64)) {
	if progress == nil {
		<-done
		return
	}
	ticker := time.NewTicker(reportEvery)
	defer ticker.Stop()
	for total := int64(j.index.entries.len()); ; {
		progress(j.done.Load(), total)
		select {
		case <-ticker.C:
		case <-done:
			progress(j.done.Load(), total)
			return
		}
	}
}

// reject ends the work.
func (j *job) reject(r *Rejected) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.rejected == nil {
		j.rejected = r
	}
	j.stop.Store(true)
}

// checker is what a thread checks entries with.
type checker struct {
	job     *job
	walk    walk
	members []key
	steps   steps
	cover   cover
	missing position // the child that is not covered
}

func (j *job) newChecker() *checker {
	c := &checker{job: j}
	b := j.index.board
	c.walk.board, c.steps.board = b, b
	c.cover.index = j.index
	c.cover.stop = &j.stop
	c.cover.walk.board, c.cover.deep.board, c.cover.relaxed.board = b, b, b
	c.cover.limit = noLimit
	return c
}

// portion is how many entries a thread takes at a time.
const portion = 256

func (c *checker) run() {
	j, total := c.job, int64(c.job.index.entries.len())
	for !j.stop.Load() {
		from := j.next.Add(portion) - portion
		to := min(from+portion, total)
		if from >= to {
			return
		}
		for i := from; i < to && !j.stop.Load(); i++ {
			entry := j.index.entries.position(int(i))
			if reason := c.check(entry); reason != 0 && !j.stop.Load() {
				c.reject(reason, entry)
			}
		}
		j.done.Add(to - from)
	}
}

func (c *checker) reject(reason Reason, entry position) {
	r := &Rejected{Reason: reason, Entry: entry.entry()}
	if reason == ChildNotCovered {
		r.Child = c.missing.entry()
		c.cover.under(noLimit)
		if c.cover.covered(c.missing) {
			r.Reason = Circular
		}
	}
	c.job.reject(r)
}

// check checks one entry; 0 means that it is lost if what covers its children is.
func (c *checker) check(entry position) Reason {
	b := c.job.index.board
	if b.faceDown(entry.key) == 0 && (entry.kind == Open || entry.key.talon() == 0) {
		return EntryWon // lemma 6
	}
	c.cover.under(b.limit(entry))
	if child := c.walkFrom(entry); child.key != 0 {
		return c.require(child)
	}
	for _, k := range c.members {
		l := b.layout(&c.walk.ground, k)
		for _, child := range c.steps.of(entry, k, &l) {
			if reason := c.require(child); reason != 0 {
				return reason
			}
		}
	}
	return 0
}

// walkFrom lists the members of an entry's walk, unless it comes to a safe
// promotion that decides instead, which it returns.
func (c *checker) walkFrom(entry position) (forced position) {
	c.members = c.members[:0]
	c.walk.begin(entry.key, false)
	for {
		k, l, ok := c.walk.next()
		if !ok {
			return position{}
		}
		c.members = append(c.members, k)
		if child := c.job.index.board.forced(entry, k, &l); child.key != 0 {
			return child
		}
	}
}

// require makes sure that a child is covered.
func (c *checker) require(child position) Reason {
	if c.cover.covered(child) {
		return 0
	}
	c.missing = child
	return ChildNotCovered
}
