package solver

import (
	"fmt"

	"klondike/klondike"
	"klondike/solver/internal/pack"
	"klondike/solver/internal/shorten"
)

// play turns acts into moves on the table: it finds out where each card lies and
// can go, unless the act says so, moves a run aside to a sibling where a card must
// be bare, and turns the stock until a talon card is on top of the waste. The moves
// are then replayed by the referee; if they do not bring so many cards to the
// foundations, that is an error.
func play(t *klondike.Table, rules klondike.Rules, acts []shorten.Placed, cards int) ([]klondike.Move, error) {
	p := player{table: t.Clone(), rules: rules}
	for i, a := range acts {
		p.on = klondike.Unknown
		if a.On != shorten.Nowhere {
			p.on = pack.CardAt(a.On)
		}
		if err := p.act(pack.CardAt(a.Card), a.Up); err != nil {
			return nil, fmt.Errorf("%w: act %d of %d: %w", errInternal, i+1, len(acts), err)
		}
	}
	report, err := klondike.Replay(t, rules, p.moves, klondike.Standard())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errInternal, err)
	}
	if got := report.Final.FoundationCards(); report.Illegal != nil || got != cards {
		return nil, fmt.Errorf("%w: the line of %d moves brings %d cards up instead of %d (%v)", errInternal, len(p.moves), got, cards, report.Illegal)
	}
	return p.moves, nil
}

// player plays acts on a table of the referee.
type player struct {
	table *klondike.Table
	rules klondike.Rules
	on    klondike.Card // preferred by home; Unknown = none
	moves []klondike.Move
}

func (p *player) move(m klondike.Move) error {
	if err := p.table.Play(m, p.rules); err != nil {
		return err
	}
	p.moves = append(p.moves, m)
	return nil
}

// act moves card c to its foundation or to some column.
func (p *player) act(c klondike.Card, up bool) error {
	pile := uint8(c.Suit())
	if col, at := p.find(c); col >= 0 {
		cards := p.table.Columns[col].Cards
		if !up {
			to, err := p.home(c, col)
			if err != nil {
				return err
			}
			return p.move(klondike.Move{Kind: klondike.TableauToTableau, From: uint8(col), To: uint8(to), Count: uint8(len(cards) - at)})
		}
		if at < len(cards)-1 {
			to, err := p.home(cards[at+1], col)
			if err != nil {
				return err
			}
			if err := p.move(klondike.Move{Kind: klondike.TableauToTableau, From: uint8(col), To: uint8(to), Count: uint8(len(cards) - at - 1)}); err != nil {
				return err
			}
		}
		return p.move(klondike.Move{Kind: klondike.TableauToFoundation, From: uint8(col), To: pile})
	}
	if p.table.Foundations[pile] >= uint8(c.Rank()) {
		to, err := p.home(c, -1)
		if err != nil {
			return err
		}
		return p.move(klondike.Move{Kind: klondike.FoundationToTableau, From: pile, To: uint8(to)})
	}
	if err := p.turnTo(c); err != nil {
		return err
	}
	if up {
		return p.move(klondike.Move{Kind: klondike.WasteToFoundation, To: pile})
	}
	to, err := p.home(c, -1)
	if err != nil {
		return err
	}
	return p.move(klondike.Move{Kind: klondike.WasteToTableau, To: uint8(to)})
}

// find returns the column and place of a card on the tableau, or -1.
func (p *player) find(c klondike.Card) (col, at int) {
	for col := range p.table.Columns {
		for at, d := range p.table.Columns[col].Cards {
			if c == d {
				return col, at
			}
		}
	}
	return -1, 0
}

// home returns a column other than not that takes card c, p.on if it is there.
func (p *player) home(c klondike.Card, not int) (int, error) {
	home := -1
	for col := range p.table.Columns {
		cards := p.table.Columns[col].Cards
		fits := c.Rank() == klondike.King
		if len(cards) > 0 {
			top := cards[len(cards)-1]
			fits = top.Rank() == c.Rank()+1 && top.Red() != c.Red()
			if fits && top == p.on && col != not {
				return col, nil
			}
		}
		if fits && col != not && home < 0 {
			home = col
		}
	}
	if home < 0 {
		return 0, fmt.Errorf("no column takes %v", c)
	}
	return home, nil
}

// turnTo turns the stock, and the waste over when it must, until c is on top of
// the waste.
func (p *player) turnTo(c klondike.Card) error {
	for redeals := 0; ; {
		if n := len(p.table.Waste); n > 0 && p.table.Waste[n-1] == c {
			return nil
		}
		m := klondike.Move{Kind: klondike.Draw}
		if len(p.table.Stock) == 0 {
			if redeals++; redeals > 1+p.rules.Draw {
				return fmt.Errorf("%v never comes to the top of the waste", c)
			}
			m.Kind = klondike.Redeal
		}
		if err := p.move(m); err != nil {
			return err
		}
	}
}
