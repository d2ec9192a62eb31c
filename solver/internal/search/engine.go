package search

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"klondike/solver/internal/pack"
	"klondike/solver/internal/table"
)

// Game is what the engine is asked about: the rules that the packed position does
// not hold.
type Game struct {
	Draw      int
	WorryBack bool
	Passes    int // pass limit of the whole game; 0 = unlimited
}

// Limits bounds a search.
type Limits struct {
	States   int64     // 0 = none
	Deadline time.Time // zero = none
}

// Answer is the outcome of a search.
type Answer struct {
	Won      bool
	Stop     Stop  // Running if the search ended by itself
	Acts     []Act // the way to the win
	Best     int   // cards on the foundations at the end of Acts
	Counters Counters
}

// Engine decides positions of one deal after another. It keeps what it proved
// about a deal for the next question about it.
type Engine struct {
	threads int
	on      Rule
	budget  *table.Budget
	deal    *pack.Deal
	tables  map[tableID]*table.Table
	workers []*worker
	gate    gate
}

// tableID says which facts a table holds. draw 0 is the open talon; redeals -1 is
// unlimited passes.
type tableID struct {
	worryBack bool
	draw      int
	redeals   int
}

// worker is one thread's searches.
type worker struct {
	allowance allowance
	open      Open
	closed    Closed
}

// NewEngine returns an engine that uses up to memory bytes of tables.
func NewEngine(threads int, memory int64, on Rule) *Engine {
	if on&FaceUpWins == 0 {
		on &^= LazyTalon // a card that nothing uses would wait for ever
	}
	e := &Engine{threads: max(threads, 1), on: on, budget: table.NewBudget(memory), tables: map[tableID]*table.Table{}}
	for range e.threads {
		w := new(worker)
		w.open.self, w.closed.self = &w.open, &w.closed
		w.open.gate, w.closed.gate = &e.gate, &e.gate
		w.open.firstQuota, w.closed.firstQuota = firstQuota, firstQuota
		e.workers = append(e.workers, w)
	}
	return e
}

// SetQuota changes how many plateaus the first attempt of a search may expand, for
// tests: small positions never use up the usual quota.
func (e *Engine) SetQuota(plateaus int64) {
	for _, w := range e.workers {
		w.open.firstQuota, w.closed.firstQuota = plateaus, plateaus
	}
}

// SetDeal makes d the deal that the next questions are about.
func (e *Engine) SetDeal(d *pack.Deal) {
	if e.deal == d {
		return
	}
	e.deal = d
	for id, t := range e.tables {
		t.Free()
		delete(e.tables, id)
	}
}

// Bytes returns the memory of all tables.
func (e *Engine) Bytes() int64 { return e.budget.Used() }

// table returns the table of an id, made empty if it is new.
func (e *Engine) table(id tableID) *table.Table {
	if t := e.tables[id]; t != nil {
		return t
	}
	detail := uint64(table.TurnBits)
	if id.draw == 0 {
		detail = e.deal.TalonMask()
	}
	t := table.New(e.budget, detail)
	e.tables[id] = t
	return t
}

// Decide answers whether the game can be won from start.
func (e *Engine) Decide(ctx context.Context, start pack.Start, g Game, lim Limits, wantLine bool) (Answer, error) {
	// No pass without a play is of any use, so more redeals than talon cards are as
	// good as unlimited ones.
	endless := g.Passes == 0 || start.Redeals >= start.Talon.Len()
	control := newControl(ctx, lim.States, lim.Deadline)
	return e.run(control, start, g, endless, g.Draw > 1 || !endless, pack.FullGoal, wantLine)
}

// Most finds the largest number of cards that can be on the foundations at one
// time, and a way there: Best and Acts. It is proven unless the search was stopped.
func (e *Engine) Most(ctx context.Context, start pack.Start, g Game, lim Limits) (Answer, error) {
	endless := g.Passes == 0 || start.Redeals >= start.Talon.Len()
	control := newControl(ctx, lim.States, lim.Deadline)
	best := Answer{Best: start.Found.Cards().Len()}
	// "No more than n" stays true for every goal above n, so the dead positions of one
	// goal serve the next; those from which it could be reached do not. The tables of
	// plain wins are not touched: they belong to another goal.
	saved := e.tables
	e.tables = map[tableID]*table.Table{}
	defer func() {
		for _, t := range e.tables {
			t.Free()
		}
		e.tables = saved
	}()
	for best.Best < pack.FullGoal {
		for _, t := range e.tables {
			t.Drop(table.Alive)
		}
		a, err := e.run(control, start, g, endless, true, best.Best+1, true)
		best.Counters.Add(&a.Counters)
		if err != nil || !a.Won {
			best.Stop = a.Stop
			return best, err
		}
		best.Best, best.Acts = a.Best, a.Acts
	}
	best.Won = true
	return best, nil
}

// run lets all workers loose on one question; the first that has the answer stops
// the others.
func (e *Engine) run(control *control, start pack.Start, g Game, endless, closed bool, goal int, wantLine bool) (Answer, error) {
	e.prepare(control, start, g, endless, closed, goal, wantLine)
	decide := func(w *worker) (bool, *walker) {
		found := start.Found.Cards()
		if !closed {
			return w.open.wins(start.Position, found, start.Found), &w.open.walker
		}
		t := turn{offset: uint8(start.Offset)}
		if !endless {
			t.redeals = uint8(start.Redeals)
		}
		return w.closed.wins(start.Position, t, found, start.Found), &w.closed.walker
	}
	var (
		answer Answer
		by     *walker
		once   sync.Once
		group  errgroup.Group
	)
	for _, w := range e.workers {
		group.Go(func() error {
			e.gate.searching.RLock()
			defer e.gate.searching.RUnlock()
			if won, walker := decide(w); won || !walker.halted {
				once.Do(func() {
					answer.Won, by = won, walker
					control.Halt(doneStop)
				})
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return answer, err
	}
	for _, w := range e.workers {
		w.allowance.giveBack()
		answer.Counters.Add(&w.open.Counters)
		answer.Counters.Add(&w.closed.Counters)
	}
	if by == nil {
		answer.Stop = control.Stopped()
		return answer, nil
	}
	control.resume()
	if answer.Won && wantLine {
		end := pack.Mask(0)
		if goal < pack.FullGoal {
			end = by.end
		}
		acts, err := line(e.deal, start, g.WorryBack, by.legs, end)
		if err != nil {
			return answer, err
		}
		answer.Acts, answer.Best = acts, pack.FullGoal
		if end != 0 {
			answer.Best = end.Len()
		}
	}
	return answer, nil
}

// prepare gives every worker its searches for the question.
func (e *Engine) prepare(control *control, start pack.Start, g Game, endless, closed bool, goal int, wantLine bool) {
	var busy *Busy
	if e.threads > 1 {
		busy = new(Busy)
	}
	open := e.table(tableID{g.WorryBack, 0, -1})
	var facts []*table.Table
	switch {
	case closed && endless:
		facts = append(facts, e.table(tableID{g.WorryBack, g.Draw, -1}))
	case closed:
		for r := range start.Redeals + 1 {
			facts = append(facts, e.table(tableID{g.WorryBack, g.Draw, r}))
		}
	}
	for i, w := range e.workers {
		w.open.first, w.closed.first = i, i
		w.allowance = allowance{control: control}
		w.open.begin(e.deal, g.WorryBack, e.on, &w.allowance)
		w.open.facts, w.open.goal, w.open.busy, w.open.wantLine = open, goal, busy, wantLine && !closed
		w.open.rankings = openRankings
		w.closed.Counters = Counters{}
		if closed {
			c := &w.closed
			c.begin(e.deal, g.WorryBack, e.on, &w.allowance)
			c.setup(g.Draw, endless, &w.open, facts)
			c.goal, c.busy, c.wantLine = goal, busy, wantLine
		}
	}
}

// Forgot returns how many facts the tables of this deal dropped for lack of room.
func (e *Engine) Forgot() (n int64) {
	for _, t := range e.tables {
		n += t.Lost()
	}
	return n
}
