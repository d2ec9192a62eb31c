package search

import "klondike/solver/internal/table"

// Shape adds up the tables of the deal.
func (e *Engine) Shape() (s table.Shape) {
	for _, t := range e.tables {
		s.Add(t.Shape())
	}
	return s
}
