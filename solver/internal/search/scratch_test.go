package search

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"klondike/klondike"
	"klondike/klondike/seeds"
	"klondike/solver/internal/pack"
)

func verdicts(t testing.TB) (v [1000][2]bool) {
	f, err := os.Open("../../../testdata/verdicts.csv")
	if err != nil {
		t.Fatal(err)
	}
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		var s int
		p := strings.Split(sc.Text(), ",")
		if _, err := fmt.Sscan(p[0], &s); err != nil || len(p) != 3 {
			continue
		}
		v[s][0] = p[1] == "winnable"
		v[s][1] = p[2] == "winnable"
	}
	return v
}

func scratch(t *testing.T, draw, threads int, worry, line bool) {
	v := verdicts(t)
	e := NewEngine(threads, 1<<30, AllRules)
	won := 0
	var sum, wins Counters
	start := time.Now()
	for s := range 1000 {
		deal, _ := seeds.Deal("klondike-solver", uint64(s))
		r := klondike.DrawK(draw)
		tb, _ := klondike.NewTable(deal, r)
		d, st, err := pack.New(tb, r)
		if err != nil {
			t.Fatal(err)
		}
		e.SetDeal(d)
		a, err := e.Decide(context.Background(), st, Game{draw, worry, 0}, Limits{}, line)
		if err != nil {
			t.Fatal(s, err)
		}
		if a.Won {
			won++
			wins.Add(&a.Counters)
		}
		if worry && a.Won != v[s][draw/2] {
			t.Errorf("seed %d: %v", s, a.Won)
		}
		sum.Add(&a.Counters)
		if a.Counters.Closed > 50000 {
			t.Log(s, a.Won, a.Counters.Closed, a.Counters.Open)
		}
	}
	t.Log(draw, threads, worry, won, "closed", sum.Closed, "open", sum.Open, "wins", wins.Closed, wins.Open, "members", sum.Members, "arr", sum.Arrivals, sum.Known, time.Since(start))
}

func TestScratch1(t *testing.T)  { scratch(t, 1, 1, true, false) }
func TestScratch3(t *testing.T)  { scratch(t, 3, 1, true, false) }
func TestScratch3L(t *testing.T) { scratch(t, 3, 1, true, true) }
func TestScratch1L(t *testing.T) { scratch(t, 1, 1, true, true) }
func TestScratch1N(t *testing.T) { scratch(t, 1, 1, false, true) }
func TestScratch3N(t *testing.T) { scratch(t, 3, 1, false, true) }
func TestScratch3T(t *testing.T) { scratch(t, 3, 2, true, true) }

func TestScratchHard(t *testing.T) {
	e := NewEngine(1, 1<<30, AllRules)
	for _, s := range []uint64{2754, 8025, 1838, 8240} {
		deal, _ := seeds.Deal("klondike-solver", s)
		r := klondike.DrawK(3)
		tb, _ := klondike.NewTable(deal, r)
		d, st, _ := pack.New(tb, r)
		e.SetDeal(d)
		start := time.Now()
		a, _ := e.Decide(context.Background(), st, Game{3, true, 0}, Limits{}, true)
		t.Log(s, a.Won, a.Counters.Closed, a.Counters.Open, time.Since(start), e.Bytes()>>20, e.Forgot())
	}
}

func TestScratchPasses(t *testing.T) {
	for _, draw := range []int{3, 1} {
		for _, passes := range []int{1, 2, 3, 5} {
			on := AllRules
			if os.Getenv("OFF") != "" {
				var x int
				fmt.Sscan(os.Getenv("OFF"), &x)
				on &^= Rule(x)
			}
			if x := os.Getenv("WLV"); x != "" {
				for k, y := range strings.Fields(x) {
					fmt.Sscan(y, &WL[k])
				}
			}
			e := NewEngine(1, 1<<30, on)
			var sum, wins Counters
			won := 0
			start := time.Now()
			for s := range uint64(200) {
				deal, _ := seeds.Deal("klondike-solver", s)
				r := klondike.DrawK(draw)
				r.Passes = passes
				tb, _ := klondike.NewTable(deal, r)
				d, st, _ := pack.New(tb, r)
				e.SetDeal(d)
				a, err := e.Decide(context.Background(), st, Game{draw, true, passes}, Limits{}, false)
				if err != nil {
					t.Fatal(err)
				}
				sum.Add(&a.Counters)
				if a.Won {
					won++
					wins.Add(&a.Counters)
				}
			}
			t.Log("draw", draw, "passes", passes, "won", won, "closed", sum.Closed, "open", sum.Open, "wins", wins.Closed, wins.Open, time.Since(start), e.Bytes()>>20, e.Forgot())
		}
	}
}
