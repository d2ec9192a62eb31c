package bench

import (
	"fmt"
	"io"
	"strings"
)

// WriteBenchfmt writes the run in Go's benchmark format: for each round and each
// choice of deals one line, with an iteration a deal. benchstat makes of the lines
// of one name a median with its interval.
//
// https://go.googlesource.com/proposal/+/master/design/14313-benchmark-format.md
func (r *Run) WriteBenchfmt(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "goos: %s\ngoarch: %s\n", r.Machine.OS, r.Machine.Arch)
	if r.Machine.CPU != "" {
		fmt.Fprintf(&b, "cpu: %s\n", r.Machine.CPU)
	}
	// What differs between two programs must not be a key: benchstat compares lines
	// only where all keys agree. It skips the line with the program.
	fmt.Fprintf(&b, "pkg: klondike/bench\nclock: %s\n# %v\n", r.Clock(), r.Program)
	b.WriteString("Unit states/op assume=exact\nUnit deals/s better=higher\nUnit states/s better=higher\n")
	for _, p := range r.parts() {
		states := sum(p.questions).States
		deals := len(p.questions)
		name := "Solve/suite=" + r.Suite + "/deals=" + strings.NewReplacer(", ", "-", " ", "-").Replace(p.name)
		for _, seconds := range roundTotals(p.questions, r.Clock()) {
			fmt.Fprintf(&b, "Benchmark%s-%d\t%d\t%.0f ns/op\t%.9g states/op\t%.6g deals/s\t%.6g states/s\n",
				name, r.Threads, deals, seconds*1e9/float64(deals), float64(states)/float64(deals),
				float64(deals)/seconds, float64(states)/seconds)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
