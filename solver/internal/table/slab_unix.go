//go:build linux || darwin || freebsd

package table

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapSlab returns a mapped slab of n zero words, or nil if the system refuses.
func mapSlab(n int) *slab {
	m, err := unix.Mmap(-1, 0, n*8, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	adviseHuge(m)
	return &slab{words: unsafe.Slice((*uint64)(unsafe.Pointer(&m[0])), n), mapped: m}
}

// unmapSlab undoes mapSlab. That it could fail on a mapping of our own making is
// no reason to stop: the memory is lost until the process ends.
func unmapSlab(s *slab) { _ = unix.Munmap(s.mapped) }
