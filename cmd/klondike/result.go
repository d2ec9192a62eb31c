package main

import (
	"io"
	"os"
)

// result is a file that takes its name when it is complete: until then whatever
// had the name stays. A nil result is one that nobody asked for.
type result struct {
	*os.File
	path string
	kept bool
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
	return &result{File: file, path: path}, nil
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
	err := os.Rename(r.Name(), r.path)
	r.kept = err == nil
	return err
}

// discard removes the file unless it was kept.
func (r *result) discard() {
	if r != nil && !r.kept {
		r.Close()
		os.Remove(r.Name())
	}
}
