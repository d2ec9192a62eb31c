package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDealsFrom walks to the end of a generator, and on through numbers of more
// than 64 bits.
func TestDealsFrom(t *testing.T) {
	for text, want := range map[string][]string{
		"greenfelt:2147483645":        {"greenfelt:2147483645", "greenfelt:2147483646"},
		"native:18446744073709551615": {"native:18446744073709551615"},
		"solvitaire:7..8":             {"solvitaire:7", "solvitaire:8"},
		"microsoft:80658175170943878571660636856403766975289505440883277823999999999998": {
			"microsoft:80658175170943878571660636856403766975289505440883277823999999999998",
			"microsoft:80658175170943878571660636856403766975289505440883277823999999999999",
		},
	} {
		deals, err := dealsFrom(text)
		require.NoError(t, err)
		var got []string
		for seed := range deals {
			got = append(got, seed.String())
		}
		assert.Equal(t, want, got)
	}

	deals, err := dealsFrom("microsoft:18446744073709551615")
	require.NoError(t, err)
	var got []string
	for seed := range deals {
		if got = append(got, seed.Number()); len(got) == 2 {
			break
		}
	}
	assert.Equal(t, []string{"18446744073709551615", "18446744073709551616"}, slices.Clip(got))
}

// TestNextIsWinnable has solve and replay check what next finds.
func TestNextIsWinnable(t *testing.T) {
	seed, _, status := shell(t, "klondike next native:1 --rules vegas3 --quiet")
	require.Zero(t, status)
	stdout, _, status := shell(t, "klondike solve --rules vegas3 --quiet --seed "+seed)
	assert.Zero(t, status)
	assert.NotEmpty(t, stdout)
}
