package certificate

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"sort"

	"github.com/cespare/xxhash/v2"
)

// Writer writes a certificate. It holds all entries in memory, 8 to 10 bytes
// each, until Close.
type Writer struct {
	out     io.Writer
	header  []byte
	board   *board
	start   position
	entries entries
}

// NewWriter checks the header and returns a Writer. Nothing is written before
// Close.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	b, err := newBoard(h)
	if err != nil {
		return nil, err
	}
	header, err := h.marshal()
	if err != nil {
		return nil, err
	}
	return &Writer{out: w, header: header, board: b, start: b.start(h.Start)}, nil
}

// ErrTooMany is returned for more than MaxEntries entries.
var ErrTooMany = errors.New("too many entries for a certificate")

// Add adds an entry. Entries may come in any order and more than once. One that
// cannot be a position of the start's deal is an *EntryError; whether it is lost,
// and whether its proof is complete, only Check tells.
func (w *Writer) Add(e Entry) error {
	if err := w.board.check(e); err != nil {
		return err
	}
	if w.entries.len() >= MaxEntries {
		return ErrTooMany
	}
	w.entries.add(e)
	return nil
}

func (e *entries) add(entry Entry) {
	if entry.Kind == Open {
		e.open = append(e.open, entry.key())
		return
	}
	t := e.of(entry.Kind)
	t.keys = append(t.keys, entry.key())
	t.turns = append(t.turns, entry.turn())
}

// sort brings the entries in order and drops duplicates.
func (e *entries) sort() {
	slices.Sort(e.open)
	e.open = slices.Compact(e.open)
	for i := range e.timed {
		sort.Sort(&e.timed[i])
		e.timed[i].compact()
	}
}

// Len returns the number of entries.
func (w *Writer) Len() int { return w.entries.len() }

// Close sorts the entries and writes the certificate. It does not close the
// underlying writer.
func (w *Writer) Close() error {
	w.entries.sort()
	body, err := pack(w.entries.list())
	if err != nil {
		return err
	}
	return write(w.out, w.header, body)
}

func write(to io.Writer, header, body []byte) error {
	sum := xxhash.New()
	out := io.MultiWriter(to, sum)
	head := binary.LittleEndian.AppendUint16([]byte(magic), formatVersion)
	head = binary.LittleEndian.AppendUint32(head, uint32(len(header)))
	head = append(head, header...)
	head = binary.LittleEndian.AppendUint64(head, uint64(len(body)))
	for _, part := range [][]byte{head, body} {
		if _, err := out.Write(part); err != nil {
			return err
		}
	}
	_, err := to.Write(binary.LittleEndian.AppendUint64(nil, sum.Sum64()))
	return err
}

// list returns the list of entries as it is before compression.
func (e *entries) list() []byte {
	list := binary.AppendUvarint(nil, uint64(len(e.open)))
	list = binary.AppendUvarint(list, uint64(len(e.timed[0].keys)))
	list = binary.AppendUvarint(list, uint64(len(e.timed[1].keys)))
	list = appendDeltas(list, e.open)
	for i := range e.timed {
		t := &e.timed[i]
		list = appendDeltas(list, t.keys)
		for _, turn := range t.turns {
			list = append(list, byte(turn.offset()))
		}
		if Endless+Kind(i) == Limited {
			for _, turn := range t.turns {
				list = append(list, byte(turn.redeals()))
			}
		}
	}
	return list
}

func appendDeltas(list []byte, keys []key) []byte {
	var last key
	for _, k := range keys {
		list = binary.AppendUvarint(list, uint64(k-last))
		last = k
	}
	return list
}

// pack compresses a list of entries.
func pack(list []byte) ([]byte, error) {
	var body bytes.Buffer
	deflate, err := flate.NewWriter(&body, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := deflate.Write(list); err != nil {
		return nil, err
	}
	if err := deflate.Close(); err != nil {
		return nil, err
	}
	return body.Bytes(), nil
}
