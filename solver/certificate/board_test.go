package certificate

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"klondike/klondike"
	"klondike/klondike/notation"
)

// An entry is a position of the start's deal in which each card has a place.
func TestImpossibleEntries(t *testing.T) {
	start, _, err := notation.Parse([]byte(`
		foundations: JC 9D TH QS
		1: KS
		2: <QH> KD QC
		3: <KH> JD
		4: <KC> <QD>  JH
		waste: TD
		pass: 2`), klondike.Rules{Draw: 3, Passes: 3, WorryBack: true, Decks: 1, Columns: 7})
	require.NoError(t, err)
	limited := klondike.Rules{Draw: 3, Passes: 3, WorryBack: true, Decks: 1, Columns: 7}
	unlimited := klondike.DrawK(3)
	good := Entry{Limited, [4]uint8{11, 9, 10, 12}, [7]uint8{0, 2, 1, 2}, 0b1, 1, 1}
	change := func(f func(*Entry)) Entry {
		e := good
		f(&e)
		return e
	}
	for name, c := range map[string]struct {
		rules klondike.Rules
		entry Entry
		ok    bool
	}{
		"as it lies":                 {limited, good, true},
		"open":                       {limited, change(func(e *Entry) { e.Kind, e.Offset, e.Redeals = Open, 0, 0 }), true},
		"open, unlimited":            {unlimited, change(func(e *Entry) { e.Kind, e.Offset, e.Redeals = Open, 0, 0 }), true},
		"endless":                    {limited, change(func(e *Entry) { e.Kind, e.Redeals = Endless, 0 }), true},
		"no such kind":               {limited, change(func(e *Entry) { e.Kind = 3 }), false},
		"limited, in unlimited":      {unlimited, good, false},
		"more redeals than are left": {limited, change(func(e *Entry) { e.Redeals = 2 }), false},
		"offset beyond the talon":    {limited, change(func(e *Entry) { e.Offset = 2 }), false},
		"offset, open":               {limited, change(func(e *Entry) { e.Kind, e.Redeals = Open, 0 }), false},
		"redeals, endless":           {limited, change(func(e *Entry) { e.Kind = Endless }), false},
		"no such talon card":         {limited, change(func(e *Entry) { e.Talon |= 0b10 }), false},
		"talon card 25":              {limited, change(func(e *Entry) { e.Talon |= 1 << 24 }), false},
		"foundation too high":        {limited, change(func(e *Entry) { e.Found[0] = 14 }), false},
		"foundation too high by far": {limited, change(func(e *Entry) { e.Found[0] = 255 }), false},
		"stack too high":             {limited, change(func(e *Entry) { e.Locked[2] = 2 }), false},
		"stack of a lone king":       {limited, change(func(e *Entry) { e.Locked[0] = 1 }), false},
		"talon card up":              {limited, change(func(e *Entry) { e.Found[klondike.Diamonds] = 10 }), false},
		"locked top up":              {limited, change(func(e *Entry) { e.Found[klondike.Hearts] = 11 }), false},
		"face-down card up":          {limited, change(func(e *Entry) { e.Found[klondike.Hearts], e.Locked[3] = 12, 1 }), false},
		"queen down, no king free":   {limited, change(func(e *Entry) { e.Found[klondike.Spades]-- }), false},
	} {
		t.Run(name, func(t *testing.T) {
			w, err := NewWriter(io.Discard, Header{Rules: c.rules, Start: start})
			require.NoError(t, err)
			err = w.Add(c.entry)
			if c.ok {
				require.NoError(t, err)
				return
			}
			var e *EntryError
			require.ErrorAs(t, err, &e)
			require.Equal(t, c.entry, e.Entry)
			require.NotEmpty(t, e.Error())
		})
	}
}
