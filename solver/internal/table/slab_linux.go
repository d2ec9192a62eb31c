package table

import "golang.org/x/sys/unix"

// adviseHuge asks for huge pages; without them everything works, a little slower.
func adviseHuge(m []byte) { _ = unix.Madvise(m, unix.MADV_HUGEPAGE) }
