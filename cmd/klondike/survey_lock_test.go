//go:build darwin || linux

package main

import (
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSurveyDirectoryInUse(t *testing.T) {
	t.Chdir(t.TempDir())
	const ask = "klondike survey --seeds native:1..9 --draw 1 --max-states 500 --out s --quiet"
	ok(t, ask)
	lock, err := os.OpenFile("s/lock", os.O_RDWR, 0)
	require.NoError(t, err)
	defer lock.Close()
	require.NoError(t, syscall.Flock(int(lock.Fd()), syscall.LOCK_EX))
	_, stderr, status := shell(t, ask)
	assert.Equal(t, statusFailed, status)
	assert.Contains(t, stderr, "in use by another process")
}
