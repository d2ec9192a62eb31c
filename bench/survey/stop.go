package survey

import (
	"errors"
	"fmt"

	"klondike/bench/stats"
)

// StopEvery is how many deals lie between two looks at the stopping rule.
const StopEvery = 100

// Stop ends a survey once its intervals are narrow enough. The rule is looked at
// after every Every deals in the order of their seeds, whatever was decided
// beyond them, so that a survey stops at the same deal however it is run. The
// zero Stop never ends one.
type Stop struct {
	Width float64 `json:"width"` // largest width of any interval, 0..1
	Every uint64  `json:"every"`
}

// ErrStop marks a stopping rule that makes no sense.
var ErrStop = errors.New("no such stopping rule")

func (s Stop) check(shard Shard) error {
	switch {
	case s == (Stop{}):
		return nil
	case !(0 < s.Width && s.Width < 1) || s.Every == 0:
		return fmt.Errorf("%w: width %v: expected a number between 0 and 1", ErrStop, s.Width)
	case shard != (Shard{}):
		return fmt.Errorf("%w: a shard sees only its own deals, so it cannot tell when the whole survey is precise enough", ErrStop)
	}
	return nil
}

// String describes the rule; "" for none.
func (s Stop) String() string {
	if s == (Stop{}) {
		return ""
	}
	return fmt.Sprintf("width %v, looked at every %d deals", s.Width, s.Every)
}

// Reached reports whether the rule ends the survey after so many deals with
// the given tallies.
func (s Stop) Reached(deals uint64, tallies []stats.Tally) bool {
	if s == (Stop{}) || deals == 0 || deals%s.Every != 0 {
		return false
	}
	return Widest(tallies) <= s.Width
}

// Widest returns the width of the widest interval of any rule, by either method.
func Widest(tallies []stats.Tally) float64 {
	widest := 0.0
	for _, t := range tallies {
		widest = max(widest, t.Wilson().Width(), t.ClopperPearson().Width())
	}
	return widest
}
