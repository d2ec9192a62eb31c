package klondike

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomDeal shuffles as many complete decks as the rules ask for.
func randomDeal(rng *rand.Rand, r Rules) Deal {
	deal := make(Deal, r.Cards())
	for i := range deal {
		deal[i] = Card(i % 52)
	}
	rng.Shuffle(len(deal), func(i, j int) { deal[i], deal[j] = deal[j], deal[i] })
	return deal
}

// walkRules are the presets and every single rule changed once.
func walkRules(t *testing.T) map[string]Rules {
	all := map[string]Rules{}
	for _, name := range PresetNames() {
		r, err := Preset(name)
		require.NoError(t, err)
		all[name] = r
	}
	change := func(name string, f func(*Rules)) {
		r := DrawK(3)
		f(&r)
		all[name] = r
	}
	change("no worry back", func(r *Rules) { r.WorryBack = false })
	change("any card on an empty column", func(r *Rules) { r.EmptyColumn = AnyCard })
	change("whole runs", func(r *Rules) { r.Runs = WholeRun })
	change("single suit", func(r *Rules) { r.Runs = SingleSuit })
	change("same colour", func(r *Rules) { r.Build = SameColour })
	change("same colour, single suit", func(r *Rules) { r.Build, r.Runs = SameColour, SingleSuit })
	change("all face up", func(r *Rules) { r.Dealing = AllFaceUp })
	change("draw 24", func(r *Rules) { r.Draw = 24 })
	change("draw 5, two passes", func(r *Rules) { r.Draw, r.Passes = 5, 2 })
	return all
}

// pick chooses a random legal move, preferring those that bring a game forward,
// so that walks reach late tables.
func pick(rng *rand.Rand, moves []Move) Move {
	if rng.IntN(4) > 0 {
		for _, m := range moves {
			if m.Kind == WasteToFoundation || m.Kind == TableauToFoundation {
				return m
			}
		}
	}
	return moves[rng.IntN(len(moves))]
}

// Playing a move and taking it back gives the same table, one by one and for
// whole games, and every table on the way is valid.
func TestPlayUndoIdentity(t *testing.T) {
	for name, r := range walkRules(t) {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			for range 10 {
				table, err := NewTable(randomDeal(rng, r), r)
				require.NoError(t, err)
				game, err := NewGame(table, r, Vegas())
				require.NoError(t, err)
				seen := []*Table{table}
				scores := []int{game.Score()}
				for range 200 {
					moves := game.LegalMoves()
					if len(moves) == 0 {
						break
					}
					for _, m := range moves {
						require.NoError(t, game.Play(m))
						require.True(t, game.Undo())
						require.True(t, game.Table().Equal(seen[len(seen)-1]), "%v", m)
					}
					require.NoError(t, game.Play(pick(rng, moves)))
					require.NoError(t, game.Table().Validate(r))
					seen = append(seen, game.Table().Clone())
					scores = append(scores, game.Score())
				}
				for i := len(seen) - 1; i >= 0; i-- {
					require.True(t, game.Table().Equal(seen[i]))
					require.Equal(t, scores[i], game.Score())
					require.Equal(t, i > 0, game.Undo())
				}
			}
		})
	}
}

// everyMove returns all moves that can be written down, legal or not, and some
// that cannot be meant.
func everyMove(r Rules) []Move {
	var all []Move
	for kind := range moveKinds + 1 {
		for from := range max(r.Columns, r.Foundations()) + 1 {
			for to := range max(r.Columns, r.Foundations()) + 1 {
				for count := range int(King) + 1 {
					all = append(all, Move{MoveKind(kind), uint8(from), uint8(to), uint8(count)})
				}
			}
		}
	}
	return all
}

// LegalMoves gives exactly the moves that Check accepts, each once; an illegal
// move leaves the table alone.
func TestGeneratorIsLegality(t *testing.T) {
	for name, r := range walkRules(t) {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			every := everyMove(r)
			for range 3 {
				table, err := NewTable(randomDeal(rng, r), r)
				require.NoError(t, err)
				for range 40 {
					generated := map[Move]bool{}
					moves := table.LegalMoves(r, nil)
					for _, m := range moves {
						require.False(t, generated[m], "%v twice", m)
						generated[m] = true
					}
					before := table.Clone()
					for _, m := range every {
						err := table.Check(m, r)
						if generated[m] != (err == nil) {
							require.Failf(t, "generator and legality differ", "%v: %v", m, err)
						}
						if err != nil && table.Play(m, r) == nil {
							require.Failf(t, "played an illegal move", "%v: %v", m, err)
						}
					}
					require.True(t, before.Equal(table))
					if len(moves) == 0 {
						break
					}
					require.NoError(t, table.Play(pick(rng, moves), r))
				}
			}
		})
	}
}
