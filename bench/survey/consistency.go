package survey

import (
	"fmt"

	"klondike/klondike"
)

// implies reports whether every deal that can be won under a can be won under b,
// where a and b differ in draw count and pass limit only. More passes never hurt:
// a line that needs fewer is still legal. Nor does a draw count that divides the
// other: as many smaller draws, one after the other, leave stock and waste as the
// larger draw does, its short last group included, and cost no pass.
func implies(a, b klondike.Rules) bool {
	return a.Draw%b.Draw == 0 && (b.Passes == 0 || 0 < a.Passes && a.Passes <= b.Passes)
}

// Contradiction is a pair of verdicts on one deal of which at least one is wrong.
// It is an internal error of the program that gave them.
type Contradiction struct {
	Seed             string
	Winnable, Denied klondike.Rules // won under the first, so not unwinnable under the second
}

// Error names the deal and both verdicts.
func (c *Contradiction) Error() string {
	return fmt.Sprintf("internal error: %s is called winnable at %s and unwinnable at %s, and the first implies that the second is winnable",
		c.Seed, Label(c.Winnable), Label(c.Denied))
}

// contradiction returns the positions of an answer that says winnable and of one
// that says unwinnable although the first implies it is not.
func contradiction(rules []klondike.Rules, answers []Answer) (won, lost int, found bool) {
	for i, a := range answers {
		for j, b := range answers {
			if a.Verdict == Winnable && b.Verdict == Unwinnable && implies(rules[i], rules[j]) {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// settle fills in the undecided verdicts that follow from the others, or returns
// the *Contradiction among them.
func settle(seed string, rules []klondike.Rules, answers []Answer) error {
	if won, lost, found := contradiction(rules, answers); found {
		return &Contradiction{Seed: seed, Winnable: rules[won], Denied: rules[lost]}
	}
	for i := range answers {
		if answers[i].Verdict == Undecided {
			answers[i].Verdict = inferred(i, rules, answers)
		}
	}
	return nil
}

// inferred returns the verdict under rule i that the others imply. What was
// inferred for another rule adds nothing, because implies is transitive.
func inferred(i int, rules []klondike.Rules, answers []Answer) Verdict {
	for j, known := range answers {
		switch {
		case known.Verdict == Winnable && implies(rules[j], rules[i]):
			return Winnable
		case known.Verdict == Unwinnable && implies(rules[i], rules[j]):
			return Unwinnable
		}
	}
	return Undecided
}
