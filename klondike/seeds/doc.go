// Package seeds turns a numbered game of a known program into its deal, bit for
// bit: "klondike-solver:41" is the same 52 cards here as there. A number means
// nothing without its generator, so the two always travel together as a [Seed].
//
// Every deal is in the order of [klondike.Deal]: the tableau row by row, then
// the stock in the order in which it is drawn. Each program builds its pack,
// shuffles and lays out in its own way; its file here says how, and the golden
// vectors in testdata/decks.csv hold it to that.
//
// The generator native belongs to this project. Its definition (native.go) will
// never change: a better shuffle would get another name.
package seeds
