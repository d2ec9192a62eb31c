package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"klondike/klondike"
	"klondike/solver/certificate"
)

func verifyCommand(out *output) *cobra.Command {
	var (
		v             verifier
		drawing       drawFlags
		quiet, asJSON bool
	)
	c := &cobra.Command{
		Use:   "verify FILE|-",
		Short: "Check a proof that a position cannot be won",
		Long: `Check a certificate that klondike prove has written: that it proves what it says,
by the lemmas that the documentation of the solver proves, with code of its own.
With --plain no lemma is used, nor anything in the certificate but its position:
every table to which legal play leads is looked at, where they are few enough.

Exit status: 0 accepted, 1 rejected or failed, 2 not a certificate that can be
read, 3 undecided: interrupted, or too many tables for --plain.`,
		Example: `  klondike verify lost.klc
  klondike verify --plain --max-tables 100000 lost.klc
  klondike verify - --json < lost.klc`,
		Args: func(_ *cobra.Command, files []string) error {
			if len(files) != 1 {
				return fmt.Errorf("%s named: expected one, or - for standard input", counted(len(files), "certificate", "certificates"))
			}
			return nil
		},
		RunE: func(c *cobra.Command, files []string) error {
			switch {
			case v.threads < 1:
				return fmt.Errorf("--threads %d: expected at least 1", v.threads)
			case v.tables < 1:
				return fmt.Errorf("--max-tables %d: expected at least 1", v.tables)
			}
			checked, err := v.verify(c.Context(), files[0], c.InOrStdin(), c.ErrOrStderr())
			if err != nil {
				return err
			}
			switch {
			case asJSON:
				if err := checked.writeJSON(out); err != nil {
					return err
				}
			case !quiet:
				checked.write(out, drawing.pen(out))
			}
			return checked.outcome()
		},
	}
	fs := c.Flags()
	fs.BoolVar(&v.plain, "plain", false, "use no lemmas: look at every table that legal play leads to")
	fs.IntVar(&v.tables, "max-tables", certificate.DefaultTables, "with --plain, give up after this `number` of tables")
	fs.IntVar(&v.threads, "threads", runtime.GOMAXPROCS(0), "check with this many `threads`")
	drawing.add(fs)
	fs.BoolVarP(&quiet, "quiet", "q", false, "write nothing")
	fs.BoolVar(&asJSON, "json", false, "write one JSON object on one line")
	for _, text := range []string{"quiet", "ascii"} {
		c.MarkFlagsMutuallyExclusive("json", text)
	}
	return c
}

// verifier checks certificates.
type verifier struct {
	plain           bool
	tables, threads int
}

// verified is what came of checking a certificate.
type verified struct {
	name        string
	plain       bool
	certificate *certificate.Certificate // nil when the file is damaged
	err         error                    // nil when it is accepted
}

// verify reads and checks a certificate. Errors are about files that are none, or
// that cannot be read.
func (v verifier) verify(ctx context.Context, name string, stdin io.Reader, stderr io.Writer) (verified, error) {
	source := stdin
	if name == "-" {
		name = "standard input"
	} else {
		file, err := os.Open(name)
		if err != nil {
			return verified{}, err
		}
		defer file.Close()
		source = file
	}
	read, err := certificate.Read(bufio.NewReader(source))
	checked := verified{name, v.plain, read, err}
	switch {
	case err == nil:
	case errors.As(err, new(*certificate.FormatError)) && !errors.Is(err, certificate.ErrVersion):
		return checked, nil // begins like a certificate, and is not as it was written
	default:
		return verified{}, fmt.Errorf("%s: %w", name, err)
	}

	if v.plain {
		checked.err = certificate.CheckPlain(ctx, read, v.tables)
	} else {
		bar := newVerifyBar(stderr, int64(read.Len()))
		checked.err = read.Check(ctx, certificate.Options{Threads: v.threads, Progress: bar.show})
		bar.end()
	}
	return checked, nil
}

// outcome returns the exit status as an error; nil for a certificate that was
// accepted.
func (v verified) outcome() error {
	switch {
	case v.err == nil:
		return nil
	case v.undecided():
		return outcome(statusUndecided)
	}
	return outcome(statusFailed)
}

// undecided reports whether the check came to no end.
func (v verified) undecided() bool {
	return errors.Is(v.err, certificate.ErrTooLarge) || errors.Is(v.err, context.Canceled) || errors.Is(v.err, context.DeadlineExceeded)
}

// verdict is accepted, rejected or undecided.
func (v verified) verdict() string {
	switch {
	case v.err == nil:
		return "accepted"
	case v.undecided():
		return "undecided"
	}
	return "rejected"
}

// reason says why the certificate was not accepted.
func (v verified) reason() string {
	switch {
	case errors.Is(v.err, certificate.ErrTooLarge):
		return "too many tables, see --max-tables"
	case v.undecided():
		return "interrupted"
	}
	return v.err.Error()
}

// write draws the position and says whether it is proven lost.
func (v verified) write(out *output, p pen) {
	if v.certificate != nil {
		h := v.certificate.Header()
		out.printf("%s, %s\nwritten by klondike %s\n\n%s\n", v.name, h.Rules, h.Program, p.table(h.Start, h.Rules))
	}
	switch {
	case v.err != nil:
		out.printf("%s: %s\n", v.verdict(), p.letters(v.reason()))
	case v.plain:
		out.printf("accepted: no table that legal play leads to is won\n")
	case v.certificate.Len() == 0:
		out.printf("accepted: cannot be won; the checker sees that without an entry\n")
	default:
		out.printf("accepted: cannot be won, proven by %s\n", counted(v.certificate.Len(), "entry", "entries"))
	}
}

// verifiedJSON is the same in JSON.
type verifiedJSON struct {
	File     string          `json:"file"`
	Verdict  string          `json:"verdict"`
	Reason   string          `json:"reason,omitempty"`
	Plain    bool            `json:"plain"`
	Entries  int             `json:"entries"`
	Program  string          `json:"program,omitempty"`
	Rules    *klondike.Rules `json:"rules,omitempty"`
	Position json.RawMessage `json:"position,omitempty"`
}

func (v verified) writeJSON(out *output) error {
	written := verifiedJSON{File: v.name, Verdict: v.verdict(), Plain: v.plain}
	if v.err != nil {
		written.Reason = v.reason()
	}
	if v.certificate != nil {
		h := v.certificate.Header()
		deal, err := position{v.name, h.Start, h.Rules}.json()
		if err != nil {
			return err
		}
		written.Entries, written.Program, written.Rules, written.Position = v.certificate.Len(), h.Program, &h.Rules, deal.Position
	}
	return writeJSON(out, written)
}

// verifyBar shows on a terminal how far a check is.
type verifyBar struct {
	bars *mpb.Progress
	bar  *mpb.Bar
}

func newVerifyBar(stderr io.Writer, total int64) *verifyBar {
	var b verifyBar
	if file, ok := stderr.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		b.bars = mpb.New(mpb.WithOutput(file))
		b.bar = b.bars.New(total, mpb.BarStyle().Lbound("[").Rbound("]"),
			mpb.BarRemoveOnComplete(), mpb.PrependDecorators(decor.CountersNoUnit("%d of %d entries ")))
	}
	return &b
}

func (b *verifyBar) show(done, _ int64) {
	if b.bar != nil {
		b.bar.SetCurrent(done)
	}
}

// end takes the bar away.
func (b *verifyBar) end() {
	if b.bar != nil {
		b.bar.Abort(true)
		b.bars.Wait()
	}
}
