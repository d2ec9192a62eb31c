package survey

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Shard is one of Count contiguous parts of a range, Index counting from 1. The
// parts cover the range, do not overlap, and differ by at most one deal in size.
// The zero Shard is the whole range.
type Shard struct {
	Index uint64 `json:"index"`
	Count uint64 `json:"count"`
}

// ErrShard marks a shard that makes no sense.
var ErrShard = errors.New("no such shard")

// ParseShard reads "I/N", 1 <= I <= N.
func ParseShard(text string) (Shard, error) {
	index, count, found := strings.Cut(text, "/")
	i, errIndex := strconv.ParseUint(index, 10, 64)
	n, errCount := strconv.ParseUint(count, 10, 64)
	s := Shard{Index: i, Count: n}
	if !found || errIndex != nil || errCount != nil || s.check() != nil || n == 0 {
		return Shard{}, fmt.Errorf("%w: %q: expected I/N with 1 <= I <= N, such as 2/8, or auto", ErrShard, text)
	}
	return s, nil
}

func (s Shard) check() error {
	if s != (Shard{}) && (s.Index < 1 || s.Index > s.Count) {
		return fmt.Errorf("%w: %d of %d: expected 1 to %[3]d", ErrShard, s.Index, s.Count)
	}
	return nil
}

// String returns the shard as ParseShard reads it; "" for the whole range.
func (s Shard) String() string {
	if s == (Shard{}) {
		return ""
	}
	return strconv.FormatUint(s.Index, 10) + "/" + strconv.FormatUint(s.Count, 10)
}

// Part returns the positions from..to-1 of the shard in a range of n deals.
func (s Shard) Part(n uint64) (from, to uint64) {
	if s == (Shard{}) {
		return 0, n
	}
	return cut(n, s.Index-1, s.Count), cut(n, s.Index, s.Count)
}

// cut returns n * i / count, rounded down, without overflow; i <= count.
func cut(n, i, count uint64) uint64 {
	if i == count {
		return n
	}
	high, low := bits.Mul64(n, i)
	quotient, _ := bits.Div64(high, low, count)
	return quotient
}

// Variables of the environment that AutoShard reads. Slurm sets its own for each
// task of a job array. Kubernetes sets JOB_COMPLETION_INDEX for each pod of an
// indexed Job, but tells a pod nothing about their number: the pod's template
// must set JOB_COMPLETIONS to the completions of the Job.
const (
	slurmID    = "SLURM_ARRAY_TASK_ID"
	slurmMin   = "SLURM_ARRAY_TASK_MIN"
	slurmMax   = "SLURM_ARRAY_TASK_MAX"
	slurmStep  = "SLURM_ARRAY_TASK_STEP"
	slurmCount = "SLURM_ARRAY_TASK_COUNT"
	kubeIndex  = "JOB_COMPLETION_INDEX"
	kubeCount  = "JOB_COMPLETIONS"
)

// AutoShard returns the shard that the environment assigns to this process, as a
// task of a Slurm job array or a pod of a Kubernetes indexed Job. lookup is
// [os.LookupEnv], or stands in for it.
func AutoShard(lookup func(string) (string, bool)) (Shard, error) {
	env := environment{lookup: lookup}
	_, slurm := lookup(slurmID)
	_, kube := lookup(kubeIndex)
	switch {
	case slurm:
		return env.slurm()
	case kube:
		return env.kubernetes()
	}
	return Shard{}, fmt.Errorf("%w: auto: neither %s (a Slurm job array) nor %s (a Kubernetes indexed Job) is set", ErrShard, slurmID, kubeIndex)
}

// environment reads numbers and keeps the first error.
type environment struct {
	lookup func(string) (string, bool)
	err    error
}

func (e *environment) number(name string) uint64 {
	text, found := e.lookup(name)
	n, err := strconv.ParseUint(text, 10, 64)
	switch {
	case e.err != nil:
	case !found:
		e.err = fmt.Errorf("%w: auto: %s is not set", ErrShard, name)
	case err != nil:
		e.err = fmt.Errorf("%w: auto: %s is %q: expected a whole number", ErrShard, name, text)
	}
	return n
}

// optional is number for a variable that may be missing.
func (e *environment) optional(name string, otherwise uint64) uint64 {
	if _, found := e.lookup(name); !found {
		return otherwise
	}
	return e.number(name)
}

func (e *environment) slurm() (Shard, error) {
	id, first, count := e.number(slurmID), e.number(slurmMin), e.number(slurmCount)
	step := max(1, e.optional(slurmStep, 1))
	last := e.optional(slurmMax, first+(count-1)*step)
	if e.err != nil {
		return Shard{}, e.err
	}
	// Tasks picked one by one (--array=1,5,7) have numbers that say nothing about
	// their place in the array.
	if id < first || id > last || (id-first)%step != 0 || (last-first)/step+1 != count {
		return Shard{}, fmt.Errorf("%w: auto: task %d of %d tasks %d..%d: expected an array of evenly spaced tasks, such as --array=1-8 (for one task anew, say --shard I/N)",
			ErrShard, id, count, first, last)
	}
	return Shard{Index: (id-first)/step + 1, Count: count}, nil
}

func (e *environment) kubernetes() (Shard, error) {
	index, count := e.number(kubeIndex), e.number(kubeCount)
	if e.err != nil {
		return Shard{}, fmt.Errorf("%w (the template of the pod sets it to the completions of the Job)", e.err)
	}
	if index >= count {
		return Shard{}, fmt.Errorf("%w: auto: %s is %d and %s is %d: expected less", ErrShard, kubeIndex, index, kubeCount, count)
	}
	return Shard{Index: index + 1, Count: count}, nil
}
