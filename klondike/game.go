package klondike

import "time"

// Game is a table being played: it keeps the moves, takes them back, and counts
// the score. It has no clock of its own; in timed play the caller tells it how
// time passes (Elapse). A Game is not safe for concurrent use.
type Game struct {
	table   *Table
	rules   Rules
	scoring Scoring
	history []played
	score   int           // without the finishing bonus
	elapsed time.Duration // playing time so far
	paid    int           // sum of the time penalties so far
}

// played is a move with what was the case before it.
type played struct {
	trace
	score int
	paid  int
}

// NewGame starts a game at any valid table; it works on a copy. Errors are a
// *SettingError for rules or scoring and a *TableError for the table.
func NewGame(t *Table, r Rules, s Scoring) (*Game, error) {
	if err := t.Validate(r); err != nil {
		return nil, err
	}
	if err := s.Validate(); err != nil {
		return nil, err
	}
	return &Game{table: t.Clone(), rules: r, scoring: s, score: s.start(t, r)}, nil
}

// Table returns the table as it is now. It is the game's own: read it, and Clone
// it to change it.
func (g *Game) Table() *Table { return g.table }

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// LegalMoves returns every legal move, in the order of Table.LegalMoves.
func (g *Game) LegalMoves() []Move { return g.table.LegalMoves(g.rules, nil) }

// Play makes a move. An illegal one is an *IllegalMove and changes nothing.
func (g *Game) Play(m Move) error {
	if illegal := g.table.check(m, g.rules); illegal != nil {
		return illegal
	}
	before := played{score: g.score, paid: g.paid}
	before.trace = g.table.play(m, g.rules)
	g.history = append(g.history, before)
	g.score = g.scoring.after(g.score, before.trace, g.table, g.rules)
	return nil
}

// Undo takes back the last move and its points, and reports whether there was
// one. Time does not come back, nor does what it cost.
func (g *Game) Undo() bool {
	if len(g.history) == 0 {
		return false
	}
	last := g.history[len(g.history)-1]
	g.history = g.history[:len(g.history)-1]
	g.table.undo(last.trace)
	g.score = g.scoring.floored(last.score + g.paid - last.paid)
	return true
}

// Moves returns the moves played and not taken back, as a copy.
func (g *Game) Moves() []Move {
	moves := make([]Move, len(g.history))
	for i, p := range g.history {
		moves[i] = p.move
	}
	return moves
}

// Won reports whether every card is on the foundations.
func (g *Game) Won() bool { return g.table.Won() }

// CertainlyWon reports whether only turns of the hand are left; see
// Table.CertainlyWon.
func (g *Game) CertainlyWon() bool { return g.table.CertainlyWon() }

// Stuck reports whether no move changes anything any more; see Table.Stuck.
func (g *Game) Stuck() bool { return g.table.Stuck(g.rules) }

// Elapse lets playing time pass and charges Scoring.TimePenalty for every
// TimeStep that becomes full. Once the game is won the clock stands still.
// Durations of zero and less are ignored.
func (g *Game) Elapse(d time.Duration) {
	if d <= 0 || g.Won() {
		return
	}
	before := g.elapsed
	g.elapsed += d
	if g.scoring.TimeStep == 0 {
		return
	}
	steps := int(g.elapsed/g.scoring.TimeStep - before/g.scoring.TimeStep)
	cost := steps * g.scoring.TimePenalty
	g.paid += cost
	g.score = g.scoring.floored(g.score + cost)
}

// Score returns the score now. A won game has its finishing bonus in it, if the
// scoring has one and enough time has passed.
func (g *Game) Score() int {
	if g.scoring.Bonus == 0 || !g.Won() || g.elapsed < g.scoring.BonusFrom {
		return g.score
	}
	return g.score + g.scoring.Bonus/int(g.elapsed/time.Second)
}
