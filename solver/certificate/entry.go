package certificate

import (
	"fmt"
	"math/bits"

	"klondike/klondike"
)

// Kind says in which game an entry's position is lost.
type Kind uint8

// The kinds of entries.
const (
	Open    Kind = iota // lost with an open talon: every card of it may be played at any time
	Endless             // lost with unlimited passes
	Limited             // lost with a number of redeals left
)

var kindNames = [...]string{"open", "endless", "limited"}

// String returns "open", "endless" or "limited".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// Entry is a position that the certificate claims to be lost: the foundations,
// the locked stacks and the talon (THEORY.md, section 1), and for kinds other
// than Open the turn of the stock. How the unlocked cards lie is left open.
type Entry struct {
	Kind  Kind
	Found [4]uint8 // the heights of the foundations, by klondike.Suit

	// Locked is how many cards of each column's locked stack are still there: the
	// face-down cards and the locked top. A king at the base of a column is not
	// counted, neither face down nor face up.
	Locked [7]uint8

	// Talon has bit i set while the i-th talon card is still in stock or waste. Talon
	// cards count in the order of the deal: the start's waste from the bottom, then
	// its stock in drawing order.
	Talon uint32

	Offset  uint8 // cards in the waste; 0 for Open
	Redeals uint8 // redeals left, for Limited; else 0
}

// Header says what a certificate is about.
type Header struct {
	Rules   klondike.Rules
	Start   *klondike.Table // the position that is proven lost
	Program string          // the version of the program that wrote the certificate
}

// MaxEntries is the most entries a certificate can hold. It bounds the memory that
// a hostile file can claim, at 8 to 16 bytes an entry.
const MaxEntries = 1 << 26

// A key packs what an entry and a position have in common into one word that
// orders them by locked stacks, then foundations, then talon:
//
//	bits 40..60  seven locked heights of 3 bits, column 0 lowest
//	bits 24..39  four foundation heights of 4 bits, clubs lowest
//	bits 0..23   the talon cards that are left
//
// It is the position, not a hash of it.
type key uint64

const (
	talonBits  = 24
	foundShift = talonBits
	foundBits  = 16
	placeShift = foundShift // key>>placeShift is locked stacks and foundations
	foundMask  = key(1<<foundBits-1) << foundShift
	lockShift  = foundShift + foundBits
	keyBits    = lockShift + 3*7
)

func (k key) talon() uint32          { return uint32(k & (1<<talonBits - 1)) }
func (k key) talonCards() int        { return bits.OnesCount32(k.talon()) }
func (k key) foundations() uint16    { return uint16(k >> foundShift) }
func (k key) found(suit int) int     { return int(k>>(foundShift+4*suit)) & 15 }
func (k key) locked(column int) int  { return int(k>>(lockShift+3*column)) & 7 }
func (k key) stacks() uint32         { return uint32(k >> lockShift) }
func (k key) raise(suit, by int) key { return k + key(by)<<(foundShift+4*suit) }
func (k key) lower(suit int) key     { return k - 1<<(foundShift+4*suit) }
func (k key) unlock(column int) key  { return k - 1<<(lockShift+3*column) }
func (k key) draw(talon uint32) key  { return k &^ key(talon) }

// turn is the turn of the stock: the redeals left in the high byte, the cards in
// the waste in the low one.
type turn uint16

func newTurn(offset, redeals int) turn { return turn(redeals<<8 | offset) }
func (t turn) offset() int             { return int(t & 0xff) }
func (t turn) redeals() int            { return int(t >> 8) }

// key packs the entry, whose fields must be in range.
func (e Entry) key() key {
	k := key(e.Talon)
	for suit, height := range e.Found {
		k |= key(height) << (foundShift + 4*suit)
	}
	for column, height := range e.Locked {
		k |= key(height) << (lockShift + 3*column)
	}
	return k
}

func (e Entry) turn() turn { return newTurn(int(e.Offset), int(e.Redeals)) }

// position is a position as the lemmas see it.
type position struct {
	key  key
	kind Kind
	turn turn // of kinds other than Open
}

// entry is the inverse of Entry.key and Entry.turn.
func (p position) entry() Entry {
	e := Entry{Kind: p.kind, Talon: p.key.talon(), Offset: uint8(p.turn.offset()), Redeals: uint8(p.turn.redeals())}
	for suit := range e.Found {
		e.Found[suit] = uint8(p.key.found(suit))
	}
	for column := range e.Locked {
		e.Locked[column] = uint8(p.key.locked(column))
	}
	return e
}

// String writes the entry for messages.
func (e Entry) String() string {
	text := fmt.Sprintf("%v, foundations %v, locked %v, talon %#x", e.Kind, e.Found, e.Locked, e.Talon)
	if e.Kind != Open {
		text += fmt.Sprintf(", offset %d", e.Offset)
	}
	if e.Kind == Limited {
		text += fmt.Sprintf(", redeals %d", e.Redeals)
	}
	return text
}
