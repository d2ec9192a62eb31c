package notation

import (
	"strconv"
	"strings"

	"klondike/klondike"
)

var solverLetters = letters{waste: 'W', foundations: "CDHS", columns: "1234567"}

const solverExample = "a move such as DR3, NEW, W6, 46, 35-2, 4C, C4 or F4"

func (p *player) readKlondikeSolver(text string) error {
	if err := p.needOneDeck(); err != nil {
		return err
	}
	for _, line := range textLines(text) {
		for _, w := range line.words() {
			if err := p.solverToken(w); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *player) solverToken(w word) error {
	token := strings.ToUpper(w.text)
	if token == "NEW" {
		return p.play(w, klondike.Move{Kind: klondike.Redeal})
	}
	if number, ok := strings.CutPrefix(token, "DR"); ok {
		draws, err := strconv.Atoi(number)
		if err != nil || draws < 1 {
			return p.fail(w, "has no number of draws", "DR and a number from 1 on")
		}
		for range draws {
			if err := p.play(w, klondike.Move{Kind: klondike.Draw}); err != nil {
				return err
			}
		}
		return nil
	}
	if column, ok := strings.CutPrefix(token, "F"); ok {
		// Cards turn up by themselves, so the flip can only be confirmed.
		if column != strconv.Itoa(p.turnedUp+1) || p.turnedUp < 0 {
			return p.fail(w, "turns up a card that the move before did not uncover", "a flip right after the move that uncovers the card")
		}
		p.turnedUp = -1
		return nil
	}
	return p.solverTransfer(w, token)
}

// solverTransfer reads XY or XY-n.
func (p *player) solverTransfer(w word, token string) error {
	pair, count, counted := strings.Cut(token, "-")
	n := 1
	if counted {
		var err error
		if n, err = strconv.Atoi(count); err != nil || n < 1 || n > 13 {
			return p.fail(w, "has no number of cards after its dash", "a number from 1 to 13")
		}
	}
	if len(pair) != 2 {
		return p.fail(w, "is no move", solverExample)
	}
	from, fromOK := solverLetters.place(pair[0])
	to, toOK := solverLetters.place(pair[1])
	m, ok := between(from, to)
	if !fromOK || !toOK || !ok {
		return p.fail(w, "is no move", solverExample)
	}
	if m.Kind == klondike.TableauToTableau {
		m.Count = uint8(n)
	} else if n != 1 {
		return p.fail(w, "moves several cards", "one card, unless from column to column")
	}
	return p.play(w, m)
}

func (p *player) writeKlondikeSolver(moves []klondike.Move) (string, error) {
	if err := p.needOneDeck(); err != nil {
		return "", err
	}
	var tokens []string
	draws := 0
	endDraws := func() {
		if draws > 0 {
			tokens = append(tokens, "DR"+strconv.Itoa(draws))
			draws = 0
		}
	}
	for _, m := range moves {
		if err := p.play(word{}, m); err != nil {
			return "", err
		}
		if m.Kind == klondike.Draw {
			draws++
			continue
		}
		endDraws()
		if m.Kind == klondike.Redeal {
			tokens = append(tokens, "NEW")
			continue
		}
		from, to := places(m)
		token := string([]byte{solverLetters.name(from), solverLetters.name(to)})
		if m.Count > 1 {
			token += "-" + strconv.Itoa(int(m.Count))
		}
		tokens = append(tokens, token)
		if p.turnedUp >= 0 {
			tokens = append(tokens, "F"+strconv.Itoa(p.turnedUp+1))
		}
	}
	endDraws()
	return strings.Join(tokens, " "), nil
}
