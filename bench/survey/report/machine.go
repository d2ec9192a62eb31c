package report

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"klondike/bench/stats"
)

// WriteJSON writes the whole report for programs.
func (r *Report) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// csvHead names the columns of WriteCSV: shares are 0..1, costs are states.
var csvHead = []string{
	"draw", "passes", "deals", "won", "lost", "undecided", "rate_low", "rate_high",
	"wilson_low", "wilson_high", "clopper_pearson_low", "clopper_pearson_high",
	"states_total", "states_p50", "states_p90", "states_p99", "states_max",
}

// WriteCSV writes one line for each rule, for spreadsheets and programs.
func (r *Report) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(csvHead); err != nil {
		return err
	}
	for _, rule := range r.Rules {
		row := []string{strconv.Itoa(rule.Draw), rule.Passes}
		for _, n := range []int64{rule.Deals(), rule.Won, rule.Lost, rule.Undecided} {
			row = append(row, strconv.FormatInt(n, 10))
		}
		for _, i := range []stats.Interval{rule.Rate, rule.Wilson, rule.ClopperPearson} {
			row = append(row, strconv.FormatFloat(i.Low, 'f', 6, 64), strconv.FormatFloat(i.High, 'f', 6, 64))
		}
		for _, n := range []int64{rule.States.All.Total, rule.States.All.P50, rule.States.All.P90, rule.States.All.P99, rule.States.All.Max} {
			text := ""
			if rule.States.All.Deals > 0 {
				text = strconv.FormatInt(n, 10)
			}
			row = append(row, text)
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
