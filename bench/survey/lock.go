package survey

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ErrLocked marks a directory that another process is writing to.
var ErrLocked = errors.New("in use by another process")

// patience is how long lockDir waits for the lock: a process that was just killed
// keeps it until the operating system has taken down its memory.
const patience = 2 * time.Second

// lockDir takes the lock of a survey's directory. The operating system frees it
// when the returned file is closed or the process ends, in whatever way; the file
// itself stays.
func lockDir(dir string) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(dir, LockFile), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	err = tryLock(file)
	for deadline := time.Now().Add(patience); errors.Is(err, ErrLocked) && time.Now().Before(deadline); err = tryLock(file) {
		time.Sleep(patience / 50)
	}
	if err != nil {
		holder, _ := io.ReadAll(io.LimitReader(file, 20)) // for the message only
		file.Close()
		if errors.Is(err, ErrLocked) {
			if pid := strings.TrimSpace(string(holder)); pid != "" {
				return nil, fmt.Errorf("%s is %w, number %s", dir, err, pid)
			}
			return nil, fmt.Errorf("%s is %w", dir, err)
		}
		return nil, fmt.Errorf("lock %s: %w", file.Name(), err)
	}
	// The number serves a person only, so a failure to write it is none.
	if file.Truncate(0) == nil {
		_, _ = file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return file, nil
}
