package main

import (
	"errors"
	"fmt"

	"klondike/klondike"
	"klondike/solver"
)

// reasonWords says why a verdict is undecided.
var reasonWords = map[solver.Reason]string{
	solver.StateLimit:  "the state limit was reached",
	solver.TimeLimit:   "the time limit was reached",
	solver.MemoryLimit: "the memory limit was reached",
	solver.Cancelled:   "cancelled",
}

// answer is what the solver and the referee say about a position.
type answer struct {
	start  position
	result solver.Result
	report klondike.Report // of the winning line, if there is one
}

// judge replays the winning line. A line that does not win is an error.
func judge(start position, result solver.Result, scoring klondike.Scoring) (answer, error) {
	a := answer{start: start, result: result}
	if result.Verdict != solver.Winnable {
		return a, nil
	}
	var err error
	a.report, err = klondike.Replay(start.table, start.rules, result.Moves, scoring)
	switch {
	case err != nil:
		return a, err
	case a.report.Illegal != nil:
		return a, fmt.Errorf("the referee refuses move %d of the winning line: %w", a.report.Played+1, a.report.Illegal)
	case !a.report.Won:
		return a, errors.New("the referee does not see a win at the end of the winning line")
	}
	return a, nil
}

// write draws the table and says the verdict.
func (a answer) write(out *output, p pen, scoring string) {
	out.printf("%s, %s\n\n%s\n", a.start.name, a.start.rules, p.table(a.start.table, a.start.rules))
	switch verdict := a.result.Verdict; verdict {
	case solver.Winnable:
		out.printf("%v: %s\n", verdict, lineWords(a.result.Moves, a.report, scoring))
		if len(a.result.Moves) > 0 {
			out.printf("\n")
		}
	case solver.Undecided:
		out.printf("%v: %s\n", verdict, reasonWords[a.result.Reason])
	default:
		out.printf("%v\n", verdict)
	}
}

// statistics says what the search did.
func (a answer) statistics() string {
	s := a.result.Stats
	memory := size(s.Memory)
	return fmt.Sprintf("%d states (%d with an open talon, %d with the real one) in %v, tables of %v",
		s.States, s.Open, s.Closed, s.Elapsed, &memory)
}

// answerJSON is an answer in JSON. What only a winning line has is null without
// one.
type answerJSON struct {
	Deal       dealJSON       `json:"deal"`
	Rules      klondike.Rules `json:"rules"`
	Verdict    solver.Verdict `json:"verdict"`
	Reason     string         `json:"reason"` // empty unless undecided
	Moves      []moveJSON     `json:"moves"`
	Score      *int           `json:"score"`
	PassesUsed *int           `json:"passes_used"`
	Stats      statsJSON      `json:"stats"`
}

type statsJSON struct {
	States  int64   `json:"states"`
	Open    int64   `json:"open"`
	Closed  int64   `json:"closed"`
	Seconds float64 `json:"seconds"`
	Memory  int64   `json:"memory"` // bytes
}

func (a answer) writeJSON(out *output) error {
	deal, err := a.start.json()
	if err != nil {
		return err
	}
	s := a.result.Stats
	written := answerJSON{
		Deal: deal, Rules: a.start.rules, Verdict: a.result.Verdict, Reason: a.result.Reason.String(),
		Stats: statsJSON{s.States, s.Open, s.Closed, s.Elapsed.Seconds(), s.Memory},
	}
	if a.result.Verdict == solver.Winnable {
		written.Moves = lineJSON(a.start, a.result.Moves)
		written.Score, written.PassesUsed = &a.report.Score, &a.report.PassesUsed
	}
	return writeJSON(out, written)
}
