package seeds

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"klondike/klondike"
)

// Info describes a generator to a person choosing one.
type Info struct {
	Name    string // as written before the colon
	Doc     string // whose numbers these are
	Range   string // the numbers it accepts, both ends included, such as "1..2147483646"
	Example string // a seed that parses
	Decks   int    // the largest number of decks it deals
	Ranges  bool   // numbers fit 64 bits, so ParseRange takes "NAME:A..B"
}

// generator is one program's way of dealing. Exactly one of shuffle and long is
// set: shuffle for numbers that fit 64 bits, long for the others.
type generator struct {
	name, doc, example string

	min, max uint64
	shuffle  func(deal klondike.Deal, number uint64) // fills all cards of deal
	decks    int

	limit *big.Int // numbers are below it
	long  func(deal klondike.Deal, number *big.Int)
}

var generators = []*generator{
	{
		name: "klondike-solver", example: "klondike-solver:41",
		doc: "game numbers of ShootMe's Klondike-Solver and of KSolve's \"Game: n\"",
		max: math.MaxInt32, shuffle: shuffleKlondikeSolver, decks: 1,
	},
	{
		name: "solvitaire", example: "solvitaire:41",
		doc: "random seeds of Solvitaire",
		max: math.MaxUint32, shuffle: shuffleSolvitaire, decks: 1,
	},
	{
		name: "greenfelt", example: "greenfelt:41",
		doc: "game numbers of greenfelt.net",
		min: 1, max: lehmerModulus - 1, shuffle: shuffleGreenfelt, decks: 1,
	},
	{
		name: "ksolve-ran", example: "ksolve-ran:41",
		doc: "deals of KSolve's ran, its \"Ran: n\"",
		max: math.MaxUint32, shuffle: shuffleKSolveRan, decks: 1,
	},
	{
		name: "microsoft", example: "microsoft:37529377358585594134454298882350599254635682470701937210952436445911",
		doc:   "deal numbers in the log of Microsoft Solitaire Collection, one for each order of the pack",
		limit: factorial52, long: unrankMicrosoft, decks: 1,
	},
	{
		name: "native", example: "native:41",
		doc: "this project's own shuffle, for one deck or two",
		max: math.MaxUint64, shuffle: shuffleNative, decks: 2,
	},
}

func (g *generator) numberRange() string {
	if g.long != nil {
		return "0..52!-1 (" + new(big.Int).Sub(g.limit, big.NewInt(1)).String() + ")"
	}
	return strconv.FormatUint(g.min, 10) + ".." + strconv.FormatUint(g.max, 10)
}

// Generators lists every generator, in the order in which help texts show them.
func Generators() []Info {
	infos := make([]Info, len(generators))
	for i, g := range generators {
		infos[i] = Info{Name: g.name, Doc: g.doc, Range: g.numberRange(), Example: g.example, Decks: g.decks, Ranges: g.long == nil}
	}
	return infos
}

// Seed names one deal of one generator. The zero Seed names none; equal seeds
// compare equal with ==.
type Seed struct {
	generator *generator
	number    uint64
	digits    string // the number without leading zeros, when the generator's numbers exceed 64 bits
}

// Parse reads "generator:number", such as "greenfelt:41". Case and surrounding
// white space do not matter. Every failure is an *[Error].
func Parse(text string) (Seed, error) {
	g, number, err := split(text)
	if err != nil {
		return Seed{}, err
	}
	return g.parse(text, number)
}

// New returns the seed of a generator whose numbers fit 64 bits. Use [Parse] for
// the longer ones. Every failure is an *[Error].
func New(generator string, number uint64) (Seed, error) {
	return Parse(generator + ":" + strconv.FormatUint(number, 10))
}

// Deal returns the one-deck deal of a generator and a number, as [New] followed
// by [Seed.Deal].
func Deal(generator string, number uint64) (klondike.Deal, error) {
	seed, err := New(generator, number)
	if err != nil {
		return nil, err
	}
	return seed.Deal()
}

func split(text string) (g *generator, number string, err error) {
	name, number, found := strings.Cut(text, ":")
	name = strings.ToLower(strings.TrimSpace(name))
	for _, candidate := range generators {
		if candidate.name != name {
			continue
		}
		if !found {
			return nil, "", candidate.fail(text, "has no number")
		}
		return candidate, strings.TrimSpace(number), nil
	}
	return nil, "", &Error{Text: text, Problem: "names no known generator"}
}

func (g *generator) parse(text, number string) (Seed, error) {
	if number == "" || strings.Trim(number, "0123456789") != "" {
		return Seed{}, g.fail(text, "has no whole number after the colon")
	}
	if g.long != nil {
		// A text of any length must stay cheap to refuse: no number in range has more digits than the limit.
		digits := strings.TrimLeft(number, "0")
		if digits == "" {
			digits = "0"
		}
		if len(digits) > len(g.limit.String()) || bigNumber(digits).Cmp(g.limit) >= 0 {
			return Seed{}, g.fail(text, "is out of range")
		}
		return Seed{generator: g, digits: digits}, nil
	}
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil || n < g.min || n > g.max {
		return Seed{}, g.fail(text, "is out of range")
	}
	return Seed{generator: g, number: n}, nil
}

func bigNumber(digits string) *big.Int {
	n, _ := new(big.Int).SetString(digits, 10) // digits were checked by parse
	return n
}

// Generator returns the generator's name.
func (s Seed) Generator() string {
	if s.generator == nil {
		return ""
	}
	return s.generator.name
}

// Number returns the number in decimal.
func (s Seed) Number() string {
	if s.digits != "" {
		return s.digits
	}
	return strconv.FormatUint(s.number, 10)
}

// String returns the seed as [Parse] reads it.
func (s Seed) String() string { return s.Generator() + ":" + s.Number() }

// Deal returns the seed's one-deck deal, 52 cards.
func (s Seed) Deal() (klondike.Deal, error) { return s.DealDecks(1) }

// DealDecks returns the seed's deal of the given number of decks, 52 cards each.
// Asking for more decks than the generator deals ([Info.Decks]) is an *[Error].
func (s Seed) DealDecks(decks int) (klondike.Deal, error) {
	g := s.generator
	if g == nil {
		return nil, &Error{Text: s.String(), Problem: "names no known generator"}
	}
	if decks < 1 || decks > g.decks {
		return nil, g.fail(s.String(), "cannot be dealt with "+strconv.Itoa(decks)+" decks (it deals at most "+strconv.Itoa(g.decks)+")")
	}
	deal := make(klondike.Deal, 52*decks)
	if g.long != nil {
		g.long(deal, bigNumber(s.digits))
	} else {
		g.shuffle(deal, s.number)
	}
	return deal, nil
}
