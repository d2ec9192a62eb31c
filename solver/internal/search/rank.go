package search

import "klondike/solver/internal/pack"

// ranking weighs what is known of a kid before it is searched; kids with larger
// sums come first. Nothing but the order of the search depends on it. The weights
// were found by random search over klondike-solver deals, so there is no reason in
// any one of them; together the rankings are meant to differ. The empty one is the
// order of generation: cards of low rank first.
type ranking struct {
	down    int32 // cards below the locked tops
	talon   int32 // cards in the talon
	up      int32 // most cards on the foundations in the plateau
	leave   int32 // locked tops that can leave
	play    int32 // talon cards that can be played without another being played
	locked  int32 // locked tops
	offset  int32 // cards in the waste
	members int32 // positions in the plateau
	redeals int32 // redeals left
	reach   int32 // cards that can go up while the face-down cards stay
	covers  int32 // locked tops with cards below
}

// rank returns a kid's place in a ranking. playable are the talon cards that can be
// played next.
func (e *explorer) rank(r *ranking, p *pack.Position, t turn, playable pack.Mask, lo int) int32 {
	if *r == (ranking{}) {
		return 0
	}
	var tops, cards pack.Mask
	most := 0
	for i := lo; i < len(e.members); i++ {
		m := &e.members[i]
		tops |= m.homes | m.ready&m.slots
		cards |= m.homes | m.ready
		most = max(most, m.found.Len())
	}
	return r.down*int32(p.Down.Len()) + r.talon*int32(p.Talon.Len()) + r.up*int32(most) +
		r.leave*int32((tops&p.Locked).Len()) + r.play*int32((cards&playable).Len()) +
		r.locked*int32(p.Locked.Len()) + r.offset*int32(t.offset) + r.members*int32(len(e.members)-lo) +
		r.redeals*int32(t.redeals) + r.reach*int32(pack.Reach(p.Down)) + r.covers*int32((p.Locked&^e.deal.Base).Len())
}

// Rankings of the searches, in the order in which attempts use them.
var (
	openRankings = []ranking{
		{},
		{up: 2, locked: 17, covers: 12},
	}
	endlessRankings = []ranking{
		{down: 10, talon: -3, up: -10, leave: -3, play: -11, offset: -9, members: -1},
		{down: 10, talon: 6, up: -2, leave: -5, play: -9, locked: -8, offset: 1, members: 3, reach: 9, covers: 16},
		{up: 10, leave: 3, play: 3},
		{down: 9, talon: -8, up: 3, leave: -5, play: -10, locked: -5, offset: 4, members: 3},
	}
	limitedOneRankings = []ranking{ // draw 1
		{down: 10, talon: -15, up: 4, leave: 5, play: -9, locked: -14, offset: -17, members: -5, redeals: 34},
		{down: 11, talon: -6, up: -6, leave: 3, play: -9, locked: 3, offset: -13, members: -3, redeals: 32},
		{up: 10, leave: 3, play: 3, offset: -3, redeals: 30},
	}
	limitedRankings = []ranking{
		{down: 6, talon: 12, up: 4, leave: 13, play: -10, locked: -10, offset: -19, members: -4, redeals: 34, reach: 5, covers: 7},
		{down: 11, talon: -4, up: -11, leave: 2, play: -1, locked: -8, offset: -4, members: -30, redeals: 50, reach: -1, covers: -3},
		{down: -4, talon: -15, up: 6, play: 3, locked: -11, offset: -1, members: 3, redeals: 36, reach: 3},
	}
)

// attempts bounds the attempts of a search. How soon a win is found varies by orders
// of magnitude with the ranking, from deal to deal. So attempts with different
// rankings take turns, each with a larger quota than the one before. What one
// proves dead the next one knows, so that a lost position costs hardly more
// than in one go.
type attempts struct {
	rankings   []ranking
	first      int   // the ranking to begin with
	firstQuota int64 // plateaus that the first attempt may expand
	ranking    *ranking
	quota      int64 // plateaus until the attempt pauses
	paused     bool
}

// firstQuota is how many plateaus a first attempt may expand; each later one may
// expand half as many again.
const firstQuota = 200

// untilDecided runs attempts until one ends by itself.
func (a *attempts) untilDecided(attempt func() bool) bool {
	for quota, i := a.firstQuota, a.first; ; quota, i = quota+quota/2+1, i+1 {
		a.quota, a.paused, a.ranking = quota, false, &a.rankings[i%len(a.rankings)]
		if won := attempt(); won || !a.paused {
			return won
		}
	}
}

// spend counts a plateau against the quota; false means that the attempt pauses.
func (a *attempts) spend() bool {
	if a.quota == 0 {
		a.paused = true
		return false
	}
	a.quota--
	return true
}
