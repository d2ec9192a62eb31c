//go:build !unix

package bench

import "time"

// processorTime says that there is no clock fine enough here.
func processorTime() (time.Duration, bool) { return 0, false }
