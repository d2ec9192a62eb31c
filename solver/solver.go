package solver

import (
	"context"
	"time"

	"klondike/klondike"
)

// Verdict is the answer to "can this position be won?".
type Verdict uint8

// The verdicts. Undecided always comes with a Reason.
const (
	Undecided Verdict = iota
	Winnable
	Unwinnable
)

// Reason says which limit ended an undecided search.
type Reason uint8

// The reasons.
const (
	NoReason Reason = iota
	StateLimit
	TimeLimit
	MemoryLimit
	Cancelled
)

// Limits bounds a search. The zero value means: no state limit, no time limit,
// the default memory budget, one thread.
type Limits struct {
	States  int64         // plateaus expanded; exact with one thread
	Time    time.Duration // wall clock
	Memory  int64         // bytes for the tables; 0 = DefaultMemory
	Threads int           // 0 = 1
}

// DefaultMemory is the table budget in bytes when Limits.Memory is zero.
const DefaultMemory = 1 << 30

// Stats counts what a search did.
type Stats struct {
	States  int64 // plateaus expanded, all searches together
	Open    int64 // of these, by the open-talon relaxation
	Closed  int64 // of these, with the real talon
	Elapsed time.Duration
	Memory  int64 // bytes of tables at the end
}

// Result is the outcome of a search.
type Result struct {
	Verdict Verdict
	Reason  Reason
	Moves   []klondike.Move // a winning line from the position, replayed by the referee
	Stats   Stats
}

// Solve decides whether the position can be won under the rules.
func Solve(ctx context.Context, t *klondike.Table, rules klondike.Rules, lim Limits) (Result, error) {
	panic("not yet")
}
