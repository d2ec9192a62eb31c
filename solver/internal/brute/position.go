package brute

import (
	"math/rand/v2"
	"slices"

	"klondike/klondike"
)

// Options tells RandomPosition what to make.
type Options struct {
	// MinCards and MaxCards bound the number of cards that are not on the
	// foundations, 1..52. The number is drawn evenly.
	MinCards, MaxCards int
	// Talon is the share of these that goes to stock and waste, 0..1; at most 24
	// cards do. A card that fits nowhere in the tableau goes there too.
	Talon float64
	// Knot is the chance, 0..1, of a knot: a column whose face-up card lies on a
	// lower one of its suit and on one or both cards that it could be moved to;
	// and, after one knot, of another. Some knots can be undone and some can not,
	// so the more of them, the more positions are dead.
	Knot float64
	// Passes is the pass limit; the position is in one of these passes. 0 is no
	// limit, and the first pass.
	Passes int
}

// dealt is the number of cards in the stock of a fresh deal.
const dealt = 24

// RandomPosition makes a valid table of the standard family: foundations of
// random, uneven height, the cards that are left at random in face-down cards,
// face-up runs, stock and waste. It need not be reachable from a deal.
func RandomPosition(rng *rand.Rand, o Options) *klondike.Table {
	for {
		if t := tryPosition(rng, o); t != nil {
			return t
		}
	}
}

// tryPosition returns nil if some card could not be placed.
func tryPosition(rng *rand.Rand, o Options) *klondike.Table {
	t := &klondike.Table{Columns: make([]klondike.Column, 7), Pass: 1}
	if o.Passes > 0 {
		t.Pass = 1 + rng.IntN(o.Passes)
	}

	// 1. Foundations, and the cards that are left.
	cards := takeCards(rng, t, o.MinCards+rng.IntN(o.MaxCards-o.MinCards+1))

	// 2. Knots.
	for rng.Float64() < o.Knot {
		cards = knot(rng, t, cards)
	}

	// 3. The talon's share, any cards.
	talon := 0
	for range cards {
		if rng.Float64() < o.Talon && talon < dealt {
			talon++
		}
	}
	pile := slices.Clone(cards[:talon])
	cards = cards[talon:]

	// 4. Face-down cards, evenly or in a few deep columns, and the face-up cards
	// that lie on them.
	cards = bury(rng, t, cards)

	// 5. The rest, high cards first: on runs where they fit, at the base of
	// columns where kings belong and other cards may have been left.
	slices.SortFunc(cards, func(a, b klondike.Card) int { return int(b.Rank()) - int(a.Rank()) })
	for _, c := range cards {
		switch {
		case extend(rng, t, c), found(rng, t, c), slide(rng, t, c):
		case len(pile) < dealt:
			pile = append(pile, c)
		default:
			return nil
		}
	}

	// 6. Stock and waste, split anywhere.
	rng.Shuffle(len(pile), func(i, j int) { pile[i], pile[j] = pile[j], pile[i] })
	turned := rng.IntN(len(pile) + 1)
	t.Waste = slices.Clone(pile[:turned])
	t.Stock = slices.Clone(pile[turned:])
	return t
}

// takeCards leaves n cards off the foundations of t and returns them shuffled.
// Each suit gets a weight first, so that the heights differ a lot.
func takeCards(rng *rand.Rand, t *klondike.Table, n int) []klondike.Card {
	var weight [4]float64
	for suit := range weight {
		weight[suit] = 0.1 + rng.ExpFloat64()
		t.Foundations[suit] = uint8(klondike.King)
	}
	var cards []klondike.Card
	for len(cards) < n {
		suit := pickWeighted(rng, weight)
		cards = append(cards, klondike.NewCard(klondike.Rank(t.Foundations[suit]), klondike.Suit(suit)))
		if t.Foundations[suit]--; t.Foundations[suit] == 0 {
			weight[suit] = 0
		}
	}
	rng.Shuffle(n, func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return cards
}

func pickWeighted(rng *rand.Rand, weight [4]float64) int {
	at := rng.Float64() * (weight[0] + weight[1] + weight[2] + weight[3])
	for i, w := range weight[:3] {
		if at < w {
			return i
		}
		at -= w
	}
	return 3
}

// knot ties one knot in an empty column, if the cards and the columns permit,
// and returns the cards left.
func knot(rng *rand.Rand, t *klondike.Table, cards []klondike.Card) []klondike.Card {
	for _, top := range cards {
		var lower, parents []klondike.Card
		for _, c := range cards {
			switch {
			case c.Suit() == top.Suit() && c.Rank() < top.Rank():
				lower = append(lower, c)
			case c.Rank() == top.Rank()+1 && c.Red() != top.Red():
				parents = append(parents, c)
			}
		}
		if len(lower) == 0 || len(parents) == 0 {
			continue
		}
		if len(parents) == 2 && rng.IntN(3) == 0 {
			parents = parents[:1]
		}
		down := append(parents, lower[rng.IntN(len(lower))])
		rng.Shuffle(len(down), func(i, j int) { down[i], down[j] = down[j], down[i] })
		for _, i := range rng.Perm(len(t.Columns)) {
			if col := &t.Columns[i]; i >= len(down) && len(col.Cards) == 0 {
				col.Cards, col.Down = append(down, top), len(down)
				return slices.DeleteFunc(cards, func(c klondike.Card) bool { return slices.Contains(col.Cards, c) })
			}
		}
	}
	return cards
}

// bury deals face-down cards to the columns, never more than a deal would, puts
// a face-up card on each column that has none, and returns the cards left.
func bury(rng *rand.Rand, t *klondike.Table, cards []klondike.Card) []klondike.Card {
	columns := rng.Perm(len(t.Columns))
	deep := rng.IntN(2) == 0
	bare := 0 // columns that have face-down cards only
	for range rng.IntN(len(cards) + 1) {
		if !deep {
			rng.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
		}
		at := slices.IndexFunc(columns, func(i int) bool { return t.Columns[i].Down < i })
		if at < 0 {
			break
		}
		col := &t.Columns[columns[at]]
		if len(col.Cards) == 0 {
			bare++
		}
		if bare >= len(cards) {
			break // the face-up cards could run out
		}
		col.Cards = slices.Insert(col.Cards, rng.IntN(col.Down+1), cards[len(cards)-1])
		col.Down++
		cards = cards[:len(cards)-1]
	}
	for i := range t.Columns {
		if col := &t.Columns[i]; col.Down > 0 && col.Down == len(col.Cards) {
			col.Cards = append(col.Cards, cards[len(cards)-1])
			cards = cards[:len(cards)-1]
		}
	}
	return cards
}

// extend puts c on a run that it continues.
func extend(rng *rand.Rand, t *klondike.Table, c klondike.Card) bool {
	return placeOn(rng, t, func(col klondike.Column) bool {
		if len(col.Cards) == 0 {
			return false
		}
		top := col.Cards[len(col.Cards)-1]
		return top.Rank() == c.Rank()+1 && top.Red() != c.Red()
	}, c)
}

// found puts c at the base of an empty column: always if it is a king, else
// mostly, since a column keeps such a base when its last face-down card is
// turned up.
func found(rng *rand.Rand, t *klondike.Table, c klondike.Card) bool {
	if c.Rank() != klondike.King && rng.IntN(4) == 0 {
		return false
	}
	return placeOn(rng, t, func(col klondike.Column) bool { return len(col.Cards) == 0 }, c)
}

func placeOn(rng *rand.Rand, t *klondike.Table, fits func(klondike.Column) bool, c klondike.Card) bool {
	for _, i := range rng.Perm(len(t.Columns)) {
		if col := &t.Columns[i]; fits(*col) {
			col.Cards = append(col.Cards, c)
			return true
		}
	}
	return false
}

// slide puts c face down into a column that has room for another such card.
func slide(rng *rand.Rand, t *klondike.Table, c klondike.Card) bool {
	for _, i := range rng.Perm(len(t.Columns)) {
		if col := &t.Columns[i]; len(col.Cards) > 0 && col.Down < i {
			col.Cards = slices.Insert(col.Cards, rng.IntN(col.Down+1), c)
			col.Down++
			return true
		}
	}
	return false
}

// Mixed returns random options that together cover what a test wants to see:
// mostly small positions and some of up to 34 cards, few and many cards in the
// talon, none or several knots. Passes is left to the caller.
func Mixed(rng *rand.Rand) Options {
	o := Options{Talon: rng.Float64() * rng.Float64(), Knot: 0.85 * rng.Float64()}
	switch rng.IntN(10) {
	default:
		o.MinCards, o.MaxCards = 8, 14
	case 6, 7, 8:
		o.MinCards, o.MaxCards = 12, 24
	case 9: // nearly everything in the talon, up to all its 24 cards
		o.MinCards, o.MaxCards = 20, 34
		o.Talon = 0.8 + 0.2*o.Talon
		o.Knot = max(o.Knot, 0.7)
	}
	return o
}
