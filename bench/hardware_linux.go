package bench

import (
	"encoding/binary"
	"errors"
	"os"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// event names a counter of the kernel; see perf_event_open(2).
type event struct {
	kind   uint32
	config uint64
}

// counters count events for all threads of this process.
type counters struct{ files [][]int } // one list for each event, one file a thread

// openCounters begins to count. Threads that the running ones start later are
// counted with them. The error says why a counter does not exist: often because a
// virtual machine has none, or because the system forbids it.
func openCounters(events ...event) (*counters, error) {
	c := new(counters)
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		var files []int
		for _, thread := range threads {
			id, err := strconv.Atoi(thread.Name())
			if err != nil {
				continue
			}
			attr := unix.PerfEventAttr{
				Type: e.kind, Config: e.config, Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
				Bits:        unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
				Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
			}
			file, err := unix.PerfEventOpen(&attr, id, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
			if errors.Is(err, unix.ESRCH) {
				continue // the thread has ended
			}
			if err != nil {
				c.files = append(c.files, files)
				c.close()
				return nil, err
			}
			files = append(files, file)
		}
		c.files = append(c.files, files)
	}
	return c, nil
}

// read returns how often each event has happened. Where there were fewer counters
// than events, and the kernel let them take turns, it is an estimate.
func (c *counters) read() ([]int64, error) {
	totals := make([]int64, len(c.files))
	for i, files := range c.files {
		for _, file := range files {
			var text [24]byte // count, time enabled, time running
			if n, err := unix.Read(file, text[:]); err != nil {
				return nil, err
			} else if n != len(text) {
				return nil, errors.New("a counter that is cut short")
			}
			n := binary.NativeEndian.Uint64(text[0:])
			enabled := binary.NativeEndian.Uint64(text[8:])
			running := binary.NativeEndian.Uint64(text[16:])
			if 0 < running && running < enabled {
				n = uint64(float64(n) * float64(enabled) / float64(running))
			}
			totals[i] += int64(n)
		}
	}
	return totals, nil
}

func (c *counters) close() {
	for _, files := range c.files {
		for _, file := range files {
			unix.Close(file)
		}
	}
}

// countHardware begins to count what the processor does; the function that it
// returns ends that and says what came out, nil where there are no such counters.
func countHardware() func() *Hardware {
	c, err := openCounters(
		event{unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CPU_CYCLES},
		event{unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_INSTRUCTIONS},
		event{unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CACHE_MISSES})
	if err != nil {
		return func() *Hardware { return nil }
	}
	return func() *Hardware {
		defer c.close()
		totals, err := c.read()
		if err != nil {
			return nil
		}
		return &Hardware{totals[0], totals[1], totals[2]}
	}
}
