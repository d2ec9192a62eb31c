package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"klondike/bench/stats"
	"klondike/bench/survey"
	"klondike/bench/survey/report"
	"klondike/klondike"
)

// progress shows how a survey goes: a bar and the current win rates on a
// terminal, a line now and then elsewhere, nothing when it is quiet.
type progress struct {
	stderr io.Writer
	rules  []klondike.Rules
	quiet  bool

	bars *mpb.Progress // on a terminal, once started
	bar  *mpb.Bar
	out  io.Writer  // stderr, or above the bars
	one  sync.Mutex // held for writing to out

	mu     sync.Mutex      // the bars are drawn by another goroutine
	latest survey.Progress // a copy of what Run last said
	shown  time.Time       // when the last line was written
}

// lineEvery is the time between two lines where there is no terminal.
const lineEvery = 10 * time.Second

// manyWaiting is how many decided deals that wait for an earlier one are worth
// telling: a few always do.
const manyWaiting = 100

func newProgress(stderr io.Writer, rules []klondike.Rules, quiet bool) *progress {
	return &progress{stderr: stderr, rules: rules, quiet: quiet, out: stderr}
}

// start begins to show progress, where there is a terminal.
func (p *progress) start(o survey.Opened) {
	p.shown = time.Now()
	file, ok := p.stderr.(*os.File)
	if p.quiet || !ok || !term.IsTerminal(int(file.Fd())) || o.Deals == o.Planned {
		return
	}
	p.latest = survey.Progress{Deals: o.Deals, Planned: o.Planned, Tallies: make([]stats.Tally, len(p.rules))}
	p.bars = mpb.New(mpb.WithOutput(file), mpb.WithRefreshRate(250*time.Millisecond))
	p.bar = p.bars.New(int64(o.Planned), mpb.BarStyle().Lbound("[").Rbound("]"),
		mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return p.counts() + " " })),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return " " + p.speed() })),
		mpb.BarBtmExtender(mpb.BarFillerFunc(func(w io.Writer, s decor.Statistics) error {
			for _, line := range p.standings() {
				if runes := []rune(line); len(runes) > s.AvailableWidth { // a wrapped line could not be drawn over
					line = string(runes[:s.AvailableWidth])
				}
				if _, err := io.WriteString(w, line+"\n"); err != nil {
					return err
				}
			}
			return nil
		})),
	)
	p.bar.SetCurrent(int64(o.Deals))
	p.one.Lock()
	p.out = p.bars
	p.one.Unlock()
}

// show takes what Run says. It is called from the goroutine of Run only.
func (p *progress) show(latest survey.Progress) {
	p.mu.Lock()
	latest.Tallies = append([]stats.Tally(nil), latest.Tallies...)
	p.latest = latest
	p.mu.Unlock()
	switch {
	case p.quiet:
	case p.bar != nil:
		p.bar.SetCurrent(int64(min(latest.Deals, latest.Planned-1))) // end completes it
	case time.Since(p.shown) >= lineEvery:
		p.line()
	}
}

// end shows the last state.
func (p *progress) end() {
	switch {
	case p.quiet || p.latest.Planned == 0: // or never started
	case p.bar != nil:
		p.bar.Abort(false) // leaves it as it is; that the survey stopped early is no failure
		p.bars.Wait()
	default:
		p.line()
	}
}

func (p *progress) line() {
	p.shown = time.Now()
	p.say(p.counts() + ", " + p.speed() + "; " + strings.Join(p.standings(), "; "))
}

// say writes a message, in any goroutine.
func (p *progress) say(message string) {
	p.one.Lock()
	defer p.one.Unlock()
	fmt.Fprintln(p.out, "klondike: "+message)
}

// counts says how many deals are done.
func (p *progress) counts() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := report.Thousands(p.latest.Deals) + " of " + report.Thousands(p.latest.Planned) + " deals"
	if p.latest.Waiting >= manyWaiting {
		text += fmt.Sprintf(" (and %s behind a hard one)", report.Thousands(p.latest.Waiting))
	}
	return text
}

// speed says how fast it goes, and how long it will still take.
func (p *progress) speed() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := fmt.Sprintf("%.3g/s", p.latest.Rate)
	if p.latest.Left > 0 {
		text += ", " + p.latest.Left.Round(time.Second).String() + " left"
	}
	return text
}

// standings are the current win rates.
func (p *progress) standings() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	lines := make([]string, len(p.rules))
	for i, t := range p.latest.Tallies {
		lines[i] = report.Standing(p.rules[i], t)
	}
	return lines
}
