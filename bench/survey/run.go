package survey

import (
	"context"
	"errors"
	"time"

	"klondike/bench/stats"
	"klondike/klondike"
	"klondike/klondike/seeds"
)

// Config is a survey to run.
type Config struct {
	Dir     string // made if need be; a directory of the same survey goes on where it ended
	Seeds   seeds.Range
	Rules   []klondike.Rules // as Ladder returns them
	Limits  Limits
	Stop    Stop
	Shard   Shard
	Program string // name and version of what decides, for the manifest

	// AllowTimeLimit permits Limits.Time, which makes results irreproducible.
	AllowTimeLimit bool

	NewDecider func() Decider // called once for each worker
	Workers    int            // deals decided at the same time; 0 = 1
	Block      uint64         // deals written at a time, at the latest after a second; 0 = DefaultBlock

	// Opened, when set, is told once what the directory held, before any work.
	Opened func(Opened)
	// Progress, when set, is called a few times a second and once at the end,
	// always from the goroutine of Run.
	Progress func(Progress)

	// Abort, when closed, gives up the deals in flight, after which Run returns as
	// soon as the deciders do. Ending the context of Run is the gentle way.
	Abort <-chan struct{}
}

// DefaultBlock is the size of a block when Config.Block is zero.
const DefaultBlock = 256

// Opened tells what a survey found in its directory.
type Opened struct {
	Deals    uint64 // already there
	Planned  uint64 // asked for
	Repaired int64  // bytes of a torn end, left by a killed run, that were cut off
}

// Progress is how far a survey has come.
type Progress struct {
	Deals   uint64        // kept or about to be, those of earlier runs included
	Waiting uint64        // decided, but an earlier deal is not
	Planned uint64        // asked for
	Rate    float64       // deals a second in this run
	Left    time.Duration // estimate for what is planned; 0 when there is none
	Tallies []stats.Tally // of Deals, one for each rule; valid until the call returns
}

// Summary is what a run leaves behind.
type Summary struct {
	Opened
	Deals   uint64 // now in the directory
	Stopped bool   // ended by the stopping rule
	Tallies []stats.Tally
}

// ErrTimeLimit marks a time limit that was not asked for by name.
var ErrTimeLimit = errors.New("a time limit makes results depend on the machine: two runs would not agree")

// Manifest returns the manifest of the survey, or what is wrong with the request.
func (c *Config) Manifest() (Manifest, error) {
	m := Manifest{
		Schema:    Schema,
		Program:   c.Program,
		Generator: c.Seeds.Generator(),
		First:     c.Seeds.First(),
		Last:      c.Seeds.Last(),
		Rules:     c.Rules,
		Limits:    c.Limits,
		Stop:      c.Stop,
		Shard:     c.Shard,
	}
	if err := m.check(); err != nil {
		return m, err
	}
	if c.Limits.Time != 0 && !c.AllowTimeLimit {
		return m, ErrTimeLimit
	}
	_, err := c.Seeds.At(0).DealDecks(c.Rules[0].Decks)
	return m, err
}

// Errors that end a run before its last deal.
var (
	ErrInterrupted = errors.New("interrupted") // the context of Run ended
	ErrAborted     = errors.New("aborted")     // Config.Abort was closed
)

// Run decides the deals of a survey that its directory does not hold yet. When
// ctx ends, it starts no further deal, finishes and keeps those in flight, and
// returns ErrInterrupted. Whatever the error, the summary tells what is kept, and
// running the same survey again goes on from there.
//
// The error is a *Mismatch when the directory holds another survey, ErrLocked when
// another process writes there, a *Damage when its results are not what a survey
// can have left, a *WriteError when writing fails, a *Contradiction when verdicts
// on a deal exclude each other, and else the error of the decider or of the
// operating system. A deal that fails is not written.
func Run(ctx context.Context, c Config) (_ Summary, err error) {
	m, err := c.Manifest()
	if err != nil {
		return Summary{}, err
	}
	s, err := openStore(c.Dir, m)
	if err != nil {
		return Summary{}, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	opened := Opened{Deals: s.units, Planned: m.Planned(), Repaired: s.repaired}
	if c.Opened != nil {
		c.Opened(opened)
	}
	w := newWriter(&c, m, s)
	err = w.run(ctx)
	return Summary{Opened: opened, Deals: s.units, Stopped: w.stopped, Tallies: w.tallies}, err
}
