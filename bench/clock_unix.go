//go:build unix

package bench

import (
	"syscall"
	"time"
)

// processorTime returns the time that all threads of this process have spent on
// processors, in user and system mode; false where there is no such clock.
func processorTime() (time.Duration, bool) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0, false
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()), true
}
