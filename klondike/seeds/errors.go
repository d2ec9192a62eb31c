package seeds

import (
	"strconv"
	"strings"
)

// Error tells why a text names no deal, and what would.
type Error struct {
	Text      string // what was given
	Generator string // the generator it names, empty when there is none of that name
	Problem   string // reads on from Text: "is out of range"
	Range     string // the numbers that Generator accepts, both ends included
	Example   string // a seed of Generator that parses
}

func (g *generator) fail(text, problem string) *Error {
	return &Error{Text: text, Generator: g.name, Problem: problem, Range: g.numberRange(), Example: g.example}
}

// Error returns one line: the text, the problem and what was expected.
func (e *Error) Error() string {
	text := e.Text
	if len(text) > 80 {
		text = text[:77] + "..."
	}
	message := "seed " + strconv.Quote(text) + " " + e.Problem + ": "
	if e.Generator == "" {
		names := make([]string, len(generators))
		for i, g := range generators {
			names[i] = g.name
		}
		return message + "expected GENERATOR:NUMBER, such as " + generators[0].example + "; the generators are " + strings.Join(names, ", ")
	}
	return message + "generator " + e.Generator + " takes numbers " + e.Range + ", such as " + e.Example
}
