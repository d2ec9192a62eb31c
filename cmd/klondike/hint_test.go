package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHintsInTurn makes the moves of each hint and asks again, with nothing
// remembered between the calls, to the win.
func TestHintsInTurn(t *testing.T) {
	for _, rules := range []string{"--draw 1", "--draw 3"} {
		game := ""
		for hints := 0; ; hints++ {
			require.Less(t, hints, 47)
			moves, stderr, status := shell(t, fmt.Sprintf("klondike hint --seed klondike-solver:3 %s --quiet --after '%s'", rules, game))
			require.Zero(t, status, stderr)
			if moves == "" {
				break
			}
			game += moves
		}
		stdout, _, status := shell(t, fmt.Sprintf("klondike replay --seed klondike-solver:3 %s --must-win '%s'", rules, game))
		assert.Zero(t, status)
		assert.Contains(t, stdout, "\nwon: ")
		assert.NotContains(t, game, "back to", "no card comes off a foundation")
	}
}

// TestCriticalMove asks which move lost a game, of games of one move.
func TestCriticalMove(t *testing.T) {
	stdout, _, status := shell(t, "klondike analyse --seed klondike-solver:3 --draw 3")
	require.Zero(t, status)
	loses := 0
	for line := range strings.Lines(stdout) {
		way, ok := strings.CutPrefix(line, "  loses  1 turn of the stock, then ")
		if !ok {
			continue
		}
		loses++
		got, _, status := shell(t, fmt.Sprintf("klondike analyse --seed klondike-solver:3 --draw 3 --after 'draw\n%s'", way))
		assert.Zero(t, status)
		assert.Contains(t, got, "\nunwinnable\nlost by move 2: "+way)
	}
	assert.Positive(t, loses)
}
