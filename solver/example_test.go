package solver_test

import (
	"context"
	"fmt"
	"time"

	"klondike/klondike"
	"klondike/klondike/notation"
	"klondike/klondike/seeds"
	"klondike/solver"
)

// tableOf reads a position text; the texts below are valid.
func tableOf(text string, rules klondike.Rules) *klondike.Table {
	table, _, err := notation.Parse([]byte(text), rules)
	if err != nil {
		panic(err)
	}
	return table
}

// dealOf lays out a numbered deal.
func dealOf(number uint64, rules klondike.Rules) *klondike.Table {
	deal, err := seeds.Deal("klondike-solver", number)
	if err != nil {
		panic(err)
	}
	table, err := klondike.NewTable(deal, rules)
	if err != nil {
		panic(err)
	}
	return table
}

// An app asks after every move whether the game can still be won. It says "this
// game cannot be won" only when that is proven. A limit of 50 milliseconds is
// enough for most positions; this example runs on slow machines too.
func ExampleAnalyst_Analyse() {
	rules := klondike.DrawK(3)
	analyst := solver.NewAnalyst(8, solver.Limits{Time: 10 * time.Second, Memory: 64 << 20})

	for _, number := range []uint64{0, 3} {
		result, err := analyst.Analyse(context.Background(), dealOf(number, rules), rules)
		if err != nil {
			panic(err)
		}
		switch result.Verdict {
		case solver.Winnable:
			fmt.Println("deal", number, "can be won")
		case solver.Unwinnable:
			fmt.Println("deal", number, "cannot be won")
		default:
			fmt.Println("deal", number, "is open:", result.Reason)
		}
	}
	// Output:
	// deal 0 cannot be won
	// deal 3 can be won
}

// An app deals only games that can be won.
func ExampleNextWinnable() {
	deals, err := seeds.ParseRange("klondike-solver:0..1000")
	if err != nil {
		panic(err)
	}
	next, err := solver.NextWinnable(context.Background(), deals.All(), 20, klondike.DrawK(3),
		solver.Limits{Time: time.Minute})
	if err != nil {
		panic(err)
	}
	fmt.Println(next.Ending, next.Seed, "after", next.Unwinnable, "unwinnable")
	// Output: found klondike-solver:1 after 1 unwinnable
}

// The player follows the hints of a Guide, one move at a time, to the win.
func ExampleGuide() {
	rules := klondike.DrawK(1)
	table := dealOf(3, rules)
	guide := solver.NewAnalyst(1, solver.Limits{}).Guide(rules)
	for !table.Won() {
		hint, err := guide.Hint(context.Background(), table)
		if err != nil {
			panic(err)
		}
		if hint.Verdict != solver.Winnable {
			fmt.Println(hint.Verdict)
			return
		}
		if err := table.Play(hint.Moves[0], rules); err != nil {
			panic(err)
		}
	}
	fmt.Println("won")
	// Output: won
}

// Once nothing lies face down the rest plays itself.
func ExampleFinish() {
	rules := klondike.DrawK(1)
	table := tableOf(`foundations: QC QD QH JS
1: KS
2: KC
stock: QS KD
waste: KH
`, rules)
	moves, ok := solver.Finish(table, rules)
	fmt.Println(ok)
	for _, words := range notation.Words(table, rules, moves) {
		fmt.Println(words)
	}
	// Output:
	// true
	// 1. K♣ from column 2 to the foundation
	// 2. K♥ from the waste to the foundation
	// 3. draw Q♠
	// 4. Q♠ from the waste to the foundation
	// 5. K♠ from column 1 to the foundation
	// 6. draw K♦
	// 7. K♦ from the waste to the foundation
}

// Which move lost the game? The two of clubs can lie on the three of hearts alone,
// which the second move takes away for good.
func ExampleAnalyst_Critical() {
	rules := klondike.DrawK(1)
	rules.WorryBack = false
	start := tableOf(`foundations: 0C KD 2H KS
1: KH QC JH TC 9H 8C 7H 6C 5H 4C 3H
2: <AC> 2C
3: KC QH JC TH 9C 8H 7C 6H 5C 4H 3C
`, rules)
	moves, err := notation.ParseMoves(`
		K♣ from column 3 to column 4
		3♥ from column 1 to the foundation`, start, rules)
	if err != nil {
		panic(err)
	}
	critical, err := solver.NewAnalyst(1, solver.Limits{}).Critical(context.Background(), start, rules, moves)
	if err != nil {
		panic(err)
	}
	if lost, ok := critical.Move(); ok {
		fmt.Println("the game was lost by move", lost+1)
	}
	// Output: the game was lost by move 2
}

// How hard is the first move?
func ExampleAnalyst_FirstMoves() {
	rules := klondike.DrawK(3)
	firsts, err := solver.NewAnalyst(1, solver.Limits{}).FirstMoves(context.Background(), dealOf(3, rules), rules)
	if err != nil {
		panic(err)
	}
	keep := 0
	for _, first := range firsts {
		if first.Verdict == solver.Winnable {
			keep++
		}
	}
	fmt.Printf("%d of %d first moves keep the game winnable\n", keep, len(firsts))
	// Output: 3 of 6 first moves keep the game winnable
}

// The ace of clubs and the three of hearts have not been seen. If the ace is in the
// column the game is lost.
func ExampleSample() {
	rules := klondike.DrawK(1)
	rules.WorryBack = false
	table := tableOf(`foundations: 0C KD 2H KS
1: KH QC JH TC 9H 8C 7H 6C 5H
2: KC QH JC TH 9C 8H 7C 6H 5C 4H 3C
3: <?> <4C> 2C
stock: ?
`, rules)
	sampled, err := solver.Sample(context.Background(), table, rules,
		solver.SampleOptions{Completions: 1000, Seed: 1}, solver.Limits{Threads: 2})
	if err != nil {
		panic(err)
	}
	fmt.Println(sampled.Winnable, "of", sampled.Completions, "completions can be won")
	// Output: 495 of 1000 completions can be won
}
