package seeds

import (
	"encoding/csv"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/klondike"
)

// digits writes a deal as the golden file does: rank in two digits, suit in one.
func digits(deal klondike.Deal) string {
	var b strings.Builder
	for _, c := range deal {
		b.WriteString(strconv.Itoa(100 + int(c.Rank()))[1:])
		b.WriteString(strconv.Itoa(int(c.Suit()) + 1))
	}
	return b.String()
}

func TestGoldenDecks(t *testing.T) {
	file, err := os.Open("../../testdata/decks.csv")
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 28, "a header and 27 deals")

	covered := map[string]bool{}
	for _, row := range rows[1:] {
		seed, err := Parse(row[0] + ":" + row[1])
		require.NoError(t, err)
		deal, err := seed.Deal()
		require.NoError(t, err)
		assert.Equal(t, row[2], digits(deal), seed)
		covered[row[0]] = true
	}
	for _, info := range Generators() {
		assert.True(t, covered[info.Name] || info.Name == "native", info.Name)
	}
}

// TestNativeIsPinned holds native to the deals it had when it was defined. They
// never change.
func TestNativeIsPinned(t *testing.T) {
	for _, golden := range []struct {
		number uint64
		decks  int
		cards  string
	}{
		{0, 1, "133024081101104123072023082091031071054013052014012074093042062064111034061113124011073114083134033044121131051132022112041103122092043021032084094102053063"},
		{1, 1, "102112131054053042114014123071021022011113091111083033082043052122092074063051134044034041013081084103104031132061121124012032101073133024023094062093072064"},
		{41, 1, "054062021132133081014113044064024084031061121083012032122053023134074042071041051052094011072111123102082093092043104033103091124022013131063034112101073114"},
		{math.MaxUint64, 1, "092104054123083093041061094133031014043053064122013062071103072121073124084113021082012022091081131112052044024051132034011063114111023134101102074033032042"},
		{1, 2, "023021041083073134121134092051094041061103012054032122114064053112043081013071121131102032022024073091131052124093113054053042133014093111063103101024082082014122092051091123034072074043071074011111133031033104124101033064012072132102044113084094022063104034112062084132031083021061081023013044042062114052011123"},
		{math.MaxUint64, 2, "041112033031032133094101023114093083094083134111093063012023014084113064073124054072112123074084081101031063042111092104122133124121052024131091013044071051091034032051122064132014041092123053043022033131034104024114013062044011081011121082021043061062053022113102052103072134012132103102042082071074021061054073"},
	} {
		seed, err := New("native", golden.number)
		require.NoError(t, err)
		deal, err := seed.DealDecks(golden.decks)
		require.NoError(t, err)
		assert.Equal(t, golden.cards, digits(deal), "%s, %d decks", seed, golden.decks)
	}
}

func TestEveryDealIsAPack(t *testing.T) {
	for _, info := range Generators() {
		seed, err := Parse(info.Example)
		require.NoError(t, err)
		for decks := 1; decks <= info.Decks; decks++ {
			deal, err := seed.DealDecks(decks)
			require.NoError(t, err)
			counts := map[klondike.Card]int{}
			for _, c := range deal {
				counts[c]++
			}
			assert.Len(t, counts, 52)
			for c, n := range counts {
				assert.Equal(t, decks, n, "%s: %s", seed, c)
			}
		}
		_, err = seed.DealDecks(info.Decks + 1)
		var seedError *Error
		require.ErrorAs(t, err, &seedError)
		assert.Equal(t, info.Name, seedError.Generator)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"greenfelt:1":                      "greenfelt:1",
		" Greenfelt : 0041 ":               "greenfelt:41",
		"greenfelt:2147483646":             "greenfelt:2147483646",
		"klondike-solver:0":                "klondike-solver:0",
		"solvitaire:4294967295":            "solvitaire:4294967295",
		"native:18446744073709551615":      "native:18446744073709551615",
		"microsoft:000":                    "microsoft:0",
		"microsoft:" + lastMicrosoft(t, 0): "microsoft:" + lastMicrosoft(t, 0),
	} {
		seed, err := Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, seed.String())
		again, err := Parse(seed.String())
		require.NoError(t, err)
		assert.True(t, seed == again)
	}
}

func lastMicrosoft(t *testing.T, beyond int64) string {
	t.Helper()
	last := new(big.Int).Sub(factorial52, big.NewInt(1))
	return last.Add(last, big.NewInt(beyond)).String()
}

func TestParseErrors(t *testing.T) {
	for text, generator := range map[string]string{
		"":                                       "",
		"41":                                     "",
		"freecell:1":                             "",
		":1":                                     "",
		"greenfelt":                              "greenfelt",
		"greenfelt:":                             "greenfelt",
		"greenfelt:0":                            "greenfelt",
		"greenfelt:2147483647":                   "greenfelt",
		"greenfelt:-1":                           "greenfelt",
		"greenfelt:+1":                           "greenfelt",
		"greenfelt:1.5":                          "greenfelt",
		"greenfelt:1..2":                         "greenfelt",
		"klondike-solver:2147483648":             "klondike-solver",
		"ksolve-ran:4294967296":                  "ksolve-ran",
		"native:18446744073709551616":            "native",
		"microsoft:" + lastMicrosoft(t, 1):       "microsoft",
		"microsoft:" + strings.Repeat("9", 1000): "microsoft",
	} {
		_, err := Parse(text)
		var seedError *Error
		require.ErrorAs(t, err, &seedError, text)
		assert.Equal(t, text, seedError.Text)
		assert.Equal(t, generator, seedError.Generator)
		if generator != "" {
			assert.NotEmpty(t, seedError.Range)
			_, err := Parse(seedError.Example)
			assert.NoError(t, err)
		}
		assert.NotContains(t, err.Error(), "\n")
		assert.Less(t, len(err.Error()), 400)
	}
	_, err := Seed{}.Deal()
	var seedError *Error
	require.ErrorAs(t, err, &seedError)
}

func TestDealByName(t *testing.T) {
	deal, err := Deal("solvitaire", 41)
	require.NoError(t, err)
	seed, err := Parse("solvitaire:41")
	require.NoError(t, err)
	want, err := seed.Deal()
	require.NoError(t, err)
	assert.Equal(t, want, deal)
	_, err = Deal("greenfelt", 0)
	var seedError *Error
	require.ErrorAs(t, err, &seedError)
}

func TestRange(t *testing.T) {
	r, err := ParseRange("klondike-solver:8..11")
	require.NoError(t, err)
	assert.Equal(t, uint64(4), r.Len())
	assert.Equal(t, "klondike-solver:8..11", r.String())
	var texts []string
	for seed := range r.All() {
		texts = append(texts, seed.String())
	}
	assert.Equal(t, []string{"klondike-solver:8", "klondike-solver:9", "klondike-solver:10", "klondike-solver:11"}, texts)
	assert.Equal(t, "klondike-solver:10", r.At(2).String())
	assert.Panics(t, func() { r.At(4) })

	for seed := range r.All() {
		assert.Equal(t, "8", seed.Number())
		break
	}

	one, err := ParseRange("native:18446744073709551615")
	require.NoError(t, err)
	assert.Equal(t, uint64(1), one.Len())
	assert.Len(t, slices.Collect(one.All()), 1)

	for _, text := range []string{
		"native:5..4", "greenfelt:0..4", "greenfelt:1..2147483647", "native:0..18446744073709551615",
		"native:..", "native:1..", "native:1...3", "native:1..2..3", "microsoft:1..2", "nobody:1..2", "native",
	} {
		_, err := ParseRange(text)
		var seedError *Error
		assert.ErrorAs(t, err, &seedError, text)
	}
}

// A survey deals millions: nothing but the deal is allocated, save for the stream
// of native, which the library's ChaCha8 keeps on the heap.
func TestSurveyDealsAllocateOnlyTheDeal(t *testing.T) {
	for _, info := range Generators() {
		if !info.Ranges {
			continue
		}
		seed, err := Parse(info.Example)
		require.NoError(t, err)
		allocations := testing.AllocsPerRun(20, func() {
			if _, err := seed.Deal(); err != nil {
				t.Error(err)
			}
		})
		want := 1.0
		if info.Name == "native" {
			want = 2
		}
		assert.LessOrEqual(t, allocations, want, info.Name)
	}
}

// TestMersenneAgreesWithTheStandard checks the ten-thousandth output for the
// default seed that the C++ standard gives for mt19937.
func TestMersenneAgreesWithTheStandard(t *testing.T) {
	m := newMersenne(5489)
	for range 9999 {
		m.uint32()
	}
	assert.Equal(t, uint32(4123659995), m.uint32())
}

func TestNativeBelowIsInRangeAndEven(t *testing.T) {
	stream := rand.NewChaCha8([32]byte{1})
	const n, draws = 52, 52000
	var counts [n]int
	for range draws {
		counts[nativeBelow(stream, n)]++
	}
	var chiSquare float64
	for _, count := range counts {
		d := float64(count) - draws/n
		chiSquare += d * d / (draws / n)
	}
	// 51 degrees of freedom: mean 51, standard deviation 10.1; the stream is fixed.
	assert.InDelta(t, 51, chiSquare, 40)
}

func BenchmarkDeal(b *testing.B) {
	for _, info := range Generators() {
		seed, err := Parse(info.Example)
		require.NoError(b, err)
		b.Run(info.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := seed.Deal(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
