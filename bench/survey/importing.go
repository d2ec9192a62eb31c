package survey

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"klondike/klondike"
)

// List describes the verdicts of another program.
type List struct {
	Program   string // name and version of the program, for the manifest
	Generator string // of the seeds
	Rules     klondike.Rules
	Verdict   int // column of the verdict, from 1; 0 = 2
	States    int // column of the states expanded; 0 = none
}

// ListError is the error of a line that is not one of the list.
type ListError struct {
	Line            int // from 1
	Token, Expected string
}

// Error names the line, the token and what was expected.
func (e *ListError) Error() string {
	return fmt.Sprintf("line %d: %q: expected %s", e.Line, e.Token, e.Expected)
}

// verdictWords are the spellings of verdicts that programs use, in lower case.
var verdictWords = map[string]Verdict{
	"w": Winnable, "winnable": Winnable, "won": Winnable, "win": Winnable, "solved": Winnable, "solvable": Winnable, "yes": Winnable, "true": Winnable, "1": Winnable,
	"u": Unwinnable, "unwinnable": Unwinnable, "lost": Unwinnable, "impossible": Unwinnable, "unsolvable": Unwinnable, "no": Unwinnable, "false": Unwinnable, "0": Unwinnable,
	"?": Undecided, "undecided": Undecided, "unknown": Undecided, "timeout": Undecided, "timed-out": Undecided,
}

// Import reads lines of a seed and a verdict, in any order, and writes them into
// a new directory as a survey, so that they can be compared and reported. Columns
// are separated by commas, semicolons or white space. Empty lines, lines that
// begin with #, and a heading before the first seed are skipped. A bad line is a
// *ListError.
func Import(dir string, list List, in io.Reader) (Manifest, error) {
	units, err := list.read(in)
	if err != nil {
		return Manifest{}, err
	}
	m := Manifest{
		Schema:    Schema,
		Program:   list.Program,
		Generator: list.Generator,
		First:     units[0].Seed,
		Last:      units[len(units)-1].Seed,
		Rules:     []klondike.Rules{list.Rules},
		Imported:  true,
	}
	if err := m.check(); err != nil {
		return m, err
	}
	return m, publish(dir, m, func(w io.Writer) error {
		if _, err := io.WriteString(w, header); err != nil {
			return err
		}
		f := newFormat(m)
		var lines []byte
		for _, u := range units {
			lines = f.append(lines[:0], u)
			if _, err := w.Write(lines); err != nil {
				return err
			}
		}
		return nil
	}, nil)
}

// read returns at least one unit, by rising seed.
func (l List) read(in io.Reader) ([]Unit, error) {
	var units []Unit
	lineOf := map[uint64]int{}
	lines := bufio.NewScanner(in)
	number := 0
	for heading := true; lines.Scan(); {
		number++
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		fields := columns(text)
		skip := heading && !strings.ContainsAny(fields[0], "0123456789")
		heading = false
		if skip {
			continue
		}
		u, err := l.unit(number, fields)
		if err != nil {
			return nil, err
		}
		if before, twice := lineOf[u.Seed]; twice {
			return nil, &ListError{number, fields[0], fmt.Sprintf("each seed once, and line %d has it", before)}
		}
		lineOf[u.Seed] = number
		units = append(units, u)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	if len(units) == 0 {
		return nil, errors.New("the list is empty: expected lines of a seed and a verdict")
	}
	slices.SortFunc(units, func(a, b Unit) int { return cmp.Compare(a.Seed, b.Seed) })
	return units, nil
}

// columns splits a line at commas or semicolons, or at white space if it has
// neither.
func columns(text string) []string {
	if !strings.ContainsAny(text, ",;") {
		return strings.Fields(text)
	}
	fields := strings.Split(strings.ReplaceAll(text, ";", ","), ",")
	for i := range fields {
		fields[i] = strings.Trim(fields[i], " \t\"")
	}
	return fields
}

func (l List) unit(number int, fields []string) (Unit, error) {
	seed, err := strconv.ParseUint(fields[0], 10, 64)
	if err != nil {
		return Unit{}, &ListError{number, fields[0], "a seed"}
	}
	column := cmp.Or(l.Verdict, 2)
	if column > len(fields) || l.States > len(fields) {
		return Unit{}, &ListError{number, strings.Join(fields, ","), fmt.Sprintf("at least %d columns", max(column, l.States))}
	}
	verdict, known := verdictWords[strings.ToLower(fields[column-1])]
	if !known {
		return Unit{}, &ListError{number, fields[column-1], "a verdict: W, U or ?, or a word such as winnable, unwinnable or undecided"}
	}
	answer := Answer{Verdict: verdict, States: UnknownStates}
	if l.States > 0 {
		if answer.States, err = strconv.ParseInt(fields[l.States-1], 10, 64); err != nil || answer.States < 0 {
			return Unit{}, &ListError{number, fields[l.States-1], "a number of states"}
		}
	}
	return Unit{Seed: seed, Answers: []Answer{answer}}, nil
}
