//go:build !linux

package bench

// countHardware knows no counters here.
func countHardware() func() *Hardware { return func() *Hardware { return nil } }
