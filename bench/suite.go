package bench

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"klondike/klondike"
	"klondike/klondike/seeds"
	"klondike/solver"
	corpora "klondike/testdata/bench"
)

// Question is a deal and the rules it is played by, with the verdict that is
// known.
type Question struct {
	Seed    string         `json:"seed"` // as package seeds reads it
	Rules   klondike.Rules `json:"rules"`
	Verdict solver.Verdict `json:"verdict"`
	Tier    Tier           `json:"tier"`
	Source  Source         `json:"source"`
}

// String names the question.
func (q Question) String() string { return q.Seed + ", " + q.Rules.String() }

// table deals the question.
func (q Question) table() (*klondike.Table, error) {
	seed, err := seeds.Parse(q.Seed)
	if err != nil {
		return nil, err
	}
	deal, err := seed.Deal()
	if err != nil {
		return nil, err
	}
	return klondike.NewTable(deal, q.Rules)
}

// Tier is the order of magnitude of what a question cost when its corpus was
// made. It sorts questions into rows of a report; nothing depends on its being
// up to date.
type Tier string

// The tiers, by the states that one thread expanded.
const (
	Light  Tier = "light"  // fewer than 1,000
	Medium Tier = "medium" // fewer than 30,000
	Heavy  Tier = "heavy"
)

// TierOf returns the tier of a question that took so many states.
func TierOf(states int64) Tier {
	switch {
	case states < 1_000:
		return Light
	case states < 30_000:
		return Medium
	}
	return Heavy
}

// Source says where a known verdict is from.
type Source string

// The sources.
const (
	Verdicts   Source = "verdicts"    // testdata/verdicts.csv: two independent programs agree
	PassBounds Source = "pass-bounds" // testdata/pass-bounds.csv: a published line of play
	Implied    Source = "implied"     // dead with unlimited passes in verdicts.csv, so dead with any limit
	Own        Source = "own"         // this solver's answer when the corpus was made
)

// Suite is a corpus with its name.
type Suite struct {
	Name      string
	Questions []Question
}

// columns names the fields of a corpus.
var columns = []string{"seed", "draw", "passes", "worry_back", "verdict", "tier", "source"}

const unlimited = "unlimited"

// SuiteError says what is wrong with a corpus.
type SuiteError struct {
	Line     int // from 1
	What     string
	Expected string
}

// Error implements error.
func (e *SuiteError) Error() string {
	return fmt.Sprintf("line %d: %s: expected %s", e.Line, e.What, e.Expected)
}

// ErrSuite is wrapped when there is no suite of a name.
var ErrSuite = errors.New("no such suite")

// SuiteNames returns the names of the suites that come with the program.
func SuiteNames() []string { return []string{"quick", "standard", "hard", "passes", "signature"} }

// LoadSuite returns a suite that comes with the program. The error wraps ErrSuite
// if there is none of that name.
func LoadSuite(name string) (Suite, error) {
	if !slices.Contains(SuiteNames(), name) {
		return Suite{}, fmt.Errorf("%w: %q, expected one of %s", ErrSuite, name, strings.Join(SuiteNames(), ", "))
	}
	text, err := corpora.Files.ReadFile(name + ".csv")
	if err != nil {
		return Suite{}, err
	}
	return ReadSuite(name, bytes.NewReader(text))
}

// ReadSuite reads a corpus: CSV with the header seed,draw,passes,worry_back,
// verdict,tier,source. Lines that begin with # are comments. A fault is a
// *SuiteError.
func ReadSuite(name string, r io.Reader) (Suite, error) {
	in := csv.NewReader(r)
	in.Comment = '#'
	in.FieldsPerRecord = len(columns)
	s := Suite{Name: name}
	seen := map[string]bool{}
	for n := 0; ; n++ {
		row, err := in.Read()
		if err == io.EOF && n > 1 {
			return s, nil
		}
		if err == io.EOF {
			return s, &SuiteError{1, "no question", "a header and at least one line"}
		}
		var syntax *csv.ParseError
		if errors.As(err, &syntax) {
			return s, &SuiteError{syntax.Line, syntax.Err.Error(), strings.Join(columns, ",")}
		}
		if err != nil {
			return s, err
		}
		line, _ := in.FieldPos(0)
		if n == 0 {
			if !slices.Equal(row, columns) {
				return s, &SuiteError{line, strings.Join(row, ","), "the header " + strings.Join(columns, ",")}
			}
			continue
		}
		q, err := readQuestion(row)
		if err != nil {
			var fault *SuiteError
			if errors.As(err, &fault) {
				fault.Line = line
			}
			return s, err
		}
		if seen[q.String()] {
			return s, &SuiteError{line, q.String() + " once more", "each question once"}
		}
		seen[q.String()] = true
		s.Questions = append(s.Questions, q)
	}
}

func readQuestion(row []string) (Question, error) {
	q := Question{Seed: row[0], Tier: Tier(row[5]), Source: Source(row[6])}
	if _, err := seeds.Parse(q.Seed); err != nil {
		return q, &SuiteError{What: err.Error(), Expected: "GENERATOR:NUMBER"}
	}
	draw, err := strconv.Atoi(row[1])
	if err != nil {
		return q, &SuiteError{What: "draw " + row[1], Expected: "a number"}
	}
	q.Rules = klondike.DrawK(draw)
	if row[2] != unlimited {
		if q.Rules.Passes, err = strconv.Atoi(row[2]); err != nil || q.Rules.Passes < 1 {
			return q, &SuiteError{What: "passes " + row[2], Expected: "a number from 1 up, or " + unlimited}
		}
	}
	if q.Rules.WorryBack, err = strconv.ParseBool(row[3]); err != nil {
		return q, &SuiteError{What: "worry_back " + row[3], Expected: "true or false"}
	}
	if err := q.Rules.Validate(); err != nil {
		return q, &SuiteError{What: err.Error(), Expected: "valid rules"}
	}
	if err := q.Verdict.UnmarshalText([]byte(row[4])); err != nil || q.Verdict == solver.Undecided {
		return q, &SuiteError{What: "verdict " + row[4], Expected: "winnable or unwinnable"}
	}
	if !slices.Contains([]Tier{Light, Medium, Heavy}, q.Tier) {
		return q, &SuiteError{What: "tier " + row[5], Expected: "light, medium or heavy"}
	}
	if !slices.Contains([]Source{Verdicts, PassBounds, Implied, Own}, q.Source) {
		return q, &SuiteError{What: "source " + row[6], Expected: "verdicts, pass-bounds, implied or own"}
	}
	return q, nil
}

// Write writes the questions as ReadSuite reads them, below a comment of one
// line.
func (s Suite) Write(w io.Writer, comment string) error {
	if _, err := fmt.Fprintf(w, "# %s\n", comment); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	if err := out.Write(columns); err != nil {
		return err
	}
	for _, q := range s.Questions {
		err := out.Write([]string{q.Seed, strconv.Itoa(q.Rules.Draw), passLimit(q.Rules.Passes),
			strconv.FormatBool(q.Rules.WorryBack), q.Verdict.String(), string(q.Tier), string(q.Source)})
		if err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// passLimit writes a pass limit as the corpora and reports do.
func passLimit(passes int) string {
	if passes == 0 {
		return unlimited
	}
	return strconv.Itoa(passes)
}
