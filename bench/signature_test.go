package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/solver"
)

// TestSignature compares the signature with the committed one. A change of the
// search that expands other states has to commit the new one, which -update
// writes: so that nobody changes the search without knowing it.
func TestSignature(t *testing.T) {
	file := filepath.Join(corpusDir, "signature.txt")
	suite, err := LoadSuite("signature")
	require.NoError(t, err)
	states, err := Signature(context.Background(), suite)
	require.NoError(t, err)
	got := fmt.Sprintf("states: %d\n", states)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got, "the search has changed; if it should: go test ./bench -run TestSignature -update")
}

func TestSignatureIsTheSameForAnyGOMAXPROCS(t *testing.T) {
	first, err := Signature(context.Background(), small(t))
	require.NoError(t, err)
	assert.Positive(t, first)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for n := range 4 {
		runtime.GOMAXPROCS(n + 1)
		again, err := Signature(context.Background(), small(t))
		require.NoError(t, err)
		assert.Equal(t, first, again)
	}
}

func TestSignatureChecksVerdicts(t *testing.T) {
	s := small(t)
	s.Questions[0].Verdict = solver.Unwinnable
	_, err := Signature(context.Background(), s)
	var changed *VerdictError
	require.ErrorAs(t, err, &changed)
	assert.Len(t, changed.Changed, 1)
}
