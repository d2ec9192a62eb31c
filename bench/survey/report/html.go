package report

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"svg":       func(s string) template.HTML { return template.HTML(s) }, // drawn by plot.go, which escapes names
	"thousands": Thousands[int64],
	"percent":   percent,
	"interval":  interval,
	"rate":      rate,
	"label":     passLabel,
}).Parse(pageText))

// WriteHTML writes the report as one page that needs nothing else: no network, no
// script.
func (r *Report) WriteHTML(w io.Writer) error {
	figures, err := r.plots()
	if err != nil {
		return err
	}
	return page.Execute(w, struct {
		*Report
		Tables  []*table
		Figures []figure
	}{r, r.tables(), figures})
}
