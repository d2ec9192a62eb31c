package klondike

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// names gives the values of an enumerated setting, in order, as they are
// written in JSON and on the command line.
type names []string

func (n names) allowed() string {
	return strings.Join(n[:len(n)-1], ", ") + " or " + n[len(n)-1]
}

func (n names) text(value uint8) string {
	if int(value) < len(n) {
		return n[value]
	}
	return strconv.Itoa(int(value))
}

func (n names) marshal(setting string, value uint8) ([]byte, error) {
	if int(value) >= len(n) {
		return nil, &SettingError{Setting: setting, Value: strconv.Itoa(int(value)), Allowed: n.allowed()}
	}
	return []byte(n[value]), nil
}

func (n names) parse(setting string, text []byte) (uint8, error) {
	for i, name := range n {
		if strings.EqualFold(name, string(text)) {
			return uint8(i), nil
		}
	}
	return 0, &SettingError{Setting: setting, Value: strconv.Quote(string(text)), Allowed: n.allowed()}
}

var (
	emptyColumnNames = names{"kings", "any"}
	runMoveNames     = names{"any-part", "whole", "single-suit"}
	buildNames       = names{"alternating", "same-colour"}
	dealingNames     = names{"tops", "all"}
)

// String returns the setting's name: kings or any.
func (e EmptyColumn) String() string { return emptyColumnNames.text(uint8(e)) }

// MarshalText returns the setting's name, or a *SettingError.
func (e EmptyColumn) MarshalText() ([]byte, error) {
	return emptyColumnNames.marshal("empty_column", uint8(e))
}

// UnmarshalText reads the setting's name in any case, or returns a *SettingError.
func (e *EmptyColumn) UnmarshalText(text []byte) error {
	v, err := emptyColumnNames.parse("empty_column", text)
	if err == nil {
		*e = EmptyColumn(v)
	}
	return err
}

// String returns the setting's name: any-part, whole or single-suit.
func (m RunMove) String() string { return runMoveNames.text(uint8(m)) }

// MarshalText returns the setting's name, or a *SettingError.
func (m RunMove) MarshalText() ([]byte, error) { return runMoveNames.marshal("runs", uint8(m)) }

// UnmarshalText reads the setting's name in any case, or returns a *SettingError.
func (m *RunMove) UnmarshalText(text []byte) error {
	v, err := runMoveNames.parse("runs", text)
	if err == nil {
		*m = RunMove(v)
	}
	return err
}

// String returns the setting's name: alternating or same-colour.
func (b Build) String() string { return buildNames.text(uint8(b)) }

// MarshalText returns the setting's name, or a *SettingError.
func (b Build) MarshalText() ([]byte, error) { return buildNames.marshal("build", uint8(b)) }

// UnmarshalText reads the setting's name in any case, or returns a *SettingError.
func (b *Build) UnmarshalText(text []byte) error {
	v, err := buildNames.parse("build", text)
	if err == nil {
		*b = Build(v)
	}
	return err
}

// String returns the setting's name: tops or all.
func (d Dealing) String() string { return dealingNames.text(uint8(d)) }

// MarshalText returns the setting's name, or a *SettingError.
func (d Dealing) MarshalText() ([]byte, error) { return dealingNames.marshal("dealing", uint8(d)) }

// UnmarshalText reads the setting's name in any case, or returns a *SettingError.
func (d *Dealing) UnmarshalText(text []byte) error {
	v, err := dealingNames.parse("dealing", text)
	if err == nil {
		*d = Dealing(v)
	}
	return err
}

// unlimited is how Rules.Passes == 0 is written.
const unlimited = "unlimited"

// passCount is Rules.Passes in JSON: a number, or "unlimited" for zero.
type passCount int

func (p passCount) MarshalJSON() ([]byte, error) {
	if p == 0 {
		return json.Marshal(unlimited)
	}
	return json.Marshal(int(p))
}

func (p *passCount) UnmarshalJSON(data []byte) error {
	text := strings.Trim(string(data), `"`)
	if strings.EqualFold(text, unlimited) {
		*p = 0
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return &SettingError{Setting: "passes", Value: string(data), Allowed: "1 or more, or unlimited"}
	}
	*p = passCount(n)
	return nil
}

// rulesJSON is the written form of Rules.
type rulesJSON struct {
	Draw        int         `json:"draw"`
	Passes      passCount   `json:"passes"`
	WorryBack   bool        `json:"worry_back"`
	EmptyColumn EmptyColumn `json:"empty_column"`
	Runs        RunMove     `json:"runs"`
	Build       Build       `json:"build"`
	Dealing     Dealing     `json:"dealing"`
	Decks       int         `json:"decks"`
	Columns     int         `json:"columns"`
}

func (r Rules) written() rulesJSON {
	return rulesJSON{
		Draw: r.Draw, Passes: passCount(r.Passes), WorryBack: r.WorryBack,
		EmptyColumn: r.EmptyColumn, Runs: r.Runs, Build: r.Build, Dealing: r.Dealing,
		Decks: r.Decks, Columns: r.Columns,
	}
}

// MarshalJSON writes the rules with readable names.
func (r Rules) MarshalJSON() ([]byte, error) { return json.Marshal(r.written()) }

// UnmarshalJSON reads what MarshalJSON writes and validates it. Fields that are
// absent keep the value r has, so a preset can be changed in a few places;
// fields that do not exist are an error, since a misspelt rule would silently
// change the game. On error r is unchanged.
func (r *Rules) UnmarshalJSON(data []byte) error {
	w := r.written()
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&w); err != nil {
		return fmt.Errorf("rules: %w", err)
	}
	read := Rules{
		Draw: w.Draw, Passes: int(w.Passes), WorryBack: w.WorryBack,
		EmptyColumn: w.EmptyColumn, Runs: w.Runs, Build: w.Build, Dealing: w.Dealing,
		Decks: w.Decks, Columns: w.Columns,
	}
	if err := read.Validate(); err != nil {
		return err
	}
	*r = read
	return nil
}

// String describes the rules in words: draw, passes and worrying back always,
// the rest where it differs from the standard family.
func (r Rules) String() string {
	parts := []string{fmt.Sprintf("draw %d", r.Draw)}
	switch r.Passes {
	case 0:
		parts = append(parts, "unlimited passes")
	case 1:
		parts = append(parts, "1 pass")
	default:
		parts = append(parts, fmt.Sprintf("%d passes", r.Passes))
	}
	if r.WorryBack {
		parts = append(parts, "worry back")
	} else {
		parts = append(parts, "no worry back")
	}
	if r.EmptyColumn == AnyCard {
		parts = append(parts, "any card on an empty column")
	}
	switch r.Runs {
	case WholeRun:
		parts = append(parts, "whole runs only")
	case SingleSuit:
		parts = append(parts, "runs of one suit only")
	}
	if r.Build == SameColour {
		parts = append(parts, "build in the same colour")
	}
	if r.Dealing == AllFaceUp {
		parts = append(parts, "all face up")
	}
	if r.Decks != 1 || r.Columns != 7 {
		parts = append(parts, fmt.Sprintf("%d decks, %d columns", r.Decks, r.Columns))
	}
	return strings.Join(parts, ", ")
}

// presets are the named games, in the order in which they are listed.
var presets = []struct {
	name  string
	rules Rules
}{
	{"draw1", DrawK(1)},
	{"draw3", DrawK(3)},
	{"vegas1", Rules{Draw: 1, Passes: 1, WorryBack: true, Decks: 1, Columns: 7}},
	{"vegas3", Rules{Draw: 3, Passes: 3, WorryBack: true, Decks: 1, Columns: 7}},
	{"whitehead", Rules{
		Draw: 1, Passes: 1, WorryBack: true, EmptyColumn: AnyCard, Runs: SingleSuit,
		Build: SameColour, Dealing: AllFaceUp, Decks: 1, Columns: 7,
	}},
	{"double", Rules{Draw: 1, WorryBack: true, Decks: 2, Columns: 9}},
}

// Preset returns the rules of a named game, in any case; for another name a
// *SettingError that lists the names.
//
//   - draw1, draw3: the standard game, unlimited passes.
//   - vegas1: draw 1, one pass. vegas3: draw 3, three passes.
//   - whitehead: all face up, red on red and black on black, runs of one suit
//     move together, any card on an empty column, draw 1, one pass.
//   - double: Double Klondike, two decks, nine columns, eight foundations, draw 1,
//     unlimited passes.
//
// Worrying back is allowed in all of them. Books are mostly silent on it; who
// forbids it sets WorryBack to false.
func Preset(name string) (Rules, error) {
	for _, p := range presets {
		if strings.EqualFold(p.name, name) {
			return p.rules, nil
		}
	}
	return Rules{}, &SettingError{
		Setting: "rules", Value: strconv.Quote(name), Allowed: names(PresetNames()).allowed(),
	}
}

// PresetNames returns the names that Preset knows.
func PresetNames() []string {
	list := make([]string, len(presets))
	for i, p := range presets {
		list[i] = p.name
	}
	return list
}
