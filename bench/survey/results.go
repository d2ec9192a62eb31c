package survey

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"klondike/bench/stats"
)

// header is the first line of results.csv.
const header = "seed,draw,passes,verdict,states\n"

// Unit is one deal and its answers, in the order of the manifest's rules.
type Unit struct {
	Seed    uint64
	Answers []Answer
}

// format knows the lines of one survey's results.
type format struct {
	manifest Manifest
	rules    [][]byte // ",draw,passes," of each rule
	from, to uint64   // positions of the deals in the range
}

func newFormat(m Manifest) format {
	f := format{manifest: m}
	f.from, f.to = m.Shard.Part(m.Last - m.First + 1)
	for _, r := range m.Rules {
		f.rules = append(f.rules, fmt.Appendf(nil, ",%d,%s,", r.Draw, Passes(r.Passes)))
	}
	return f
}

// append appends the lines of a unit to dst.
func (f *format) append(dst []byte, u Unit) []byte {
	for i, answer := range u.Answers {
		dst = strconv.AppendUint(dst, u.Seed, 10)
		dst = append(dst, f.rules[i]...)
		dst = append(dst, byte(answer.Verdict), ',')
		if answer.States != UnknownStates {
			dst = strconv.AppendInt(dst, answer.States, 10)
		}
		dst = append(dst, '\n')
	}
	return dst
}

// Damage is the error of a results file that no interrupted run can have left.
type Damage struct {
	File    string
	Line    int // from 1
	Problem string
}

// Error names the line and what is wrong with it.
func (d *Damage) Error() string {
	return fmt.Sprintf("%s is damaged in line %d: %s", d.File, d.Line, d.Problem)
}

// errTorn is the end of a file that a run was killed in the middle of writing.
var errTorn = errors.New("torn end")

// scanner reads results and holds them to their manifest, line by line.
type scanner struct {
	format
	file   string
	in     *bufio.Reader
	line   int   // lines read
	offset int64 // end of the last whole unit, or of the header
	units  uint64
	last   uint64 // seed of the last unit of an imported survey
	unit   Unit
	tally  []stats.Tally
}

func newScanner(file string, m Manifest, in io.Reader) *scanner {
	return &scanner{
		format: newFormat(m),
		file:   file,
		in:     bufio.NewReaderSize(in, 1<<16),
		unit:   Unit{Answers: make([]Answer, len(m.Rules))},
		tally:  make([]stats.Tally, len(m.Rules)),
	}
}

// next reads the next unit, which stays valid until the next call. It returns
// io.EOF after the last one, errTorn when the file ends within a unit, and
// otherwise a *Damage.
func (s *scanner) next() (Unit, error) {
	if s.line == 0 {
		if err := s.readHeader(); err != nil {
			return Unit{}, err
		}
	}
	size := int64(0)
	for i := range s.unit.Answers {
		line, err := s.readLine()
		if err == io.EOF && i > 0 {
			err = errTorn
		}
		if err != nil {
			return Unit{}, err
		}
		if i == 0 {
			if err := s.startUnit(line); err != nil {
				return Unit{}, err
			}
		}
		if s.unit.Answers[i], err = s.answer(i, line); err != nil {
			return Unit{}, err
		}
		size += int64(len(line))
	}
	if won, lost, found := contradiction(s.manifest.Rules, s.unit.Answers); found {
		return Unit{}, s.damage("deal %d is winnable at %s and unwinnable at %s", s.unit.Seed, Label(s.manifest.Rules[won]), Label(s.manifest.Rules[lost]))
	}
	for i, a := range s.unit.Answers {
		s.tally[i].Add(a.Verdict.Outcome())
	}
	s.offset += size
	s.units++
	return s.unit, nil
}

func (s *scanner) readHeader() error {
	line, err := s.readLine()
	switch {
	case err == io.EOF:
		return errTorn
	case err != nil:
		return err
	case string(line) != header:
		return s.damage("expected the header %q", header[:len(header)-1])
	}
	s.offset = int64(len(header))
	return nil
}

// readLine returns the next line with its line feed.
func (s *scanner) readLine() ([]byte, error) {
	line, err := s.in.ReadSlice('\n')
	s.line++
	switch {
	case bytes.IndexByte(line, 0) >= 0:
		// After a power failure some file systems show a part that never reached
		// the disk as zero bytes. If nothing else follows, it is a torn end.
		return nil, s.zeros(line)
	case err == io.EOF && len(line) == 0:
		return nil, io.EOF
	case err == io.EOF:
		return nil, errTorn
	case err == bufio.ErrBufferFull:
		return nil, s.damage("it is longer than any line of a survey")
	}
	return line, err
}

// zeros decides whether the rest of the file, from the first zero byte of line
// on, is nothing but zero bytes.
func (s *scanner) zeros(line []byte) error {
	rest := bytes.TrimLeft(line[bytes.IndexByte(line, 0):], "\x00")
	for len(rest) == 0 {
		b, err := s.in.ReadByte()
		if err == io.EOF {
			return errTorn
		} else if err != nil {
			return err
		}
		if b != 0 {
			rest = []byte{b}
		}
	}
	return s.damage("it has zero bytes, and more text behind them")
}

// startUnit sets the seed of the unit that begins with line, and checks that it
// is the one that must come next.
func (s *scanner) startUnit(line []byte) error {
	if s.manifest.Stop.Reached(s.units, s.tally) {
		return s.damage("there are more deals after the stopping rule was met")
	}
	if !s.manifest.Imported {
		if s.from+s.units == s.to {
			return s.damage("there are more deals than the survey asks for")
		}
		s.unit.Seed = s.manifest.First + s.from + s.units
		return nil
	}
	text, _, _ := bytes.Cut(line, []byte{','})
	seed, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil || seed < s.manifest.First || seed > s.manifest.Last || s.units > 0 && seed <= s.last {
		return s.damage("expected a seed above the one before, at most %d", s.manifest.Last)
	}
	s.unit.Seed, s.last = seed, seed
	return nil
}

// answer reads line i of a unit.
func (s *scanner) answer(i int, line []byte) (Answer, error) {
	var number [20]byte
	rest, seedFits := bytes.CutPrefix(line, strconv.AppendUint(number[:0], s.unit.Seed, 10))
	rest, ruleFits := bytes.CutPrefix(rest, s.rules[i])
	if !seedFits || !ruleFits {
		return Answer{}, s.damage("expected it to begin %d%s", s.unit.Seed, s.rules[i])
	}
	if len(rest) < 3 || !Verdict(rest[0]).Valid() || rest[1] != ',' {
		return Answer{}, s.damage("expected the verdict W, U or ?, a comma and the states")
	}
	answer := Answer{Verdict: Verdict(rest[0]), States: UnknownStates}
	digits := rest[2 : len(rest)-1]
	if len(digits) == 0 && s.manifest.Imported {
		return answer, nil
	}
	states, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil || digits[0] < '0' || digits[0] > '9' || digits[0] == '0' && len(digits) > 1 {
		return Answer{}, s.damage("expected a number of states, not %q", digits)
	}
	answer.States = states
	return answer, nil
}

func (s *scanner) damage(problem string, args ...any) error {
	return &Damage{File: s.file, Line: s.line, Problem: fmt.Sprintf(problem, args...)}
}
