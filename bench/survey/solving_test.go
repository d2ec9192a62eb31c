package survey

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
)

// The answers must not depend on which rules are asked together, in verdict, nor
// on what was decided before, in verdict and cost.
func TestSolvingIsTheSameAloneAndTogether(t *testing.T) {
	rules := Ladder(klondike.DrawK(1), []int{1, 3}, []int{2, 3, 0})
	numbers, err := seeds.ParseRange("klondike-solver:0..9")
	require.NoError(t, err)
	const limit = 3000
	busy := &Solving{}
	compared := 0
	for seed := range numbers.All() {
		deal, err := seed.Deal()
		require.NoError(t, err)
		together, err := busy.Decide(context.Background(), deal, rules, limit)
		require.NoError(t, err)
		fresh, err := (&Solving{}).Decide(context.Background(), deal, rules, limit)
		require.NoError(t, err)
		assert.Equal(t, fresh, together, "%v", seed)
		for i := range rules {
			alone, err := busy.Decide(context.Background(), deal, rules[i:i+1], limit)
			require.NoError(t, err)
			if alone[0].Verdict != Undecided && together[i].Verdict != Undecided {
				compared++
				assert.Equal(t, alone[0].Verdict, together[i].Verdict, "%v, %s", seed, Label(rules[i]))
			}
		}
	}
	assert.Greater(t, compared, 20)
}

func TestEasiestFirst(t *testing.T) {
	assert.Equal(t, []int{2, 0, 1, 5, 3, 4}, easiestFirst(testRules))
}
