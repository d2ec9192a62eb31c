package notation

import (
	"bytes"
	"io"
	"strings"

	"klondike/klondike"
)

// Format names a way to write a position.
type Format string

// The formats that package notation reads and writes.
const (
	Deck       Format = "deck"
	PySol      Format = "pysol"
	Solvitaire Format = "solvitaire"
	JSON       Format = "json"
	Text       Format = "text"
)

// Formats lists every format, in the order in which help texts show them.
func Formats() []Format { return []Format{Text, PySol, Deck, Solvitaire, JSON} }

// ParseFormat returns the format of that name, in any case, or an *[Error].
func ParseFormat(name string) (Format, error) {
	var names []string
	for _, format := range Formats() {
		if strings.EqualFold(name, string(format)) {
			return format, nil
		}
		names = append(names, string(format))
	}
	return "", &Error{Token: name, Problem: "is no format", Expected: strings.Join(names, ", ")}
}

// Detect returns the format that data has by its shape. It always returns one:
// reading tells whether the text is a good one.
func Detect(data []byte) Format {
	text := clean(data)
	if start := strings.TrimSpace(text); strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[") {
		if strings.Contains(text, `"tableau piles"`) {
			return Solvitaire
		}
		return JSON
	}
	format := Deck
	for _, line := range textLines(text) {
		label, _, found := strings.Cut(line.text, ":")
		if !found {
			continue
		}
		if strings.EqualFold(strings.TrimSpace(label), talonLabel) {
			return PySol
		}
		format = Text
	}
	return format
}

// clean drops the byte order mark that some editors put in front, and white
// space at the end. White space in front stays: it counts for line numbers.
func clean(data []byte) string {
	text := string(bytes.TrimPrefix(data, []byte("\ufeff")))
	return strings.TrimRight(text, " \t\r\n")
}

// Parse reads a position of any format, as rules deal and build it, and says
// which format it was. Bad text is an *[Error], invalid rules are a
// *[klondike.SettingError]. Unknown cards are accepted where a player cannot see
// the card; see [klondike.Table.HasUnknown].
func Parse(data []byte, rules klondike.Rules) (*klondike.Table, Format, error) {
	format := Detect(data)
	table, err := ParseAs(format, data, rules)
	return table, format, err
}

// ParseAs is [Parse] for a text whose format is known.
func ParseAs(format Format, data []byte, rules klondike.Rules) (*klondike.Table, error) {
	if err := rules.Validate(); err != nil {
		return nil, err
	}
	var read func(string, klondike.Rules) (*draft, error)
	switch format {
	case Deck:
		read = readDeck
	case PySol:
		read = readPySol
	case Solvitaire:
		read = readSolvitaire
	case JSON:
		read = readJSON
	case Text:
		read = readText
	default:
		_, err := ParseFormat(string(format))
		return nil, err
	}
	text := clean(data)
	if strings.TrimSpace(text) == "" {
		return nil, &Error{Format: format, Problem: "is empty", Expected: "a deal or a position"}
	}
	d, err := read(text, rules)
	if err != nil {
		return nil, err
	}
	return d.table(rules)
}

// ParseDeal reads a fresh deal of any format and returns its cards in dealing
// order. A position from the middle of a game is an *[Error].
func ParseDeal(data []byte, rules klondike.Rules) (klondike.Deal, Format, error) {
	table, format, err := Parse(data, rules)
	if err != nil {
		return nil, format, err
	}
	deal, ok := DealOf(table, rules)
	if !ok {
		return nil, format, &Error{Format: format, Problem: "is a position from the middle of a game", Expected: "a fresh deal"}
	}
	return deal, format, nil
}

// DealOf returns the deal from which the table was just laid out under the
// rules, or false when something has been played.
func DealOf(t *klondike.Table, rules klondike.Rules) (klondike.Deal, bool) {
	if len(t.Columns) != rules.Columns || len(t.Waste) > 0 || t.Pass != 1 || t.Foundations != [8]uint8{} {
		return nil, false
	}
	for i, column := range t.Columns {
		if len(column.Cards) != i+1 || column.Down != dealtDown(i, rules) {
			return nil, false
		}
	}
	var deal klondike.Deal
	for row := range t.Columns {
		for _, column := range t.Columns[row:] {
			deal = append(deal, column.Cards[row])
		}
	}
	return append(deal, t.Stock...), true
}

// dealtDown returns how many cards of a column a deal leaves face down.
func dealtDown(column int, rules klondike.Rules) int {
	if rules.Dealing == klondike.AllFaceUp {
		return 0
	}
	return column
}

// Write writes the table in a format. A table that is not valid under the rules,
// or has parts that the format cannot hold, is an *[Error]; reading what was
// written gives an equal table.
func Write(w io.Writer, format Format, t *klondike.Table, rules klondike.Rules) error {
	if err := t.ValidatePartial(rules); err != nil {
		return &Error{Format: format, Problem: "cannot hold an invalid table", Expected: "a table that fits its rules", Err: err}
	}
	var text string
	var err error
	switch format {
	case Deck:
		text, err = deckText(t, rules)
	case PySol:
		text, err = pysolText(t, rules)
	case Solvitaire:
		text, err = solvitaireText(t)
	case JSON:
		text = jsonText(t, rules)
	case Text:
		text = positionText(t, rules)
	default:
		_, err = ParseFormat(string(format))
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}
