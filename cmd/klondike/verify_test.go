package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/solver/certificate"
)

// verifyJSON runs verify --json on a file.
func verifyJSON(t *testing.T, file []byte, flags ...string) (answer map[string]any, status int) {
	t.Helper()
	var stdout, stderr strings.Builder
	status = run(t.Context(), append([]string{"verify", "-", "--json"}, flags...), bytes.NewReader(file), &stdout, &stderr)
	assert.Empty(t, stderr.String())
	require.NoError(t, json.Unmarshal([]byte(stdout.String()), &answer))
	return answer, status
}

func lostCertificate(t *testing.T) []byte {
	t.Helper()
	file, err := os.ReadFile("testdata/lost.klc")
	require.NoError(t, err)
	return file
}

func TestVerify(t *testing.T) {
	file := lostCertificate(t)
	c, err := certificate.Read(bytes.NewReader(file))
	require.NoError(t, err)

	t.Run("accepted", func(t *testing.T) {
		answer, status := verifyJSON(t, file)
		assert.Zero(t, status)
		assert.Equal(t, "accepted", answer["verdict"])
		assert.EqualValues(t, c.Len(), answer["entries"])
		assert.NotContains(t, answer, "reason")
	})
	t.Run("without an entry", func(t *testing.T) {
		// One that has some: relaxed play alone shows lost.txt to be lost.
		path := filepath.Join(t.TempDir(), "deal.klc")
		require.Zero(t, run(t.Context(), []string{"prove", "--seed", "klondike-solver:16", "--certificate", path}, nil, io.Discard, io.Discard))
		whole, err := os.Open(path)
		require.NoError(t, err)
		defer whole.Close()
		c, err := certificate.Read(whole)
		require.NoError(t, err)
		require.Positive(t, c.Len())
		var less bytes.Buffer
		w, err := certificate.NewWriter(&less, c.Header())
		require.NoError(t, err)
		for i := range c.Len() - 1 {
			require.NoError(t, w.Add(c.Entry(i)))
		}
		require.NoError(t, w.Close())
		answer, status := verifyJSON(t, less.Bytes())
		assert.Equal(t, statusFailed, status)
		assert.Equal(t, "rejected", answer["verdict"])
		assert.NotEmpty(t, answer["reason"])
	})
	t.Run("no entry needed", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "deal.klc")
		require.Zero(t, run(t.Context(), []string{"prove", "--seed", "klondike-solver:17", "--certificate", path}, nil, io.Discard, io.Discard))
		var stdout strings.Builder
		assert.Zero(t, run(t.Context(), []string{"verify", path}, nil, &stdout, io.Discard))
		assert.Contains(t, stdout.String(), "\naccepted: cannot be won; the checker sees that without an entry\n")
	})
	t.Run("a winnable position", func(t *testing.T) {
		h := c.Header()
		h.Start = h.Start.Clone()
		h.Rules.WorryBack = true
		var other bytes.Buffer
		w, err := certificate.NewWriter(&other, h)
		require.NoError(t, err)
		for i := range c.Len() {
			require.NoError(t, w.Add(c.Entry(i)))
		}
		require.NoError(t, w.Close())
		for _, flags := range [][]string{nil, {"--plain"}} {
			answer, status := verifyJSON(t, other.Bytes(), flags...)
			assert.Equal(t, statusFailed, status, flags)
			assert.Equal(t, "rejected", answer["verdict"])
		}
	})
	t.Run("damaged", func(t *testing.T) {
		changed := bytes.Clone(file)
		changed[len(changed)/2] ^= 1
		for name, damaged := range map[string][]byte{"cut": file[:len(file)-20], "changed": changed, "longer": append(bytes.Clone(file), 0)} {
			answer, status := verifyJSON(t, damaged)
			assert.Equal(t, statusFailed, status, name)
			assert.Equal(t, "rejected", answer["verdict"], name)
			assert.NotContains(t, answer, "position", name)
		}
	})
	t.Run("another version", func(t *testing.T) {
		newer := bytes.Clone(file)
		newer[8]++
		var stdout, stderr strings.Builder
		status := run(t.Context(), []string{"verify", "-"}, bytes.NewReader(newer), &stdout, &stderr)
		assert.Equal(t, statusBadInput, status)
		assert.Empty(t, stdout.String())
		assert.Contains(t, stderr.String(), certificate.ErrVersion.Error())
	})
}

func TestVerifyInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, flags := range []string{"--threads=2", "--plain"} {
		var stdout, stderr strings.Builder
		status := run(ctx, []string{"verify", "testdata/lost.klc", flags}, strings.NewReader(""), &stdout, &stderr)
		assert.Equal(t, statusUndecided, status)
		assert.Contains(t, stdout.String(), "\nundecided: interrupted\n")
		assert.Empty(t, stderr.String())
	}
}
