package bench

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/solver"
)

var update = flag.Bool("update", false, "make the corpora and the signature in testdata/bench anew")

const corpusDir = "../testdata/bench"

// comments stand on top of the corpora.
var comments = map[string]string{
	"quick":     "the first hundred deals of klondike-solver",
	"standard":  "the first thousand deals of klondike-solver",
	"hard":      "the costliest won and lost deals of the first ten thousand of klondike-solver at draw 3",
	"passes":    "pass limits: deals of klondike-solver, and the published bounds for deals of ksolve-ran",
	"signature": "a little of everything that the engine does, for the total number of states",
}

// knowledge is what others have published about deals.
type knowledge struct {
	verdicts map[Question]solver.Verdict // unlimited passes
	bounds   map[Question]int            // winnable within so many passes; questions with unlimited passes
}

func published(t *testing.T) knowledge {
	k := knowledge{map[Question]solver.Verdict{}, map[Question]int{}}
	for _, row := range readCSV(t, "../testdata/verdicts.csv") {
		for i, draw := range []int{1, 3} {
			var v solver.Verdict
			require.NoError(t, v.UnmarshalText([]byte(row[1+i])))
			k.verdicts[Question{Seed: "klondike-solver:" + row[0], Rules: klondike.DrawK(draw)}] = v
		}
	}
	for _, row := range readCSV(t, "../testdata/pass-bounds.csv") {
		draw, err := strconv.Atoi(row[1])
		require.NoError(t, err)
		passes, err := strconv.Atoi(row[2])
		require.NoError(t, err)
		k.bounds[Question{Seed: "ksolve-ran:" + row[0], Rules: klondike.DrawK(draw)}] = passes
	}
	return k
}

// readCSV returns the rows below the header.
func readCSV(t *testing.T, file string) [][]string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	in := csv.NewReader(bytes.NewReader(text))
	in.Comment = '#'
	rows, err := in.ReadAll()
	require.NoError(t, err)
	require.Greater(t, len(rows), 1)
	return rows[1:]
}

// verdict returns the verdict of a question (without verdict, tier and source),
// and where it is from; Undecided, Own when nothing is published.
func (k knowledge) verdict(q Question) (solver.Verdict, Source) {
	endless := q
	endless.Rules.Passes = 0
	switch verdict := k.verdicts[endless]; {
	case verdict != solver.Undecided && q.Rules.Passes == 0:
		return verdict, Verdicts
	case verdict == solver.Unwinnable:
		return verdict, Implied
	}
	if bound, ok := k.bounds[endless]; ok && q.Rules.Passes >= bound {
		return solver.Winnable, PassBounds
	}
	return solver.Undecided, Own
}

// composition lists the questions of each corpus, without verdicts.
func composition(k knowledge) map[string][]Question {
	of := map[string][]Question{}
	add := func(suite string, seed, draw, passes int, worryBack bool) {
		q := Question{Seed: fmt.Sprintf("klondike-solver:%d", seed), Rules: klondike.DrawK(draw)}
		q.Rules.Passes, q.Rules.WorryBack = passes, worryBack
		of[suite] = append(of[suite], q)
	}
	for seed := range 1000 {
		for _, draw := range []int{1, 3} {
			if seed < 100 {
				add("quick", seed, draw, 0, true)
			}
			add("standard", seed, draw, 0, true)
		}
	}
	for _, seed := range []int{248, 1838, 1858, 4183, 5816, 6895, 7037, 7706, 8025, 8395, 9216} {
		add("hard", seed, 3, 0, true)
	}
	for seed := range 200 {
		for _, passes := range []int{1, 2, 3} {
			add("passes", seed, 1, passes, true)
		}
		for _, passes := range []int{1, 2, 3, 5} {
			add("passes", seed, 3, passes, true)
		}
	}
	bounded := slices.SortedFunc(maps.Keys(k.bounds), func(a, b Question) int {
		return cmp.Or(a.Rules.Draw-b.Rules.Draw, len(a.Seed)-len(b.Seed), strings.Compare(a.Seed, b.Seed))
	})
	for _, q := range bounded {
		q.Rules.Passes = k.bounds[q]
		of["passes"] = append(of["passes"], q)
	}
	for seed := range 20 {
		for _, draw := range []int{1, 2, 3, 4} {
			for _, passes := range []int{3, 0} {
				for _, worryBack := range []bool{true, false} {
					add("signature", seed, draw, passes, worryBack)
				}
			}
		}
	}
	return of
}

// TestCorpora checks what every corpus asks and that no verdict contradicts what
// is published. With -update it answers all questions and makes the corpora anew.
func TestCorpora(t *testing.T) {
	known := published(t)
	of := composition(known)
	require.ElementsMatch(t, SuiteNames(), slices.Collect(maps.Keys(of)))
	for _, name := range SuiteNames() {
		t.Run(name, func(t *testing.T) {
			if *update {
				makeCorpus(t, name, of[name], known)
			}
			text, err := os.ReadFile(filepath.Join(corpusDir, name+".csv"))
			require.NoError(t, err)
			suite, err := ReadSuite(name, bytes.NewReader(text))
			require.NoError(t, err)
			require.Len(t, suite.Questions, len(of[name]))
			for i, q := range suite.Questions {
				want := of[name][i]
				want.Verdict, want.Source = known.verdict(want)
				if want.Source == Own { // nobody else knows
					want.Verdict = q.Verdict
				}
				want.Tier = q.Tier
				assert.Equal(t, want, q)
			}
		})
	}
}

func makeCorpus(t *testing.T, name string, questions []Question, known knowledge) {
	suite := Suite{name, slices.Clone(questions)}
	for i := range suite.Questions {
		q := &suite.Questions[i]
		table, err := q.table()
		require.NoError(t, err)
		result, err := solver.Solve(context.Background(), table, q.Rules, solver.Limits{})
		require.NoError(t, err)
		verdict, source := known.verdict(*q)
		if source == Own {
			verdict = result.Verdict
		}
		require.Equal(t, verdict, result.Verdict, "%v", q)
		q.Verdict, q.Source, q.Tier = verdict, source, TierOf(result.Stats.States)
	}
	var text bytes.Buffer
	require.NoError(t, suite.Write(&text, comments[name]))
	require.NoError(t, os.WriteFile(filepath.Join(corpusDir, name+".csv"), text.Bytes(), 0o644))
}
