package survey

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"klondike/klondike"
)

// ErrApart marks surveys that have nothing in common to compare.
var ErrApart = errors.New("nothing to compare")

// Difference is one deal on whose verdict two surveys differ.
type Difference struct {
	Seed  uint64         `json:"seed"`
	Rules klondike.Rules `json:"rules"`
	A     Answer         `json:"a"`
	B     Answer         `json:"b"`
}

// Contradictory reports whether the verdicts exclude each other, rather than one
// survey deciding what the other left undecided.
func (d Difference) Contradictory() bool {
	return d.A.Verdict != Undecided && d.B.Verdict != Undecided
}

// Comparison is what two surveys say about the same deals under one rule.
type Comparison struct {
	Rules          klondike.Rules `json:"rules"`
	Agree          int64          `json:"agree"`          // decided, the same way
	Contradictions int64          `json:"contradictions"` // decided, in opposite ways
	OnlyA          int64          `json:"only_a"`         // decided by A only
	OnlyB          int64          `json:"only_b"`         // decided by B only
	Neither        int64          `json:"neither"`        // undecided in both
	Cost           CostComparison `json:"cost"`
}

// CostComparison compares costs on the deals that both surveys decided and both
// know the cost of.
type CostComparison struct {
	Deals    int64     `json:"deals"`
	StatesA  int64     `json:"states_a"` // total
	StatesB  int64     `json:"states_b"`
	CheaperA int64     `json:"cheaper_a"` // deals on which A needs fewer states
	CheaperB int64     `json:"cheaper_b"`
	Largest  []CostGap `json:"largest"` // the deals whose costs differ most, in states
}

// CostGap is the cost of one deal in two surveys.
type CostGap struct {
	Seed    uint64 `json:"seed"`
	StatesA int64  `json:"states_a"`
	StatesB int64  `json:"states_b"`
}

func (g CostGap) size() int64 { return max(g.StatesA-g.StatesB, g.StatesB-g.StatesA) }

// largestGaps is how many deals CostComparison.Largest lists.
const largestGaps = 5

// Comparisons is what Diff finds.
type Comparisons struct {
	Deals       int64        `json:"deals"`  // in both surveys
	OnlyA       int64        `json:"only_a"` // deals
	OnlyB       int64        `json:"only_b"`
	Rules       []Comparison `json:"rules"`       // the rules of both surveys
	Differences []Difference `json:"differences"` // by seed, then by rule
}

// Contradictions counts the deals and rules on which the surveys exclude each
// other.
func (c *Comparisons) Contradictions() int64 {
	var n int64
	for _, r := range c.Rules {
		n += r.Contradictions
	}
	return n
}

// Diff compares two surveys of the same generator, deal by deal, under the rules
// that both have. Surveys of different generators, or without a common rule or
// deal, are ErrApart.
func Diff(a, b *Survey) (*Comparisons, error) {
	if a.Manifest.Generator != b.Manifest.Generator {
		return nil, fmt.Errorf("%w: %s has deals of %s, %s of %s", ErrApart, a.Dir, a.Manifest.Generator, b.Dir, b.Manifest.Generator)
	}
	c := &Comparisons{}
	var places [][2]int // of each common rule in both manifests
	for i, r := range a.Manifest.Rules {
		if j := slices.Index(b.Manifest.Rules, r); j >= 0 {
			places = append(places, [2]int{i, j})
			c.Rules = append(c.Rules, Comparison{Rules: r})
		}
	}
	if len(places) == 0 {
		return nil, fmt.Errorf("%w: %s and %s have no rule in common", ErrApart, a.Dir, b.Dir)
	}
	for pair, err := range pairs(a, b) {
		switch {
		case err != nil:
			return nil, err
		case pair.b == nil:
			c.OnlyA++
			continue
		case pair.a == nil:
			c.OnlyB++
			continue
		}
		c.Deals++
		for k, place := range places {
			c.add(k, pair.a.Seed, pair.a.Answers[place[0]], pair.b.Answers[place[1]])
		}
	}
	if c.Deals == 0 {
		return nil, fmt.Errorf("%w: %s and %s have no deal in common", ErrApart, a.Dir, b.Dir)
	}
	return c, nil
}

// pair is one deal in two surveys; nil where it is missing.
type pair struct{ a, b *Unit }

// pairs goes through two surveys side by side, by rising seed.
func pairs(a, b *Survey) iter.Seq2[pair, error] {
	return func(yield func(pair, error) bool) {
		nextA, stopA := iter.Pull2(a.Units())
		defer stopA()
		nextB, stopB := iter.Pull2(b.Units())
		defer stopB()
		unitA, errA, moreA := nextA()
		unitB, errB, moreB := nextB()
		for moreA || moreB {
			if err := cmp.Or(errA, errB); err != nil {
				yield(pair{}, err)
				return
			}
			var p pair
			if moreA && (!moreB || unitA.Seed <= unitB.Seed) {
				p.a = &unitA
			}
			if moreB && (!moreA || unitB.Seed <= unitA.Seed) {
				p.b = &unitB
			}
			if !yield(p, nil) {
				return
			}
			takeA, takeB := p.a != nil, p.b != nil
			if takeA {
				unitA, errA, moreA = nextA()
			}
			if takeB {
				unitB, errB, moreB = nextB()
			}
		}
	}
}

// add compares the answers to one deal under common rule k.
func (c *Comparisons) add(k int, seed uint64, a, b Answer) {
	r := &c.Rules[k]
	switch {
	case a.Verdict == Undecided && b.Verdict == Undecided:
		r.Neither++
	case b.Verdict == Undecided:
		r.OnlyA++
	case a.Verdict == Undecided:
		r.OnlyB++
	case a.Verdict != b.Verdict:
		r.Contradictions++
	default:
		r.Agree++
	}
	if a.Verdict != b.Verdict {
		c.Differences = append(c.Differences, Difference{Seed: seed, Rules: r.Rules, A: a, B: b})
	}
	if a.Verdict != Undecided && b.Verdict != Undecided && a.States != UnknownStates && b.States != UnknownStates {
		r.Cost.add(CostGap{Seed: seed, StatesA: a.States, StatesB: b.States})
	}
}

func (c *CostComparison) add(gap CostGap) {
	c.Deals++
	c.StatesA += gap.StatesA
	c.StatesB += gap.StatesB
	switch {
	case gap.StatesA < gap.StatesB:
		c.CheaperA++
	case gap.StatesB < gap.StatesA:
		c.CheaperB++
	default:
		return
	}
	// Insert into the few largest; of equal gaps the earlier seed stays first.
	at, _ := slices.BinarySearchFunc(c.Largest, gap, func(have, new CostGap) int {
		if have.size() >= new.size() {
			return -1
		}
		return 1
	})
	if at < largestGaps {
		c.Largest = slices.Insert(c.Largest, at, gap)
		c.Largest = c.Largest[:min(len(c.Largest), largestGaps)]
	}
}
