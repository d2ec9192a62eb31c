package survey

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"klondike/bench/stats"
)

// timingsHeader is the first line of timings.csv: wall-clock microseconds for
// one deal under all rules.
const timingsHeader = "seed,microseconds\n"

// store is a survey's directory as the one process sees it that writes there.
type store struct {
	dir      string
	lock     *os.File
	results  *os.File
	timings  *os.File
	offset   int64  // end of the last whole unit in results
	units    uint64 // whole units in results
	tally    []stats.Tally
	repaired int64 // bytes of a torn end that were cut off
}

// openStore makes or reopens the directory of a survey. It changes nothing in a
// directory that holds another survey or damaged results.
func openStore(dir string, m Manifest) (*store, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	lock, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	s := &store{dir: dir, lock: lock}
	if err := s.open(m); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *store) open(m Manifest) error {
	present, err := readManifest(s.dir)
	switch {
	case errors.Is(err, ErrNoSurvey):
		if err := s.refuseStray(); err != nil {
			return err
		}
		if err := writeManifest(s.dir, m); err != nil {
			return err
		}
	case err != nil:
		return err
	default:
		if d := differences(present, m); len(d) > 0 {
			return &Mismatch{Dir: s.dir, Differences: d}
		}
	}
	if err := s.openResults(m); err != nil {
		return err
	}
	return s.openTimings(m)
}

// refuseStray keeps results without a manifest from being taken for ours.
func (s *store) refuseStray() error {
	_, err := os.Stat(filepath.Join(s.dir, ResultsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s holds %s without %s: expected a new or empty directory, or that of a survey", s.dir, ResultsFile, ManifestFile)
}

// openResults finds the end of the last whole unit and cuts off what a run left
// behind it that was killed while writing.
func (s *store) openResults(m Manifest) (err error) {
	path := filepath.Join(s.dir, ResultsFile)
	if s.results, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return err
	}
	scan := newScanner(path, m, s.results)
	for err == nil {
		_, err = scan.next()
	}
	if err != io.EOF && err != errTorn {
		return err
	}
	s.offset, s.units, s.tally = scan.offset, scan.units, scan.tally
	size, err := s.results.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if err := s.results.Truncate(s.offset); err != nil {
		return err
	}
	s.repaired = size - s.offset
	if s.offset == 0 {
		if err := s.append([]byte(header), 0); err != nil {
			return err
		}
		return syncDir(s.dir)
	}
	return s.results.Sync()
}

// openTimings cuts off a torn end, and what was timed but not kept.
func (s *store) openTimings(m Manifest) (err error) {
	if s.timings, err = os.OpenFile(filepath.Join(s.dir, TimingsFile), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return err
	}
	f := newFormat(m)
	end, err := timingsEnd(s.timings, m.First+f.from+s.units)
	if err != nil {
		return err
	}
	if err := s.timings.Truncate(end); err != nil {
		return err
	}
	if _, err = s.timings.Seek(end, io.SeekStart); err == nil && end == 0 {
		_, err = s.timings.WriteString(timingsHeader)
	}
	return err
}

// timingsEnd returns the end of the last line that is whole and belongs to a deal
// before the given one.
func timingsEnd(file io.Reader, before uint64) (int64, error) {
	in := bufio.NewReader(file)
	end := int64(0)
	for {
		line, err := in.ReadSlice('\n')
		if err == io.EOF || err == bufio.ErrBufferFull {
			return end, nil
		} else if err != nil {
			return end, err
		}
		if end > 0 {
			text, _, _ := bytes.Cut(line, []byte{','})
			if seed, err := strconv.ParseUint(string(text), 10, 64); err != nil || seed >= before {
				return end, nil
			}
		} else if string(line) != timingsHeader {
			return 0, nil
		}
		end += int64(len(line))
	}
}

// WriteError is the error of a survey that could not write, for a full disk for
// example. Everything before the failed block is kept.
type WriteError struct {
	Deals uint64 // kept
	Err   error
}

// Error says what failed and what is kept.
func (e *WriteError) Error() string {
	return fmt.Sprintf("%v (the %d deals before are kept: run the same command again to go on)", e.Err, e.Deals)
}

// Unwrap returns the error of the operating system.
func (e *WriteError) Unwrap() error { return e.Err }

// append writes the lines of so many whole units and waits until they are on the
// disk. After a failure the file ends where it ended before.
func (s *store) append(block []byte, units uint64) error {
	_, err := s.results.WriteAt(block, s.offset)
	if err == nil {
		err = s.results.Sync()
	}
	if err != nil {
		// Whatever remains should this fail too, the next run repairs.
		_ = s.results.Truncate(s.offset)
		return &WriteError{Deals: s.units, Err: err}
	}
	s.offset += int64(len(block))
	s.units += units
	return nil
}

// time adds lines to timings.csv.
func (s *store) time(lines []byte) error {
	if _, err := s.timings.Write(lines); err != nil {
		return &WriteError{Deals: s.units, Err: err}
	}
	return nil
}

func (s *store) close() error {
	var err error
	for _, file := range []*os.File{s.results, s.timings, s.lock} { // the lock goes last
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	return err
}

// writeManifest puts manifest.json into place whole or not at all.
func writeManifest(dir string, m Manifest) error {
	text, err := m.encode()
	if err != nil {
		return err
	}
	return writeFile(dir, ManifestFile, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// writeFile puts a file into place whole or not at all, on the disk before it
// returns.
func writeFile(dir, name string, write func(io.Writer) error) error {
	path := filepath.Join(dir, name)
	file, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<16)
	err = write(out)
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(path+".new"))
	}
	return syncDir(dir)
}
