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
	gate    sync.RWMutex // held for reading while searching, for writing while a table grows
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
	endless   Closed
	limited   Closed
}

// NewEngine returns an engine that uses up to memory bytes of tables.
func NewEngine(threads int, memory int64, on Rule) *Engine {
	if on&FaceUpWins == 0 {
		on &^= LazyTalon // a card that nothing uses would wait for ever
	}
	e := &Engine{threads: max(threads, 1), on: on, budget: table.NewBudget(memory), tables: map[tableID]*table.Table{}}
	for range e.threads {
		w := new(worker)
		w.open.grow, w.endless.grow, w.limited.grow = e.grow, e.grow, e.grow
		e.workers = append(e.workers, w)
	}
	return e
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

// grow doubles a table while no other worker looks at any.
func (e *Engine) grow(t *table.Table) {
	e.gate.RUnlock()
	e.gate.Lock()
	if t.Full() {
		t.Grow()
	}
	e.gate.Unlock()
	e.gate.RLock()
}

// Decide answers whether the game can be won from start.
func (e *Engine) Decide(ctx context.Context, start pack.Start, g Game, lim Limits, wantLine bool) (Answer, error) {
	control := newControl(ctx, lim.States, lim.Deadline)
	var busy *Busy
	if e.threads > 1 {
		busy = new(Busy)
	}
	// No pass without a play is of any use, so more passes than talon cards left
	// are as good as unlimited ones.
	endless := g.Passes == 0 || start.Redeals >= start.Talon.Len()
	useOpen := g.Draw == 1 && endless
	for _, w := range e.workers {
		w.allowance = allowance{control: control}
		w.open.begin(e.deal, g.WorryBack, e.on, &w.allowance)
		w.open.facts = e.table(tableID{g.WorryBack, 0, -1})
		w.open.busy, w.open.wantLine = busy, wantLine && useOpen
		w.endless.Counters, w.limited.Counters = Counters{}, Counters{}
		if useOpen {
			continue
		}
		needEndless := endless || g.Draw > 1 && e.on&PassOracle != 0
		if needEndless {
			w.endless.begin(e.deal, g.WorryBack, e.on, &w.allowance)
			w.endless.setup(g.Draw, true, &w.open, nil, []*table.Table{e.table(tableID{g.WorryBack, g.Draw, -1})})
			w.endless.busy, w.endless.wantLine = busy, wantLine && endless
		}
		if !endless {
			facts := make([]*table.Table, start.Redeals+1)
			for r := range facts {
				facts[r] = e.table(tableID{g.WorryBack, g.Draw, r})
			}
			var relax *Closed
			if needEndless {
				relax = &w.endless
			}
			w.limited.begin(e.deal, g.WorryBack, e.on, &w.allowance)
			w.limited.setup(g.Draw, false, &w.open, relax, facts)
			w.limited.busy, w.limited.wantLine = busy, wantLine
		}
	}
	decide := func(w *worker) (bool, *walker) {
		found := start.Found.Cards()
		switch t := (turn{uint8(start.Offset), uint8(max(start.Redeals, 0))}); {
		case useOpen:
			return w.open.wins(start.Position, found, start.Found), &w.open.walker
		case endless:
			t.redeals = 0
			return w.endless.wins(start.Position, t, found, start.Found), &w.endless.walker
		default:
			return w.limited.wins(start.Position, t, found, start.Found), &w.limited.walker
		}
	}
	var (
		answer Answer
		legs   []leg
		once   sync.Once
		group  errgroup.Group
	)
	answer.Stop = StatesStop
	for _, w := range e.workers {
		group.Go(func() error {
			e.gate.RLock()
			defer e.gate.RUnlock()
			won, by := decide(w)
			if won || !by.halted {
				once.Do(func() {
					answer.Won, answer.Stop, legs = won, Running, by.legs
					control.Halt(doneStop)
				})
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return answer, err
	}
	if answer.Stop != Running {
		answer.Stop = control.Stopped()
	}
	for _, w := range e.workers {
		answer.Counters.Add(&w.open.Counters)
		answer.Counters.Add(&w.endless.Counters)
		answer.Counters.Add(&w.limited.Counters)
	}
	if answer.Won && wantLine {
		acts, err := line(e.deal, start, g.WorryBack, legs)
		if err != nil {
			return answer, err
		}
		answer.Acts = acts
	}
	return answer, nil
}

// Forgot returns how many facts the tables of this deal dropped for lack of room.
func (e *Engine) Forgot() (n int64) {
	for _, t := range e.tables {
		n += t.Lost()
	}
	return n
}
