package notation

import (
	"fmt"
	"strings"

	"klondike/klondike"
)

// minimalLetters has the foundations in the order clubs, diamonds, hearts, spades,
// of which MinimalKlondike calls the third E and the fourth D.
var minimalLetters = letters{waste: 'A', foundations: "BCED", columns: "FGHIJKL"}

const minimalExample = "@ for a draw, or two letters: A the waste, B C D E the foundations of clubs, diamonds, spades, hearts, F to L the columns"

func (p *player) readMinimal(text string) error {
	if err := p.needOneDeck(); err != nil {
		return err
	}
	for _, line := range textLines(text) {
		for _, w := range line.words() {
			if err := p.minimalWord(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// minimalWord reads draws and pairs of letters with no space between.
func (p *player) minimalWord(w word) error {
	pair := word{line: w.line}
	for _, r := range w.text {
		var err error
		switch {
		case r == '@' && pair.text == "":
			err = p.minimalDraw(word{"@", w.line})
		case pair.text == "":
			pair.text = string(r)
		default:
			err = p.minimalTransfer(word{pair.text + string(r), w.line})
			pair.text = ""
		}
		if err != nil {
			return err
		}
	}
	if pair.text != "" {
		return p.fail(pair, "is half a move", minimalExample)
	}
	return nil
}

// minimalDraw draws, after a redeal if the stock is empty.
func (p *player) minimalDraw(w word) error {
	if len(p.table.Stock) == 0 {
		if err := p.play(w, klondike.Move{Kind: klondike.Redeal}); err != nil {
			return err
		}
	}
	return p.play(w, klondike.Move{Kind: klondike.Draw})
}

func (p *player) minimalTransfer(w word) error {
	pair := strings.ToUpper(w.text)
	if len(pair) != 2 {
		return p.fail(w, "is no move", minimalExample)
	}
	from, fromOK := minimalLetters.place(pair[0])
	to, toOK := minimalLetters.place(pair[1])
	m, ok := between(from, to)
	if !fromOK || !toOK || !ok {
		return p.fail(w, "is no move", minimalExample)
	}
	if m.Kind == klondike.TableauToTableau {
		switch counts := p.movable(from.pile, to.pile); len(counts) {
		case 0:
			m.Count = 1 // illegal with any count; the referee says why
		case 1:
			m.Count = counts[0]
		default:
			return p.fail(w, fmt.Sprintf("could move any of %v cards", counts), "a move whose number of cards follows from the cards")
		}
	}
	return p.play(w, m)
}

func (p *player) writeMinimal(moves []klondike.Move) (string, error) {
	if err := p.needOneDeck(); err != nil {
		return "", err
	}
	var tokens []string
	draws := ""
	redealt := false // and not yet drawn from the new stock
	for _, m := range moves {
		if m.Kind == klondike.TableauToTableau {
			counts := p.movable(int(m.From), int(m.To))
			if len(counts) > 1 {
				return "", p.fail(word{text: m.String()}, "could be read as moving another number of cards", "moves in another code")
			}
		}
		if err := p.play(word{}, m); err != nil {
			return "", err
		}
		switch m.Kind {
		case klondike.Redeal:
			redealt = true
		case klondike.Draw:
			redealt = false
			draws += "@"
		default:
			from, to := places(m)
			tokens = append(tokens, draws+string([]byte{minimalLetters.name(from), minimalLetters.name(to)}))
			draws = ""
		}
	}
	if redealt {
		return "", p.fail(word{}, "is missing after the last redeal", "a draw, without which this code cannot write a redeal")
	}
	if draws != "" {
		tokens = append(tokens, draws)
	}
	return strings.Join(tokens, " "), nil
}
