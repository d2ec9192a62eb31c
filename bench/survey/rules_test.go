package survey

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"klondike/klondike"
)

func TestLadder(t *testing.T) {
	var labels []string
	for _, r := range Ladder(klondike.DrawK(1), []int{3, 1, 3}, []int{0, 2, 1}) {
		labels = append(labels, Label(r))
	}
	assert.Equal(t, []string{
		"draw 1, 1 pass", "draw 1, 2 passes", "draw 1, unlimited passes",
		"draw 3, 1 pass", "draw 3, 2 passes", "draw 3, unlimited passes",
	}, labels)
	assert.Equal(t, "worry back", Common(testRules[0]))
}

func TestImplies(t *testing.T) {
	rule := func(draw, passes int) klondike.Rules {
		r := klondike.DrawK(draw)
		r.Passes = passes
		return r
	}
	for _, c := range []struct {
		drawA, passesA, drawB, passesB int
		want                           bool
	}{
		{1, 1, 1, 1, true},
		{1, 1, 1, 2, true},
		{1, 2, 1, 1, false},
		{1, 9, 1, 0, true},
		{1, 0, 1, 9, false},
		{3, 0, 1, 0, true},
		{3, 2, 1, 2, true},
		{3, 2, 1, 1, false},
		{1, 0, 3, 0, false},
		{3, 0, 2, 0, false},
		{6, 1, 2, 5, true},
		{6, 1, 4, 5, false},
	} {
		assert.Equal(t, c.want, implies(rule(c.drawA, c.passesA), rule(c.drawB, c.passesB)), "%+v", c)
	}
}
