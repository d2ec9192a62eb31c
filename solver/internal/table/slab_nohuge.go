//go:build darwin || freebsd

package table

// adviseHuge does nothing: these systems choose page sizes themselves.
func adviseHuge([]byte) {}
