//go:build !linux && !darwin

package bench

func cpuModel() string { return "" }

func physicalMemory() int64 { return 0 }

// peakMemory returns 0: unknown.
func peakMemory() int64 { return 0 }
