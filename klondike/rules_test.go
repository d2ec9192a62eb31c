package klondike

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPresets(t *testing.T) {
	want := map[string]string{
		"draw1":     "draw 1, unlimited passes, worry back",
		"draw3":     "draw 3, unlimited passes, worry back",
		"vegas1":    "draw 1, 1 pass, worry back",
		"vegas3":    "draw 3, 3 passes, worry back",
		"whitehead": "draw 1, 1 pass, worry back, any card on an empty column, runs of one suit only, build in the same colour, all face up",
		"double":    "draw 1, unlimited passes, worry back, 2 decks, 9 columns",
	}
	require.Len(t, PresetNames(), len(want))
	for _, name := range PresetNames() {
		r, err := Preset(name)
		require.NoError(t, err)
		require.NoError(t, r.Validate())
		assert.Equal(t, want[name], r.String())
		assert.Equal(t, name != "whitehead" && name != "double", r.Standard(), name)
	}
	r, err := Preset("Draw3")
	require.NoError(t, err)
	assert.Equal(t, DrawK(3), r)

	_, err = Preset("spider")
	var bad *SettingError
	require.ErrorAs(t, err, &bad)
	assert.Equal(t, "rules", bad.Setting)
}

func TestStandardFamily(t *testing.T) {
	r := Rules{Draw: 7, Passes: 5, Decks: 1, Columns: 7}
	assert.True(t, r.Standard(), "draw, passes and worrying back are free")
	for name, change := range map[string]func(*Rules){
		"empty column": func(r *Rules) { r.EmptyColumn = AnyCard },
		"runs":         func(r *Rules) { r.Runs = WholeRun },
		"build":        func(r *Rules) { r.Build = SameColour },
		"dealing":      func(r *Rules) { r.Dealing = AllFaceUp },
		"decks":        func(r *Rules) { r.Decks, r.Columns = 2, 9 },
	} {
		other := r
		change(&other)
		require.NoError(t, other.Validate())
		assert.False(t, other.Standard(), name)
	}
}

func TestRulesValidateNamesTheSetting(t *testing.T) {
	for setting, changes := range map[string][]func(*Rules){
		"draw":         {func(r *Rules) { r.Draw = 0 }, func(r *Rules) { r.Draw = 25 }},
		"passes":       {func(r *Rules) { r.Passes = -1 }},
		"empty_column": {func(r *Rules) { r.EmptyColumn = 2 }},
		"runs":         {func(r *Rules) { r.Runs = 3 }},
		"build":        {func(r *Rules) { r.Build = 2 }},
		"dealing":      {func(r *Rules) { r.Dealing = 2 }},
		"decks":        {func(r *Rules) { r.Decks = 0 }, func(r *Rules) { r.Decks = 3 }},
		"columns":      {func(r *Rules) { r.Columns = 9 }, func(r *Rules) { r.Decks = 2 }},
	} {
		for _, change := range changes {
			r := DrawK(3)
			change(&r)
			var bad *SettingError
			require.ErrorAs(t, r.Validate(), &bad, setting)
			assert.Equal(t, setting, bad.Setting)
			assert.NotEmpty(t, bad.Allowed)
		}
	}
}

func TestSettingsPrintTheirNames(t *testing.T) {
	assert.Equal(t, "any whole same-colour all every-move",
		fmt.Sprint(AnyCard, " ", WholeRun, " ", SameColour, " ", AllFaceUp, " ", EveryMove))
	assert.Equal(t, "7", RunMove(7).String(), "a value that has no name")
	assert.Contains(t, Rules{Draw: 1, Runs: WholeRun, Decks: 1, Columns: 7}.String(), "whole runs only")
}

func TestRulesJSON(t *testing.T) {
	r, err := Preset("whitehead")
	require.NoError(t, err)
	text, err := json.Marshal(r)
	require.NoError(t, err)
	assert.JSONEq(t, `{"draw":1,"passes":1,"worry_back":true,"empty_column":"any","runs":"single-suit",
		"build":"same-colour","dealing":"all","decks":1,"columns":7}`, string(text))
	text, err = json.Marshal(DrawK(3))
	require.NoError(t, err)
	assert.JSONEq(t, `{"draw":3,"passes":"unlimited","worry_back":true,"empty_column":"kings","runs":"any-part",
		"build":"alternating","dealing":"tops","decks":1,"columns":7}`, string(text))

	for name, r := range walkRules(t) {
		text, err := json.Marshal(r)
		require.NoError(t, err)
		var read Rules
		require.NoError(t, json.Unmarshal(text, &read))
		assert.Equal(t, r, read, name)
	}
}

func TestRulesJSONChangesAPreset(t *testing.T) {
	r := DrawK(1)
	require.NoError(t, json.Unmarshal([]byte(`{"draw": 3, "passes": 2, "runs": "WHOLE"}`), &r))
	assert.Equal(t, Rules{Draw: 3, Passes: 2, WorryBack: true, Runs: WholeRun, Decks: 1, Columns: 7}, r)
	require.NoError(t, json.Unmarshal([]byte(`{"passes": "unlimited"}`), &r))
	assert.Zero(t, r.Passes)
}

func TestRulesJSONRefuses(t *testing.T) {
	for setting, text := range map[string]string{
		"draw":         `{"draw": 0}`,
		"passes":       `{"passes": 0}`,
		"empty_column": `{"empty_column": "queens"}`,
		"columns":      `{"decks": 2}`,
	} {
		r := DrawK(3)
		var bad *SettingError
		require.ErrorAs(t, json.Unmarshal([]byte(text), &r), &bad, text)
		assert.Equal(t, setting, bad.Setting)
		assert.Equal(t, DrawK(3), r, "unchanged")
	}
	r := DrawK(3)
	require.Error(t, json.Unmarshal([]byte(`{"worryback": false}`), &r), "a misspelt field")
	require.Error(t, json.Unmarshal([]byte(`{"passes": 1.5}`), &r))
	_, err := json.Marshal(Rules{Build: 9})
	require.Error(t, err)
}
