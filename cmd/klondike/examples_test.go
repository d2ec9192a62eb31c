package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHelpExamples executes every example of every command in a copy of the
// directory testdata, where the files they name are.
func TestHelpExamples(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata")))
	t.Chdir(dir)
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Runnable() {
			assert.NotEmptyf(t, c.Example, "%s has no example", c.CommandPath())
		}
		for line := range strings.Lines(c.Example) {
			testExample(t, strings.TrimSpace(line))
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(rootCommand(&output{}))
}

// TestReadme executes the klondike commands of README.md where the files they name
// have been copied. What stands below a command in a console block is all it
// writes.
func TestReadme(t *testing.T) {
	readme, err := filepath.Abs("../../README.md")
	require.NoError(t, err)
	want, err := os.ReadFile(readme)
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "cmd/klondike/testdata"), os.DirFS("testdata")))
	t.Chdir(dir)

	var got strings.Builder
	block := "" // the language of the code block that we are in
	for line := range strings.Lines(string(want)) {
		text := strings.TrimSpace(line)
		if language, ok := strings.CutPrefix(text, "```"); ok {
			block = language
		}
		command, isCommand := strings.CutPrefix(text, "$ ")
		switch {
		case block == "console" && isCommand:
			got.WriteString(line)
			transcribe(t, &got, command)
		case block != "console" || text == "```console":
			got.WriteString(line)
		}
		if command, ok := strings.CutPrefix(text, "go run ./cmd/"); ok {
			text = command
		}
		if block == "sh" && strings.HasPrefix(text, "klondike ") {
			command, _, _ := strings.Cut(text, "#")
			testExample(t, strings.TrimSpace(command))
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(readme, []byte(got.String()), 0o644))
	}
	assert.Equal(t, string(want), got.String())
}

func testExample(t *testing.T, line string) {
	t.Run(line, func(t *testing.T) {
		stdout, stderr, status := shell(t, line)
		assert.Zero(t, status)
		assert.Empty(t, stderr)
		assert.NotEmpty(t, stdout)
	})
}
