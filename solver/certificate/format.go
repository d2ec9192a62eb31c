package certificate

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"klondike/klondike"
	"klondike/klondike/notation"
)

// The layout of a file, see the package documentation.
const (
	magic         = "\x89KLCERT\n"
	formatVersion = 1
	maxHeader     = 1 << 16
	maxBody       = 1 << 30 // no body of MaxEntries is larger
)

var (
	// ErrNotCertificate is returned for data that does not begin like a certificate.
	ErrNotCertificate = errors.New("not a certificate")
	// ErrVersion is wrapped in the error for a certificate in another version of the format.
	ErrVersion = errors.New("unknown format version")
	// ErrChecksum is wrapped in the error for a certificate that is not as it was written.
	ErrChecksum = errors.New("checksum mismatch")
)

// FormatError is a certificate that cannot be read.
type FormatError struct {
	Part string // header, body, entry 17, checksum, ...
	Err  error
}

func (e *FormatError) Error() string { return e.Part + ": " + e.Err.Error() }

// Unwrap returns what is wrong with the part.
func (e *FormatError) Unwrap() error { return e.Err }

func damaged(part, format string, args ...any) error {
	return &FormatError{part, fmt.Errorf(format, args...)}
}

// headerJSON is the written form of a Header.
type headerJSON struct {
	Rules   klondike.Rules  `json:"rules"`
	Start   json.RawMessage `json:"start"` // the JSON of package notation
	Program string          `json:"program"`
}

func (h Header) marshal() ([]byte, error) {
	var start strings.Builder
	if err := notation.Write(&start, notation.JSON, h.Start, h.Rules); err != nil {
		return nil, err
	}
	data, err := json.Marshal(headerJSON{h.Rules, json.RawMessage(start.String()), h.Program})
	if err == nil && len(data) > maxHeader {
		err = fmt.Errorf("the header has %d bytes, expected at most %d", len(data), maxHeader)
	}
	return data, err
}

func parseHeader(data []byte) (Header, error) {
	var written headerJSON
	if err := json.Unmarshal(data, &written); err != nil {
		return Header{}, err
	}
	if err := written.Rules.Validate(); err != nil {
		return Header{}, err
	}
	start, err := notation.ParseAs(notation.JSON, written.Start, written.Rules)
	return Header{written.Rules, start, written.Program}, err
}

// entries are the entries of a certificate, each kind sorted and without
// duplicates.
type entries struct {
	open  []key
	timed [2]timed // Endless, Limited
}

// timed are entries of one kind that have a turn of the stock.
type timed struct {
	keys  []key
	turns []turn
}

func (t *timed) Len() int { return len(t.keys) }
func (t *timed) Less(i, j int) bool {
	return t.keys[i] < t.keys[j] || t.keys[i] == t.keys[j] && t.turns[i] < t.turns[j]
}
func (t *timed) Swap(i, j int) {
	t.keys[i], t.keys[j] = t.keys[j], t.keys[i]
	t.turns[i], t.turns[j] = t.turns[j], t.turns[i]
}

// compact drops neighbours that are equal.
func (t *timed) compact() {
	kept := 0
	for i := range t.keys {
		if i == 0 || t.keys[i] != t.keys[kept-1] || t.turns[i] != t.turns[kept-1] {
			t.keys[kept], t.turns[kept] = t.keys[i], t.turns[i]
			kept++
		}
	}
	t.keys, t.turns = slices.Clip(t.keys[:kept]), slices.Clip(t.turns[:kept])
}

func (e *entries) len() int {
	return len(e.open) + len(e.timed[0].keys) + len(e.timed[1].keys)
}

// of returns the entries of a kind other than Open.
func (e *entries) of(k Kind) *timed { return &e.timed[k-Endless] }

// position returns entry i, counted through the kinds.
func (e *entries) position(i int) position {
	if i < len(e.open) {
		return position{key: e.open[i]}
	}
	i -= len(e.open)
	kind := Endless
	if n := len(e.timed[0].keys); i >= n {
		i -= n
		kind = Limited
	}
	t := e.of(kind)
	return position{t.keys[i], kind, t.turns[i]}
}

// keep drops the entries that are not to be kept.
func (e *entries) keep(kept []bool) {
	at := 0
	drop := func() bool {
		at++
		return !kept[at-1]
	}
	e.open = slices.DeleteFunc(e.open, func(key) bool { return drop() })
	for i := range e.timed {
		t := &e.timed[i]
		n := 0
		for j := range t.keys {
			if !drop() {
				t.keys[n], t.turns[n] = t.keys[j], t.turns[j]
				n++
			}
		}
		t.keys, t.turns = t.keys[:n], t.turns[:n]
	}
}
