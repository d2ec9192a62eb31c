package bench

import (
	"os"
	"strconv"
	"strings"
)

func cpuModel() string { return field("/proc/cpuinfo", "model name") }

func physicalMemory() int64 { return kibibytes("/proc/meminfo", "MemTotal") }

// peakMemory returns the most bytes that the process ever had in memory, 0 if that
// is unknown. Unlike the peak that getrusage knows, this one does not begin with
// that of the program that started us.
func peakMemory() int64 { return kibibytes("/proc/self/status", "VmHWM") }

// field returns the first value with a name from a file of "name : value" lines.
func field(file, name string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

func kibibytes(file, name string) int64 {
	n, err := strconv.ParseInt(strings.TrimSuffix(field(file, name), " kB"), 10, 64)
	if err != nil {
		return 0
	}
	return n << 10
}
