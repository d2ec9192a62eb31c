package solver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"klondike/klondike"
	"klondike/solver/certificate"
	"klondike/solver/internal/pack"
	"klondike/solver/internal/search"
)

// Proof is the outcome of Prove.
type Proof struct {
	Result
	Entries int64 // positions in the certificate; 0 without one
}

// Prove decides the position like Solve and, if it cannot be won, writes a
// certificate that package certificate checks without trusting this one. With a
// nil writer it only decides.
//
// The certificate is written when it is complete: nothing is written when the
// position can be won or a limit is hit. The state limit holds for the search and
// for collecting the certificate, each; Undecided with MemoryLimit means that the
// position is lost but its certificate does not fit Limits.Memory.
func (s *Solver) Prove(ctx context.Context, t *klondike.Table, rules klondike.Rules, program string, to io.Writer) (Proof, error) {
	begin := time.Now()
	s.deal = nil // entries count the talon from this table on
	start, err := s.pack(t, rules)
	if err != nil {
		return Proof{}, err
	}
	ctx, limits, cancel := s.bounds(ctx)
	defer cancel()
	var (
		p    Proof
		w    *certificate.Writer
		emit func(search.Entry) error
	)
	if to != nil {
		if w, err = certificate.NewWriter(to, certificate.Header{Rules: rules, Start: t, Program: program}); err != nil {
			return Proof{}, err
		}
		emit = func(e search.Entry) error { return w.Add(s.entry(e)) }
	}
	a, err := s.engine.Prove(ctx, start, game(rules), limits, emit)
	if err != nil {
		return Proof{}, internal(err)
	}
	if p.Result, err = s.result(a, t, rules, asShort); err != nil {
		return Proof{}, err
	}
	if p.Verdict == Unwinnable && w != nil {
		// The checker has its say before anybody else: it drops what the proof can do
		// without, and a proof that it rejects is a bug.
		if err := w.Reduce(ctx, certificate.Options{Threads: s.limits.Threads}); err != nil {
			switch {
			case errors.Is(ctx.Err(), context.DeadlineExceeded):
				p.Verdict, p.Reason = Undecided, TimeLimit
			case ctx.Err() != nil:
				p.Verdict, p.Reason = Undecided, Cancelled
			default:
				return Proof{}, internal(err)
			}
		} else {
			p.Entries = int64(w.Len())
			if err := w.Close(); err != nil {
				return p, fmt.Errorf("writing the certificate: %w", err)
			}
		}
	}
	p.Stats.Elapsed = time.Since(begin)
	return p, nil
}

// entry translates an entry of the engine.
func (s *Solver) entry(e search.Entry) certificate.Entry {
	c := certificate.Entry{Talon: s.deal.TalonBits(e.Position.Key)}
	for found := e.Found; found != 0; found &= found - 1 {
		c.Found[pack.CardAt(found.First()).Suit()]++
	}
	for locked := e.Position.Locked | e.Position.Down; locked != 0; locked &= locked - 1 {
		if col := s.deal.Column(locked.First()); col >= 0 {
			c.Locked[col]++
		}
	}
	switch {
	case e.Open:
		c.Kind = certificate.Open
	case e.Endless:
		c.Kind, c.Offset = certificate.Endless, e.Offset
	default:
		c.Kind, c.Offset, c.Redeals = certificate.Limited, e.Offset, e.Redeals
	}
	return c
}
