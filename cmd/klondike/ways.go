package main

import (
	"fmt"
	"slices"
	"strings"

	"klondike/klondike"
)

// wayWords says in one line how to go on: moves as solver.FirstMove has them, the
// turns of the stock counted.
func wayWords(start position, way []klondike.Move) string {
	var words []string
	for _, m := range lineJSON(start, way) {
		words = append(words, m.Words)
	}
	play := slices.IndexFunc(way, func(m klondike.Move) bool { return !m.StockMove() })
	switch play {
	case -1:
		return fmt.Sprintf("%s of the stock, to a card not known", counted(len(way), "turn", "turns"))
	case 0:
		return strings.Join(words, ", then ")
	}
	return fmt.Sprintf("%s of the stock, then %s", counted(play, "turn", "turns"), strings.Join(words[play:], ", then "))
}
