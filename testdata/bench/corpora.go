// Package corpora holds the benchmark corpora, so that every binary carries them.
// Package bench reads them, says what their columns mean, and makes them anew.
package corpora

import "embed"

// Files has one file NAME.csv for each suite.
//
//go:embed *.csv
var Files embed.FS
