package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"klondike/solver"
)

// Format is the version of the files that Run.Write writes.
const Format = 1

// ErrUnsteady is wrapped when a question that should repeat exactly does not.
var ErrUnsteady = errors.New("an answer does not repeat")

// ErrFormat is wrapped when a file is not a run of this Format.
var ErrFormat = errors.New("not a saved run of this version")

// Run is everything that Measure noted.
type Run struct {
	Format    int        `json:"format"`
	Suite     string     `json:"suite"`
	Started   time.Time  `json:"started"`
	Machine   Machine    `json:"machine"`
	Program   Program    `json:"program"`
	Threads   int        `json:"threads"`     // of each search
	Peak      int64      `json:"peak_memory"` // most bytes the process ever had in memory; 0 = unknown
	Allocated Allocated  `json:"allocated"`
	Hardware  *Hardware  `json:"hardware,omitempty"`
	Questions []Measured `json:"questions"`
}

// Allocated is what the program allocated on the heap in a round, on average.
// Collecting it costs time that falls on some deal or other, now and then; so it
// does not show in the least time of any.
type Allocated struct {
	Bytes   int64 `json:"bytes"`
	Objects int64 `json:"objects"`
}

// Measured is a question with the solver's answer and what it took.
type Measured struct {
	Question
	Got    solver.Verdict `json:"got"`
	Counts Counts         `json:"counts"` // of the first round; the same in all with one thread

	// Nanoseconds in each round: by the clock on the wall, and on all processors
	// together where there is a clock for that.
	Wall      []time.Duration `json:"wall_ns"`
	Processor []time.Duration `json:"processor_ns,omitempty"`
}

// Counts is what a search counted; see solver.Stats.
type Counts struct {
	States   int64            `json:"states"`
	Open     int64            `json:"open"`
	Closed   int64            `json:"closed"`
	Members  int64            `json:"members"`
	Arrivals int64            `json:"arrivals"`
	Known    int64            `json:"known"`
	Forgot   int64            `json:"forgot"`
	Tables   int64            `json:"tables"` // bytes
	Rules    map[string]int64 `json:"rules"`  // hits of each pruning rule
	Shape    Shape            `json:"shape"`
}

// Shape says how full the tables were in the end, and how many buckets lookups
// read; see solver.Tables.
type Shape struct {
	Slots   int64   `json:"slots"`
	Entries int64   `json:"entries"`
	Hits    []int64 `json:"hits"`
	Misses  []int64 `json:"misses"`
}

// Load is the share of slots in use.
func (s *Shape) Load() float64 { return float64(s.Entries) / float64(max(s.Slots, 1)) }

// add adds the tables of another deal.
func (s *Shape) add(o Shape) {
	s.Slots += o.Slots
	s.Entries += o.Entries
	addEach(&s.Hits, o.Hits)
	addEach(&s.Misses, o.Misses)
}

func addEach(to *[]int64, list []int64) {
	for i, n := range list {
		if i == len(*to) {
			*to = append(*to, 0)
		}
		(*to)[i] += n
	}
}

// reads returns how many buckets a lookup reads on average, counted as in Shape.
func reads(further []int64) float64 {
	lookups, total := int64(0), int64(0)
	for i, n := range further {
		lookups += n
		total += int64(i+1) * n
	}
	return float64(total) / float64(max(lookups, 1))
}

func countsOf(s solver.Stats) Counts {
	return Counts{
		States: s.States, Open: s.Open, Closed: s.Closed, Members: s.Members, Arrivals: s.Arrivals,
		Known: s.Known, Forgot: s.Forgot, Tables: s.Memory, Rules: s.Rules,
	}
}

// Rounds returns how often each question was answered.
func (r *Run) Rounds() int { return len(r.Questions[0].Wall) }

// Clock says which times of a run count.
type Clock string

// The clocks. A single thread is timed on the processor, for which it does not
// matter what else the machine has to do; several threads are there to save time
// on the wall.
const (
	ProcessorClock Clock = "processor"
	WallClock      Clock = "wall"
)

// Clock returns the clock that this run was timed with.
func (r *Run) Clock() Clock {
	if r.Threads > 1 {
		return WallClock
	}
	for i := range r.Questions {
		if len(r.Questions[i].Processor) != r.Rounds() {
			return WallClock
		}
	}
	return ProcessorClock
}

// waiting returns the share of time in which a search had no processor, because
// others had it; 0 where that is unknown or there are several threads.
func (r *Run) waiting() float64 {
	if r.Clock() != ProcessorClock {
		return 0
	}
	var wall, processor time.Duration
	for i := range r.Questions {
		for round, took := range r.Questions[i].Wall {
			wall += took
			processor += r.Questions[i].Processor[round]
		}
	}
	return max(0, 1-float64(processor)/float64(wall))
}

// times returns what the question took in each round.
func (m *Measured) times(c Clock) []time.Duration {
	if c == ProcessorClock {
		return m.Processor
	}
	return m.Wall
}

// Write writes the run as one JSON object.
func (r *Run) Write(w io.Writer) error { return json.NewEncoder(w).Encode(r) }

// ReadRun reads what Write has written. The error wraps ErrFormat if it is
// anything else.
func ReadRun(in io.Reader) (*Run, error) {
	r := new(Run)
	if err := json.NewDecoder(in).Decode(r); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if r.Format != Format {
		return nil, fmt.Errorf("%w: format %d, expected %d", ErrFormat, r.Format, Format)
	}
	if len(r.Questions) == 0 || r.Rounds() == 0 {
		return nil, fmt.Errorf("%w: it has no times", ErrFormat)
	}
	for i := range r.Questions {
		if m := &r.Questions[i]; len(m.Wall) != r.Rounds() || len(m.Processor) != 0 && len(m.Processor) != r.Rounds() {
			return nil, fmt.Errorf("%w: the times of %v are not those of %d rounds", ErrFormat, m.Question, r.Rounds())
		}
	}
	return r, nil
}
