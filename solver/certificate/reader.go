package certificate

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"
)

// Certificate is a claim that a position is lost, with all that is needed to
// check it. Only Check and CheckPlain tell whether it is true.
type Certificate struct {
	header  Header
	board   *board
	entries entries
}

// Header returns the rules and the position that the certificate is about. The
// start is the certificate's own and must not be changed.
func (c *Certificate) Header() Header { return c.header }

// Len returns the number of entries.
func (c *Certificate) Len() int { return c.entries.len() }

// Entry returns entry i, 0 to Len-1, in the order of the file.
func (c *Certificate) Entry(i int) Entry { return c.entries.position(i).entry() }

// Read reads a certificate to its end, which must be the end of r. It makes sure
// that the file is as it was written, that its rules and its start position are
// valid, and that each entry is a position of that deal, but not that it proves
// anything. Errors are ErrNotCertificate, a *FormatError, or one of r.
func Read(r io.Reader) (*Certificate, error) {
	head, body, err := readParts(r)
	if err != nil {
		return nil, err
	}
	c := new(Certificate)
	if c.header, err = parseHeader(head); err != nil {
		return nil, &FormatError{"header", err}
	}
	if c.board, err = newBoard(c.header); err != nil {
		return nil, &FormatError{"header", err}
	}
	if err := c.decode(body); err != nil {
		return nil, err
	}
	return c, nil
}

// readParts returns the header and the compressed body of a file whose checksum
// is right.
func readParts(r io.Reader) (header, body []byte, err error) {
	sum := xxhash.New()
	in := io.TeeReader(r, sum)
	var fixed [8]byte
	if _, err := io.ReadFull(in, fixed[:len(magic)]); cut(err) || err == nil && string(fixed[:len(magic)]) != magic {
		return nil, nil, ErrNotCertificate
	} else if err != nil {
		return nil, nil, err
	}

	if err := readFull(in, "version", fixed[:2]); err != nil {
		return nil, nil, err
	}
	if version := binary.LittleEndian.Uint16(fixed[:]); version != formatVersion {
		return nil, nil, damaged("version", "%w %d, expected %d", ErrVersion, version, formatVersion)
	}
	if err := readFull(in, "header", fixed[:4]); err != nil {
		return nil, nil, err
	}
	if header, err = readPart(in, "header", uint64(binary.LittleEndian.Uint32(fixed[:])), maxHeader); err != nil {
		return nil, nil, err
	}
	if err := readFull(in, "body", fixed[:8]); err != nil {
		return nil, nil, err
	}
	if body, err = readPart(in, "body", binary.LittleEndian.Uint64(fixed[:]), maxBody); err != nil {
		return nil, nil, err
	}

	want := sum.Sum64()
	if err := readFull(r, "checksum", fixed[:8]); err != nil {
		return nil, nil, err
	}
	if got := binary.LittleEndian.Uint64(fixed[:]); got != want {
		return nil, nil, damaged("checksum", "%w: the file was damaged or changed", ErrChecksum)
	}
	switch _, err := io.ReadFull(r, fixed[:1]); {
	case err == nil:
		return nil, nil, damaged("end", "more data after the checksum, expected the end of the file")
	case !cut(err):
		return nil, nil, err
	}
	return header, body, nil
}

// cut reports whether the data ended too early.
func cut(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

func readFull(r io.Reader, part string, data []byte) error {
	_, err := io.ReadFull(r, data)
	if cut(err) {
		return damaged(part, "%w", io.ErrUnexpectedEOF)
	}
	return err
}

// readPart reads a part of a stated size. Memory grows with what is there, not
// with what is stated.
func readPart(r io.Reader, part string, size, most uint64) ([]byte, error) {
	if size > most {
		return nil, damaged(part, "%d bytes stated, expected at most %d", size, most)
	}
	var data bytes.Buffer
	n, err := io.Copy(&data, io.LimitReader(r, int64(size)))
	if err == nil && uint64(n) < size {
		err = damaged(part, "%w", io.ErrUnexpectedEOF)
	}
	return data.Bytes(), err
}

// decode reads the compressed list of entries.
func (c *Certificate) decode(body []byte) error {
	packed := bytes.NewReader(body)
	d := decoder{bufio.NewReader(flate.NewReader(packed))}
	var err error

	var counts [3]uint64
	var total uint64
	for kind := range counts {
		if counts[kind], err = binary.ReadUvarint(d.in); err != nil {
			return d.fail("number of entries", err)
		}
		total += min(counts[kind], MaxEntries+1)
	}
	if total > MaxEntries {
		return damaged("number of entries", "%w, expected at most %d", ErrTooMany, MaxEntries)
	}
	if c.entries.open, err = d.keys(counts[Open], 1); err != nil {
		return err
	}
	for i := range c.entries.timed {
		if c.entries.timed[i], err = d.timed(Endless+Kind(i), counts[1+i]); err != nil {
			return err
		}
	}
	if _, err := d.in.ReadByte(); err == nil {
		return damaged("body", "more data after the last entry")
	} else if err != io.EOF {
		return d.fail("body", err)
	}
	if packed.Len() > 0 {
		return damaged("body", "more data after its end")
	}

	for i := range c.Len() {
		if err := c.board.check(c.Entry(i)); err != nil {
			return &FormatError{fmt.Sprintf("entry %d", i+1), err}
		}
	}
	return nil
}

// decoder reads an uncompressed list of entries.
type decoder struct {
	in *bufio.Reader
}

func (d *decoder) fail(part string, err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return &FormatError{part, err}
}

// firstRoom is how many entries memory is taken for on the word of the file; what
// follows grows as it comes.
const firstRoom = 1 << 16

// keys reads keys that each are larger than the one before by at least the given
// step.
func (d *decoder) keys(count uint64, step uint64) ([]key, error) {
	keys := make([]key, 0, min(count, firstRoom))
	var last key
	for i := range count {
		delta, err := binary.ReadUvarint(d.in)
		if err != nil {
			return nil, d.fail(fmt.Sprintf("key %d", i+1), err)
		}
		if i > 0 && delta < step {
			return nil, damaged(fmt.Sprintf("key %d", i+1), "out of order")
		}
		if delta >= 1<<keyBits-uint64(last) {
			return nil, damaged(fmt.Sprintf("key %d", i+1), "too large, expected at most %d bits", keyBits)
		}
		last += key(delta)
		keys = append(keys, last)
	}
	return keys, nil
}

func (d *decoder) timed(kind Kind, count uint64) (timed, error) {
	var t timed
	var err error
	if t.keys, err = d.keys(count, 0); err != nil {
		return t, err
	}
	t.turns = make([]turn, len(t.keys))
	for i := range t.turns {
		offset, err := d.in.ReadByte()
		if err != nil {
			return t, d.fail("offsets", err)
		}
		t.turns[i] = newTurn(int(offset), 0)
	}
	if kind == Limited {
		for i := range t.turns {
			redeals, err := d.in.ReadByte()
			if err != nil {
				return t, d.fail("redeals", err)
			}
			t.turns[i] |= newTurn(0, int(redeals))
		}
	}
	for i := 1; i < len(t.keys); i++ {
		if !t.Less(i-1, i) {
			return t, damaged(fmt.Sprintf("%v entry %d", kind, i+1), "out of order")
		}
	}
	return t, nil
}
