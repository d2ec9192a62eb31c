package survey

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
)

// ErrParts marks directories that are not the parts of one survey.
var ErrParts = errors.New("not the parts of one survey")

// Pool returns the manifest of the survey of which the given ones are parts, and
// the parts in order: shards of one survey, or surveys of disjoint ranges that
// agree in everything else. Parts may be missing.
func Pool(parts []*Survey) (Manifest, []*Survey, error) {
	if len(parts) == 0 {
		return Manifest{}, nil, fmt.Errorf("%w: there are none", ErrParts)
	}
	ordered := slices.Clone(parts)
	slices.SortStableFunc(ordered, func(a, b *Survey) int {
		first, _ := a.span()
		second, _ := b.span()
		return cmp.Compare(first, second)
	})
	whole := ordered[0].Manifest
	for i, s := range ordered[1:] {
		before := ordered[i]
		for _, alone := range []*Survey{before, s} {
			if alone.Manifest.Stop != (Stop{}) || alone.Manifest.Imported {
				return whole, nil, fmt.Errorf("%w: %s stands alone, because it has a stopping rule or was imported", ErrParts, alone.Dir)
			}
		}
		if d := differences(before.common(), s.common()); len(d) > 0 {
			return whole, nil, fmt.Errorf("%w: %s has %s %s, %s has %s", ErrParts, before.Dir, d[0].Setting, d[0].Present, s.Dir, d[0].Asked)
		}
		_, end := before.span()
		if first, last := s.span(); first <= end && first <= last {
			return whole, nil, fmt.Errorf("%w: %s and %s share deals", ErrParts, before.Dir, s.Dir)
		}
		whole.Last = max(whole.Last, s.Manifest.Last)
	}
	whole.Shard = Shard{}
	return whole, ordered, nil
}

// span returns the numbers of the first and last deal that a part asks for; a
// shard of a range with fewer deals than shards may ask for none, and then first
// is above last.
func (s *Survey) span() (first, last uint64) {
	m := s.Manifest
	from, to := m.Shard.Part(m.Last - m.First + 1)
	if from == to {
		return math.MaxUint64, 0
	}
	return m.First + from, m.First + to - 1
}

// common returns the manifest without what may differ between parts.
func (s *Survey) common() Manifest {
	m := s.Manifest
	if m.Shard == (Shard{}) {
		m.First, m.Last = 0, 0
	} else {
		m.Shard.Index = 1
	}
	return m
}

// Whole is Pool with no part missing.
func Whole(parts []*Survey) (Manifest, []*Survey, error) {
	m, ordered, err := Pool(parts)
	if err != nil {
		return m, nil, err
	}
	next := m.First
	missing := func(last uint64) error {
		return fmt.Errorf("%w: deals %d to %d are in none of them", ErrParts, next, last)
	}
	for _, s := range ordered {
		first, last := s.span()
		if first > last {
			continue
		}
		if first != next {
			return m, nil, missing(first - 1)
		}
		next = last + 1 // wraps round to 0 behind the largest number
	}
	if next != m.Last+1 {
		return m, nil, missing(m.Last)
	}
	return m, ordered, nil
}

// Merge writes the survey of which the given complete ones are the parts into a
// new directory: the manifest and the results are those that a single run would
// have written, byte for byte.
func Merge(dir string, parts []*Survey) (Manifest, error) {
	m, ordered, err := Whole(parts)
	if err != nil {
		return m, err
	}
	return m, publish(dir, m, func(w io.Writer) error {
		return joinResults(w, m, ordered)
	}, func(w io.Writer) error {
		return joinTimings(w, ordered)
	})
}

func joinResults(w io.Writer, m Manifest, parts []*Survey) error {
	if _, err := io.WriteString(w, header); err != nil {
		return err
	}
	f := newFormat(m)
	var lines []byte
	for _, s := range parts {
		var deals uint64
		for unit, err := range s.Units() {
			if err != nil {
				return err
			}
			deals++
			lines = f.append(lines[:0], unit)
			if _, err := w.Write(lines); err != nil {
				return err
			}
		}
		// A stopping rule ends a survey early, but then there is nothing to join it with.
		if planned := s.Manifest.Planned(); deals < planned {
			return fmt.Errorf("%w: %s has %d of its %d deals: run its command again", ErrParts, s.Dir, deals, planned)
		}
	}
	return nil
}

func joinTimings(w io.Writer, parts []*Survey) error {
	if _, err := io.WriteString(w, timingsHeader); err != nil {
		return err
	}
	for _, s := range parts {
		if err := copyTimings(w, filepath.Join(s.Dir, TimingsFile)); err != nil {
			return err
		}
	}
	return nil
}

// copyTimings copies the whole lines of one file behind its header.
func copyTimings(w io.Writer, path string) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer file.Close()
	end, err := timingsEnd(file, math.MaxUint64)
	if err != nil {
		return err
	}
	start := min(end, int64(len(timingsHeader)))
	_, err = io.Copy(w, io.NewSectionReader(file, start, end-start))
	return err
}

// publish writes a whole survey into a directory that holds none. The manifest
// comes last, so that nobody takes an unfinished one for a survey.
func publish(dir string, m Manifest, results, timings func(io.Writer) error) (err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	lock, err := lockDir(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	for _, name := range []string{ManifestFile, ResultsFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return fmt.Errorf("%w: %s holds %s already: expected a new or empty directory", fs.ErrExist, dir, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := writeFile(dir, ResultsFile, results); err != nil {
		return err
	}
	if timings != nil {
		if err := writeFile(dir, TimingsFile, timings); err != nil {
			return err
		}
	}
	return writeManifest(dir, m)
}
