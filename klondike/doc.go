// Package klondike holds the rules of the Klondike family of patience games and
// an independent referee for them.
//
// Everything here is plain and readable on purpose: a Card is a number with a
// name, a Table holds slices of cards just as they lie, and Rules is a value
// that names every choice on which the rule books differ. The package shares
// nothing with the packed representation that the solver searches, so it can
// judge what the solver claims: a win is believed once Replay has played it
// here, card by card.
//
// The usual way through the package:
//
//	rules, err := klondike.Preset("draw3")
//	table, err := klondike.NewTable(deal, rules)
//	for _, move := range table.LegalMoves(rules, nil) { ... }
//	err = table.Play(move, rules)              // checked; table unchanged on error
//	game, err := klondike.NewGame(table, rules, klondike.Standard())
//	report, err := klondike.Replay(table, rules, moves, klondike.Scoring{})
//
// Files: card.go (cards and reading them), rules.go and ruletext.go (rules,
// presets, names and JSON), deal.go, table.go and validate.go (what lies on the
// table, and whether it can), move.go, legal.go and play.go (moves, their
// legality, their effect), stuck.go, game.go (history and undo), scoring.go,
// replay.go.
//
// What counts as a move: every draw, every redeal, and every transfer of cards
// is one Move. Turning up the face-down card that a transfer uncovers is part
// of that transfer. The first draw is a move like any other; it is never
// implied.
package klondike
