package survey

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike/seeds"
)

// child tells this test binary, started once more, to run a survey instead of
// the tests, so that it can be killed.
type child struct {
	Dir, Numbers string
	Shard        Shard
	Delay        time.Duration
	FileSize     uint64 // largest file it may write, in bytes; 0 = any
}

const childVariable = "KLONDIKE_SURVEY_TEST_CHILD"

func TestMain(m *testing.M) {
	if text := os.Getenv(childVariable); text != "" {
		os.Exit(runChild(text))
	}
	os.Exit(m.Run())
}

func runChild(text string) int {
	var c child
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		panic(err)
	}
	if c.FileSize > 0 {
		limitFileSize(c.FileSize)
	}
	numbers, err := seeds.ParseRange(c.Numbers)
	if err != nil {
		panic(err)
	}
	_, err = Run(context.Background(), Config{
		Dir: c.Dir, Seeds: numbers, Rules: testRules, Shard: c.Shard, Program: "fake 1", Workers: 2, Block: 16,
		NewDecider: func() Decider { return &fake{delay: c.Delay} },
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// start runs the child; its standard error can be read once it has ended.
func (c child) start(t *testing.T) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	text, err := json.Marshal(c)
	require.NoError(t, err)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+string(text))
	stderr := &bytes.Buffer{}
	cmd.Stderr = stderr
	require.NoError(t, cmd.Start())
	return cmd, stderr
}

// Killed at random instants, in three shards, by one worker or two: the bytes are
// those of one undisturbed run.
func TestKilledAndShardedSurveyHasTheSameBytes(t *testing.T) {
	const numbers, shards, kills = "native:1..2000", 3, 7 // of each shard
	seed := rand.Uint64()
	t.Logf("instants from seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))

	var dirs []string
	for i := range uint64(shards) {
		c := child{
			Dir: filepath.Join(t.TempDir(), "shard"), Numbers: numbers, Delay: 3 * time.Millisecond,
			Shard: Shard{Index: i + 1, Count: shards},
		}
		dirs = append(dirs, c.Dir)
		size := int64(0)
		for k := range kills {
			cmd, _ := c.start(t)
			longest := 120 * time.Millisecond
			if k%2 == 1 { // not while it starts, but in the middle of its work
				require.Eventually(t, func() bool { return sizeOf(c.Dir) > size }, time.Minute, time.Millisecond)
				longest /= 4
			}
			time.Sleep(time.Duration(random.Int64N(int64(longest))))
			require.NoError(t, cmd.Process.Kill(), "it ended before it could be killed")
			require.Error(t, cmd.Wait())
			now := sizeOf(c.Dir)
			assert.GreaterOrEqual(t, now, size, "a kill lost something")
			size = now
		}
		whole := config(t, c.Dir, numbers)
		whole.Shard = c.Shard
		whole.Workers = 1 + int(i%2)
		assert.Less(t, mustRun(t, whole).Opened.Deals, whole.mustPlan(t), "nothing was left to go on with")
	}
	merged := filepath.Join(t.TempDir(), "merged")
	_, err := Merge(merged, mustOpen(t, dirs...))
	require.NoError(t, err)
	for workers := 1; workers <= 2; workers++ {
		clean := config(t, filepath.Join(t.TempDir(), "clean"), numbers)
		clean.Workers = workers
		mustRun(t, clean)
		requireSame(t, clean.Dir, merged)
	}
}

// sizeOf returns the size of a survey's results, 0 while there are none.
func sizeOf(dir string) int64 {
	info, err := os.Stat(filepath.Join(dir, ResultsFile))
	if err != nil {
		return 0
	}
	return info.Size()
}

func (c Config) mustPlan(t *testing.T) uint64 {
	t.Helper()
	m, err := c.Manifest()
	require.NoError(t, err)
	return m.Planned()
}

// The lock dies with its process, and only then can another one write.
func TestLockDiesWithItsProcess(t *testing.T) {
	c := child{Dir: t.TempDir(), Numbers: "native:1..2000", Delay: time.Second}
	cmd, _ := c.start(t)
	manifest := filepath.Join(c.Dir, ManifestFile) // written under the lock
	require.Eventually(t, func() bool { _, err := os.Stat(manifest); return err == nil }, time.Minute, time.Millisecond)

	rival := config(t, c.Dir, c.Numbers)
	_, err := Run(context.Background(), rival)
	require.ErrorIs(t, err, ErrLocked)
	assert.Contains(t, err.Error(), fmt.Sprint(cmd.Process.Pid), "the message names the process")

	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())
	mustRun(t, rival)
}
