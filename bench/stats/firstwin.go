package stats

// FirstWins counts at which step of a ladder deals are first won. The rules of a
// ladder are ordered so that a deal won at one step is won at every later one,
// as with a rising pass limit.
type FirstWins struct {
	At    []int64 `json:"at"`    // first won at that step, lost at every step before
	Never int64   `json:"never"` // lost at the last step
	Open  int64   `json:"open"`  // undecided at the first step that is not lost
}

// NewFirstWins returns empty counts for a ladder of the given number of steps.
func NewFirstWins(steps int) FirstWins { return FirstWins{At: make([]int64, steps)} }

// Add counts one deal by its outcomes, one a step.
func (f *FirstWins) Add(outcomes []Outcome) {
	for i, outcome := range outcomes {
		switch {
		case outcome == Won:
			f.At[i]++
			return
		case outcome == Undecided:
			f.Open++
			return
		}
	}
	f.Never++
}

// Deals returns how many deals were counted, undecided ones included.
func (f *FirstWins) Deals() int64 {
	n := f.Never + f.Open
	for _, count := range f.At {
		n += count
	}
	return n
}
