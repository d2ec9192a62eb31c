package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the transcripts in testdata/cli and README.md anew")

// TestTranscripts runs the commands of each transcript in testdata/cli, in the
// directory testdata, and compares all that they say. A transcript holds
// commands after "$ ", each followed by its standard output, its standard error
// after "! ", and its exit status in brackets unless that is 0.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/cli/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			path, err := filepath.Abs(file)
			require.NoError(t, err)
			t.Chdir("testdata")

			var got strings.Builder
			for line := range strings.Lines(string(want)) {
				if command, ok := strings.CutPrefix(line, "$ "); ok {
					got.WriteString(line)
					transcribe(t, &got, strings.TrimSpace(command))
				} else if strings.HasPrefix(line, "#") {
					got.WriteString(line)
				}
			}
			if *update {
				require.NoError(t, os.WriteFile(path, []byte(got.String()), 0o644))
			}
			assert.Equal(t, string(want), got.String())
		})
	}
}

func transcribe(t *testing.T, b *strings.Builder, command string) {
	stdout, stderr, status := shell(t, command)
	b.WriteString(stdout)
	for line := range strings.Lines(stderr) {
		b.WriteString("! " + line)
	}
	if status != 0 {
		fmt.Fprintf(b, "[%d]\n", status)
	}
}

// shell runs a line as a shell would: words in single or double quotes, "|"
// between klondike commands, "< FILE" behind the first one. It returns the
// output and the status of the last command, and what all wrote to stderr.
func shell(t *testing.T, line string) (stdout, stderr string, status int) {
	t.Helper()
	var stdin io.Reader = strings.NewReader("")
	var errs strings.Builder
	for _, args := range commands(t, line) {
		if n := len(args); n > 2 && args[n-2] == "<" {
			file, err := os.Open(args[n-1])
			require.NoError(t, err)
			defer file.Close()
			stdin, args = file, args[:n-2]
		}
		require.Equal(t, "klondike", args[0], line)
		var out strings.Builder
		status = run(context.Background(), args[1:], stdin, &out, &errs)
		stdout = out.String()
		stdin = strings.NewReader(stdout)
	}
	return stdout, errs.String(), status
}

// commands splits a line into the words of its commands.
func commands(t *testing.T, line string) [][]string {
	list := [][]string{nil}
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		var word string
		if quote := line[:1]; quote == `"` || quote == "'" {
			var closed bool
			word, line, closed = strings.Cut(line[1:], quote)
			require.True(t, closed, "open quote")
		} else if word, line, _ = strings.Cut(line, " "); word == "|" {
			list = append(list, nil)
			continue
		}
		list[len(list)-1] = append(list[len(list)-1], word)
	}
	return list
}

// closedPipe refuses every write.
type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestUnwritableOutput(t *testing.T) {
	var stderr strings.Builder
	status := run(context.Background(), []string{"version"}, strings.NewReader(""), closedPipe{}, &stderr)
	assert.Equal(t, statusFailed, status)
	assert.Equal(t, "klondike: "+io.ErrClosedPipe.Error()+"\n", stderr.String())
}

func TestEndlessInput(t *testing.T) {
	var stdout, stderr strings.Builder
	status := run(context.Background(), []string{"deal", "-"}, endless{}, &stdout, &stderr)
	assert.Equal(t, statusBadInput, status)
	assert.Empty(t, stdout.String())
	assert.Contains(t, stderr.String(), "longer than 1 MiB")
}

// endless is input without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}
