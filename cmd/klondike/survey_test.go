package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/bench/survey"
)

func results(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, survey.ResultsFile))
	require.NoError(t, err)
	return string(text)
}

// ok runs a line that must succeed, and returns its standard output.
func ok(t *testing.T, line string) string {
	t.Helper()
	stdout, stderr, status := shell(t, line)
	require.Zero(t, status, "%s\n%s", line, stderr)
	return stdout
}

// The whole life of a survey: run, torn, repaired, sharded, merged, compared.
func TestSurveyOfRealDeals(t *testing.T) {
	t.Chdir(t.TempDir())
	const ask = "klondike survey --seeds klondike-solver:0..29 --draw 1,3 --passes 3,unlimited --max-states 3000 "
	stdout, stderr, status := shell(t, ask+"--out one --workers 1")
	require.Zero(t, status, stderr)
	assert.Contains(t, stdout, "klondike-solver:0..29")
	assert.Contains(t, stderr, "30 of 30 deals", "a last line of progress")

	one := results(t, "one")
	ok(t, ask+"--out two --workers 2 --quiet")
	assert.Equal(t, one, results(t, "two"))

	require.NoError(t, os.WriteFile("two/results.csv", []byte(one[:len(one)/2+5]), 0o666))
	_, stderr, status = shell(t, ask+"--out two")
	require.Zero(t, status, stderr)
	assert.Contains(t, stderr, "cut off")
	assert.Contains(t, stderr, "are there already")
	assert.Equal(t, one, results(t, "two"))

	for _, i := range []string{"1", "2", "3"} {
		ok(t, ask+"--quiet --out part"+i+" --shard "+i+"/3")
	}
	assert.Contains(t, ok(t, "klondike survey report part1 part3"), "Unfinished: 20 of 30 deals.")
	ok(t, "klondike survey merge merged part3 part1 part2")
	assert.Equal(t, one, results(t, "merged"))
	assert.Contains(t, ok(t, "klondike survey diff one merged"), "No verdict differs.")

	_, stderr, status = shell(t, ask+"--out one --worry-back=false")
	assert.Equal(t, statusBadInput, status)
	assert.Contains(t, stderr, "rule set: worry back there, no worry back here")
	assert.Equal(t, one, results(t, "one"))
}

// Published verdicts, read from a list and held against our own.
func TestSurveyAgreesWithPublishedVerdicts(t *testing.T) {
	list, err := filepath.Abs("testdata/surveys/other.csv")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	ok(t, "klondike survey --seeds klondike-solver:0..49 --out mine --quiet")
	for column, draw := range map[string]string{"2": "1", "3": "3"} {
		ok(t, "klondike survey import "+list+" --generator klondike-solver --program other --out other"+draw+" --column "+column+" --draw "+draw)
		assert.Contains(t, ok(t, "klondike survey diff mine other"+draw), "No verdict differs.")
	}

	text, err := os.ReadFile(list)
	require.NoError(t, err)
	wrong := bytes.Replace(text, []byte("\n7,"), []byte("\n7,W,W # "), 1)
	wrong = bytes.Replace(wrong, []byte("\n0,unwinnable"), []byte("\n0,winnable"), 1)
	require.NoError(t, os.WriteFile("wrong.csv", wrong, 0o666))
	ok(t, "klondike survey import wrong.csv --generator klondike-solver --program wrong --out wrong --draw 1")
	stdout, _, status := shell(t, "klondike survey diff mine wrong")
	assert.Equal(t, statusFailed, status)
	assert.Contains(t, stdout, "one of them is wrong")

	var c survey.Comparisons
	stdout, _, status = shell(t, "klondike survey diff mine wrong --json")
	assert.Equal(t, statusFailed, status)
	require.NoError(t, json.Unmarshal([]byte(strings.NewReplacer(`"W"`, "87", `"U"`, "85").Replace(stdout)), &c))
	assert.Equal(t, int64(1), c.Contradictions())
	assert.Equal(t, uint64(0), c.Differences[0].Seed)
}

func TestSurveyReportFiles(t *testing.T) {
	t.Chdir("testdata")
	page := filepath.Join(t.TempDir(), "page.html")
	ok(t, "klondike survey report surveys/mine --html "+page)
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Contains(t, string(text), "</html>")
	assert.True(t, json.Valid([]byte(ok(t, "klondike survey report surveys/mine --json"))))

	_, stderr, status := shell(t, "klondike survey report surveys/mine --html no/such/directory.html")
	assert.Equal(t, statusFailed, status)
	assert.Contains(t, stderr, "no/such/directory.html")
}

func TestSurveyFromShardVariables(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("JOB_COMPLETION_INDEX", "1")
	t.Setenv("JOB_COMPLETIONS", "3")
	ok(t, "klondike survey --seeds native:1..9 --draw 1 --out part --shard auto --quiet --max-states 500")
	s, err := survey.Open("part")
	require.NoError(t, err)
	assert.Equal(t, survey.Shard{Index: 2, Count: 3}, s.Manifest.Shard)
	os.Unsetenv("JOB_COMPLETIONS")
	_, stderr, status := shell(t, "klondike survey --seeds native:1..9 --out never --shard auto")
	assert.Equal(t, statusBadInput, status)
	assert.Contains(t, stderr, "JOB_COMPLETIONS is not set")
}

func TestSurveyPresetGivesDrawCountAndPasses(t *testing.T) {
	t.Chdir(t.TempDir())
	ok(t, "klondike survey --seeds native:1..2 --rules vegas3 --max-states 100 --out vegas --quiet")
	assert.Contains(t, results(t, "vegas"), "\n1,3,3,")
	ok(t, "klondike survey --seeds native:1..2 --rules vegas3 --passes 1,2 --max-states 100 --out fewer --quiet --allow-max-time --max-time 1h")
	assert.Contains(t, results(t, "fewer"), "\n1,3,2,")
}

// An interrupted survey says so, exits with 1, and goes on later.
func TestInterruptedSurvey(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, interrupt := context.WithCancel(context.Background())
	interrupt()
	args := strings.Fields("survey --seeds native:1..20 --draw 1 --max-states 500 --out s")
	var stdout, stderr bytes.Buffer
	assert.Equal(t, statusFailed, run(ctx, args, nil, &stdout, &stderr))
	assert.Empty(t, stdout.String())
	assert.Contains(t, stderr.String(), "finishing the deals in flight")
	assert.Contains(t, stderr.String(), "interrupted: 0 of 20 deals are kept, run the same command again to go on")
	assert.Zero(t, run(context.Background(), args, nil, &stdout, &stderr))
}

func TestDamagedSurvey(t *testing.T) {
	t.Chdir(t.TempDir())
	const ask = "klondike survey --seeds native:1..9 --draw 1 --max-states 500 --out s --quiet"
	ok(t, ask)
	text := strings.Replace(results(t, "s"), "\n3,1,unlimited,", "\n4,1,unlimited,", 1)
	require.NoError(t, os.WriteFile("s/results.csv", []byte(text), 0o666))
	for _, line := range []string{ask, "klondike survey report s", "klondike survey merge m s", "klondike survey diff s s"} {
		_, stderr, status := shell(t, line)
		assert.Equal(t, statusFailed, status, line)
		assert.Contains(t, stderr, "damaged in line 4", line)
	}
	assert.Equal(t, text, results(t, "s"))
}
