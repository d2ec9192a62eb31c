package survey

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// However a file ends that was being written, the next run says so, repairs it,
// and comes out with the same bytes.
func TestTornEndIsRepaired(t *testing.T) {
	c := config(t, t.TempDir(), "native:1..4")
	c.Rules = testRules[:2]
	mustRun(t, c)
	results := read(t, c.Dir, ResultsFile)
	path := filepath.Join(c.Dir, ResultsFile)
	for size := range len(results) {
		for _, rubbish := range []string{"", "\x00\x00\x00"} {
			require.NoError(t, os.WriteFile(path, []byte(results[:size]+rubbish), 0o666))
			lines := strings.Count(results[:size], "\n")
			whole := max(0, lines-1) / len(c.Rules)

			survey := mustOpen(t, c.Dir)[0]
			seen := 0
			for _, err := range survey.Units() {
				require.NoError(t, err)
				seen++
			}
			require.Equal(t, whole, seen, "readers see the whole units")

			s := mustRun(t, c)
			require.Equal(t, uint64(whole), s.Opened.Deals)
			end := 0
			for range min(lines, 1+whole*len(c.Rules)) {
				end += strings.IndexByte(results[end:], '\n') + 1
			}
			require.Equal(t, int64(size+len(rubbish)-end), s.Repaired)
			require.Equal(t, results, read(t, c.Dir, ResultsFile))
			require.Len(t, strings.Split(read(t, c.Dir, TimingsFile), "\n"), 1+4+1, "nothing is timed twice")
		}
	}
}

// What no interrupted run can have left is reported and not touched.
func TestDamageIsNotRepaired(t *testing.T) {
	c := config(t, t.TempDir(), "native:1..6")
	c.Rules = Ladder(klondike.DrawK(1), []int{1}, []int{1, 0})
	c.NewDecider = func() Decider { return scripted{{Unwinnable, 5}, {Winnable, 6}} }
	mustRun(t, c)
	results := read(t, c.Dir, ResultsFile)
	for name, change := range map[string]struct {
		old, new string
		line     int
	}{
		"header":         {"verdict", "verdicts", 1},
		"verdict":        {"2,1,1,U,5", "2,1,1,X,5", 4},
		"seed":           {"2,1,1,U,5", "7,1,1,U,5", 4},
		"seed, unusual":  {"2,1,1,U,5", "02,1,1,U,5", 4},
		"rule":           {"2,1,unlimited,W,6", "2,1,3,W,6", 5},
		"states":         {"2,1,1,U,5", "2,1,1,U,", 4},
		"states, sign":   {"2,1,1,U,5", "2,1,1,U,+5", 4},
		"states, zeros":  {"2,1,1,U,5", "2,1,1,U,05", 4},
		"line missing":   {"2,1,1,U,5\n", "", 4},
		"line twice":     {"2,1,1,U,5\n", "2,1,1,U,5\n2,1,1,U,5\n", 5},
		"empty line":     {"2,1,1,U,5\n", "\n2,1,1,U,5\n", 4},
		"line ends":      {"\n2,1", "\r\n2,1", 3},
		"zeros amid":     {"2,1,1,U,5\n", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", 4},
		"long line":      {"2,1,1,U,5\n", strings.Repeat("2", 1<<17) + "\n", 4},
		"contradiction":  {"2,1,1,U,5\n2,1,unlimited,W,6", "2,1,1,W,5\n2,1,unlimited,U,6", 5},
		"too many deals": {"6,1,unlimited,W,6\n", "6,1,unlimited,W,6\n7,1,1,U,5\n", 14},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, results, change.old)
			damaged := strings.Replace(results, change.old, change.new, 1)
			require.NoError(t, os.WriteFile(filepath.Join(c.Dir, ResultsFile), []byte(damaged), 0o666))
			_, err := Run(context.Background(), c)
			var damage *Damage
			require.ErrorAs(t, err, &damage)
			assert.Equal(t, change.line, damage.Line, err)
			assert.Equal(t, damaged, read(t, c.Dir, ResultsFile), "left as it was")

			var seen error
			for _, err := range mustOpen(t, c.Dir)[0].Units() {
				seen = err
			}
			assert.Equal(t, err, seen, "readers say the same")
		})
	}
}

func TestAnotherSurveyInTheDirectory(t *testing.T) {
	c := config(t, t.TempDir(), "native:1..30")
	mustRun(t, c)
	results := read(t, c.Dir, ResultsFile)
	for setting, change := range map[string]func(*Config){
		"program":           func(c *Config) { c.Program = "fake 2" },
		"generator":         func(c *Config) { c.Seeds = config(t, "", "greenfelt:1..30").Seeds },
		"range":             func(c *Config) { c.Seeds = config(t, "", "native:1..31").Seeds },
		"shard":             func(c *Config) { c.Shard = Shard{1, 1} },
		"rules of one only": func(c *Config) { c.Rules = testRules[:3] },
		"rule set": func(c *Config) {
			base := klondike.DrawK(1)
			base.WorryBack = false
			c.Rules = Ladder(base, []int{1, 3}, []int{1, 2, 0})
		},
		"state limit":   func(c *Config) { c.Limits.States = 1000 },
		"memory limit":  func(c *Config) { c.Limits.Memory = 1000 },
		"time limit":    func(c *Config) { c.Limits.Time = 1000; c.AllowTimeLimit = true },
		"stopping rule": func(c *Config) { c.Stop = Stop{0.1, 100} },
	} {
		other := c
		change(&other)
		_, err := Run(context.Background(), other)
		var mismatch *Mismatch
		require.ErrorAs(t, err, &mismatch, setting)
		require.Len(t, mismatch.Differences, 1, setting)
		assert.Equal(t, setting, mismatch.Differences[0].Setting)
		assert.Contains(t, err.Error(), mismatch.Differences[0].Present)
		assert.Contains(t, err.Error(), mismatch.Differences[0].Asked)
	}
	assert.Equal(t, results, read(t, c.Dir, ResultsFile))

	stray := config(t, t.TempDir(), "native:1..30")
	require.NoError(t, os.WriteFile(filepath.Join(stray.Dir, ResultsFile), []byte("mine"), 0o666))
	_, err := Run(context.Background(), stray)
	require.ErrorContains(t, err, ManifestFile)
	assert.Equal(t, "mine", read(t, stray.Dir, ResultsFile))
}

func TestManifestText(t *testing.T) {
	c := config(t, t.TempDir(), "klondike-solver:0..9")
	c.Rules = Ladder(klondike.DrawK(1), []int{3}, []int{0})
	c.Limits.States = 500
	c.Shard = Shard{2, 3}
	mustRun(t, c)
	assert.Equal(t, `{
  "schema": 1,
  "program": "fake 1",
  "generator": "klondike-solver",
  "first": 0,
  "last": 9,
  "rules": [
    {
      "draw": 3,
      "passes": "unlimited",
      "worry_back": true,
      "empty_column": "kings",
      "runs": "any-part",
      "build": "alternating",
      "dealing": "tops",
      "decks": 1,
      "columns": 7
    }
  ],
  "limits": {
    "states": 500
  },
  "shard": {
    "index": 2,
    "count": 3
  }
}
`, read(t, c.Dir, ManifestFile))
	s := mustOpen(t, c.Dir)[0]
	assert.Equal(t, uint64(3), s.Manifest.Planned())
	m, err := c.Manifest()
	require.NoError(t, err)
	assert.Equal(t, m, s.Manifest)
}

func TestManifestsThatAreNone(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(dir)
	require.ErrorIs(t, err, ErrNoSurvey)
	c := config(t, dir, "native:1..3")
	mustRun(t, c)
	good := read(t, dir, ManifestFile)
	for _, change := range [][2]string{
		{`"schema": 1`, `"schema": 2, "news": true`},
		{`"schema": 1`, `"schema": 1, "news": true`},
		{`"generator": "native"`, `"generator": "naive"`},
		{`"last": 3`, `"last": 0`},
		{`"draw": 3`, `"draw": 1`},
		{`"limits": {}`, `"limits": {"states": -1}`},
		{`{`, ``},
	} {
		require.Contains(t, good, change[0])
		bad := strings.Replace(good, change[0], change[1], 1)
		require.NoError(t, os.WriteFile(filepath.Join(dir, ManifestFile), []byte(bad), 0o666))
		_, err := Open(dir)
		require.ErrorContains(t, err, ManifestFile, change[1])
		_, err = Run(context.Background(), c)
		require.Error(t, err)
	}
	assert.Equal(t, 1+3*len(testRules), strings.Count(read(t, dir, ResultsFile), "\n"))
}
