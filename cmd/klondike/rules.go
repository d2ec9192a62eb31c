package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"klondike/klondike"
)

// ruleFlags choose the rules: a preset, and settings that override it.
type ruleFlags struct {
	preset string
	flags  *pflag.FlagSet // where the settings were parsed
}

func (f *ruleFlags) add(fs *pflag.FlagSet) {
	f.flags = fs
	fs.StringVar(&f.preset, "rules", "draw1", "play by this `preset`, before the other flags change it: "+strings.Join(klondike.PresetNames(), ", "))
	defaults := klondike.DrawK(1)
	fs.AddFlagSet(settings(&defaults))
}

// rules returns the preset with the settings that were given.
func (f *ruleFlags) rules() (klondike.Rules, error) {
	rules, err := klondike.Preset(f.preset)
	if err != nil {
		return rules, err
	}
	override := settings(&rules)
	f.flags.Visit(func(given *pflag.Flag) {
		if override.Lookup(given.Name) != nil {
			err = errors.Join(err, override.Set(given.Name, given.Value.String()))
		}
	})
	return rules, errors.Join(err, rules.Validate())
}

// settings returns one flag for each field of r, bound to r.
func settings(r *klondike.Rules) *pflag.FlagSet {
	fs := pflag.NewFlagSet("settings", pflag.ContinueOnError)
	fs.IntVar(&r.Draw, "draw", r.Draw, "turn this many `cards` at a time, 1..24")
	fs.Var((*passes)(&r.Passes), "passes", "go through the stock `N|unlimited` times")
	fs.BoolVar(&r.WorryBack, "worry-back", r.WorryBack, "let foundation tops return to the tableau")
	fs.TextVar(&r.EmptyColumn, "empty-column", r.EmptyColumn, "let an empty column take `kings|any`")
	fs.TextVar(&r.Runs, "runs", r.Runs, "move of a run `any-part|whole|single-suit`")
	fs.TextVar(&r.Build, "build", r.Build, "build runs in `alternating|same-colour` colours")
	fs.TextVar(&r.Dealing, "dealing", r.Dealing, "deal face up `tops|all`")
	fs.IntVar(&r.Decks, "decks", r.Decks, "play with this many `packs` of 52 cards, 1 or 2")
	fs.IntVar(&r.Columns, "columns", r.Columns, "play with this many `columns`, 7 or 9")
	return fs
}

// passes is a flag that holds a pass limit; 0 is none, as in klondike.Rules.
type passes int

const unlimited = "unlimited"

// Set reads a positive number or "unlimited".
func (p *passes) Set(text string) error {
	if strings.EqualFold(text, unlimited) {
		*p = 0
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return errors.New("expected a number from 1 up, or " + unlimited)
	}
	*p = passes(n)
	return nil
}

// String returns the limit as Set reads it.
func (p *passes) String() string {
	if *p == 0 {
		return unlimited
	}
	return strconv.Itoa(int(*p))
}

// Type names the flag's value in help texts.
func (p *passes) Type() string { return "passes" }
