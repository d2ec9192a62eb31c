package certificate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/seeds"
)

// dealt lays out a numbered deal.
func dealt(t testing.TB, name string, rules klondike.Rules) *klondike.Table {
	t.Helper()
	seed, err := seeds.Parse(name)
	require.NoError(t, err)
	deal, err := seed.DealDecks(rules.Decks)
	require.NoError(t, err)
	table, err := klondike.NewTable(deal, rules)
	require.NoError(t, err)
	return table
}

// written writes a certificate.
func written(t testing.TB, h Header, entries ...Entry) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, h)
	require.NoError(t, err)
	for _, e := range entries {
		require.NoError(t, w.Add(e))
	}
	require.NoError(t, w.Close())
	return file.Bytes()
}

// What is written reads back: header and entries, each once, sorted by kind.
func TestRoundTrip(t *testing.T) {
	rules := klondike.Rules{Draw: 3, Passes: 3, Decks: 1, Columns: 7}
	h := Header{Rules: rules, Start: dealt(t, "native:1", rules), Program: "test 1"}
	b, err := newBoard(h)
	require.NoError(t, err)
	start := b.start(h.Start)
	open := position{start.key, Open, 0}.entry()
	endless := position{start.key, Endless, newTurn(7, 0)}.entry()
	limited := position{start.key, Limited, newTurn(7, 2)}.entry()
	least := position{start.key, Limited, newTurn(7, 1)}.entry()
	c, err := Read(bytes.NewReader(written(t, h, limited, open, endless, open, least, limited)))
	require.NoError(t, err)
	require.Equal(t, h.Rules, c.Header().Rules)
	require.Equal(t, h.Program, c.Header().Program)
	require.True(t, h.Start.Equal(c.Header().Start))
	require.Equal(t, 4, c.Len())
	for i, e := range []Entry{open, endless, least, limited} {
		require.Equal(t, e, c.Entry(i))
	}
}

// certify puts a file together around a header and a list of entries, with the
// right checksum whatever they are.
func certify(t testing.TB, header, list []byte) []byte {
	t.Helper()
	body, err := pack(list)
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, write(&file, header, body))
	return file.Bytes()
}

func TestNotCertificates(t *testing.T) {
	for _, text := range []string{"", "\x89", "foundations: KC KD KH KS\n", "\x89KLCERX\n\x01\x00"} {
		_, err := Read(strings.NewReader(text))
		require.ErrorIsf(t, err, ErrNotCertificate, "%q", text)
	}
	failing := errors.New("disk on fire")
	_, err := Read(iotest.ErrReader(failing))
	require.ErrorIs(t, err, failing)
	require.NotErrorIs(t, err, ErrNotCertificate)
}

// What is wrong with a file has a type and a part, and no huge number in it makes
// Read take memory for more than is there.
func TestDamagedFiles(t *testing.T) {
	h := Header{Rules: klondike.DrawK(1), Start: dealt(t, "native:1", klondike.DrawK(1))}
	header, err := h.marshal()
	require.NoError(t, err)
	good := certify(t, header, make([]byte, 3))
	_, err = Read(bytes.NewReader(good))
	require.NoError(t, err)

	at := func(i int, b ...byte) []byte {
		file := bytes.Clone(good)
		copy(file[i:], b)
		return file
	}
	body := len(magic) + 2 + 4 + len(header)
	huge := []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}
	for name, c := range map[string]struct {
		file []byte
		part string
		is   error
	}{
		"another version":       {at(len(magic), 2, 0), "version", ErrVersion},
		"a long header":         {at(len(magic)+2, huge[:4]...), "header", nil},
		"a long body":           {at(body, huge...), "body", nil},
		"a body that ends":      {at(body, 0, 0, 0, 1), "body", io.ErrUnexpectedEOF},
		"a wrong checksum":      {at(len(good)-1, good[len(good)-1]+1), "checksum", ErrChecksum},
		"no checksum":           {good[:len(good)-3], "checksum", io.ErrUnexpectedEOF},
		"something behind":      {append(bytes.Clone(good), 0), "end", nil},
		"no entries":            {certify(t, header, nil), "number of entries", io.ErrUnexpectedEOF},
		"too many entries":      {certify(t, header, []byte{0x81, 0x80, 0x80, 0x20, 0, 0}), "number of entries", ErrTooMany},
		"too many all together": {certify(t, header, []byte{0x80, 0x80, 0x80, 0x20, 0x80, 0x80, 0x80, 0x20, 0}), "number of entries", ErrTooMany},
		"an endless number":     {certify(t, header, bytes.Repeat([]byte{0x80}, 20)), "number of entries", nil},
		"missing keys":          {certify(t, header, []byte{0x80, 0x80, 0x80, 0x20, 0, 0, 1}), "key 2", io.ErrUnexpectedEOF},
		"a key twice":           {certify(t, header, []byte{2, 0, 0, 1, 0}), "key 2", nil},
		"a large key":           {certify(t, header, append([]byte{1, 0, 0}, binary.AppendUvarint(nil, 1<<keyBits)...)), "key 1", nil},
		"a key beyond numbers":  {certify(t, header, append([]byte{2, 0, 0, 1}, binary.AppendUvarint(nil, math.MaxUint64)...)), "key 2", nil},
		"missing offsets":       {certify(t, header, []byte{0, 1, 0, 1}), "offsets", io.ErrUnexpectedEOF},
		"missing redeals":       {certify(t, header, []byte{0, 0, 1, 1, 0}), "redeals", io.ErrUnexpectedEOF},
		"turns out of order":    {certify(t, header, []byte{0, 2, 0, 1, 0, 2, 1}), "endless entry 2", nil},
		"a turn twice":          {certify(t, header, []byte{0, 2, 0, 1, 0, 1, 1}), "endless entry 2", nil},
		"more in the list":      {certify(t, header, []byte{0, 0, 0, 0}), "body", nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read(bytes.NewReader(c.file))
			var e *FormatError
			require.ErrorAs(t, err, &e)
			require.Equal(t, c.part, e.Part, err)
			require.NotContains(t, err.Error(), "\n")
			if c.is != nil {
				require.ErrorIs(t, err, c.is)
			}
		})
	}

	var file bytes.Buffer
	packed, err := pack(make([]byte, 3))
	require.NoError(t, err)
	require.NoError(t, write(&file, header, append(packed, 0)))
	_, err = Read(&file)
	require.ErrorAs(t, err, new(*FormatError), "more in the body")
}

func TestHeaders(t *testing.T) {
	rules := klondike.DrawK(1)
	valid, err := Header{Rules: rules, Start: dealt(t, "native:1", rules)}.marshal()
	require.NoError(t, err)
	change := func(old, to string) string {
		text := strings.Replace(string(valid), old, to, 1)
		require.NotEqual(t, string(valid), text)
		return text
	}
	for name, header := range map[string]string{
		"nothing":          "",
		"no JSON":          "rules",
		"no object":        "[]",
		"an empty object":  "{}",
		"null":             `{"rules": null, "start": null}`,
		"no start":         `{"rules": {"draw": 1, "passes": 3, "decks": 1, "columns": 7}}`,
		"invalid rules":    change(`"draw":1`, `"draw":25`),
		"other rules":      change(`"empty_column":"kings"`, `"empty_column":"any"`),
		"a second pack":    change(`"decks":1,"columns":7`, `"decks":2,"columns":9`),
		"a key twice":      change(`"pass":1`, `"pass":1,"version":1`),
		"an unknown card":  change(`"down":[]`, `"down":["?"]`),
		"a pass too late":  strings.Replace(change(`"pass":1`, `"pass":2`), `"unlimited"`, "1", 1),
		"a duplicate card": change(`"waste":[]`, `"waste":["KS"]`),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read(bytes.NewReader(certify(t, []byte(header), make([]byte, 3))))
			var e *FormatError
			require.ErrorAs(t, err, &e)
			require.Equal(t, "header", e.Part)
		})
	}
	for _, h := range []Header{
		{},
		{Rules: rules},
		{Rules: rules, Start: &klondike.Table{}},
		{Rules: klondike.Rules{Draw: 1, Decks: 2, Columns: 9}, Start: dealt(t, "native:1", klondike.Rules{Draw: 1, Decks: 2, Columns: 9})},
		{Rules: rules, Start: dealt(t, "native:1", rules), Program: strings.Repeat("long", maxHeader)},
	} {
		_, err := NewWriter(io.Discard, h)
		require.Error(t, err)
	}
	_, err = NewWriter(io.Discard, Header{Rules: klondike.Rules{Draw: 1, EmptyColumn: klondike.AnyCard, Decks: 1, Columns: 7}})
	require.ErrorIs(t, err, ErrRules)
}
