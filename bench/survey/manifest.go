package survey

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"klondike/klondike"
	"klondike/klondike/seeds"
)

// Schema is the version of the two formats, manifest and results.
const Schema = 1

// Names of the files in a survey's directory.
const (
	ManifestFile = "manifest.json"
	ResultsFile  = "results.csv"
	TimingsFile  = "timings.csv"
	LockFile     = "lock"
)

// Limits bounds the work on one deal, under all rules together. Zero means no
// limit.
type Limits struct {
	States int64 `json:"states,omitzero"` // states expanded
	Memory int64 `json:"memory,omitzero"` // bytes of the decider's tables
	// Time is wall-clock time. It makes results depend on the machine and on what
	// else runs there, so that two runs of a survey need not agree.
	Time time.Duration `json:"time_ns,omitzero"`
}

// Manifest says what a survey asks, and of which program. Two runs with equal
// manifests write the same results, unless they limit time.
type Manifest struct {
	Schema    int              `json:"schema"`
	Program   string           `json:"program"`   // name and version of what decides
	Generator string           `json:"generator"` // as in package seeds
	First     uint64           `json:"first"`     // number of the first deal
	Last      uint64           `json:"last"`      // number of the last deal, which belongs to the survey
	Rules     []klondike.Rules `json:"rules"`     // the order of the answers to a deal
	Limits    Limits           `json:"limits"`
	Stop      Stop             `json:"stop,omitzero"`
	Shard     Shard            `json:"shard,omitzero"`
	// Imported marks the answers of another program, which may leave out deals
	// within the range, and costs.
	Imported bool `json:"imported,omitzero"`
}

// Seeds returns the whole range, of which a shard is a part.
func (m Manifest) Seeds() (seeds.Range, error) {
	return seeds.ParseRange(fmt.Sprintf("%s:%d..%d", m.Generator, m.First, m.Last))
}

// Planned returns how many deals the survey or its shard asks for.
func (m Manifest) Planned() uint64 {
	from, to := m.Shard.Part(m.Last - m.First + 1)
	return to - from
}

// check reports what keeps m from being the manifest of a survey.
func (m Manifest) check() error {
	if m.Schema != Schema {
		return fmt.Errorf("schema %d: this program reads and writes schema %d", m.Schema, Schema)
	}
	if _, err := m.Seeds(); err != nil {
		return err
	}
	if l := m.Limits; l.States < 0 || l.Memory < 0 || l.Time < 0 {
		return fmt.Errorf("limits %+v: expected none below zero", l)
	}
	return errors.Join(checkRules(m.Rules), m.Stop.check(m.Shard), m.Shard.check())
}

// encode returns the text of manifest.json.
func (m Manifest) encode() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// ErrNoSurvey marks a directory without a manifest.
var ErrNoSurvey = errors.New("no survey")

// readManifest reads and checks DIR/manifest.json. A missing file is ErrNoSurvey.
func readManifest(dir string) (Manifest, error) {
	var m Manifest
	path := filepath.Join(dir, ManifestFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, fmt.Errorf("%w in %s: it has no %s", ErrNoSurvey, dir, ManifestFile)
	} else if err != nil {
		return m, err
	}
	var version struct{ Schema int }
	if err := json.Unmarshal(text, &version); err != nil {
		return m, fmt.Errorf("%s: %w", path, err)
	} else if version.Schema != Schema {
		return m, fmt.Errorf("%s: %w", path, Manifest{Schema: version.Schema}.check())
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&m); err != nil {
		return m, fmt.Errorf("%s: %w", path, err)
	}
	if err := m.check(); err != nil {
		return m, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// Mismatch is the error of a survey that is asked for in the directory of
// another one.
type Mismatch struct {
	Dir         string
	Differences []ManifestDifference
}

// ManifestDifference is one setting in which two manifests differ.
type ManifestDifference struct {
	Setting        string
	Present, Asked string // in the directory, and in the request
}

// Error shows every difference.
func (e *Mismatch) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s holds another survey", e.Dir)
	for i, d := range e.Differences {
		separator := "; "
		if i == 0 {
			separator = " ("
		}
		fmt.Fprintf(&b, "%s%s: %s there, %s here", separator, d.Setting, d.Present, d.Asked)
	}
	b.WriteString(")")
	return b.String()
}

// differences lists the settings in which two manifests differ.
func differences(present, asked Manifest) []ManifestDifference {
	var list []ManifestDifference
	compare := func(setting string, present, asked any) {
		if p, a := show(present), show(asked); p != a {
			list = append(list, ManifestDifference{Setting: setting, Present: p, Asked: a})
		}
	}
	compare("program", present.Program, asked.Program)
	compare("generator", present.Generator, asked.Generator)
	compare("range", fmt.Sprintf("%d..%d", present.First, present.Last), fmt.Sprintf("%d..%d", asked.First, asked.Last))
	compare("shard", present.Shard.String(), asked.Shard.String())
	compareRuleSets(compare, present.Rules, asked.Rules)
	compare("state limit", present.Limits.States, asked.Limits.States)
	compare("memory limit", present.Limits.Memory, asked.Limits.Memory)
	compare("time limit", present.Limits.Time, asked.Limits.Time)
	compare("stopping rule", present.Stop.String(), asked.Stop.String())
	compare("imported", present.Imported, asked.Imported)
	return list
}

// compareRuleSets compares what the rules of a survey share, and then its draw
// counts and pass limits.
func compareRuleSets(compare func(setting string, present, asked any), present, asked []klondike.Rules) {
	if len(present) == 0 || len(asked) == 0 {
		return
	}
	compare("rule set", Common(present[0]), Common(asked[0]))
	only := func(rules, others []klondike.Rules) string {
		var labels []string
		for _, r := range rules {
			if !slices.ContainsFunc(others, func(o klondike.Rules) bool { return o.Draw == r.Draw && o.Passes == r.Passes }) {
				labels = append(labels, "("+Label(r)+")")
			}
		}
		return strings.Join(labels, " ")
	}
	compare("rules of one only", only(present, asked), only(asked, present))
}

// show writes a setting for a person; an unset one is "none".
func show(value any) string {
	switch text := fmt.Sprint(value); text {
	case "", "0", "0s":
		return "none"
	default:
		return text
	}
}
