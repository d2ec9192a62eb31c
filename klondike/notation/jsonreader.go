package notation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"klondike/klondike"
)

// jsonReader walks JSON text piece by piece, so that errors can name the line,
// which decoding into structs forgets.
type jsonReader struct {
	draft   *draft
	text    string
	decoder *json.Decoder
	counted int64 // offset up to which line has been counted
	line    int
}

func newJSONReader(d *draft, text string) *jsonReader {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	return &jsonReader{draft: d, text: text, decoder: decoder, line: 1}
}

// next returns the next token and, as a word, how and where it is written.
func (r *jsonReader) next(expected string) (json.Token, word, error) {
	token, err := r.token()
	if err != nil {
		problem := "is not valid JSON"
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			problem = "ends too early"
		}
		e := r.draft.fail(word{line: r.line}, problem, expected)
		e.Err = err
		return nil, word{}, e
	}
	return token, word{fmt.Sprint(token), r.line}, nil
}

// token keeps the line up to date.
func (r *jsonReader) token() (json.Token, error) {
	token, err := r.decoder.Token()
	offset := r.decoder.InputOffset()
	r.line += strings.Count(r.text[r.counted:offset], "\n")
	r.counted = offset
	return token, err
}

// object reads an object and calls field for each key, before its value.
func (r *jsonReader) object(expected string, field func(key word) error) error {
	if err := r.open('{', expected); err != nil {
		return err
	}
	seen := map[string]bool{}
	for r.decoder.More() {
		_, key, err := r.next("a key")
		if err != nil {
			return err
		}
		if seen[key.text] {
			return r.draft.fail(key, "is there twice", "each key once")
		}
		seen[key.text] = true
		if err := field(key); err != nil {
			return err
		}
	}
	_, _, err := r.next("the end of the object")
	return err
}

// array reads an array and calls item before each value.
func (r *jsonReader) array(expected string, item func() error) error {
	if err := r.open('[', expected); err != nil {
		return err
	}
	for r.decoder.More() {
		if err := item(); err != nil {
			return err
		}
	}
	_, _, err := r.next("the end of the array")
	return err
}

func (r *jsonReader) open(delimiter json.Delim, expected string) error {
	token, at, err := r.next(expected)
	if err != nil {
		return err
	}
	if token != delimiter {
		return r.draft.fail(at, "is out of place", expected)
	}
	return nil
}

// cards reads an array of card names.
func (r *jsonReader) cards(expected string) ([]entry, error) {
	var entries []entry
	err := r.array(expected, func() error {
		token, at, err := r.next(cardExample)
		if err != nil {
			return err
		}
		if _, ok := token.(string); !ok {
			return r.draft.fail(at, "is no card", cardExample)
		}
		e, err := r.draft.card(at)
		entries = append(entries, e)
		return err
	})
	return entries, err
}

// number reads a whole number from least to most.
func (r *jsonReader) number(least, most int64) (int, error) {
	expected := fmt.Sprintf("a whole number from %d to %d", least, most)
	token, at, err := r.next(expected)
	if err != nil {
		return 0, err
	}
	number, ok := token.(json.Number)
	if !ok {
		return 0, r.draft.fail(at, "is out of place", expected)
	}
	n, err := number.Int64()
	if err != nil || n < least || n > most {
		return 0, r.draft.fail(at, "is out of range", expected)
	}
	return int(n), nil
}

// end makes sure that nothing follows.
func (r *jsonReader) end() error {
	token, err := r.token()
	if errors.Is(err, io.EOF) {
		return nil
	}
	at := word{line: r.line}
	if err == nil {
		at.text = fmt.Sprint(token)
	}
	return r.draft.fail(at, "has text after its end", "one JSON object")
}

// jsonList writes cards as one array on one line.
func jsonList(cards []klondike.Card, name func(int, klondike.Card) string) string {
	var b bytes.Buffer
	b.WriteByte('[')
	for i, card := range cards {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(`"` + name(i, card) + `"`)
	}
	b.WriteByte(']')
	return b.String()
}
