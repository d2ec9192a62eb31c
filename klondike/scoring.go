package klondike

import (
	"strconv"
	"strings"
	"time"
)

// Floor says which losses stop at a score of zero.
type Floor uint8

// Where the score stops falling.
const (
	NoFloor      Floor = iota // nowhere; Vegas counts money, and debts are real
	EveryMove                 // every loss, the passing of time included, stops at zero
	RecyclesOnly              // only the loss for recycling stops at zero
)

var floorNames = names{"none", "every-move", "recycles-only"}

// String returns the setting's name: none, every-move or recycles-only.
func (f Floor) String() string { return floorNames.text(uint8(f)) }

// MarshalText returns the setting's name, or a *SettingError.
func (f Floor) MarshalText() ([]byte, error) { return floorNames.marshal("floor", uint8(f)) }

// UnmarshalText reads the setting's name in any case, or returns a *SettingError.
func (f *Floor) UnmarshalText(text []byte) error {
	v, err := floorNames.parse("floor", text)
	if err == nil {
		*f = Floor(v)
	}
	return err
}

// Scoring says what each move is worth, in points or, for Vegas, in dollars.
// The zero value scores nothing. Scorings compare with ==. Change single fields
// of a preset for the variants named below.
type Scoring struct {
	// Deck is paid once a deck before the first move: -52 in Vegas, a dollar a
	// card.
	Deck int `json:"deck"`
	// CreditStart counts the cards that are on the foundations when a game is
	// taken up in the middle as if they had been played: ToFoundation each.
	// Vegas does so, since its result depends on the last table only; the points
	// of the standard scoring depend on moves that nobody saw.
	CreditStart bool `json:"credit_start"`

	WasteToTableau int `json:"waste_to_tableau"`
	// ToFoundation is for each card played to a foundation, from the waste and
	// from the tableau alike.
	ToFoundation int `json:"to_foundation"`
	// FromFoundation is for each card taken back from a foundation; negative.
	FromFoundation int `json:"from_foundation"`
	// TurnUp is for each tableau card turned up.
	TurnUp int `json:"turn_up"`

	// RecycleDraw1 and RecycleDrawMore are for turning the waste over when one
	// card, or more than one, is drawn at a time; negative. Rule books differ:
	// the standard preset charges both; lists that name a cost only "when playing
	// by ones" set RecycleDrawMore to 0.
	RecycleDraw1    int `json:"recycle_draw_1"`
	RecycleDrawMore int `json:"recycle_draw_more"`
	// FreePasses is how many passes begin without that cost. The standard preset
	// has 1: the first recycling costs already. Whoever lets players of draw 3
	// see their cards a few times first sets a higher number.
	FreePasses int `json:"free_passes"`
	// Floor is EveryMove in the standard preset (the score is never seen below
	// zero, as computer versions play it). RecyclesOnly is for score lists that
	// mention a minimum of zero at the recycling alone.
	Floor Floor `json:"floor"`

	// TimePenalty is for each full TimeStep of playing time; negative.
	TimePenalty int           `json:"time_penalty"`
	TimeStep    time.Duration `json:"time_step"`
	// Bonus divided by the seconds of playing time, rounded down, is for a win
	// that took BonusFrom or longer. Quicker wins get nothing: it keeps replays
	// of known games off the score lists. Who reads the usual text as "more than
	// 30 seconds" sets BonusFrom to 31 s.
	Bonus     int           `json:"bonus"`
	BonusFrom time.Duration `json:"bonus_from"`
}

// Standard is the scoring of the computer versions, untimed: 5 from the waste to
// the tableau, 10 to a foundation, 5 for turning up a tableau card, -15 from a
// foundation to the tableau, -100 (draw 1) or -20 (draw more) for each recycling,
// never below zero.
func Standard() Scoring {
	return Scoring{
		WasteToTableau: 5, ToFoundation: 10, FromFoundation: -15, TurnUp: 5,
		RecycleDraw1: -100, RecycleDrawMore: -20, FreePasses: 1, Floor: EveryMove,
	}
}

// Timed is Standard against the clock: -2 for every ten seconds, and a bonus of
// 700000 divided by the seconds for a win that took 30 s or more.
func Timed() Scoring {
	s := Standard()
	s.TimePenalty, s.TimeStep = -2, 10*time.Second
	s.Bonus, s.BonusFrom = 700_000, 30*time.Second
	return s
}

// Vegas is the casino's game: the player buys the deck at a dollar a card and
// gets five for each card on a foundation at the end (so a card taken back costs
// five). Games may be settled one by one or carried on in a Bankroll. The
// casino's pass limits are part of the rules: presets vegas1 and vegas3.
func Vegas() Scoring {
	return Scoring{Deck: -52, CreditStart: true, ToFoundation: 5, FromFoundation: -5}
}

var scorings = []struct {
	name    string
	scoring Scoring
}{
	{"standard", Standard()},
	{"timed", Timed()},
	{"vegas", Vegas()},
	{"none", Scoring{}},
}

// ScoringPreset returns a scoring by name, in any case: standard, timed, vegas or
// none; for another name a *SettingError that lists the names.
func ScoringPreset(name string) (Scoring, error) {
	for _, s := range scorings {
		if strings.EqualFold(s.name, name) {
			return s.scoring, nil
		}
	}
	return Scoring{}, &SettingError{
		Setting: "scoring", Value: strconv.Quote(name), Allowed: names(ScoringNames()).allowed(),
	}
}

// ScoringNames returns the names that ScoringPreset knows.
func ScoringNames() []string {
	list := make([]string, len(scorings))
	for i, s := range scorings {
		list[i] = s.name
	}
	return list
}

// Validate returns a *SettingError for a field outside its values. Points may
// be of any sign and size.
func (s Scoring) Validate() error {
	switch {
	case s.Floor > RecyclesOnly:
		return &SettingError{"floor", s.Floor.String(), floorNames.allowed()}
	case s.FreePasses < 0:
		return &SettingError{"free_passes", strconv.Itoa(s.FreePasses), "0 or more"}
	case s.TimeStep < 0, s.TimeStep == 0 && s.TimePenalty != 0:
		return &SettingError{"time_step", s.TimeStep.String(), "more than 0 when time costs points"}
	case s.BonusFrom < time.Second && s.Bonus != 0:
		return &SettingError{"bonus_from", s.BonusFrom.String(), "1s or more when there is a bonus"}
	}
	return nil
}

// start returns the score before the first move on t.
func (s Scoring) start(t *Table, r Rules) int {
	score := s.Deck * r.Decks
	if s.CreditStart {
		score += s.ToFoundation * t.FoundationCards()
	}
	return score
}

// after returns the score after a move that has just been played on t.
func (s Scoring) after(score int, done trace, t *Table, r Rules) int {
	gain := 0
	switch done.move.Kind {
	case Redeal:
		return s.recycled(score, t.Pass, r)
	case WasteToTableau:
		gain = s.WasteToTableau
	case WasteToFoundation, TableauToFoundation:
		gain = s.ToFoundation
	case FoundationToTableau:
		gain = s.FromFoundation
	}
	if done.turnedUp {
		gain += s.TurnUp
	}
	return s.floored(score + gain)
}

// recycled returns the score after a redeal that began the given pass.
func (s Scoring) recycled(score, pass int, r Rules) int {
	if pass <= s.FreePasses {
		return score
	}
	after := score + s.RecycleDrawMore
	if r.Draw == 1 {
		after = score + s.RecycleDraw1
	}
	if s.Floor == RecyclesOnly {
		// A score below zero for other reasons stays, and gains nothing.
		return max(after, min(score, 0))
	}
	return s.floored(after)
}

func (s Scoring) floored(score int) int {
	if s.Floor == EveryMove {
		return max(score, 0)
	}
	return score
}

// Bankroll is the purse of a player who goes on from deal to deal (Vegas,
// cumulative). The zero value is an empty purse before the first deal.
type Bankroll struct {
	Balance int // dollars, below zero when the player owes the house
	Deals   int // how many have been settled
}

// Settle adds the final score of a Vegas deal, which has the price of the deck in
// it already.
func (b *Bankroll) Settle(score int) {
	b.Balance += score
	b.Deals++
}
