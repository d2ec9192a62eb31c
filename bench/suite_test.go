package bench

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/solver"
)

func TestReadSuite(t *testing.T) {
	s := small(t)
	assert.Equal(t, "small", s.Name)
	require.Len(t, s.Questions, 6)
	five := klondike.DrawK(3)
	five.Passes = 5
	assert.Equal(t, Question{"klondike-solver:3", five, solver.Winnable, Medium, Own}, s.Questions[4])
	assert.False(t, s.Questions[5].Rules.WorryBack)

	var text bytes.Buffer
	require.NoError(t, s.Write(&text, "again"))
	again, err := ReadSuite("small", &text)
	require.NoError(t, err)
	assert.Equal(t, s, again)
}

func TestReadSuiteRefuses(t *testing.T) {
	const head = "seed,draw,passes,worry_back,verdict,tier,source\n"
	const good = "klondike-solver:3,1,unlimited,true,winnable,light,own\n"
	_, err := ReadSuite("good", strings.NewReader(head+good))
	require.NoError(t, err)
	for _, c := range []struct {
		text string
		line int
	}{
		{"", 1},
		{head, 1},
		{good, 1},
		{head + "klondike-solver:3,1\n", 2},
		{head + good + good, 3},
		{head + good + "klondike-solver:4,1,unlimited,true,winnable,light,\"own\n", 3},
		{"# comment\n" + head + "somebody:3,1,unlimited,true,winnable,light,own\n", 3},
		{head + "klondike-solver:x,1,unlimited,true,winnable,light,own\n", 2},
		{head + "klondike-solver:3,one,unlimited,true,winnable,light,own\n", 2},
		{head + "klondike-solver:3,0,unlimited,true,winnable,light,own\n", 2},
		{head + "klondike-solver:3,1,0,true,winnable,light,own\n", 2},
		{head + "klondike-solver:3,1,-1,true,winnable,light,own\n", 2},
		{head + "klondike-solver:3,1,unlimited,perhaps,winnable,light,own\n", 2},
		{head + "klondike-solver:3,1,unlimited,true,undecided,light,own\n", 2},
		{head + "klondike-solver:3,1,unlimited,true,won,light,own\n", 2},
		{head + "klondike-solver:3,1,unlimited,true,winnable,easy,own\n", 2},
		{head + "klondike-solver:3,1,unlimited,true,winnable,light,hearsay\n", 2},
	} {
		_, err := ReadSuite("bad", strings.NewReader(c.text))
		var fault *SuiteError
		if assert.ErrorAs(t, err, &fault, c.text) {
			assert.Equal(t, c.line, fault.Line, "%s\n%v", c.text, err)
			assert.NotEmpty(t, fault.What)
			assert.NotEmpty(t, fault.Expected)
		}
	}
	_, err = LoadSuite("slow")
	assert.ErrorIs(t, err, ErrSuite)
}

func TestTiers(t *testing.T) {
	for states, want := range map[int64]Tier{0: Light, 999: Light, 1000: Medium, 29_999: Medium, 30_000: Heavy} {
		assert.Equal(t, want, TierOf(states), "%d", states)
	}
}
