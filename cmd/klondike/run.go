package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The exit statuses.
const (
	statusDone      = 0
	statusFailed    = 1 // something that was checked does not hold, or an internal failure
	statusBadInput  = 2
	statusUndecided = 3
)

// failure marks an error that is not the caller's doing: exit status 1. Every
// other error of a command is bad input.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// outcome ends a command that has already said all there is to say with an exit
// status of its own.
type outcome int

func (o outcome) Error() string { return fmt.Sprintf("exit status %d", int(o)) }

// run executes the command line args and returns the exit status. Results go to
// stdout, everything else to stderr.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output{Writer: bufio.NewWriter(stdout), colour: colourful(stdout)}
	root := rootCommand(out)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if flushed := out.Flush(); flushed != nil {
		err = failure{flushed}
	}

	var ended outcome
	switch {
	case err == nil:
		return statusDone
	case errors.As(err, &ended):
		return int(ended)
	}
	fmt.Fprintln(stderr, "klondike:", strings.Join(strings.FieldsFunc(err.Error(), lineBreak), "; "))
	if errors.As(err, new(failure)) {
		return statusFailed
	}
	return statusBadInput
}

func lineBreak(r rune) bool { return r == '\n' || r == '\r' }

func rootCommand(out *output) *cobra.Command {
	root := &cobra.Command{
		Use:   "klondike",
		Short: "Exact Klondike solver and winnability toolkit",
		Long: `Klondike decides whether a Klondike deal or mid-game position can be won when
every card is known, and shows how.

Exit status: 0 decided or done, 1 failed, 2 bad input, 3 undecided.`,
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true, // an error is one line
	}
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(dealCommand(out), solveCommand(out), hintCommand(out), analyseCommand(out), nextCommand(out), proveCommand(out), verifyCommand(out), replayCommand(out), surveyCommand(out), benchCommand(out), versionCommand(out))
	return root
}

// flagError words what is wrong with the value of a flag like every other
// mistake.
func flagError(_ *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	expected, ok := map[string]string{
		"int":      "expected a whole number",
		"int64":    "expected a whole number",
		"uint64":   "expected a whole number that is not negative",
		"bool":     "expected true or false",
		"duration": "expected a time such as 90s or 5m",
	}[invalid.GetFlag().Value.Type()]
	if !ok { // our own values say what they expect
		expected = invalid.Unwrap().Error()
	}
	return fmt.Errorf("--%s %s: %s", invalid.GetFlag().Name, invalid.GetValue(), expected)
}

// output is standard output.
type output struct {
	*bufio.Writer
	colour bool // a terminal that wants colours
}

// printf writes a formatted text; Flush reports what went wrong.
func (o *output) printf(format string, args ...any) { fmt.Fprintf(o, format, args...) }
