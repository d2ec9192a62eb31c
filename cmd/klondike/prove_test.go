package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/solver"
	"klondike/solver/certificate"
)

// proveJSON runs prove --json in a directory of its own, and returns what it
// says and the files it leaves there.
func proveJSON(t *testing.T, args string) (answer map[string]any, files []string, status int) {
	t.Helper()
	t.Chdir(t.TempDir())
	stdout, stderr, status := shell(t, "klondike prove --json "+args)
	assert.Empty(t, stderr)
	require.NoError(t, json.Unmarshal([]byte(stdout), &answer))
	return answer, names(t), status
}

// names lists the working directory.
func names(t *testing.T) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestProve(t *testing.T) {
	for _, deal := range []string{
		"--seed klondike-solver:0",
		"--seed klondike-solver:0 --draw 3",
		"--seed klondike-solver:8 --rules vegas3",
		"--seed klondike-solver:3 --rules vegas1 --worry-back=false",
	} {
		t.Run(deal, func(t *testing.T) {
			answer, files, status := proveJSON(t, deal+" --certificate dead.klc")
			assert.Zero(t, status)
			assert.Equal(t, "unwinnable", answer["verdict"])
			assert.Equal(t, []string{"dead.klc"}, files)

			data, err := os.ReadFile("dead.klc")
			require.NoError(t, err)
			written := answer["certificate"].(map[string]any)
			assert.Equal(t, "dead.klc", written["file"])
			assert.EqualValues(t, len(data), written["bytes"])
			read, err := certificate.Read(strings.NewReader(string(data)))
			require.NoError(t, err)
			assert.EqualValues(t, read.Len(), written["entries"])
			assert.Equal(t, version(), read.Header().Program)
			assert.NoError(t, read.Check(t.Context(), certificate.Options{}))
		})
	}
}

func TestProveWinnable(t *testing.T) {
	answer, files, status := proveJSON(t, "--seed klondike-solver:3 --certificate dead.klc")
	assert.Equal(t, statusFailed, status)
	assert.Equal(t, "winnable", answer["verdict"])
	assert.NotEmpty(t, answer["moves"])
	assert.NotContains(t, answer, "certificate")
	assert.Empty(t, files)
}

func TestProveUndecided(t *testing.T) {
	answer, files, status := proveJSON(t, "--seed klondike-solver:0 --max-states 5 --certificate dead.klc")
	assert.Equal(t, statusUndecided, status)
	assert.Equal(t, "undecided", answer["verdict"])
	assert.Equal(t, "states", answer["reason"])
	assert.Empty(t, files)
}

// An older certificate stays until a new one is complete.
func TestProveCancelled(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("dead.klc", []byte("older"), 0o644))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr strings.Builder
	status := run(ctx, []string{"prove", "--seed", "klondike-solver:0", "--certificate", "dead.klc"}, strings.NewReader(""), &stdout, &stderr)
	assert.Equal(t, statusUndecided, status)
	assert.Contains(t, stdout.String(), "\nundecided: cancelled\n")
	assert.Equal(t, []string{"dead.klc"}, names(t))
	data, err := os.ReadFile("dead.klc")
	require.NoError(t, err)
	assert.Equal(t, "older", string(data))
}

// A certificate that cannot take its name is no success.
func TestProveUnwritable(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll("dead.klc/occupied", 0o755))
	stdout, stderr, status := shell(t, "klondike prove --seed klondike-solver:0 --certificate dead.klc")
	assert.Equal(t, statusFailed, status)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, "dead.klc")
	assert.Equal(t, []string{"dead.klc"}, names(t), "nothing beside it")
}

func TestAfter(t *testing.T) {
	start, err := numbered("klondike-solver:3", klondike.DrawK(1))
	require.NoError(t, err)
	result, err := solver.Solve(t.Context(), start.table, start.rules, solver.Limits{})
	require.NoError(t, err)

	load := func(after string) (game, error) {
		var asking gameFlags
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		asking.add(fs)
		require.NoError(t, fs.Parse([]string{"--seed", "klondike-solver:3", "--after", after}))
		g, _, err := asking.load(nil, nil)
		return g, err
	}
	g, err := load("DR24 NEW DR1")
	require.NoError(t, err)
	after := g.now
	assert.Equal(t, "klondike-solver:3 after 26 moves", after.name)
	assert.Equal(t, 2, after.table.Pass)
	assert.Len(t, after.table.Stock, 23)
	assert.Len(t, g.start.table.Stock, 24, "which stays as it was")
	again, err := solver.Solve(t.Context(), after.table, after.rules, solver.Limits{})
	require.NoError(t, err)
	assert.Equal(t, result.Verdict, again.Verdict, "more draws never hurt when passes are unlimited")

	unmoved, err := load("")
	require.NoError(t, err)
	assert.Equal(t, start, unmoved.now)

	_, err = load("NEW")
	assert.ErrorAs(t, err, new(*klondike.IllegalMove))
}
