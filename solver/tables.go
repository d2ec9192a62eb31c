package solver

// Tables says how full the tables of a Solver are, and how many buckets of eight
// entries a lookup reads.
type Tables struct {
	Slots   int64
	Entries int64

	// Hits[i] counts entries that a lookup finds after i further buckets, Misses[i]
	// the buckets from which a lookup of something that is not there reads i more.
	Hits, Misses []int64
}

// Tables describes the tables of the deal that the last question was about. It
// reads all of them.
func (s *Solver) Tables() Tables {
	shape := s.engine.Shape()
	return Tables{shape.Slots, shape.Entries, shape.Hits[:], shape.Misses[:]}
}
