package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// result is a file that takes its name when it is complete: until then whatever
// had the name stays. A nil result is one that nobody asked for.
type result struct {
	*os.File
	path string
}

// createResult creates a file for a result; nil for no path.
func createResult(path string) (*result, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Create(path + ".new")
	if err != nil {
		return nil, err
	}
	return &result{file, path}, nil
}

// keep writes what is missing and gives the file its name.
func (r *result) keep(write func(io.Writer) error) error {
	if r == nil {
		return nil
	}
	if write != nil {
		if err := write(r); err != nil {
			return err
		}
	}
	if err := r.Close(); err != nil {
		return err
	}
	return os.Rename(r.Name(), r.path)
}

// discard removes the file unless it was kept.
func (r *result) discard() {
	if r != nil && r.Close() == nil {
		os.Remove(r.Name())
	}
}

// watch shows on a terminal what a measurement is doing. It writes seldom, and
// never while anything is timed.
type watch struct {
	stderr io.Writer // nil where there is no terminal
	shown  time.Time
}

func newWatch(stderr io.Writer) *watch {
	if file, ok := stderr.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return &watch{stderr: stderr}
	}
	return &watch{}
}

const watchEvery = 200 * time.Millisecond

func (w *watch) say(format string, args ...any) {
	if w.stderr == nil || time.Since(w.shown) < watchEvery {
		return
	}
	w.shown = time.Now()
	fmt.Fprintf(w.stderr, "\r\x1b[K"+format, args...)
}

// end clears the line.
func (w *watch) end() {
	if w.stderr != nil && !w.shown.IsZero() {
		fmt.Fprint(w.stderr, "\r\x1b[K")
		w.shown = time.Time{}
	}
}
