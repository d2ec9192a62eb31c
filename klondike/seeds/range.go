package seeds

import (
	"iter"
	"math"
	"strconv"
	"strings"
)

// Range is a run of consecutive numbers of one generator, never empty. It is a
// plain value: shards and workers index into it with [Range.At].
type Range struct {
	generator   *generator
	first, last uint64
}

// ParseRange reads "generator:A..B", both ends included, or "generator:N" for
// one deal. Only generators whose numbers fit 64 bits have ranges ([Info.Ranges]).
// Every failure is an *[Error].
func ParseRange(text string) (Range, error) {
	g, numbers, err := split(text)
	if err != nil {
		return Range{}, err
	}
	if g.long != nil {
		return Range{}, g.fail(text, "asks for a range, and this generator deals single numbers only")
	}
	from, to, found := strings.Cut(numbers, "..")
	if !found {
		to = from
	}
	first, err := g.parse(text, strings.TrimSpace(from))
	if err != nil {
		return Range{}, err
	}
	last, err := g.parse(text, strings.TrimSpace(to))
	if err != nil {
		return Range{}, err
	}
	if first.number > last.number {
		return Range{}, g.fail(text, "ends before it starts")
	}
	if last.number-first.number == math.MaxUint64 {
		return Range{}, g.fail(text, "has more deals than can be counted in 64 bits")
	}
	return Range{g, first.number, last.number}, nil
}

// Generator returns the generator's name.
func (r Range) Generator() string { return r.generator.name }

// First returns the first number.
func (r Range) First() uint64 { return r.first }

// Last returns the last number, which belongs to the range.
func (r Range) Last() uint64 { return r.last }

// Len returns how many deals the range holds.
func (r Range) Len() uint64 { return r.last - r.first + 1 }

// At returns seed number i of the range, counted from zero. It panics unless
// i < Len().
func (r Range) At(i uint64) Seed {
	if i >= r.Len() {
		panic("seeds: index " + strconv.FormatUint(i, 10) + " outside " + r.String())
	}
	return Seed{generator: r.generator, number: r.first + i}
}

// All yields every seed of the range in rising order.
func (r Range) All() iter.Seq[Seed] {
	return func(yield func(Seed) bool) {
		for i := range r.Len() {
			if !yield(r.At(i)) {
				return
			}
		}
	}
}

// String returns the range as [ParseRange] reads it.
func (r Range) String() string {
	return r.generator.name + ":" + strconv.FormatUint(r.first, 10) + ".." + strconv.FormatUint(r.last, 10)
}
