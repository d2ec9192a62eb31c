package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSize(t *testing.T) {
	for text, want := range map[string]size{
		"1":       1,
		"4096B":   4096,
		"512MB":   512_000_000,
		"512 mb":  512_000_000,
		"1GiB":    1 << 30,
		"1.5kib":  1536,
		"2TB":     2_000_000_000_000,
		"0.25TiB": 1 << 38,
	} {
		var got size
		require.NoError(t, got.Set(text), text)
		assert.Equal(t, want, got, text)

		var again size
		require.NoError(t, again.Set(got.String()), text)
		assert.Equal(t, got, again, text)
	}
	for _, text := range []string{"", "MB", "0", "-1GiB", "1G", "1e300", "9999999TiB", "NaN", "Inf", "1GiB2"} {
		got := size(7)
		require.Error(t, got.Set(text), text)
		assert.Equal(t, size(7), got, text)
	}
}
