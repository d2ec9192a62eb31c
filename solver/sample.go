package solver

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"klondike/klondike"
)

// SampleOptions say which completions of a table to look at.
type SampleOptions struct {
	Completions int    // how many, at least 1
	Seed        uint64 // completion i depends on the table, the seed and i alone

	// Progress, if there is one, is called after each completion with the number of
	// those that are done, by one goroutine at a time.
	Progress func(done int)
}

// Sampled counts the completions that were looked at. They are drawn independently,
// each way of filling in the unknown cards being as likely as any other: what the
// counts say of "the" position holds for a fair shuffle of which the player has
// seen no more than the table shows. An interval for the share is the caller's to
// compute; the undecided belong to either side.
type Sampled struct {
	Completions int // looked at; fewer than asked for when the time was up
	Winnable    int
	Unwinnable  int
	Undecided   int
	Reason      Reason // the limit that ended the sampling, or else the one that left some undecided

	Moves []SampledMove // the ways to go on, those that win most often first
}

// SampledMove counts the completions of a table by what is true after a way to go
// on: the same completions for all ways, so that ways can be compared pair by pair.
// See FirstMove for what counts as a way; here turning the stock until an unknown
// card is on top is one too.
type SampledMove struct {
	Moves      []klondike.Move
	Winnable   int
	Unwinnable int
	Undecided  int
	Verdicts   []Verdict // of each completion, in the order of their numbers
}

// ErrNoCompletions is returned when less than one completion is asked for.
var ErrNoCompletions = errors.New("the number of completions is not positive, expected 1 or more")

// Sample fills in the unknown cards of a table at random, again and again, and
// decides each completion and each way to go on in it.
//
// Limits.Threads completions are worked on at the same time, Limits.Memory is
// divided among them, Limits.States bounds each search, and Limits.Time and the
// context all of it. Completions that were begun when the time was up count as
// undecided, since those that take long are unlike the others; those not begun do
// not count. Without a limit that is reached, the same options give the same
// counts whatever the number of threads.
//
// Errors are an invalid table or rules (*klondike.TableError,
// *klondike.SettingError), ErrNoCompletions, and ErrUnsupported.
func Sample(ctx context.Context, t *klondike.Table, rules klondike.Rules, o SampleOptions, lim Limits) (Sampled, error) {
	// 1. Check everything.
	if err := checkRules(rules); err != nil {
		return Sampled{}, err
	}
	if err := t.ValidatePartial(rules); err != nil {
		return Sampled{}, err
	}
	if o.Completions < 1 {
		return Sampled{}, ErrNoCompletions
	}
	if lim.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, lim.Time)
		defer cancel()
	}

	// 2. Decide the completions. Each worker takes the next one, so that those begun
	// are always the first few.
	var (
		waysOn   = ways(t, rules)
		outcomes = make([]outcome, o.Completions)
		begun    atomic.Int64
		progress sync.Mutex
		done     int
	)
	workers := max(lim.Threads, 1)
	memory := lim.Memory
	if memory <= 0 {
		memory = DefaultMemory
	}
	group, inner := errgroup.WithContext(ctx)
	for range workers {
		group.Go(func() error {
			s := New(Limits{States: lim.States, Memory: memory / int64(workers)})
			for inner.Err() == nil {
				i := int(begun.Add(1)) - 1
				if i >= o.Completions {
					break
				}
				var err error
				if outcomes[i], err = s.outcome(inner, completion(t, o.Seed, i), rules, waysOn); err != nil {
					return err
				}
				progress.Lock()
				done++
				if o.Progress != nil {
					o.Progress(done)
				}
				progress.Unlock()
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return Sampled{}, err
	}

	// 3. Count them.
	sampled := count(outcomes[:min(int(begun.Load()), o.Completions)], waysOn)
	if ctx.Err() != nil && (sampled.Completions < o.Completions || sampled.Reason != NoReason) {
		sampled.Reason = endOf(ctx)
	}
	return sampled, nil
}

// outcome is what is true of one completion.
type outcome struct {
	verdict Verdict
	reason  Reason
	after   []Verdict // after each way to go on
}

func (s *Solver) outcome(ctx context.Context, t *klondike.Table, rules klondike.Rules, waysOn [][]klondike.Move) (outcome, error) {
	result, err := s.Decide(ctx, t, rules)
	if err != nil {
		return outcome{}, err
	}
	o := outcome{verdict: result.Verdict, reason: result.Reason}
	for _, way := range waysOn {
		first, err := s.first(ctx, t, rules, way, result.Verdict)
		if err != nil {
			return outcome{}, err
		}
		if o.after = append(o.after, first.Verdict); first.Verdict == Winnable {
			o.verdict = Winnable // though perhaps not decided at first
		}
		if first.Verdict == Undecided {
			o.reason = first.Reason
		}
	}
	return o, nil
}

// count adds the outcomes up.
func count(outcomes []outcome, waysOn [][]klondike.Move) Sampled {
	sampled := Sampled{Completions: len(outcomes)}
	for i, way := range waysOn {
		m := SampledMove{Moves: way}
		for _, o := range outcomes {
			tally(o.after[i], &m.Winnable, &m.Unwinnable, &m.Undecided)
			m.Verdicts = append(m.Verdicts, o.after[i])
		}
		sampled.Moves = append(sampled.Moves, m)
	}
	for _, o := range outcomes {
		tally(o.verdict, &sampled.Winnable, &sampled.Unwinnable, &sampled.Undecided)
		if o.reason != NoReason {
			sampled.Reason = o.reason
		}
	}
	slices.SortStableFunc(sampled.Moves, func(a, b SampledMove) int {
		return cmp.Or(cmp.Compare(b.Winnable, a.Winnable), cmp.Compare(a.Unwinnable, b.Unwinnable))
	})
	return sampled
}

func tally(v Verdict, winnable, unwinnable, undecided *int) {
	switch v {
	case Winnable:
		*winnable++
	case Unwinnable:
		*unwinnable++
	default:
		*undecided++
	}
}

// sampleLabel fills the key of a completion's random numbers behind the seed and
// its index.
const sampleLabel = "klondike sample "

// completion returns t with its unknown cards filled in, number i of a seed. The
// missing cards are shuffled by ChaCha8 and put into the unknown places, columns
// first.
func completion(t *klondike.Table, seed uint64, i int) *klondike.Table {
	t = t.Clone()
	var known [52]bool
	var unknown []*klondike.Card
	look := func(pile []klondike.Card) {
		for at, c := range pile {
			if c == klondike.Unknown {
				unknown = append(unknown, &pile[at])
			} else {
				known[c] = true
			}
		}
	}
	for _, col := range t.Columns {
		look(col.Cards)
	}
	look(t.Stock)
	look(t.Waste)
	var missing []klondike.Card
	for c := range klondike.Card(52) {
		if !known[c] && t.Foundations[c.Suit()] < uint8(c.Rank()) {
			missing = append(missing, c)
		}
	}

	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	binary.LittleEndian.PutUint64(key[8:], uint64(i))
	copy(key[16:], sampleLabel)
	rng := rand.New(rand.NewChaCha8(key))
	rng.Shuffle(len(missing), func(i, j int) { missing[i], missing[j] = missing[j], missing[i] })
	for at, c := range missing {
		*unknown[at] = c
	}
	return t
}
