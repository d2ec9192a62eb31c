package certificate

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
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
	StartNotCovered Reason = iota + 1 // no entry says that the start is lost
	EntryWon                          // an entry is won as it stands
	ChildNotCovered                   // no entry says that a position to which an entry leads is lost
	Circular                          // entries with the same locked stacks rest on each other
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
		return fmt.Sprintf("the entry (%v) leads to (%v), which only entries cover that rest on it in turn", e.Entry, e.Child)
	}
}

// Check returns nil if the certificate proves its start lost, a *Rejected if it
// does not, or the context's error. It relies on the lemmas of THEORY.md, and tests
// what section 8 lays down.
func (c *Certificate) Check(ctx context.Context, o Options) error {
	x := newIndex(c.board, &c.entries)
	return x.check(ctx, c.board.start(c.header.Start), o)
}

// check checks the start and all entries.
func (x *index) check(ctx context.Context, start position, o Options) error {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	job := job{index: x, parts: x.parts()}
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
	if err := ctx.Err(); err != nil {
		return err
	}
	if job.rejected != nil { // not in err, where nil would not be nil
		return job.rejected
	}
	return nil
}

// job is what the threads of a check share.
type job struct {
	index *index
	parts []part
	next  atomic.Int64 // the next part to take
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

// part is a range of entries of one kind, for one thread.
type part struct {
	kind     Kind
	from, to int
}

// timedPart is the size of a part with a turn; open entries stay together with
// those that have the same locked stacks.
const timedPart = 256

func (x *index) parts() []part {
	var parts []part
	open := x.entries.open
	for from, to := 0, 0; from < len(open); from = to {
		for to = from + 1; to < len(open) && open[to].stacks() == open[from].stacks(); to++ {
		}
		parts = append(parts, part{Open, from, to})
	}
	for kind := Endless; kind <= Limited; kind++ {
		n := len(x.entries.of(kind).keys)
		for from := 0; from < n; from += timedPart {
			parts = append(parts, part{kind, from, min(from+timedPart, n)})
		}
	}
	return parts
}

// checker is what a thread checks entries with.
type checker struct {
	job     *job
	walk    walk
	members []key
	forced  []position
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
	c.cover.walk.board, c.cover.deep.board = b, b
	c.cover.pending = noStacks
	return c
}

// noStacks is no position's locked stacks.
const noStacks = ^uint32(0)

func (c *checker) run() {
	j := c.job
	for !j.stop.Load() {
		i := int(j.next.Add(1)) - 1
		if i >= len(j.parts) {
			return
		}
		if p := j.parts[i]; p.kind == Open {
			c.checkOpen(p)
		} else {
			c.checkTimed(p)
		}
	}
}

func (c *checker) checkTimed(p part) {
	t := c.job.index.entries.of(p.kind)
	c.cover.pending = noStacks
	for i := p.from; i < p.to && !c.job.stop.Load(); i++ {
		entry := position{t.keys[i], p.kind, t.turns[i]}
		if reason := c.check(entry); reason != 0 {
			c.reject(reason, entry)
			return
		}
		c.job.done.Add(1)
	}
}

// maxRounds is how often a part is gone through until each of its entries was
// accepted. Proofs rarely need a second round; a certificate made to need very
// many is rejected.
const maxRounds = 1000

// checkOpen accepts open entries with the same locked stacks, each from others
// that were accepted before it. Without that order, an entry could rest on itself:
// it covers positions with fewer talon cards (lemma 8), and some of its own
// children are such positions.
func (c *checker) checkOpen(p part) {
	x := c.job.index
	c.cover.known = false // it may rest on entries that are not accepted yet
	todo := make([]int, 0, p.to-p.from)
	for i := p.from; i < p.to; i++ {
		todo = append(todo, i)
	}
	// Steps that leave the locked stacks alone take talon cards or, without worrying
	// back, add to the foundations. So most entries rest on ones before them in this
	// order.
	rank := func(i int) int { return bits.OnesCount32(x.entries.open[i].talon()) }
	if !x.board.rules.WorryBack {
		rank = func(i int) int { return -x.board.up(x.entries.open[i]).count() }
	}
	slices.SortStableFunc(todo, func(i, j int) int { return rank(i) - rank(j) })

	for range maxRounds {
		left := todo[:0]
		for _, i := range todo {
			if c.job.stop.Load() {
				return
			}
			entry := position{key: x.entries.open[i]}
			c.cover.pending = entry.key.stacks()
			switch reason := c.check(entry); reason {
			case 0:
				x.accepted[i] = true
				c.job.done.Add(1)
			case ChildNotCovered:
				left = append(left, i)
			default:
				c.reject(reason, entry)
				return
			}
		}
		if len(left) == 0 {
			return
		}
		if len(left) == len(todo) {
			break
		}
		todo = left
	}
	if c.job.stop.Load() {
		return
	}
	entry := position{key: x.entries.open[todo[0]]}
	c.cover.pending, c.cover.known = noStacks, false
	reason := c.check(entry)
	if reason == 0 {
		c.cover.pending, c.cover.known = entry.key.stacks(), false
		c.check(entry) // to find the child again
		reason = Circular
	}
	c.reject(reason, entry)
}

func (c *checker) reject(reason Reason, entry position) {
	r := &Rejected{Reason: reason, Entry: newEntry(entry.kind, entry.key, entry.turn)}
	if reason != EntryWon {
		r.Child = newEntry(c.missing.kind, c.missing.key, c.missing.turn)
	}
	c.job.reject(r)
}

// check checks one entry; 0 means that it is lost if what covers its children is.
func (c *checker) check(entry position) Reason {
	b := c.job.index.board
	if b.faceDown(entry.key) == 0 && (entry.kind == Open || entry.key.talon() == 0) {
		return EntryWon // lemma 6
	}
	// 1. Walk, and try safe promotions: one child is enough.
	c.members = c.members[:0]
	c.forced = c.forced[:0]
	c.walk.begin(entry.key, false)
	for {
		k, l, ok := c.walk.next()
		if !ok {
			break
		}
		c.members = append(c.members, k)
		c.forced = b.forced(c.forced, entry, k, &l)
	}
	if len(c.forced) > 0 {
		for _, child := range c.forced {
			if c.cover.covered(child) {
				return 0
			}
		}
		c.missing = c.forced[0]
		return ChildNotCovered
	}
	// 2. All other steps of all members.
	for _, k := range c.members {
		l := b.layout(&c.walk.ground, k)
		for _, child := range c.steps.of(entry, k, &l) {
			if !c.cover.covered(child) {
				c.missing = child
				return ChildNotCovered
			}
		}
	}
	return 0
}
