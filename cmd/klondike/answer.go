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

// answer is what the solver and the referee say about a position. The line,
// result.Moves, wins; or it is the one that brings the most cards up.
type answer struct {
	start  position
	result solver.Result
	line   lineReport
	fewest *solver.PassResult // what --min-passes found
	most   *solver.MostResult // what --maximise foundation found

	certificate *certificateJSON // the proof that was written
}

// judge replays the winning line. A line that does not win is an error.
func judge(start position, result solver.Result, scoring klondike.Scoring) (answer, error) {
	a := answer{start: start, result: result}
	if result.Verdict != solver.Winnable {
		return a, nil
	}
	var err error
	a.line, err = referee(start, result.Moves, scoring)
	if err == nil && !a.line.Won {
		err = errors.New("the referee does not see a win at the end of the winning line")
	}
	return a, err
}

// judgeFewest is judge for the answer to --min-passes. A line that takes another
// number of passes is an error.
func judgeFewest(start position, fewest solver.PassResult, scoring klondike.Scoring) (answer, error) {
	a, err := judge(start, fewest.Result, scoring)
	a.fewest = &fewest
	if err == nil && a.result.Verdict == solver.Winnable && a.line.PassesUsed != fewest.Passes {
		err = fmt.Errorf("the referee sees %s instead of %d", counted(a.line.PassesUsed, "pass", "passes"), fewest.Passes)
	}
	return a, err
}

// judgeMost is judge for the answer to --maximise. A line that does not bring as
// many cards up is an error.
func judgeMost(start position, result solver.Result, most solver.MostResult, scoring klondike.Scoring) (answer, error) {
	result.Moves = most.Moves
	a := answer{start: start, result: result, most: &most}
	var err error
	a.line, err = referee(start, most.Moves, scoring)
	if err == nil && a.line.Final.FoundationCards() != most.Cards {
		err = fmt.Errorf("the referee sees %d cards on the foundations instead of %d", a.line.Final.FoundationCards(), most.Cards)
	}
	return a, err
}

// decided reports whether every question that was asked has its answer.
func (a answer) decided() bool {
	switch {
	case a.result.Verdict == solver.Undecided:
		return false
	case a.fewest != nil:
		return a.fewest.Lower == a.fewest.Passes
	case a.most != nil:
		return a.most.Proven
	}
	return true
}

// write draws the table and says the verdict.
func (a answer) write(out *output, p pen, scoring string) {
	out.printf("%s, %s\n\n%s\n", a.start.name, a.start.rules, p.table(a.start.table, a.start.rules))
	verdict := a.result.Verdict
	switch verdict {
	case solver.Winnable:
		out.printf("%v: %s\n", verdict, a.line.words(scoring))
	case solver.Undecided:
		out.printf("%v: %s\n", verdict, reasonWords[a.result.Reason])
	default:
		out.printf("%v\n", verdict)
	}
	if a.fewest != nil && verdict == solver.Winnable {
		out.printf("fewest passes: %s\n", fewestWords(*a.fewest, a.start.table.Pass))
	}
	if a.most != nil && verdict != solver.Winnable {
		out.printf("most cards on the foundations: %s\n", mostWords(*a.most))
		if len(a.result.Moves) > 0 {
			out.printf("the line to them: %s\n", a.line.words(scoring))
		}
	}
	if c := a.certificate; c != nil {
		bytes := size(c.Bytes)
		out.printf("certificate: %s, %v, in %s\n", counted(int(c.Entries), "entry", "entries"), &bytes, c.File)
	}
	if len(a.result.Moves) > 0 {
		out.printf("\n")
	}
}

// fewestWords says in how few passes a win is possible, and what is proven of a game
// that is in the given pass.
func fewestWords(f solver.PassResult, pass int) string {
	switch {
	case f.Lower < f.Passes:
		return fmt.Sprintf("at least %d, at most %d: %s", f.Lower, f.Passes, reasonWords[f.Reason])
	case f.Passes == pass:
		return fmt.Sprintf("%d, the pass that the game is in", pass)
	}
	return fmt.Sprintf("%d; it is proven that %d is not enough", f.Passes, f.Passes-1)
}

// mostWords says how many cards can go up, and what is proven.
func mostWords(m solver.MostResult) string {
	if m.Proven {
		return fmt.Sprintf("%d; it is proven that no more can be", m.Cards)
	}
	return fmt.Sprintf("at least %d: %s", m.Cards, reasonWords[m.Reason])
}

// statistics says what the search did.
func (a answer) statistics() string {
	s := a.result.Stats
	memory := size(s.Memory)
	return fmt.Sprintf("%d states (%d with an open talon, %d with the real one) in %v, tables of %v",
		s.States, s.Open, s.Closed, s.Elapsed, &memory)
}

// answerJSON is an answer in JSON. What only a line has is null without one.
type answerJSON struct {
	Deal    dealJSON       `json:"deal"`
	Rules   klondike.Rules `json:"rules"`
	Verdict solver.Verdict `json:"verdict"`
	Reason  string         `json:"reason"` // the limit that ended the search, if one did
	*fewestJSON
	*mostJSON
	Certificate *certificateJSON `json:"certificate,omitempty"`
	Moves       []moveJSON       `json:"moves"`
	Score       *int             `json:"score"` // by --scoring
	Scores      *scoresJSON      `json:"scores"`
	PassesUsed  *int             `json:"passes_used"`
	Stats       statsJSON        `json:"stats"`
}

// fewestJSON is what --min-passes adds. The numbers are null when they are not
// known or there is no such number.
type fewestJSON struct {
	MinPasses *int `json:"min_passes"`
	Proven    bool `json:"min_passes_proven"`
	Lower     *int `json:"lower"` // no smaller pass limit will do
}

// mostJSON is what --maximise foundation adds.
type mostJSON struct {
	Cards  int  `json:"most_cards"`
	Proven bool `json:"most_cards_proven"`
}

// certificateJSON is a proof that prove wrote.
type certificateJSON struct {
	File    string `json:"file"`
	Entries int64  `json:"entries"`
	Bytes   int64  `json:"bytes"`
}

// scoresJSON is what a line scores by each of two presets.
type scoresJSON struct {
	Standard int `json:"standard"`
	Vegas    int `json:"vegas"`
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
		Certificate: a.certificate,
		Stats:       statsJSON{s.States, s.Open, s.Closed, s.Elapsed.Seconds(), s.Memory},
	}
	if f := a.fewest; f != nil {
		written.fewestJSON = &fewestJSON{positive(f.Passes), a.decided(), positive(f.Lower)}
	}
	if m := a.most; m != nil {
		written.mostJSON = &mostJSON{m.Cards, m.Proven}
		written.Reason = m.Reason.String()
	}
	if a.line.Final != nil {
		written.Moves = lineJSON(a.start, a.result.Moves)
		written.Score, written.PassesUsed = &a.line.Score, &a.line.PassesUsed
		written.Scores = &scoresJSON{a.line.standard, a.line.vegas}
	}
	return writeJSON(out, written)
}

// positive returns nil for a number that stands for none.
func positive(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}
