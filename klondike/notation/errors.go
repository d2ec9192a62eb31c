package notation

import (
	"fmt"
	"strconv"
	"strings"

	"klondike/klondike"
)

// Error tells why a text is no position, or a table cannot be written in a format.
type Error struct {
	Format     Format          // the format that was read or written, empty when there is none
	Line       int             // where in the text, counted from one; 0 when it is no single line
	Token      string          // what stands there, empty when something is missing
	Problem    string          // what is wrong with it
	Expected   string          // what would be right
	Duplicates []klondike.Card // each card that is there too often, once for each copy too many
	Missing    []klondike.Card // each card that is nowhere, once for each copy
	Err        error           // the cause, when package klondike found it
}

// Error returns one line.
func (e *Error) Error() string {
	what := "position"
	if e.Format != "" {
		what = string(e.Format) + " format"
	}
	return report(what, e.Line, e.Token, e.Problem, e.Expected, e.Err)
}

// Unwrap returns the cause, which may be nil.
func (e *Error) Unwrap() error { return e.Err }

// MoveError tells why a text is no list of moves from its start, or a list of
// moves cannot be written in a code.
type MoveError struct {
	Code     Code
	Index    int    // the move, counted from zero; draws and redeals count
	Line     int    // where in the text, counted from one; 0 when writing
	Token    string // what stands there
	Problem  string // what is wrong with it
	Expected string // what would be right
	Err      error  // the cause: the *klondike.IllegalMove of a move that the rules forbid
}

// Error returns one line, which counts moves from one.
func (e *MoveError) Error() string {
	what := fmt.Sprintf("move %d (%s)", e.Index+1, e.Code)
	return report(what, e.Line, e.Token, e.Problem, e.Expected, e.Err)
}

// Unwrap returns the cause, which may be nil.
func (e *MoveError) Unwrap() error { return e.Err }

func report(what string, line int, token, problem, expected string, cause error) string {
	if line > 0 {
		what += ", line " + strconv.Itoa(line)
	}
	if token != "" {
		what += ": " + quote(token)
	}
	what += " " + problem
	if cause != nil {
		what += " (" + cause.Error() + ")"
	}
	return what + "; expected " + expected
}

// quote keeps messages short: a token can be as long as the text.
func quote(token string) string {
	const most = 40
	if runes := []rune(token); len(runes) > most {
		token = string(runes[:most-3]) + "..."
	}
	return strconv.Quote(token)
}

func cardNames(cards []klondike.Card) string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = c.ASCII()
	}
	return strings.Join(names, " ")
}
