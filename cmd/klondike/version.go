package main

import (
	"runtime/debug"

	"github.com/spf13/cobra"
)

func versionCommand(out *output) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the program",
		Example: "  klondike version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			out.printf("klondike %s\n", version())
			return nil
		},
	}
}

// version returns the module version that the binary was built from, with the
// revision where the build recorded it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	text := info.Main.Version
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if revision := settings["vcs.revision"]; revision != "" {
		text += " " + revision
		if settings["vcs.modified"] == "true" {
			text += " (modified)"
		}
	}
	return text + " " + info.GoVersion
}
