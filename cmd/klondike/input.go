package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"klondike/klondike"
	"klondike/klondike/notation"
	"klondike/klondike/seeds"
)

// maxText is the length in bytes of the longest text worth reading: every deal
// and every list of moves is far shorter.
const maxText = 1 << 20

// inputFlags name the deal or position that a command works on, and its rules. A
// command also takes the position as a FILE argument.
type inputFlags struct {
	seed, deck string
	rules      ruleFlags
}

func (f *inputFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.seed, "seed", "", "take the numbered deal `GENERATOR:NUMBER`")
	fs.StringVar(&f.deck, "deck", "", "take the deal of these `CARDS` in dealing order, digits or names")
	f.rules.add(fs)
}

// position is what a command works on.
type position struct {
	name  string // where it is from: a seed, a file name
	table *klondike.Table
	rules klondike.Rules
}

// load reads the deal or position that the flags or a file name. The file name -
// is stdin. Unknown cards are allowed.
func (f *inputFlags) load(files []string, stdin io.Reader) (position, error) {
	rules, err := f.rules.rules()
	if err != nil {
		return position{}, err
	}
	given := slices.Clone(files)
	if f.seed != "" {
		given = append(given, "--seed "+f.seed)
	}
	if f.deck != "" {
		given = append(given, "--deck")
	}
	const expected = "expected one of --seed GENERATOR:NUMBER, --deck CARDS, a file or - for standard input"
	switch {
	case len(given) == 0:
		return position{}, errors.New("no deal named: " + expected)
	case len(given) > 1:
		return position{}, fmt.Errorf("%d deals named (%s): %s", len(given), strings.Join(given, ", "), expected)
	case f.seed != "":
		return numbered(f.seed, rules)
	case f.deck != "":
		table, err := notation.ParseAs(notation.Deck, []byte(f.deck), rules)
		return position{"deck", table, rules}, err
	}
	data, err := readText(files[0], stdin)
	if err != nil {
		return position{}, err
	}
	name := files[0]
	if name == "-" {
		name = "standard input"
	}
	table, _, err := notation.Parse(data, rules)
	if err != nil {
		return position{}, fmt.Errorf("%s: %w", name, err)
	}
	return position{name, table, rules}, nil
}

// loadKnown is load for a command that needs to know every card.
func (f *inputFlags) loadKnown(files []string, stdin io.Reader) (position, error) {
	p, err := f.load(files, stdin)
	if err == nil && p.table.HasUnknown() {
		err = fmt.Errorf("%s: has unknown cards, expected every card named", p.name)
	}
	return p, err
}

// numbered lays out a numbered deal.
func numbered(text string, rules klondike.Rules) (position, error) {
	seed, err := seeds.Parse(text)
	if err != nil {
		return position{}, err
	}
	cards, err := seed.DealDecks(rules.Decks)
	if err != nil {
		return position{}, err
	}
	table, err := klondike.NewTable(cards, rules)
	return position{seed.String(), table, rules}, err
}

// readText reads a file, or stdin for the name -.
func readText(name string, stdin io.Reader) ([]byte, error) {
	source := stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		source = file
	}
	data, err := io.ReadAll(io.LimitReader(source, maxText+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(data) > maxText:
		return nil, errors.New(name + ": longer than 1 MiB, expected a deal, a position or a list of moves")
	}
	return data, nil
}
