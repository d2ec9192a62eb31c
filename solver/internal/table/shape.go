package table

// Shape says how full tables are and how far lookups go in them.
type Shape struct {
	Slots, Entries int64

	// Hits[i] counts entries that a lookup finds in the bucket i after its first one,
	// Misses[i] buckets from which a lookup of a key that is not there reads i more.
	// The last is for lookups that have to read the overflow bucket as well.
	Hits, Misses [maxReach + 1]int64
}

// Add adds the shape of another table.
func (s *Shape) Add(o Shape) {
	s.Slots += o.Slots
	s.Entries += o.Entries
	for i := range s.Hits {
		s.Hits[i] += o.Hits[i]
		s.Misses[i] += o.Misses[i]
	}
}

// Shape reads the whole table. Nobody may write to it at the same time.
func (t *Table) Shape() Shape {
	s := Shape{Slots: int64(len(t.slots))}
	buckets := len(t.slots) / bucketSlots
	full := func(bucket int) bool { // entries fill a bucket from its first slot
		return t.slots[bucket*bucketSlots+bucketSlots-1] != 0
	}
	for bucket := range buckets {
		reads := 0
		for reads < maxReach && full((bucket+reads)%buckets) {
			reads++
		}
		s.Misses[reads]++
	}
	for i, e := range t.slots {
		if e != 0 {
			s.Entries++
			after := (i/bucketSlots - t.bucket(e)/bucketSlots + buckets) % buckets
			s.Hits[min(after, maxReach)]++
		}
	}
	return s
}
