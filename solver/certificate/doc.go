// Package certificate writes, reads and checks proofs that a Klondike position
// cannot be won.
package certificate
