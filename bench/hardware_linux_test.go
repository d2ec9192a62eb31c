package bench

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Every kernel counts the time of its tasks as it counts cycles, so that the
// counting can be tested where the processor's own counters are out of reach.
func TestCountersSeeEveryThread(t *testing.T) {
	c, err := openCounters(event{unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_TASK_CLOCK})
	if err != nil {
		t.Skip("no counters: ", err)
	}
	defer c.close()
	begin, ok := processorTime()
	require.True(t, ok)

	var group sync.WaitGroup
	for range 4 { // threads that run already, and new ones
		group.Go(func() {
			runtime.LockOSThread()
			spent := time.Duration(0)
			for from := now(); spent < 20*time.Millisecond; {
				spent = now().since(from).processor
			}
		})
	}
	group.Wait()

	end, _ := processorTime()
	totals, err := c.read()
	require.NoError(t, err)
	counted := time.Duration(totals[0])
	assert.InDelta(t, 1, float64(counted)/float64(end-begin), 0.5, "%v counted, %v spent", counted, end-begin)
}
