package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hardSeed is a deal that takes hundreds of thousands of states at draw 3; seeds 3
// and 0 are easy ones, won and dead.
const hardSeed = "klondike-solver:2754"

// TestMain lets a test run this binary as the program.
func TestMain(m *testing.M) {
	if os.Getenv("KLONDIKE_RUN_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

// TestWinningLines has replay check what solve writes, in every code.
func TestWinningLines(t *testing.T) {
	for _, rules := range []string{"--draw 1", "--draw 3"} {
		for _, code := range []string{"", "--compact", "--compact=minimal-klondike"} {
			line := fmt.Sprintf("klondike solve --seed klondike-solver:3 %s --quiet %s | klondike replay --seed klondike-solver:3 %s --must-win", rules, code, rules)
			t.Run(line, func(t *testing.T) {
				stdout, stderr, status := shell(t, line)
				assert.Zero(t, status)
				assert.Empty(t, stderr)
				assert.Contains(t, stdout, "\nwon: ")
			})
		}
	}
}

func TestSolveText(t *testing.T) {
	t.Chdir("testdata")
	drawing, _, _ := shell(t, "klondike deal position.txt")
	stdout, stderr, status := shell(t, "klondike solve position.txt --scoring timed")
	assert.Zero(t, status)
	assert.Empty(t, stderr)
	rest, ok := strings.CutPrefix(stdout, drawing+"\n")
	require.True(t, ok, "starts as deal does")
	assert.Regexp(t, `^winnable: \d+ moves \(2 draws, 0 redeals\), 1 pass, standard score 115, vegas score 208, timed score 115\n\n1\. `, rest)
}

func TestSolveMostText(t *testing.T) {
	stdout, _, status := shell(t, "klondike solve --seed klondike-solver:8 --rules vegas3 --maximise foundation")
	assert.Zero(t, status)
	assert.Regexp(t, `\nunwinnable
most cards on the foundations: 9; it is proven that no more can be
the line to them: \d+ moves \(\d+ draws, \d redeals?\), \d passe?s?, standard score \d+, vegas score -7

1\. `, stdout)
}

func TestSolveShow(t *testing.T) {
	t.Chdir("testdata")
	stdout, _, status := shell(t, "klondike solve position.txt --show --quiet --ascii")
	assert.Zero(t, status)
	for _, r := range stdout {
		require.Less(t, r, rune(128))
	}
	moves, _, _ := shell(t, "klondike solve position.txt --quiet --ascii")
	lines := strings.Split(strings.TrimSpace(moves), "\n")
	for _, line := range lines {
		assert.Contains(t, stdout, line+"\n\nfoundations ", "a table after every move")
	}
	assert.Equal(t, len(lines), strings.Count(stdout, "foundations "))
	assert.Equal(t, 1, strings.Count(stdout, "KC KD KH KS"), "the last table is won")
}

func TestSolveStats(t *testing.T) {
	stdout, stderr, status := shell(t, "klondike solve --seed klondike-solver:0 --stats --quiet")
	assert.Zero(t, status)
	assert.Empty(t, stdout)
	assert.Regexp(t, `^\d+ states \(\d+ with an open talon, \d+ with the real one\) in .*, tables of .*B\n$`, stderr)
}

// solveJSON runs solve --json and decodes what it says, field by field.
func solveJSON(t *testing.T, args string) (answer map[string]any, status int) {
	stdout, stderr, status := shell(t, "klondike solve --json "+args)
	assert.Empty(t, stderr)
	require.NoError(t, json.Unmarshal([]byte(stdout), &answer))
	assert.Equal(t, 1, strings.Count(stdout, "\n"), "one line")
	return answer, status
}

func TestSolveJSONWinnable(t *testing.T) {
	answer, status := solveJSON(t, "--seed klondike-solver:3 --rules draw3 --passes 100 --scoring vegas")
	assert.Zero(t, status)
	assert.Equal(t, "winnable", answer["verdict"])
	assert.Equal(t, "", answer["reason"])
	assert.EqualValues(t, 208, answer["score"])
	assert.EqualValues(t, 208, answer["scores"].(map[string]any)["vegas"])
	assert.Greater(t, answer["scores"].(map[string]any)["standard"], 208.)
	for _, field := range []string{"min_passes", "most_cards"} {
		assert.NotContains(t, answer, field, "not asked for")
	}
	assert.Positive(t, answer["passes_used"])
	assert.EqualValues(t, 100, answer["rules"].(map[string]any)["passes"])
	for _, field := range []string{"states", "open", "closed", "seconds", "memory"} {
		assert.Contains(t, answer["stats"], field)
	}
	assert.Positive(t, answer["stats"].(map[string]any)["states"])

	// The moves and the position can be fed back.
	var words []string
	for _, move := range answer["moves"].([]any) {
		m := move.(map[string]any)
		assert.Contains(t, moveKinds, m["kind"])
		words = append(words, m["words"].(string))
	}
	deal := answer["deal"].(map[string]any)
	assert.Equal(t, "klondike-solver:3", deal["name"])
	position, err := json.Marshal(deal["position"])
	require.NoError(t, err)
	var stdout, stderr strings.Builder
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("position.json", position, 0o644))
	require.Zero(t, run(context.Background(), []string{"replay", "--position", "position.json", "--draw", "3", "--must-win"},
		strings.NewReader(strings.Join(words, "\n")), &stdout, &stderr), stderr.String())
}

func TestSolveJSONUnwinnable(t *testing.T) {
	answer, status := solveJSON(t, "--seed klondike-solver:0")
	assert.Zero(t, status)
	assert.Equal(t, "unwinnable", answer["verdict"])
	for _, field := range []string{"moves", "score", "scores", "passes_used"} {
		require.Contains(t, answer, field)
		assert.Nil(t, answer[field], field)
	}
}

func TestSolveJSONUndecided(t *testing.T) {
	answer, status := solveJSON(t, "--max-states 1 --draw 3 --seed "+hardSeed)
	assert.Equal(t, statusUndecided, status)
	assert.Equal(t, "undecided", answer["verdict"])
	assert.Equal(t, "states", answer["reason"])
}

func TestSolveTimeout(t *testing.T) {
	stdout, _, status := shell(t, "klondike solve --timeout 1ns --draw 3 --seed "+hardSeed)
	assert.Equal(t, statusUndecided, status)
	assert.Contains(t, stdout, "\nundecided: the time limit was reached\n")
}

func TestSolveCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr strings.Builder
	status := run(ctx, []string{"solve", "--draw", "3", "--seed", hardSeed}, strings.NewReader(""), &stdout, &stderr)
	assert.Equal(t, statusUndecided, status)
	assert.Empty(t, stderr.String())
	assert.Contains(t, stdout.String(), "\nundecided: cancelled\n")
}

// TestInterrupt sends the first Ctrl-C to a running program.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("os.Process.Signal cannot interrupt there")
	}
	deal, _, _ := shell(t, "klondike deal --to text --seed "+hardSeed)
	program := exec.Command(os.Args[0], "solve", "--draw", "3", "-")
	program.Env = append(os.Environ(), "KLONDIKE_RUN_MAIN=1")
	stdin, err := program.StdinPipe()
	require.NoError(t, err)
	var stdout strings.Builder
	program.Stdout = &stdout
	require.NoError(t, program.Start())

	// A text longer than a pipe holds is taken only once the program reads it, and
	// by then it listens for signals.
	_, err = stdin.Write([]byte(deal + strings.Repeat("#\n", 1<<18)))
	require.NoError(t, err)
	require.NoError(t, program.Process.Signal(os.Interrupt))
	require.NoError(t, stdin.Close())

	var exit *exec.ExitError
	require.ErrorAs(t, program.Wait(), &exit)
	assert.Equal(t, statusUndecided, exit.ExitCode())
	assert.Contains(t, stdout.String(), "\nundecided: cancelled\n")
}
