package survey

import (
	"context"
	"errors"
	"hash/fnv"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
)

// fake decides deals by a hash of their cards, as consistently as a real solver:
// each deal needs some number of passes, and no fewer with a larger draw count.
type fake struct {
	delay time.Duration
	open  bool // leave a tenth of the answers undecided
	// before, when set, is called for each deal and may fail or wait.
	before func(ctx context.Context, deal klondike.Deal) error
}

// Passes that a deal needs beyond the limits that tests use.
const (
	needsUnlimited = 6
	unwinnable     = 7
)

func (f *fake) Decide(ctx context.Context, deal klondike.Deal, rules []klondike.Rules, maxStates int64) ([]Answer, error) {
	answers := make([]Answer, len(rules))
	for i := range answers {
		answers[i].Verdict = Undecided
	}
	if f.delay > 0 {
		select {
		case <-time.After(f.delay):
		case <-ctx.Done():
			return answers, ctx.Err()
		}
	}
	if f.before != nil {
		if err := f.before(ctx, deal); err != nil {
			return answers, err
		}
	}
	h := digest(deal)
	for i, r := range rules {
		need := 1 + int(h%7)
		if r.Draw > 1 {
			need = min(unwinnable, need+int(h>>8%3))
		}
		states := int64(h>>16) % 1000
		switch {
		case f.open && h>>24%10 == 0 || maxStates > 0 && states > maxStates:
			answers[i] = Answer{Undecided, min(states, max(maxStates, 1))}
		case need < unwinnable && (r.Passes == 0 || need <= min(r.Passes, needsUnlimited-1)):
			answers[i] = Answer{Winnable, states}
		default:
			answers[i] = Answer{Unwinnable, states}
		}
	}
	return answers, nil
}

func digest(deal klondike.Deal) uint64 {
	h := fnv.New64a()
	for _, c := range deal {
		_, _ = h.Write([]byte{byte(c)})
	}
	return h.Sum64() >> 8
}

var testRules = Ladder(klondike.DrawK(1), []int{1, 3}, []int{1, 2, 0})

// config returns a survey of the given range by fake deciders.
func config(t *testing.T, dir, numbers string) Config {
	t.Helper()
	r, err := seeds.ParseRange(numbers)
	require.NoError(t, err)
	return Config{
		Dir:        dir,
		Seeds:      r,
		Rules:      testRules,
		Program:    "fake 1",
		NewDecider: func() Decider { return &fake{} },
		Workers:    2,
		Block:      16,
	}
}

func mustRun(t *testing.T, c Config) Summary {
	t.Helper()
	s, err := Run(context.Background(), c)
	require.NoError(t, err)
	return s
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(text)
}

func mustOpen(t *testing.T, dirs ...string) []*Survey {
	t.Helper()
	var list []*Survey
	for _, dir := range dirs {
		s, err := Open(dir)
		require.NoError(t, err)
		list = append(list, s)
	}
	return list
}

// requireSame holds the files of a survey that must not differ against each other.
func requireSame(t *testing.T, want, got string) {
	t.Helper()
	require.Equal(t, read(t, want, ManifestFile), read(t, got, ManifestFile))
	require.Equal(t, read(t, want, ResultsFile), read(t, got, ResultsFile))
}

var errFake = errors.New("the fake failed")
