package report

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"klondike/bench/stats"
	"klondike/bench/survey"
	"klondike/klondike"
	"klondike/klondike/seeds"
)

var update = flag.Bool("update", false, "write the golden files in testdata anew")

// table-driven answers: one line a deal, verdicts and states by rule.
type script struct {
	lines [][]survey.Answer
	place map[string]int // of a deal in lines
}

func (s *script) Decide(_ context.Context, deal klondike.Deal, _ []klondike.Rules, _ int64) ([]survey.Answer, error) {
	return s.lines[s.place[cards(deal)]], nil
}

func cards(deal klondike.Deal) string {
	var b strings.Builder
	for _, c := range deal {
		b.WriteByte(byte(c) + 1)
	}
	return b.String()
}

// surveyOf runs a survey of native deals 1, 2, ... that get the given answers.
func surveyOf(t *testing.T, rules []klondike.Rules, lines [][]survey.Answer, change func(*survey.Config)) *survey.Survey {
	t.Helper()
	s := &script{lines: lines, place: map[string]int{}}
	numbers, err := seeds.ParseRange("native:1.." + thousandless(len(lines)))
	require.NoError(t, err)
	for i := range lines {
		deal, err := numbers.At(uint64(i)).Deal()
		require.NoError(t, err)
		s.place[cards(deal)] = i
	}
	c := survey.Config{
		Dir: t.TempDir(), Seeds: numbers, Rules: rules, Program: "klondike test",
		NewDecider: func() survey.Decider { return s },
	}
	if change != nil {
		change(&c)
	}
	_, err = survey.Run(context.Background(), c)
	require.NoError(t, err)
	require.NoError(t, os.Remove(filepath.Join(c.Dir, survey.TimingsFile))) // times differ from run to run
	opened, err := survey.Open(c.Dir)
	require.NoError(t, err)
	return opened
}

func thousandless(n int) string { return strings.ReplaceAll(Thousands(int64(n)), ",", "") }

// answers reads a line such as "UW? 5 10 15".
func answers(verdicts string, states ...int64) []survey.Answer {
	list := make([]survey.Answer, len(verdicts))
	for i := range list {
		list[i] = survey.Answer{Verdict: survey.Verdict(verdicts[i]), States: states[i]}
	}
	return list
}

// rules of the small survey: draw 1 with 1 and unlimited passes, draw 3 the same.
var smallRules = survey.Ladder(klondike.DrawK(1), []int{1, 3}, []int{1, 0})

var small = [][]survey.Answer{
	answers("WWWW", 10, 1, 20, 2),
	answers("WWUW", 20, 2, 30, 4),
	answers("UWUW", 30, 3, 40, 6),
	answers("UWUU", 40, 4, 50, 8),
	answers("UWU?", 50, 5, 60, 1000),
	answers("UUUU", 60, 6, 70, 10),
	answers("?WUU", 1000, 7, 80, 12),
	answers("U?UU", 70, 1000, 90, 14),
}

func smallReport(t *testing.T) *Report {
	t.Helper()
	r, err := New([]*survey.Survey{surveyOf(t, smallRules, small, nil)})
	require.NoError(t, err)
	return r
}

func TestCounts(t *testing.T) {
	r := smallReport(t)
	assert.Equal(t, int64(8), r.Deals)
	assert.Equal(t, uint64(8), r.Planned)
	tallies := []stats.Tally{{Won: 2, Lost: 5, Undecided: 1}, {Won: 6, Lost: 1, Undecided: 1}, {Won: 1, Lost: 7}, {Won: 3, Lost: 4, Undecided: 1}}
	for i, rule := range r.Rules {
		assert.Equal(t, tallies[i], rule.Tally, i)
		assert.Equal(t, tallies[i].Wilson(), rule.Wilson)
		assert.Equal(t, tallies[i].ClopperPearson(), rule.ClopperPearson)
	}
	assert.Equal(t, stats.Costs{Deals: 8, Total: 1280, P50: 40, P90: 1000, P99: 1000, Max: 1000}, r.Rules[0].States.All)
	assert.Equal(t, stats.Costs{Deals: 2, Total: 30, P50: 10, P90: 20, P99: 20, Max: 20}, r.Rules[0].States.Won)
	assert.Equal(t, stats.Costs{Deals: 1, Total: 1000, P50: 1000, P90: 1000, P99: 1000, Max: 1000}, r.Rules[0].States.Undecided)

	require.Len(t, r.FirstWin, 2)
	assert.Equal(t, FirstWin{1, []string{"1", "unlimited"}, stats.FirstWins{At: []int64{2, 3}, Never: 1, Open: 2}}, r.FirstWin[0])
	assert.Equal(t, FirstWin{3, []string{"1", "unlimited"}, stats.FirstWins{At: []int64{1, 2}, Never: 4, Open: 1}}, r.FirstWin[1])

	var pairs []string
	for _, p := range r.Pairs {
		pairs = append(pairs, p.First+" | "+p.Second)
	}
	assert.Equal(t, []string{
		"draw 1, unlimited passes | draw 1, 1 pass",
		"draw 3, unlimited passes | draw 3, 1 pass",
		"draw 1, 1 pass | draw 3, 1 pass",
		"draw 1, unlimited passes | draw 3, unlimited passes",
	}, pairs)
	last := r.Pairs[3]
	assert.Equal(t, []int64{2, 0, 2}, []int64{last.OnlyFirst, last.OnlySecond, last.Undecided})
	assert.Equal(t, stats.Interval{Low: 2. / 8, High: 4. / 8}, last.Difference)
	assert.Equal(t, 0.5, last.Decided.P)

	var draws []int
	for _, rule := range r.Headlines() {
		draws = append(draws, rule.Draw)
		assert.Equal(t, "unlimited", rule.Passes)
	}
	assert.Equal(t, []int{1, 3}, draws)
}

func TestTextAndCSVGolden(t *testing.T) {
	r := smallReport(t)
	for name, write := range map[string]func(io.Writer) error{"small.txt": r.WriteText, "small.csv": r.WriteCSV, "small.json": r.WriteJSON} {
		var b strings.Builder
		require.NoError(t, write(&b))
		path := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o644))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(want), b.String())
	}
}

func TestCSVAndJSONCanBeRead(t *testing.T) {
	r := smallReport(t)
	var b strings.Builder
	require.NoError(t, r.WriteCSV(&b))
	rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+len(smallRules))
	assert.Equal(t, []string{"3", "unlimited", "8", "3", "4", "1"}, rows[4][:6])

	b.Reset()
	require.NoError(t, r.WriteJSON(&b))
	var back Report
	require.NoError(t, json.Unmarshal([]byte(b.String()), &back))
	assert.Equal(t, r.Rules[3].Tally, back.Rules[3].Tally)
	assert.Equal(t, r.Pairs[3].Cautious, back.Pairs[3].Cautious)
	assert.Equal(t, r.FirstWin, back.FirstWin)
}

func TestNotes(t *testing.T) {
	assert.Len(t, smallReport(t).Notes(), 1, "undecided deals")

	decided := make([][]survey.Answer, 200)
	for i := range decided {
		decided[i] = answers("W", int64(i))
	}
	rules := smallRules[:1]
	stopped := surveyOf(t, rules, decided, func(c *survey.Config) { c.Stop = survey.Stop{Width: 0.1, Every: 50} })
	r, err := New([]*survey.Survey{stopped})
	require.NoError(t, err)
	assert.True(t, r.Stopped)
	assert.Equal(t, int64(50), r.Deals)
	require.Len(t, r.Notes(), 1)
	assert.Contains(t, r.Notes()[0], "stopping rule")
	assert.Empty(t, r.FirstWin)
	assert.Empty(t, r.Pairs)

	shard := surveyOf(t, rules, decided, func(c *survey.Config) { c.Shard = survey.Shard{Index: 2, Count: 2} })
	r, err = New([]*survey.Survey{shard})
	require.NoError(t, err)
	assert.Equal(t, []int64{100, 200}, []int64{r.Deals, int64(r.Planned)})
	assert.False(t, r.Stopped)
	assert.Equal(t, []string{"Unfinished: 100 of 200 deals."}, r.Notes())

	all := surveyOf(t, rules, decided, func(c *survey.Config) { c.Limits.Time = 1e9; c.AllowTimeLimit = true })
	r, err = New([]*survey.Survey{all})
	require.NoError(t, err)
	require.Len(t, r.Notes(), 1)
	assert.Contains(t, r.Notes()[0], "wall-clock")

	_, err = New(nil)
	require.ErrorIs(t, err, survey.ErrParts)
}

// The page is one well-formed document that loads nothing from anywhere.
func TestPage(t *testing.T) {
	rules := survey.Ladder(klondike.DrawK(1), []int{1, 3}, []int{1, 2, 3, 5, 0})
	random := rand.New(rand.NewPCG(1, 2))
	lines := make([][]survey.Answer, 2000)
	for i := range lines {
		need := 1 + random.IntN(7)
		for k, r := range rules {
			verdict := survey.Unwinnable
			if needed := need + k/5; needed <= 6 && r.Passes == 0 || needed <= r.Passes {
				verdict = survey.Winnable
			}
			lines[i] = append(lines[i], survey.Answer{Verdict: verdict, States: int64(math.Exp(random.NormFloat64()*2.5 + 5 - float64(k%5)/2))})
		}
	}
	r, err := New([]*survey.Survey{surveyOf(t, rules, lines, nil)})
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, r.WriteHTML(&b))
	text := b.String()
	if path := os.Getenv("KLONDIKE_PAGE"); path != "" { // for a look at it in a browser
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	assert.Equal(t, 3, strings.Count(text, "<svg"), "win rate, and cost at each draw count")
	assert.Equal(t, 4, strings.Count(text, "<table"))
	links := regexp.MustCompile(`(?:src|href)\s*=|url\(|@import|<script`)
	assert.Empty(t, links.FindAllString(text, -1))
	for _, address := range regexp.MustCompile(`https?://[^"' ]+`).FindAllString(text, -1) {
		assert.Contains(t, address, "://www.w3.org/", "only the names of XML formats")
	}
	for _, element := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(text, -1) {
		decoder := xml.NewDecoder(strings.NewReader(element))
		for {
			_, err := decoder.Token()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
		}
	}
	assert.Less(t, len(text), 400_000)
}

func TestExceedance(t *testing.T) {
	points := exceedance([]int64{0, 10, 10, 100})
	require.Len(t, points, 3)
	for i, want := range [][2]float64{{1, 0.75}, {10, 0.25}, {100, 0.25}} {
		assert.InDelta(t, math.Log10(want[0]), points[i].X, 1e-12)
		assert.InDelta(t, math.Log10(want[1]), points[i].Y, 1e-12)
	}
	many := make([]int64, 100_000)
	for i := range many {
		many[i] = int64(i * i)
	}
	points = exceedance(many)
	assert.Less(t, len(points), 2000, "ten decades")
	for i := 1; i < len(points); i++ {
		require.Greater(t, points[i].X, points[i-1].X)
		require.LessOrEqual(t, points[i].Y, points[i-1].Y)
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567"} {
		assert.Equal(t, want, Thousands(n))
	}
	assert.Equal(t, "81.94 %", percent(0.81941))
	assert.Equal(t, "81.94 – 81.96 %", interval(stats.Interval{Low: 0.81941, High: 0.81951}))
	assert.Equal(t, "81.94 %", rate(stats.Interval{Low: 0.81941, High: 0.81941}))
	assert.Equal(t, "−3.00 – 2.00 %", interval(stats.Interval{Low: -0.03, High: 0.02}))
	assert.Equal(t, "< 1e-300", probability(0))
	assert.Equal(t, "2.0e-05", probability(0.00002))
	assert.Equal(t, "0.250", probability(0.25))
	assert.Equal(t, []string{"100 %", "0.01 %"}, []string{percentOf(100), percentOf(0.01)})
	assert.Equal(t, []string{"1", "10 k", "1 M"}, []string{countOf(1), countOf(1e4), countOf(1e6)})
}
