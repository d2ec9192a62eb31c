package klondike

import (
	"math/rand/v2"
	"testing"
)

// FuzzPlayUndo plays any bytes as moves, four bytes each, on a deal under one of
// the rules: legal moves keep the table valid, illegal ones leave it alone, and
// taking everything back gives the deal again. A first byte above 7 picks the
// move from the legal ones, so that games get somewhere.
func FuzzPlayUndo(f *testing.F) {
	f.Add(uint64(1), byte(0), []byte{0, 0, 0, 0, 9, 4, 0, 0, 200, 7, 0, 0})
	f.Add(uint64(2), byte(4), []byte{9, 0, 0, 0, 9, 1, 0, 0, 9, 2, 0, 0, 1, 0, 0, 0})
	f.Add(uint64(3), byte(5), []byte{5, 3, 4, 1, 9, 3, 0, 0, 6, 0, 1, 0})
	f.Fuzz(func(t *testing.T, seed uint64, preset byte, choices []byte) {
		r := presets[int(preset)%len(presets)].rules
		start, err := NewTable(randomDeal(rand.New(rand.NewPCG(seed, 0)), r), r)
		if err != nil {
			t.Fatal(err)
		}
		game, err := NewGame(start, r, Standard())
		if err != nil {
			t.Fatal(err)
		}
		choices = choices[:min(len(choices), 4*500)]
		for ; len(choices) >= 4; choices = choices[4:] {
			m := Move{MoveKind(choices[0]), choices[1], choices[2], choices[3]}
			if moves := game.LegalMoves(); int(m.Kind) > moveKinds && len(moves) > 0 {
				m = moves[int(m.From)%len(moves)]
			}
			before := game.Table().Clone()
			if err := game.Play(m); err != nil {
				if !before.Equal(game.Table()) {
					t.Fatalf("%v was refused and changed the table", m)
				}
				continue
			}
			if err := game.Table().Validate(r); err != nil {
				t.Fatalf("after %v: %v", m, err)
			}
			if game.Score() < 0 {
				t.Fatalf("after %v: score %d", m, game.Score())
			}
		}
		for game.Undo() {
		}
		if !start.Equal(game.Table()) {
			t.Fatal("taking everything back does not give the deal")
		}
	})
}
