package survey

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// limitFileSize makes writes beyond a size fail, as on a full disk.
func limitFileSize(bytes uint64) {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes}); err != nil {
		panic(err)
	}
}

// A write that fails in the middle of a block leaves whole blocks behind, and the
// survey goes on from there once there is room.
func TestFullDisk(t *testing.T) {
	const numbers = "native:1..200"
	clean := config(t, t.TempDir(), numbers)
	mustRun(t, clean)
	results := read(t, clean.Dir, ResultsFile)

	manifest := len(read(t, clean.Dir, ManifestFile))
	for _, room := range []int{manifest + 1, len(results) / 2, len(results) - 1} {
		c := child{Dir: t.TempDir(), Numbers: numbers, FileSize: uint64(room)}
		cmd, stderr := c.start(t)
		require.Error(t, cmd.Wait())
		assert.Equal(t, 1, cmd.ProcessState.ExitCode())
		assert.Contains(t, stderr.String(), "file too large")

		kept := read(t, c.Dir, ResultsFile)
		assert.True(t, strings.HasPrefix(results, kept))
		lines := strings.Count(kept, "\n") - 1
		assert.Zero(t, lines%(16*len(testRules)), "whole blocks only")
		s := mustRun(t, config(t, c.Dir, numbers))
		assert.Zero(t, s.Repaired, "the failed block was taken back")
		assert.Equal(t, uint64(lines/len(testRules)), s.Opened.Deals)
		requireSame(t, clean.Dir, c.Dir)
	}
}

// A disk without room for the manifest leaves nothing that a later run trips over.
func TestFullDiskAtOnce(t *testing.T) {
	c := child{Dir: t.TempDir(), Numbers: "native:1..20", FileSize: 100}
	cmd, stderr := c.start(t)
	require.Error(t, cmd.Wait())
	assert.Contains(t, stderr.String(), "file too large")
	_, err := Open(c.Dir)
	require.ErrorIs(t, err, ErrNoSurvey)
	mustRun(t, config(t, c.Dir, c.Numbers))
}

// asNobody runs f without the privilege to write where permissions forbid it.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f()
		return
	}
	// File access rights belong to the thread, which ends with the goroutine.
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		_, _, _ = syscall.RawSyscall(syscall.SYS_SETFSUID, 65534, 0, 0)
		f()
	}()
	<-done
}

func TestReadOnlyDirectory(t *testing.T) {
	parent := t.TempDir()
	for dir := parent; dir != filepath.Dir(os.TempDir()) && len(dir) > 1; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && info.Mode().Perm()&0o5 != 0o5 && os.Geteuid() == 0 {
			require.NoError(t, os.Chmod(dir, info.Mode().Perm()|0o5)) // let nobody look inside
		}
	}
	c := config(t, filepath.Join(parent, "survey"), "native:1..100")
	mustRun(t, c)
	require.NoError(t, os.Truncate(filepath.Join(c.Dir, ResultsFile), 400))
	before := read(t, c.Dir, ResultsFile)
	for _, path := range []string{filepath.Join(c.Dir, LockFile), filepath.Join(c.Dir, ResultsFile)} {
		require.NoError(t, os.Chmod(path, 0o444))
	}
	require.NoError(t, os.Chmod(c.Dir, 0o555))
	t.Cleanup(func() { _ = os.Chmod(c.Dir, 0o755) })

	fresh := c
	fresh.Dir = filepath.Join(c.Dir, "inside")
	var again, inside error
	asNobody(t, func() {
		_, again = Run(context.Background(), c)
		_, inside = Run(context.Background(), fresh)
	})
	var path *os.PathError
	require.ErrorAs(t, again, &path)
	assert.ErrorIs(t, again, os.ErrPermission)
	assert.ErrorIs(t, inside, os.ErrPermission)
	assert.Equal(t, before, read(t, c.Dir, ResultsFile), "nothing was touched")
}
