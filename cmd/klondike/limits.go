package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"klondike/solver"
)

// limitFlags bound a search.
type limitFlags struct {
	timeout time.Duration
	states  int64
	memory  size
	threads int
}

func (f *limitFlags) add(fs *pflag.FlagSet) {
	f.memory = solver.DefaultMemory
	fs.DurationVar(&f.timeout, "timeout", 0, "stop after this `time`, such as 30s or 5m (0 = never)")
	fs.Int64Var(&f.states, "max-states", 0, "stop after this `number` of states (0 = never)")
	fs.Var(&f.memory, "memory", "keep the search tables within this `size`, such as 512MB or 2GiB")
	fs.IntVar(&f.threads, "threads", 1, "search with this many `threads`")
}

// limits checks the flags.
func (f *limitFlags) limits() (solver.Limits, error) {
	switch {
	case f.timeout < 0:
		return solver.Limits{}, fmt.Errorf("--timeout %v: expected a time that is not negative", f.timeout)
	case f.states < 0:
		return solver.Limits{}, fmt.Errorf("--max-states %d: expected a number that is not negative", f.states)
	case f.threads < 1:
		return solver.Limits{}, fmt.Errorf("--threads %d: expected at least 1", f.threads)
	}
	return solver.Limits{Time: f.timeout, States: f.states, Memory: int64(f.memory), Threads: f.threads}, nil
}

// size is a flag that holds a positive number of bytes.
type size int64

// sizeUnits are the units of a size: first the powers of 1024, largest first; a
// unit that ends in another one stands before it.
var sizeUnits = []struct {
	name  string
	bytes float64
}{
	{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}, {"B", 1},
}

// Set reads a number with an optional unit, KB MB GB TB (powers of 1000) or KiB
// MiB GiB TiB (powers of 1024), in any case.
func (s *size) Set(text string) error {
	number, factor := text, 1.0
	for _, unit := range sizeUnits {
		if head := len(text) - len(unit.name); head >= 0 && strings.EqualFold(text[head:], unit.name) {
			number, factor = text[:head], unit.bytes
			break
		}
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if bytes := n * factor; err == nil && bytes >= 1 && bytes < math.MaxInt64 {
		*s = size(bytes)
		return nil
	}
	return errors.New("expected a size such as 512MB or 2GiB")
}

// String returns the size in the largest unit of 1024s that divides it.
func (s *size) String() string {
	for _, unit := range sizeUnits[:4] {
		if whole := int64(unit.bytes); *s > 0 && int64(*s)%whole == 0 {
			return strconv.FormatInt(int64(*s)/whole, 10) + unit.name
		}
	}
	return strconv.FormatInt(int64(*s), 10) + "B"
}

// Type names the flag's value in help texts.
func (s *size) Type() string { return "size" }
