package main

import (
	"strings"

	"github.com/spf13/pflag"

	"klondike/klondike"
)

// scoringFlags choose how a line of play is scored.
type scoringFlags struct{ name string }

func (f *scoringFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.name, "scoring", "standard", "score the line by this `preset`: "+strings.Join(klondike.ScoringNames(), ", "))
}

func (f *scoringFlags) scoring() (klondike.Scoring, error) { return klondike.ScoringPreset(f.name) }
