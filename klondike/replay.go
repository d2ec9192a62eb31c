package klondike

import "errors"

// Report is what the referee saw while replaying a list of moves.
type Report struct {
	Final      *Table // after the last legal move
	Won        bool   // every card is on the foundations at the end
	Score      int    // by the given scoring; no time passes in a replay
	PassesUsed int    // number of the pass in which it ended, passes before the start included
	Played     int    // how many moves were legal
	Illegal    error  // an *IllegalMove, for the move at index Played; nil if all were legal
}

// Replay plays the moves from start and reports how it ended. It stops at the
// first illegal move. Only invalid rules, scoring or start are an error, as in
// NewGame; start is not changed.
func Replay(start *Table, r Rules, moves []Move, s Scoring) (Report, error) {
	g, err := NewGame(start, r, s)
	if err != nil {
		return Report{}, err
	}
	var report Report
	for _, m := range moves {
		var illegal *IllegalMove
		if err := g.Play(m); errors.As(err, &illegal) {
			report.Illegal = illegal
			break
		}
		report.Played++
	}
	report.Final = g.table
	report.Won = g.Won()
	report.Score = g.Score()
	report.PassesUsed = g.table.Pass
	return report, nil
}
