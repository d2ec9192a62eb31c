package main

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"klondike/bench/survey"
	"klondike/bench/survey/report"
	"klondike/klondike/seeds"
)

// openSurveys opens the directories of surveys.
func openSurveys(dirs []string) ([]*survey.Survey, error) {
	list := make([]*survey.Survey, len(dirs))
	for i, dir := range dirs {
		s, err := survey.Open(dir)
		if err != nil {
			return nil, err
		}
		list[i] = s
	}
	return list, nil
}

func loadReport(dirs []string) (*report.Report, error) {
	parts, err := openSurveys(dirs)
	if err != nil {
		return nil, err
	}
	return report.New(parts)
}

func surveyReportCommand(out *output) *cobra.Command {
	var (
		asJSON, asCSV bool
		html          string
	)
	c := &cobra.Command{
		Use:   "report DIR...",
		Short: "Show the win rates that a survey found",
		Long: `Show what a survey found: win rates with their 95 % intervals (Wilson, and
Clopper-Pearson), at which pass limit deals are first winnable, what changes
between two rules on the same deals (McNemar), and the cost in states. Undecided
deals are never dropped: they widen every rate and interval on both sides.

Several directories must be parts of one survey: shards, of which some may be
missing or unfinished, or surveys of other ranges that agree in all else.

Exit status: 0 done, 1 failed, 2 bad input.`,
		Example: `  klondike survey report surveys/mine
  klondike survey report surveys/mine --csv
  klondike survey report surveys/mine --json
  klondike survey report surveys/mine --html page.html`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, dirs []string) error {
			r, err := loadReport(dirs)
			if err != nil {
				return damaged(err)
			}
			if html != "" {
				if err := writeTo(html, r.WriteHTML); err != nil {
					return failure{err}
				}
			}
			switch {
			case asJSON:
				return r.WriteJSON(out)
			case asCSV:
				return r.WriteCSV(out)
			}
			return r.WriteText(out)
		},
	}
	fs := c.Flags()
	fs.BoolVar(&asJSON, "json", false, "write everything as JSON")
	fs.BoolVar(&asCSV, "csv", false, "write one CSV line for each rule")
	fs.StringVar(&html, "html", "", "also write one self-contained page with plots to this file")
	c.MarkFlagsMutuallyExclusive("json", "csv")
	return c
}

// writeTo writes a file.
func writeTo(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// damaged marks results that are not what a survey can have left as a failure,
// which no other command line would avoid.
func damaged(err error) error {
	if errors.As(err, new(*survey.Damage)) {
		return failure{err}
	}
	return err
}

func surveyMergeCommand(out *output) *cobra.Command {
	return &cobra.Command{
		Use:   "merge OUT DIR...",
		Short: "Put the shards of a survey together",
		Long: `Write the survey of which the directories DIR... are the finished shards into the
new directory OUT. Its manifest.json and results.csv are those of a single run,
byte for byte. Surveys of neighbouring ranges that agree in all else are put
together in the same way.

Exit status: 0 done, 1 failed, 2 bad input.`,
		Example: `  klondike survey merge merged surveys/shard1 surveys/shard2`,
		Args:    cobra.MinimumNArgs(2),
		RunE: func(_ *cobra.Command, dirs []string) error {
			parts, err := openSurveys(dirs[1:])
			if err != nil {
				return err
			}
			m, err := survey.Merge(dirs[0], parts)
			if err != nil {
				return damaged(err)
			}
			out.printf("%s: %s deals of %s:%d..%d\n", dirs[0], report.Thousands(m.Planned()), m.Generator, m.First, m.Last)
			return nil
		},
	}
}

func surveyDiffCommand(out *output) *cobra.Command {
	var (
		asJSON, all bool
	)
	c := &cobra.Command{
		Use:   "diff A B",
		Short: "Compare two surveys of the same deals, deal by deal",
		Long: `Compare two surveys of the same generator, such as those of two versions or of
two programs, on the deals and rules that both have: on which deals the verdicts
exclude each other, which only one of them decided, and how the costs differ.

Exit status: 0 no verdicts exclude each other, 1 some do, 2 bad input.`,
		Example: `  klondike survey diff surveys/mine surveys/other
  klondike survey diff surveys/mine surveys/other --json`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, dirs []string) error {
			s, err := openSurveys(dirs)
			if err != nil {
				return err
			}
			c, err := survey.Diff(s[0], s[1])
			if err != nil {
				return damaged(err)
			}
			most := 20
			if all {
				most = -1
			}
			if asJSON {
				err = report.WriteComparisonJSON(out, c)
			} else {
				err = report.WriteComparison(out, s[0], s[1], c, most)
			}
			if err == nil && c.Contradictions() > 0 {
				err = outcome(statusFailed)
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "write everything as JSON")
	c.Flags().BoolVar(&all, "all", false, "list every differing deal, not only the first 20")
	return c
}

func surveyImportCommand(out *output) *cobra.Command {
	var (
		list  survey.List
		rules ruleFlags
		dir   string
	)
	c := &cobra.Command{
		Use:   "import FILE|- --generator NAME --program NAME --out DIR",
		Short: "Read another program's verdicts, to report and compare them",
		Long: `Read a list of seeds and verdicts of another program, all under one rule, and
write it as a survey into a new directory. Each line holds a seed and a verdict,
separated by a comma, a semicolon or white space: W, U or ?, or a word such as
winnable, unwinnable, solved, impossible or undecided. Lines that begin with # and
a heading are skipped; the seeds may come in any order and have gaps.

Exit status: 0 done, 1 failed, 2 bad input.`,
		Example: `  klondike survey import surveys/other.csv --generator klondike-solver --draw 1 --program other --out imported
  klondike survey import surveys/other.csv --generator klondike-solver --draw 3 --column 3 --program other --out imported3`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, files []string) (err error) {
			if list.Rules, err = rules.rules(); err != nil {
				return err
			}
			if list.Verdict < 2 || list.States < 0 {
				return errors.New("--column and --states-column: expected the number of a column, counted from 1, behind the seeds in the first")
			}
			in := c.InOrStdin()
			if files[0] != "-" {
				file, err := os.Open(files[0])
				if err != nil {
					return err
				}
				defer file.Close()
				in = file
			}
			m, err := survey.Import(dir, list, in)
			if err != nil {
				return err
			}
			out.printf("%s: deals of %s:%d..%d, %s\n", dir, m.Generator, m.First, m.Last, m.Rules[0])
			return nil
		},
	}
	fs := c.Flags()
	fs.StringVar(&list.Generator, "generator", "", "generator of the seeds: "+generatorNames())
	fs.StringVar(&list.Program, "program", "", "name and version of the program that gave the verdicts")
	fs.StringVar(&dir, "out", "", "new directory for the survey")
	fs.IntVar(&list.Verdict, "column", 2, "column of the verdicts, counted from 1")
	fs.IntVar(&list.States, "states-column", 0, "column of the states expanded (0 = none)")
	rules.add(fs)
	for _, name := range []string{"generator", "program", "out"} {
		if err := c.MarkFlagRequired(name); err != nil {
			panic(err) // a misspelt name
		}
	}
	return c
}

func generatorNames() string {
	text := ""
	for _, g := range seeds.Generators() {
		if g.Ranges {
			if text != "" {
				text += ", "
			}
			text += g.Name
		}
	}
	return text
}
