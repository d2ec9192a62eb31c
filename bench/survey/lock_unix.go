//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package survey

import (
	"errors"
	"os"
	"syscall"
)

// tryLock takes an exclusive lock on an open file, or returns ErrLocked.
func tryLock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

// syncDir makes the names in a directory survive a power failure.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
