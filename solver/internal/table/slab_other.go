//go:build !(linux || darwin || freebsd)

package table

// mapSlab is for systems whose mappings this package does not know.
func mapSlab(int) *slab { return nil }

func unmapSlab(*slab) {}
