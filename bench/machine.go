package bench

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Machine describes a machine as far as it bears on speed, and leaves out its
// name.
type Machine struct {
	OS         string `json:"os"`
	Arch       string `json:"arch"`
	CPU        string `json:"cpu"`   // model, empty if unknown
	Cores      int    `json:"cores"` // that this process may use
	GOMAXPROCS int    `json:"gomaxprocs"`
	Memory     int64  `json:"memory"` // bytes, 0 = unknown
}

func thisMachine() Machine {
	return Machine{
		OS: runtime.GOOS, Arch: runtime.GOARCH, CPU: cpuModel(), Cores: runtime.NumCPU(),
		GOMAXPROCS: runtime.GOMAXPROCS(0), Memory: physicalMemory(),
	}
}

// String describes the machine in a few words.
func (m Machine) String() string {
	words := []string{m.OS + "/" + m.Arch}
	cpu := m.CPU
	if cpu == "" {
		cpu = "unknown processor"
	}
	words = append(words, fmt.Sprintf("%d × %s", m.Cores, cpu))
	if m.GOMAXPROCS != m.Cores {
		words = append(words, fmt.Sprintf("GOMAXPROCS %d", m.GOMAXPROCS))
	}
	if m.Memory > 0 {
		words = append(words, fmt.Sprintf("%.0f GiB", float64(m.Memory)/(1<<30)))
	}
	return strings.Join(words, ", ")
}

// Program says what was measured.
type Program struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"` // commit, where the build recorded it
	Modified bool   `json:"modified,omitempty"` // built from files that differ from the commit
	Go       string `json:"go"`
}

func thisProgram() Program {
	p := Program{Version: "unknown", Go: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return p
	}
	p.Version = info.Main.Version
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			p.Revision = s.Value
		case "vcs.modified":
			p.Modified = s.Value == "true"
		}
	}
	return p
}

// String names the program.
func (p Program) String() string {
	words := []string{"klondike", p.Version}
	if p.Revision != "" {
		words = append(words, p.Revision)
	}
	if p.Modified {
		words = append(words, "(modified)")
	}
	return strings.Join(append(words, p.Go), " ")
}
