package bench

// Hardware is what the processor's own counters say about a run, in user mode:
// sums over all rounds and threads.
type Hardware struct {
	Cycles       int64 `json:"cycles"`
	Instructions int64 `json:"instructions"`
	CacheMisses  int64 `json:"cache_misses"` // of the last level
}

// PerState is Hardware for each state that was expanded.
type PerState struct {
	Cycles       float64 `json:"cycles"`
	Instructions float64 `json:"instructions"`
	CacheMisses  float64 `json:"cache_misses"`
}

func (h *Hardware) perState(states int64) *PerState {
	if h == nil || states == 0 {
		return nil
	}
	n := float64(states)
	return &PerState{float64(h.Cycles) / n, float64(h.Instructions) / n, float64(h.CacheMisses) / n}
}
