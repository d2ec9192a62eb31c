package notation

import (
	"strings"
	"unicode"

	"klondike/klondike"
)

// word is a piece of text and its line, counted from one.
type word struct {
	text string
	line int
}

// words splits the piece at white space and commas.
func (w word) words() []word {
	var parts []word
	for _, part := range strings.FieldsFunc(w.text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' }) {
		parts = append(parts, word{part, w.line})
	}
	return parts
}

// textLines returns the lines that hold more than white space and comments.
func textLines(text string) []word {
	var lines []word
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, word{line, i + 1})
		}
	}
	return lines
}

// label splits "label: rest"; labels are compared in lower case.
func (w word) label() (name string, rest word, found bool) {
	name, after, found := strings.Cut(w.text, ":")
	return strings.ToLower(strings.Join(strings.Fields(name), " ")), word{after, w.line}, found
}

func asciiCards(cards []klondike.Card) []string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = c.ASCII()
	}
	return names
}

// bracketed returns the cards of a column, face-down ones in angle brackets.
func bracketed(column klondike.Column) []string {
	names := asciiCards(column.Cards)
	for i := range column.Down {
		names[i] = "<" + names[i] + ">"
	}
	return names
}

// joined puts items behind a label, with no space left at the end of the line.
func joined(label string, items []string) string {
	return strings.TrimRight(label+" "+strings.Join(items, " "), " ") + "\n"
}
