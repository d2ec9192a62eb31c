package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

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
