package main

import (
	"bytes"
	"encoding/json"
	"strings"

	"klondike/klondike"
	"klondike/klondike/notation"
)

// dealJSON names a deal or position and holds its cards, in the JSON of package
// notation.
type dealJSON struct {
	Name     string          `json:"name"`
	Position json.RawMessage `json:"position"`
}

func (p position) json() (dealJSON, error) {
	var text bytes.Buffer
	err := notation.Write(&text, notation.JSON, p.table, p.rules)
	return dealJSON{p.name, text.Bytes()}, err
}

// writeJSON writes a value on a line of its own.
func writeJSON(out *output, value any) error { return json.NewEncoder(out).Encode(value) }

// moveKinds names the kinds of moves in JSON.
var moveKinds = [...]string{
	klondike.Draw:                "draw",
	klondike.Redeal:              "redeal",
	klondike.WasteToTableau:      "waste-to-tableau",
	klondike.WasteToFoundation:   "waste-to-foundation",
	klondike.TableauToFoundation: "tableau-to-foundation",
	klondike.TableauToTableau:    "tableau-to-tableau",
	klondike.FoundationToTableau: "foundation-to-tableau",
}

// moveJSON is a move in JSON. Columns and piles count from one; a place that the
// kind implies is left out.
type moveJSON struct {
	Kind  string `json:"kind"`
	From  int    `json:"from,omitempty"`
	To    int    `json:"to,omitempty"`
	Count int    `json:"count,omitempty"`
	Words string `json:"words"`
}

// lineJSON returns the moves from start, which must be legal.
func lineJSON(start position, moves []klondike.Move) []moveJSON {
	line := make([]moveJSON, len(moves))
	for i, words := range notation.Words(start.table, start.rules, moves) {
		m := moves[i]
		_, words, _ = strings.Cut(words, ". ")
		line[i] = moveJSON{Kind: moveKinds[m.Kind], Count: int(m.Count), Words: words}
		switch m.Kind {
		case klondike.TableauToFoundation, klondike.TableauToTableau, klondike.FoundationToTableau:
			line[i].From = int(m.From) + 1
			line[i].To = int(m.To) + 1
		case klondike.WasteToTableau, klondike.WasteToFoundation:
			line[i].To = int(m.To) + 1
		}
	}
	return line
}
