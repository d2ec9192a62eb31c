// Package layout_test keeps the layout of the module: imports run one way,
// cmd -> bench -> solver -> klondike -> standard library.
package layout_test

import (
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "klondike/"

// layers lists the directories of the module from the lowest to the highest. A
// package may depend on its own layer and on those before it.
var layers = []string{"klondike", "solver", "bench", "cmd"}

func TestImportsRunOneWay(t *testing.T) {
	// go test caches a result until a file that the test itself looked at changes.
	for _, dir := range layers {
		require.NoError(t, filepath.WalkDir(dir, func(string, fs.DirEntry, error) error { return nil }))
	}
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "./...").Output()
	require.NoError(t, err)
	checked := 0
	for line := range strings.Lines(string(out)) {
		pkg, deps, _ := strings.Cut(strings.TrimSpace(line), " ")
		if layer(pkg) < 0 {
			continue // this directory
		}
		checked++
		for dep := range strings.FieldsSeq(deps) {
			assert.Truef(t, allowed(pkg, dep), "%s must not depend on %s", pkg, dep)
		}
	}
	assert.Positive(t, checked)
}

func TestAllowed(t *testing.T) {
	for _, c := range []struct {
		pkg, dep string
		want     bool
	}{
		{"klondike/klondike", "sort", true},
		{"klondike/klondike/seeds", "klondike/klondike", true},
		{"klondike/klondike", "klondike/solver", false},
		{"klondike/klondike/notation", "golang.org/x/text", false},
		{"klondike/solver", "klondike/solver/internal/search", true},
		{"klondike/solver", "github.com/cespare/xxhash/v2", true},
		{"klondike/solver/certificate", "klondike/solver/internal/pack", false},
		{"klondike/solver/certificate", "klondike/klondike", true},
		{"klondike/solver/internal/pack", "klondike/bench", false},
		{"klondike/bench/survey", "klondike/solver", true},
		{"klondike/bench", "klondike/cmd/klondike", false},
		{"klondike/cmd/klondike", "klondike/bench", true},
	} {
		assert.Equalf(t, c.want, allowed(c.pkg, c.dep), "%s on %s", c.pkg, c.dep)
	}
}

// allowed reports whether package pkg of the module may depend on dep, directly
// or not.
func allowed(pkg, dep string) bool {
	switch {
	case layer(dep) > layer(pkg):
		return false
	case under(pkg, "klondike"): // the referee and its texts need no one else
		root, _, _ := strings.Cut(dep, "/")
		return layer(dep) >= 0 || !strings.Contains(root, ".")
	case under(pkg, "solver/certificate"): // checks the search, so shares nothing with it
		return !under(dep, "solver/internal")
	}
	return true
}

// layer returns the place of a package in layers; -1 for packages of others.
func layer(pkg string) int {
	for i, dir := range layers {
		if under(pkg, dir) {
			return i
		}
	}
	return -1
}

// under reports whether pkg lies in the directory dir of the module.
func under(pkg, dir string) bool {
	return pkg == module+dir || strings.HasPrefix(pkg, module+dir+"/")
}
