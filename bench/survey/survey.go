package survey

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"klondike/bench/stats"
	"klondike/klondike"
)

// Verdict is the answer to "can this deal be won?", as results.csv spells it.
type Verdict byte

// The verdicts.
const (
	Winnable   Verdict = 'W'
	Unwinnable Verdict = 'U'
	Undecided  Verdict = '?'
)

// Valid reports whether v is one of the three verdicts.
func (v Verdict) Valid() bool { return v == Winnable || v == Unwinnable || v == Undecided }

// MarshalText writes the verdict as results.csv does.
func (v Verdict) MarshalText() ([]byte, error) { return []byte{byte(v)}, nil }

// Outcome returns the verdict as package stats counts it.
func (v Verdict) Outcome() stats.Outcome {
	switch v {
	case Winnable:
		return stats.Won
	case Unwinnable:
		return stats.Lost
	}
	return stats.Undecided
}

// Answer is the verdict on one deal under one rule, and what it cost.
type Answer struct {
	Verdict Verdict `json:"verdict"`
	States  int64   `json:"states"` // states expanded; UnknownStates in an imported survey that has none
}

// UnknownStates is the cost of an answer that came without one.
const UnknownStates = -1

// Decider decides deals, one at a time. It is used by one goroutine.
type Decider interface {
	// Decide answers one deal under each of the rules, which differ in draw count
	// and pass limit only, in their order. It expands at most maxStates states for
	// the deal (0 = no limit). With the same arguments it returns the same answers,
	// whatever it decided before; only the end of ctx may change that: then it
	// returns promptly, with Undecided for what is left and ctx's error. Any other
	// error is a failure of the decider, and ends the survey.
	Decide(ctx context.Context, deal klondike.Deal, rules []klondike.Rules, maxStates int64) ([]Answer, error)
}

// ErrRules marks rules that do not make a survey.
var ErrRules = errors.New("rules do not make a survey")

// Ladder returns the base rules under each combination of draw counts and pass
// limits (0 = unlimited), in the order in which surveys keep them: by draw count,
// then by pass limit, unlimited last. Repetitions count once.
func Ladder(base klondike.Rules, draws, passes []int) []klondike.Rules {
	var rules []klondike.Rules
	for _, draw := range draws {
		for _, limit := range passes {
			r := base
			r.Draw, r.Passes = draw, limit
			rules = append(rules, r)
		}
	}
	slices.SortFunc(rules, compareRules)
	return slices.Compact(rules)
}

func compareRules(a, b klondike.Rules) int {
	if a.Draw != b.Draw {
		return a.Draw - b.Draw
	}
	// As unsigned numbers, -1 is the largest: unlimited passes come last.
	switch x, y := uint(a.Passes-1), uint(b.Passes-1); {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// checkRules reports what keeps rules from being those of one survey.
func checkRules(rules []klondike.Rules) error {
	if len(rules) == 0 {
		return fmt.Errorf("%w: there are none", ErrRules)
	}
	for i, r := range rules {
		if err := r.Validate(); err != nil {
			return err
		}
		alike := r
		alike.Draw, alike.Passes = rules[0].Draw, rules[0].Passes
		if alike != rules[0] {
			return fmt.Errorf("%w: they may differ in draw count and pass limit only", ErrRules)
		}
		if i > 0 && compareRules(rules[i-1], r) >= 0 {
			return fmt.Errorf("%w: expected them by rising draw count, then rising pass limit, unlimited last, none twice", ErrRules)
		}
	}
	return nil
}

// Passes returns a pass limit as surveys write it: a number, or "unlimited" for 0.
func Passes(limit int) string {
	if limit == 0 {
		return "unlimited"
	}
	return strconv.Itoa(limit)
}

// Label names a rule among those of its survey, such as "draw 3, 2 passes".
func Label(r klondike.Rules) string {
	noun := " passes"
	if r.Passes == 1 {
		noun = " pass"
	}
	return "draw " + strconv.Itoa(r.Draw) + ", " + Passes(r.Passes) + noun
}

// Common describes what the rules of a survey share: everything but draw count
// and pass limit.
func Common(r klondike.Rules) string {
	parts := strings.SplitN(r.String(), ", ", 3) // draw count, pass limit, the rest
	return parts[len(parts)-1]
}
