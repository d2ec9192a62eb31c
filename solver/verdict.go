package solver

import (
	"fmt"
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

var verdictNames = [...]string{"undecided", "winnable", "unwinnable"}

// String returns "winnable", "unwinnable" or "undecided".
func (v Verdict) String() string { return verdictNames[v] }

// MarshalText is String, for JSON.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText is the inverse of MarshalText.
func (v *Verdict) UnmarshalText(text []byte) error {
	return unmarshalName(text, verdictNames[:], (*uint8)(v), "verdict")
}

// Reason says which limit ended an undecided search.
type Reason uint8

// The reasons.
const (
	NoReason    Reason = iota
	StateLimit         // Limits.States were expanded
	TimeLimit          // Limits.Time, or the context's deadline, has passed
	MemoryLimit        // Limits.Memory is spent and the work cannot go on in less
	Cancelled          // the context was cancelled
)

var reasonNames = [...]string{"", "states", "time", "memory", "cancelled"}

// String returns "states", "time", "memory", "cancelled", or "" for NoReason.
func (r Reason) String() string { return reasonNames[r] }

// MarshalText is String, for JSON.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText is the inverse of MarshalText.
func (r *Reason) UnmarshalText(text []byte) error {
	return unmarshalName(text, reasonNames[:], (*uint8)(r), "reason")
}

func unmarshalName(text []byte, names []string, to *uint8, what string) error {
	for i, name := range names {
		if string(text) == name {
			*to = uint8(i)
			return nil
		}
	}
	return fmt.Errorf("solver: unknown %s %q, expected one of %q", what, text, names)
}

// Limits bounds a search. The zero value means: no state limit, no time limit,
// the default memory budget, one thread.
type Limits struct {
	States  int64         // plateaus expanded; exact with one thread
	Time    time.Duration // wall clock
	Memory  int64         // bytes for the tables; 0 = DefaultMemory
	Threads int           // 0 = 1
}

// DefaultMemory is the table budget in bytes when Limits.Memory is zero. Tables
// begin small and grow only as far as a deal needs; once the budget is spent they
// forget, which costs time and never an answer.
const DefaultMemory = 1 << 30

// Stats counts what a search did.
type Stats struct {
	States  int64 // plateaus expanded, all searches together
	Open    int64 // of these, by the open-talon relaxation
	Closed  int64 // of these, with the real talon
	Elapsed time.Duration
	Memory  int64 // bytes of tables at the end

	Members  int64            // positions in these plateaus
	Arrivals int64            // positions at which a plateau was entered
	Known    int64            // of these, settled by the tables
	Forgot   int64            // facts that the tables dropped for lack of room
	Rules    map[string]int64 // how often each pruning rule decided something
}

// Result is the outcome of a search.
type Result struct {
	Verdict Verdict
	Reason  Reason          // why Undecided
	Moves   []klondike.Move // a winning line from the position, replayed by the referee
	Stats   Stats
}
