package certificate

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzRead reads anything as a file: what is refused has an error of the
// documented kinds.
func FuzzRead(f *testing.F) {
	for _, c := range realProofs(f)[:2] {
		f.Add(written(f, c.Header(), listOf(c)[:3]...))
	}
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, file []byte) {
		if _, err := Read(bytes.NewReader(file)); err != nil && !errors.Is(err, ErrNotCertificate) {
			require.ErrorAs(t, err, new(*FormatError))
		}
	})
}

// FuzzParts reads files whose checksum is right, whatever is in them: a certificate
// that is read can be checked and written, and reads back the same.
func FuzzParts(f *testing.F) {
	for _, c := range realProofs(f) {
		header, err := c.Header().marshal()
		require.NoError(f, err)
		few := setOfEntries(listOf(c)[:2]...)
		f.Add(header, few.list())
	}
	f.Fuzz(func(t *testing.T, header, list []byte) {
		if len(header) > maxHeader {
			return
		}
		c, err := Read(bytes.NewReader(certify(t, header, list)))
		if err != nil {
			require.ErrorAs(t, err, new(*FormatError))
			return
		}
		if err := c.Check(t.Context(), Options{Threads: 1}); err != nil {
			require.ErrorAs(t, err, new(*Rejected))
		}
		again, err := Read(bytes.NewReader(written(t, c.Header(), listOf(c)...)))
		require.NoError(t, err)
		require.Equal(t, listOf(c), listOf(again))
		require.True(t, c.Header().Start.Equal(again.Header().Start))
	})
}
