package solver

import (
	"context"
	"iter"

	"klondike/klondike"
	"klondike/klondike/seeds"
)

// Ending says how a search for a winnable deal ended.
type Ending uint8

// The endings.
const (
	Found      Ending = iota // a winnable deal
	OutOfTries               // as many deals were tried as allowed
	OutOfDeals               // there are no more deals
	OutOfTime                // Limits.Time, or the context's deadline, has passed
	Stopped                  // the context was cancelled
)

var endingNames = [...]string{"found", "tries", "deals", "time", "cancelled"}

// String returns "found", "tries", "deals", "time" or "cancelled".
func (e Ending) String() string { return endingNames[e] }

// MarshalText is String, for JSON.
func (e Ending) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText is the inverse of MarshalText.
func (e *Ending) UnmarshalText(text []byte) error {
	return unmarshalName(text, endingNames[:], (*uint8)(e), "ending")
}

// Next is how a search for a winnable deal went. Tried = Unwinnable + Undecided,
// and one more if a winnable deal was found.
type Next struct {
	Ending     Ending
	Tried      int // deals begun
	Unwinnable int // of these, proven lost
	Undecided  int // of these, given up at a limit

	// Of the winnable deal, if one was found.
	Seed   seeds.Seed
	Table  *klondike.Table // as dealt
	Result Result          // with a winning line
}

// NextWinnable looks for the first winnable deal among at most so many (tries; 0 =
// all of them) from a sequence such as seeds.Range.All. Limits.Time bounds the
// whole search, Limits.States the work on each deal: one that reaches it is passed
// over as undecided. Errors are those of Solve, and a seed that the generator
// cannot deal.
func NextWinnable(ctx context.Context, deals iter.Seq[seeds.Seed], tries int, rules klondike.Rules, lim Limits) (Next, error) {
	var next Next
	if err := checkRules(rules); err != nil {
		return next, err
	}
	if lim.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, lim.Time)
		defer cancel()
	}
	s := New(Limits{States: lim.States, Memory: lim.Memory, Threads: lim.Threads})
	next.Ending = OutOfDeals
	for seed := range deals {
		if tries > 0 && next.Tried == tries {
			next.Ending = OutOfTries
			break
		}
		deal, err := seed.DealDecks(rules.Decks)
		if err != nil {
			return next, err
		}
		table, err := klondike.NewTable(deal, rules)
		if err != nil {
			return next, err
		}
		result, err := s.Solve(ctx, table, rules)
		if err != nil {
			return next, err
		}
		next.Tried++
		switch result.Verdict {
		case Winnable:
			next.Ending, next.Seed, next.Table, next.Result = Found, seed, table, result
			return next, nil
		case Unwinnable:
			next.Unwinnable++
		default:
			next.Undecided++
		}
		switch result.Reason {
		case TimeLimit:
			next.Ending = OutOfTime
			return next, nil
		case Cancelled:
			next.Ending = Stopped
			return next, nil
		}
	}
	return next, nil
}
