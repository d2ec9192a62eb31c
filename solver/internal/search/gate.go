package search

import (
	"sync"
	"sync/atomic"

	"klondike/solver/internal/table"
)

// gate lets one worker grow a table while no other looks at any. Workers hold
// searching for reading as long as they search.
type gate struct {
	searching sync.RWMutex
	waiting   atomic.Int32 // workers that want to grow a table
}

// pass is called at every plateau. It grows the table if that is full, and lets
// others grow theirs.
func (g *gate) pass(t *table.Table) {
	if t.Full() {
		g.grow(t)
	} else if g.waiting.Load() > 0 {
		g.searching.RUnlock()
		g.searching.RLock() // waits for those that want to write
	}
}

func (g *gate) grow(t *table.Table) {
	g.waiting.Add(1)
	g.searching.RUnlock()
	g.searching.Lock()
	if t.Full() { // no other has grown it meanwhile
		t.Grow()
	}
	g.waiting.Add(-1)
	g.searching.Unlock()
	g.searching.RLock()
}
