package main

import (
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"klondike/klondike"
)

// stockLine is the number of cards on one line of the stock or the waste: a
// whole one-deck stock.
const stockLine = 24

// drawFlags say how cards look.
type drawFlags struct{ ascii bool }

func (f *drawFlags) add(fs *pflag.FlagSet) {
	fs.BoolVar(&f.ascii, "ascii", false, "write cards as 7H instead of 7♥")
}

// pen returns the pen that writes to out as the flags say.
func (f *drawFlags) pen(out *output) pen {
	return newPen(f.ascii, out.colour)
}

// colourful reports whether w is a terminal on which colours are welcome. See
// https://no-color.org for NO_COLOR.
func colourful(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) &&
		os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// pen draws cards and tables. Cards in parentheses lie face down.
type pen struct {
	ascii    bool
	red, dim *color.Color
}

func newPen(ascii, colour bool) pen {
	p := pen{ascii: ascii, red: color.New(color.FgRed), dim: color.New(color.Faint)}
	for _, c := range []*color.Color{p.red, p.dim} {
		if colour {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	return p
}

var suitLetters = strings.NewReplacer("♣", "C", "♦", "D", "♥", "H", "♠", "S")

// letters returns a text with its suit symbols as the pen writes them.
func (p pen) letters(text string) string {
	if p.ascii {
		return suitLetters.Replace(text)
	}
	return text
}

// plain returns a card without colour, two characters wide.
func (p pen) plain(c klondike.Card) string { return p.letters(c.String()) }

func (p pen) card(c klondike.Card) string { return p.paint(c, p.plain(c)) }

func (p pen) paint(c klondike.Card, text string) string {
	if c != klondike.Unknown && c.Red() {
		return p.red.Sprint(text)
	}
	return text
}

// table returns a drawing of the table: foundations, stock in drawing order,
// waste with its playable card last, pass, and the columns with their deepest
// cards on top.
func (p pen) table(t *klondike.Table, r klondike.Rules) string {
	var b strings.Builder
	b.WriteString("foundations ")
	for pile := range r.Foundations() {
		b.WriteString(" " + p.pile(pile, t.Foundations[pile]))
	}
	b.WriteString("\n")
	p.cards(&b, "stock", t.Stock)
	p.cards(&b, "waste", t.Waste)
	b.WriteString("pass         " + strconv.Itoa(t.Pass))
	if r.Passes > 0 {
		b.WriteString(" of " + strconv.Itoa(r.Passes))
	}
	b.WriteString("\n\n")
	p.columns(&b, t.Columns)
	return b.String()
}

// pile returns the top of foundation pile i, "-♥" when it is empty.
func (p pen) pile(i int, height uint8) string {
	if height > 0 {
		return p.card(klondike.NewCard(klondike.Rank(height), klondike.Suit(i%4)))
	}
	ace := klondike.NewCard(klondike.Ace, klondike.Suit(i%4))
	return p.paint(ace, strings.Replace(p.plain(ace), "A", "-", 1))
}

func (p pen) cards(b *strings.Builder, label string, cards []klondike.Card) {
	head := label + " (" + strconv.Itoa(len(cards)) + ")"
	if len(cards) == 0 {
		b.WriteString(head + "\n")
	}
	for line := range slices.Chunk(cards, stockLine) {
		b.WriteString(head + strings.Repeat(" ", len("foundations ")-len(head)))
		for _, c := range line {
			b.WriteString(" " + p.card(c))
		}
		b.WriteString("\n")
		head = ""
	}
}

func (p pen) columns(b *strings.Builder, columns []klondike.Column) {
	const width = len("(7x)  ")
	deepest := 0
	var line strings.Builder
	flush := func() { b.WriteString(strings.TrimRight(line.String(), " ") + "\n"); line.Reset() }

	for i, column := range columns {
		deepest = max(deepest, len(column.Cards))
		line.WriteString(" " + strconv.Itoa(i+1) + strings.Repeat(" ", width-2))
	}
	flush()
	for row := range deepest {
		for _, column := range columns {
			switch {
			case row >= len(column.Cards):
				line.WriteString(strings.Repeat(" ", width))
			case row < column.Down:
				line.WriteString(p.dim.Sprint("("+p.plain(column.Cards[row])+")") + "  ")
			default:
				line.WriteString(" " + p.card(column.Cards[row]) + "   ")
			}
		}
		flush()
	}
}
