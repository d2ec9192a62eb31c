package brute

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// Positions are valid, have as many cards as asked for, and come in every shape
// that matters.
func TestRandomPositionShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	seen := map[string]int{}
	for range 5_000 {
		o := Mixed(rng)
		o.Passes = rng.IntN(4)
		r := klondike.DrawK(3)
		r.Passes = o.Passes
		p := RandomPosition(rng, o)
		require.NoError(t, p.Validate(r))
		left := 52 - p.FoundationCards()
		require.GreaterOrEqual(t, left, o.MinCards)
		require.LessOrEqual(t, left, o.MaxCards)

		talon := len(p.Stock) + len(p.Waste)
		note := func(what string, is bool) {
			if is {
				seen[what]++
			}
		}
		note("no talon", talon == 0)
		note("full talon", talon == 24)
		note("all but four in the talon", talon >= left-4)
		note("waste empty", talon > 0 && len(p.Waste) == 0)
		note("stock empty", talon > 0 && len(p.Stock) == 0)
		note("both", len(p.Waste) > 0 && len(p.Stock) > 0)
		note("second pass", p.Pass == 2)
		low, high := p.Foundations[0], p.Foundations[0]
		for _, height := range p.Foundations[:4] {
			low, high = min(low, height), max(high, height)
		}
		note("uneven foundations", high-low >= 6)
		empty := 0
		for _, col := range p.Columns {
			if len(col.Cards) == 0 {
				empty++
				continue
			}
			king := col.Cards[0].Rank() == klondike.King
			note("six face down", col.Down == 6)
			note("one face down", col.Down == 1)
			note("king at the base", col.Down == 0 && king)
			note("other card at the base", col.Down == 0 && !king)
			note("run of three", len(col.Cards)-col.Down >= 3)
		}
		note("no empty column", empty == 0)
		note("four empty columns", empty >= 4)
	}
	for _, what := range []string{
		"no talon", "full talon", "all but four in the talon", "waste empty", "stock empty", "both", "second pass",
		"uneven foundations", "six face down", "one face down", "king at the base", "other card at the base",
		"run of three", "no empty column", "four empty columns",
	} {
		require.GreaterOrEqual(t, seen[what], 50, what)
	}
	t.Logf("%v", seen)
}

// A test over positions that are all winnable shows nothing: at least a tenth of
// them must be dead, at draw 1 as at draw 3.
func TestEnoughDeadPositions(t *testing.T) {
	for _, draw := range []int{1, 3} {
		rng := rand.New(rand.NewPCG(7, 7))
		r := klondike.DrawK(draw)
		dead, won, total := 0, 0, 0
		for range 300 {
			winnable, decided, states := Solve(RandomPosition(rng, Mixed(rng)), r, 5_000)
			switch {
			case decided && winnable:
				won++
			case decided:
				dead++
			}
			total += states
		}
		require.GreaterOrEqual(t, dead, 30)
		require.GreaterOrEqual(t, won, 150)
		t.Logf("draw %d: %d won, %d dead of 300, %d states", draw, won, dead, total)
	}
}
