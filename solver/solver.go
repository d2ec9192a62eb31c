package solver

import (
	"context"
	"errors"
	"fmt"
	"time"

	"klondike/klondike"
	"klondike/solver/internal/pack"
	"klondike/solver/internal/search"
	"klondike/solver/internal/shorten"
)

// ErrUnsupported is wrapped by the error for rules that the engine does not
// decide. Package klondike plays them all.
var ErrUnsupported = errors.New("rules that the solver does not decide")

// ErrUnknownCards is returned for a table with unknown cards: a verdict needs all
// of them. See Sample.
var ErrUnknownCards = errors.New("the table has unknown cards, and a verdict needs to know them all")

// errInternal marks a failed internal check: a bug, never a verdict.
var errInternal = errors.New("internal check failed")

// IsInternal reports whether an error is a failed internal check, that is, a bug
// of this package and no fault of the input.
func IsInternal(err error) bool { return errors.Is(err, errInternal) }

// Solver answers one question after another. It keeps its tables while the
// questions are about the same deal, and their memory always. Use one Solver per
// goroutine.
type Solver struct {
	limits    Limits
	engine    *search.Engine
	deal      *pack.Deal
	shortener shorten.Shortener
}

// New returns a Solver whose answers keep to the limits, each of them anew.
func New(lim Limits) *Solver {
	return newSolver(lim, search.AllRules)
}

func newSolver(lim Limits, on search.Rule) *Solver {
	memory := lim.Memory
	if memory <= 0 {
		memory = DefaultMemory
	}
	return &Solver{limits: lim, engine: search.NewEngine(lim.Threads, memory, on)}
}

// Solve decides whether the position can be won under the rules. A position is
// any table of the standard family, fresh or in mid-game.
//
// Running into a limit is not an error: the verdict is then Undecided, with the
// reason and the statistics so far. Errors are an invalid table or rules
// (*klondike.TableError, *klondike.SettingError), ErrUnknownCards, and
// ErrUnsupported.
func Solve(ctx context.Context, t *klondike.Table, rules klondike.Rules, lim Limits) (Result, error) {
	return New(lim).Solve(ctx, t, rules)
}

// Solve is the method behind the function of the same name.
func (s *Solver) Solve(ctx context.Context, t *klondike.Table, rules klondike.Rules) (Result, error) {
	return s.solve(ctx, t, rules, asShort)
}

// Decide is Solve for those who want the verdict more than the line: a win comes
// with the line that the search found first, replayed but not shortened. To shorten
// it would take a few milliseconds, more than most searches do.
func (s *Solver) Decide(ctx context.Context, t *klondike.Table, rules klondike.Rules) (Result, error) {
	return s.solve(ctx, t, rules, asFound)
}

func (s *Solver) solve(ctx context.Context, t *klondike.Table, rules klondike.Rules, l length) (Result, error) {
	begin := time.Now()
	start, err := s.pack(t, rules)
	if err != nil {
		return Result{}, err
	}
	answer, err := s.decide(ctx, start, rules, true)
	if err != nil {
		return Result{}, err
	}
	result, err := s.result(answer, t, rules, l)
	result.Stats.Elapsed = time.Since(begin)
	return result, err
}

// checkRules returns an error unless the rules are those of a game that the engine
// decides.
func checkRules(rules klondike.Rules) error {
	if err := rules.Validate(); err != nil {
		return err
	}
	if !rules.Standard() {
		return fmt.Errorf("%w: %v; it decides one deck, seven columns with face-down cards, alternating colours, kings on empty columns, any part of a run", ErrUnsupported, rules)
	}
	return nil
}

// check returns an error unless the engine decides the table under the rules.
func check(t *klondike.Table, rules klondike.Rules) error {
	if err := checkRules(rules); err != nil {
		return err
	}
	if t.HasUnknown() {
		return ErrUnknownCards
	}
	return t.Validate(rules)
}

// pack checks a table and makes it the engine's.
func (s *Solver) pack(t *klondike.Table, rules klondike.Rules) (pack.Start, error) {
	var none pack.Start
	if err := check(t, rules); err != nil {
		return none, err
	}
	if s.deal != nil {
		if start, ok := s.deal.Start(t, rules); ok {
			return start, nil
		}
	}
	deal, start, err := pack.New(t, rules)
	if err != nil {
		return none, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	s.deal = deal
	s.engine.SetDeal(deal)
	return start, nil
}

func (s *Solver) decide(ctx context.Context, start pack.Start, rules klondike.Rules, wantLine bool) (search.Answer, error) {
	ctx, limits, cancel := s.bounds(ctx)
	defer cancel()
	a, err := s.engine.Decide(ctx, start, game(rules), limits, wantLine)
	return a, internal(err)
}

// bounds makes the engine's limits of this call.
func (s *Solver) bounds(ctx context.Context) (context.Context, search.Limits, context.CancelFunc) {
	cancel := func() {}
	if s.limits.Time > 0 {
		ctx, cancel = context.WithTimeout(ctx, s.limits.Time)
	}
	limits := search.Limits{States: s.limits.States}
	limits.Deadline, _ = ctx.Deadline()
	return ctx, limits, cancel
}

func game(rules klondike.Rules) search.Game {
	return search.Game{Draw: rules.Draw, WorryBack: rules.WorryBack, Passes: rules.Passes}
}

// internal marks an error of the engine.
func internal(err error) error {
	if err != nil {
		err = fmt.Errorf("%w: %w", errInternal, err)
	}
	return err
}

// result turns an answer into a result; a win is played out and replayed first.
func (s *Solver) result(a search.Answer, t *klondike.Table, rules klondike.Rules, l length) (Result, error) {
	r := Result{Stats: s.stats(&a.Counters), Reason: reasonOf(a.Stop)}
	switch {
	case a.Stop != search.Running:
	case !a.Won:
		r.Verdict = Unwinnable
	default:
		moves, err := s.line(t, rules, a.Acts, rules.Cards(), l)
		if err != nil {
			return r, err
		}
		r.Verdict, r.Moves = Winnable, moves
	}
	return r, nil
}

func (s *Solver) stats(c *search.Counters) Stats {
	st := Stats{
		States: c.States(), Open: c.Open, Closed: c.Closed,
		Members: c.Members, Arrivals: c.Arrivals, Known: c.Known,
		Memory: s.engine.Bytes(), Forgot: s.engine.Forgot(),
		Rules: map[string]int64{},
	}
	for i, name := range search.RuleNames {
		st.Rules[name] = c.Hits[i]
	}
	return st
}

func reasonOf(stop search.Stop) Reason {
	switch stop {
	case search.Running:
		return NoReason
	case search.StatesStop:
		return StateLimit
	case search.TimeStop:
		return TimeLimit
	default:
		return Cancelled
	}
}
