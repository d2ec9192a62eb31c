package main

import (
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

func preset(t *testing.T, name string, change func(*klondike.Rules)) klondike.Rules {
	rules, err := klondike.Preset(name)
	require.NoError(t, err)
	change(&rules)
	return rules
}

func TestRuleFlags(t *testing.T) {
	for _, c := range []struct {
		args []string
		want klondike.Rules
	}{
		{nil, klondike.DrawK(1)},
		{[]string{"--draw", "3"}, klondike.DrawK(3)},
		{[]string{"--rules", "Vegas3"}, preset(t, "vegas3", func(*klondike.Rules) {})},
		{[]string{"--passes", "2", "--rules", "vegas3"}, preset(t, "vegas3", func(r *klondike.Rules) { r.Passes = 2 })},
		{[]string{"--rules", "vegas3", "--passes", "Unlimited"}, preset(t, "vegas3", func(r *klondike.Rules) { r.Passes = 0 })},
		{[]string{"--rules", "vegas3", "--draw", "1"}, preset(t, "vegas3", func(r *klondike.Rules) { r.Draw = 1 })},
		{[]string{"--worry-back=false", "--empty-column", "any", "--runs", "whole"}, preset(t, "draw1", func(r *klondike.Rules) {
			r.WorryBack, r.EmptyColumn, r.Runs = false, klondike.AnyCard, klondike.WholeRun
		})},
		{[]string{"--rules", "whitehead", "--build", "alternating", "--dealing", "tops"}, preset(t, "whitehead", func(r *klondike.Rules) {
			r.Build, r.Dealing = klondike.Alternating, klondike.TopsFaceUp
		})},
		{[]string{"--decks", "2", "--columns", "9"}, preset(t, "double", func(*klondike.Rules) {})},
	} {
		var f ruleFlags
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		f.add(fs)
		require.NoError(t, fs.Parse(c.args), c.args)
		got, err := f.rules()
		require.NoError(t, err, c.args)
		assert.Equal(t, c.want, got, c.args)
	}
}
