package survey

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// parts runs a survey in so many shards and returns their directories.
func parts(t *testing.T, numbers string, count uint64) []string {
	t.Helper()
	var dirs []string
	for i := range count {
		c := config(t, t.TempDir(), numbers)
		c.Shard = Shard{i + 1, count}
		mustRun(t, c)
		dirs = append(dirs, c.Dir)
	}
	return dirs
}

func TestMergedShardsEqualASingleRun(t *testing.T) {
	clean := config(t, t.TempDir(), "native:7..106")
	mustRun(t, clean)
	for _, count := range []uint64{1, 3, 150} {
		dirs := parts(t, "native:7..106", count)
		dirs[0], dirs[count-1] = dirs[count-1], dirs[0] // the order given does not matter
		merged := filepath.Join(t.TempDir(), "merged")
		_, err := Merge(merged, mustOpen(t, dirs...))
		require.NoError(t, err)
		requireSame(t, clean.Dir, merged)
		_, timed, err := mustOpen(t, merged)[0].Elapsed()
		require.NoError(t, err)
		assert.Equal(t, int64(100), timed)
		assert.Equal(t, uint64(100), mustRun(t, Config{
			Dir: merged, Seeds: clean.Seeds, Rules: clean.Rules, Program: clean.Program, NewDecider: clean.NewDecider,
		}).Opened.Deals, "a merged survey is a survey")
	}
}

func TestMergedNeighboursEqualOneRange(t *testing.T) {
	clean, first, second := config(t, t.TempDir(), "native:1..50"), config(t, t.TempDir(), "native:1..20"), config(t, t.TempDir(), "native:21..50")
	for _, c := range []Config{clean, first, second} {
		mustRun(t, c)
	}
	merged := t.TempDir()
	_, err := Merge(merged, mustOpen(t, second.Dir, first.Dir))
	require.NoError(t, err)
	requireSame(t, clean.Dir, merged)
}

func TestPartsThatDoNotFit(t *testing.T) {
	dirs := parts(t, "native:1..30", 3)
	run := func(change func(*Config)) string {
		c := config(t, t.TempDir(), "native:1..30")
		change(&c)
		mustRun(t, c)
		return c.Dir
	}
	unfinished := config(t, t.TempDir(), "native:1..30")
	unfinished.Shard = Shard{3, 3}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Run(ctx, unfinished)
	require.ErrorIs(t, err, ErrInterrupted)

	for name, list := range map[string][]string{
		"none":            {},
		"first missing":   dirs[1:],
		"middle missing":  {dirs[0], dirs[2]},
		"last missing":    dirs[:2],
		"one twice":       {dirs[0], dirs[1], dirs[1], dirs[2]},
		"unfinished":      {dirs[0], dirs[1], unfinished.Dir},
		"other count":     {dirs[0], dirs[1], run(func(c *Config) { c.Shard = Shard{4, 4} })},
		"other program":   {dirs[0], dirs[1], run(func(c *Config) { c.Shard = Shard{3, 3}; c.Program = "fake 2" })},
		"whole and shard": {dirs[0], run(func(*Config) {})},
		"a gap":           {run(func(*Config) {}), run(func(c *Config) { c.Seeds = config(t, "", "native:32..40").Seeds })},
		"an overlap":      {run(func(*Config) {}), run(func(c *Config) { c.Seeds = config(t, "", "native:30..40").Seeds })},
		"stopping rule": {
			run(func(c *Config) { c.Stop = Stop{0.5, 10} }),
			run(func(c *Config) { c.Stop = Stop{0.5, 10}; c.Seeds = config(t, "", "native:31..40").Seeds }),
		},
	} {
		t.Run(name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "merged")
			_, err := Merge(out, mustOpen(t, list...))
			require.ErrorIs(t, err, ErrParts)
			assert.NoFileExists(t, filepath.Join(out, ManifestFile))
			assert.NoFileExists(t, filepath.Join(out, ResultsFile))
		})
	}
	_, err = Merge(dirs[0], mustOpen(t, dirs...))
	require.ErrorIs(t, err, fs.ErrExist)
	m, ordered, err := Pool(mustOpen(t, dirs[2], dirs[0]))
	require.NoError(t, err, "a report does without the missing part")
	assert.Equal(t, []string{dirs[0], dirs[2]}, []string{ordered[0].Dir, ordered[1].Dir})
	assert.Equal(t, uint64(30), m.Planned())
}

// A shard that a kill left with a torn end behind its last deal merges as if it
// had none.
func TestMergeLeavesTornEndsBehind(t *testing.T) {
	dirs := parts(t, "native:1..30", 2)
	for _, name := range []string{ResultsFile, TimingsFile} {
		file, err := os.OpenFile(filepath.Join(dirs[0], name), os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = file.WriteString("16,")
		require.NoError(t, err)
		require.NoError(t, file.Close())
	}
	clean := config(t, t.TempDir(), "native:1..30")
	mustRun(t, clean)
	merged := t.TempDir()
	_, err := Merge(merged, mustOpen(t, dirs...))
	require.NoError(t, err)
	requireSame(t, clean.Dir, merged)
	assert.Regexp(t, `^seed,microseconds\n(\d+,\d+\n){30}$`, read(t, merged, TimingsFile))
}

func imported(t *testing.T, list List, text string) *Survey {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "imported")
	_, err := Import(dir, list, strings.NewReader(text))
	require.NoError(t, err)
	return mustOpen(t, dir)[0]
}

func TestImport(t *testing.T) {
	list := List{Program: "other 3", Generator: "native", Rules: testRules[5]}
	s := imported(t, list, "# made by hand\nseed;verdict\n\n12;Winnable\n3;impossible\n 7 ; ? \n")
	assert.Equal(t, header+"3,3,unlimited,U,\n7,3,unlimited,?,\n12,3,unlimited,W,\n", read(t, s.Dir, ResultsFile))
	assert.True(t, s.Manifest.Imported)
	assert.Equal(t, uint64(3), s.Manifest.First)
	assert.Equal(t, uint64(12), s.Manifest.Last)
	var units []Unit
	for u, err := range s.Units() {
		require.NoError(t, err)
		units = append(units, Unit{u.Seed, append([]Answer(nil), u.Answers...)})
	}
	assert.Equal(t, []Unit{{3, []Answer{{Unwinnable, UnknownStates}}}, {7, []Answer{{Undecided, UnknownStates}}}, {12, []Answer{{Winnable, UnknownStates}}}}, units)

	list.Verdict, list.States = 3, 2
	s = imported(t, list, "1 500 W\n2\t600\tU\n")
	assert.Equal(t, header+"1,3,unlimited,W,500\n2,3,unlimited,U,600\n", read(t, s.Dir, ResultsFile))

	_, err := Import(s.Dir, list, strings.NewReader("1 500 W"))
	require.ErrorIs(t, err, fs.ErrExist)
}

func TestListsThatCannotBeImported(t *testing.T) {
	for text, line := range map[string]int{
		"seed,verdict\nseed,verdict\n": 2,
		"1,W\n\n2,X\n":                 3,
		"1,W\n2\n":                     2,
		"1,W\n2,U\n1,U\n":              3,
		"-1,W\n":                       1,
		"1x,W\n":                       1,
	} {
		_, err := Import(filepath.Join(t.TempDir(), "new"), List{Program: "other", Generator: "native", Rules: testRules[0]}, strings.NewReader(text))
		var bad *ListError
		require.ErrorAs(t, err, &bad, text)
		assert.Equal(t, line, bad.Line, text)
	}
	for _, text := range []string{"", "# nothing\nseed,verdict\n"} {
		_, err := Import(t.TempDir(), List{Program: "other", Generator: "native", Rules: testRules[0]}, strings.NewReader(text))
		require.Error(t, err)
	}
	_, err := Import(t.TempDir(), List{Program: "other", Generator: "greenfelt", Rules: testRules[0]}, strings.NewReader("0,W"))
	require.Error(t, err, "greenfelt has no deal 0")
	_, err = Import(t.TempDir(), List{Program: "other", Generator: "native", Rules: testRules[0], States: 2, Verdict: 3}, strings.NewReader("1,many,W"))
	require.ErrorAs(t, err, new(*ListError))
}

func TestDiff(t *testing.T) {
	list := List{Program: "a", Generator: "native", Rules: testRules[5], States: 3}
	a := imported(t, list, "1,W,10\n2,U,20\n3,?,30\n4,W,40\n5,?,50\n6,W,60\n8,W,7")
	list.Program = "b"
	b := imported(t, list, "2,U,25\n3,U,30\n4,U,41\n5,?,50\n6,?,60\n7,U,1\n8,W,7\n9,W,1")
	c, err := Diff(a, b)
	require.NoError(t, err)
	r := testRules[5]
	assert.Equal(t, &Comparisons{
		Deals: 6, OnlyA: 1, OnlyB: 2,
		Rules: []Comparison{{
			Rules: r, Agree: 2, Contradictions: 1, OnlyA: 1, OnlyB: 1, Neither: 1,
			Cost: CostComparison{Deals: 3, StatesA: 67, StatesB: 73, CheaperA: 2, Largest: []CostGap{{2, 20, 25}, {4, 40, 41}}},
		}},
		Differences: []Difference{
			{3, r, Answer{Undecided, 30}, Answer{Unwinnable, 30}},
			{4, r, Answer{Winnable, 40}, Answer{Unwinnable, 41}},
			{6, r, Answer{Winnable, 60}, Answer{Undecided, 60}},
		},
	}, c)
	assert.Equal(t, int64(1), c.Contradictions())
	assert.False(t, c.Differences[0].Contradictory())
	assert.True(t, c.Differences[1].Contradictory())
}

func TestDiffOfUnlikeSurveys(t *testing.T) {
	whole := config(t, t.TempDir(), "native:1..40")
	mustRun(t, whole)
	fewer := config(t, t.TempDir(), "native:31..50")
	fewer.Rules = testRules[2:4]
	fewer.NewDecider = func() Decider { return &fake{open: true} }
	mustRun(t, fewer)
	s := mustOpen(t, whole.Dir, fewer.Dir)
	c, err := Diff(s[0], s[1])
	require.NoError(t, err)
	assert.Equal(t, []int64{10, 30, 10}, []int64{c.Deals, c.OnlyA, c.OnlyB})
	require.Len(t, c.Rules, 2)
	assert.Equal(t, testRules[2], c.Rules[0].Rules)
	assert.Zero(t, c.Contradictions())
	self, err := Diff(s[0], s[0])
	require.NoError(t, err)
	assert.Empty(t, self.Differences)
	assert.Equal(t, int64(40), self.Rules[5].Agree)

	for name, change := range map[string]func(*Config){
		"generator": func(c *Config) { c.Seeds = config(t, "", "greenfelt:1..40").Seeds },
		"rules":     func(c *Config) { c.Rules = Ladder(testRules[0], []int{2}, []int{0}) },
		"deals":     func(c *Config) { c.Seeds = config(t, "", "native:41..50").Seeds },
	} {
		c := config(t, t.TempDir(), "native:1..40")
		change(&c)
		mustRun(t, c)
		_, err := Diff(s[0], mustOpen(t, c.Dir)[0])
		assert.ErrorIs(t, err, ErrApart, name)
	}
}

func TestLargestGapsAreKept(t *testing.T) {
	var c CostComparison
	for seed := uint64(1); seed <= 9; seed++ {
		c.add(CostGap{seed, 100, 100 + int64(seed*7%9)}) // gaps 7 5 3 1 8 6 4 2 0
	}
	var gaps []string
	for _, g := range c.Largest {
		gaps = append(gaps, fmt.Sprint(g.Seed))
	}
	assert.Equal(t, []string{"5", "1", "6", "2", "7"}, gaps)
	assert.Equal(t, int64(9), c.Deals)
	assert.Equal(t, int64(8), c.CheaperA)
}
