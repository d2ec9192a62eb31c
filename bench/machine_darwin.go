package bench

import (
	"syscall"

	"golang.org/x/sys/unix"
)

func cpuModel() string {
	model, err := unix.Sysctl("machdep.cpu.brand_string")
	if err != nil {
		return ""
	}
	return model
}

func physicalMemory() int64 {
	bytes, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(bytes)
}

// peakMemory returns the most bytes that the process ever had in memory, 0 if that
// is unknown.
func peakMemory() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return usage.Maxrss // in bytes on this system
}
