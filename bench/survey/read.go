package survey

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Survey is a survey's directory as readers see it. Reading needs no lock: a
// survey that is being written shows its whole units.
type Survey struct {
	Dir      string
	Manifest Manifest
}

// Open reads the manifest of a directory. A directory without one is ErrNoSurvey.
func Open(dir string) (*Survey, error) {
	m, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	return &Survey{Dir: dir, Manifest: m}, nil
}

// Units yields the units on the disk in order; each is valid until the next. The
// loop ends with the first error, a *Damage unless reading failed. A torn end is
// none: the next run repairs it.
func (s *Survey) Units() iter.Seq2[Unit, error] {
	return func(yield func(Unit, error) bool) {
		path := filepath.Join(s.Dir, ResultsFile)
		file, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			return // killed between the manifest and the results
		} else if err != nil {
			yield(Unit{}, err)
			return
		}
		defer file.Close()
		scan := newScanner(path, s.Manifest, file)
		for {
			unit, err := scan.next()
			if err == io.EOF || err == errTorn {
				return
			}
			if !yield(unit, err) || err != nil {
				return
			}
		}
	}
}

// Elapsed sums the wall-clock times of the deals in timings.csv, up to a torn
// end, and tells how many deals these are. Results never depend on that file; when
// there is none, both are zero.
func (s *Survey) Elapsed() (total time.Duration, deals int64, err error) {
	file, err := os.Open(filepath.Join(s.Dir, TimingsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	} else if err != nil {
		return 0, 0, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		if number == 1 {
			continue // the header
		}
		_, text, _ := bytes.Cut(lines.Bytes(), []byte{','})
		us, err := strconv.ParseInt(string(text), 10, 64)
		if err != nil {
			break
		}
		total += time.Duration(us) * time.Microsecond
		deals++
	}
	return total, deals, lines.Err()
}
