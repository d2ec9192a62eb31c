// Package shorten makes lines of play short.
//
// A search returns the first line that it finds. With an open talon that line takes
// the talon cards in whatever order came to mind, and turns the stock for each; and
// it brings cards up and back without need. Moves cost the search nothing, but they
// cost a reader's time. Here they are counted: an act costs the draws and redeals
// before it, the run that must move aside, and itself.
//
//   - layout.go: the packed position with what it leaves out, which sibling a card
//     lies on and where the stock stands, so that the count is exact.
//   - game.go: what an act costs, acts that cost nothing extra and so are made at
//     once, and an estimate of what is still to come.
//   - beam.go: a beam search. Every act but those within a plateau lowers the number
//     of locked and talon cards, the level. Level by level the layouts with the
//     smallest sums of moves made and estimated go on.
//   - guide.go: most layouts that look good are lost, and a beam of them dies. So a
//     layout from which the rest of the known line can still be followed, skipping
//     what is done, competes only with others of that kind. Following the line also
//     tells what it would come to, and every improvement is noted.
//   - shorten.go: a few rounds, each with the best line of the one before as its
//     guide.
//
// Nothing here is needed for the truth of a verdict. A line is only worth what the
// referee says of it, and the caller replays it. The outcome depends on the task
// alone.
package shorten
