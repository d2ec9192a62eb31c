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
	// Knot is the chance, 0..1, that the face-up card put on face-down ones is
	// chosen to wait for them: a lower card of its suit and the cards it could be
	// moved to lie face down. The more of it, the more positions are dead.
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

	// 2. The talon's share, any cards.
	talon := 0
	for range cards {
		if rng.Float64() < o.Talon && talon < dealt {
			talon++
		}
	}
	pile := slices.Clone(cards[:talon])
	cards = cards[talon:]

	// 3. Face-down cards, evenly or in a few deep columns, and the face-up card
	// that lies on them.
	cards = bury(rng, t, cards, o.Knot)

	// 4. The rest, high cards first: on runs where they fit, at the base of
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

	// 5. Stock and waste, split anywhere.
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

// bury deals face-down cards to the columns, never more than a deal would, puts
// a face-up card on each column that got any, and returns the cards left.
func bury(rng *rand.Rand, t *klondike.Table, cards []klondike.Card, knot float64) []klondike.Card {
	columns := rng.Perm(len(t.Columns))
	deep := rng.IntN(2) == 0
	for want := rng.IntN(len(cards) + 1); want > 0 && len(cards) > 1; want-- {
		if !deep {
			rng.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
		}
		at := slices.IndexFunc(columns, func(i int) bool { return t.Columns[i].Down < i })
		if at < 0 {
			break
		}
		col := &t.Columns[columns[at]]
		cost := 1
		if col.Down == 0 {
			cost = 2 // it needs a face-up card as well
		}
		if reserved(t)+cost > len(cards) {
			break
		}
		col.Cards = append(col.Cards, cards[len(cards)-1])
		col.Down++
		cards = cards[:len(cards)-1]
	}
	for i := range t.Columns {
		col := &t.Columns[i]
		if col.Down > 0 {
			pick := len(cards) - 1
			if rng.Float64() < knot {
				pick = mostTied(t, col.Cards, cards)
			}
			col.Cards = append(col.Cards, cards[pick])
			cards = slices.Delete(cards, pick, pick+1)
		}
	}
	return cards
}

// reserved counts the columns that have face-down cards and wait for a face-up
// one.
func reserved(t *klondike.Table) int {
	n := 0
	for _, col := range t.Columns {
		if col.Down > 0 {
			n++
		}
	}
	return n
}

// mostTied returns the index of the card that has most to wait for if it lies
// on below.
func mostTied(t *klondike.Table, below, cards []klondike.Card) int {
	best, most := 0, -1
	for i, c := range cards {
		ties := 0
		for _, b := range below {
			if b.Suit() == c.Suit() && b.Rank() < c.Rank() {
				ties += 2
				break
			}
		}
		for _, col := range t.Columns {
			for _, down := range col.Cards[:col.Down] {
				if down.Rank() == c.Rank()+1 && down.Red() != c.Red() {
					ties++
				}
			}
		}
		if ties > most {
			best, most = i, ties
		}
	}
	return best
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
