package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"klondike/klondike/notation"
)

func dealCommand(out *output) *cobra.Command {
	var input inputFlags
	var drawing drawFlags
	var to string
	c := &cobra.Command{
		Use:   "deal [FILE|-]",
		Short: "Show a deal or position, or convert it to another format",
		Long: `Show a deal or position as it was understood, or write it in another format.
The format of a file is found out by its shape. Cards in parentheses lie face
down; the stock is in drawing order, and the last card of the waste is playable.`,
		Example: `  klondike deal --seed klondike-solver:3
  klondike deal --seed greenfelt:41 --to deck
  klondike deal --seed native:7 --rules double --ascii
  klondike deal position.txt --to json
  klondike deal --seed solvitaire:1 --to pysol | klondike deal - --to text`,
		RunE: func(c *cobra.Command, files []string) error {
			var format notation.Format
			if to != "" {
				var err error
				if format, err = notation.ParseFormat(to); err != nil {
					return fmt.Errorf("--to %s: expected one of %v", to, notation.Formats())
				}
			}
			p, err := input.load(files, c.InOrStdin())
			if err != nil {
				return err
			}
			if format != "" {
				return notation.Write(out, format, p.table, p.rules)
			}
			out.printf("%s, %s\n\n%s", p.name, p.rules, drawing.pen(out).table(p.table, p.rules))
			return nil
		},
	}
	input.add(c.Flags())
	drawing.add(c.Flags())
	c.Flags().StringVar(&to, "to", "", "write this `format` instead of a drawing: text, pysol, deck, solvitaire, json")
	return c
}
