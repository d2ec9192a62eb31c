package report

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Sizes of plots on the page: across it, and two side by side.
const (
	wide   = 10 * vg.Inch
	narrow = 4.8 * vg.Inch
	height = 3.5 * vg.Inch
)

var (
	ink  = color.RGBA{0x33, 0x41, 0x55, 0xff}
	grid = color.RGBA{0xe2, 0xe8, 0xf0, 0xff}
	// palette is told apart by people who see few colours, too (after Okabe and Ito).
	palette = []color.RGBA{
		{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff},
		{0xcc, 0x79, 0xa7, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff},
	}
	sans = font.Font{Typeface: "Liberation", Variant: "Sans"}
)

// newPlot returns an empty plot in the style of the page.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	style := func(s *text.Style, size vg.Length) {
		s.Font = font.From(sans, size)
		s.Color = ink
	}
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		style(&axis.Label.TextStyle, 9.5)
		style(&axis.Tick.Label, 9)
		axis.Label.Padding = 4
		axis.LineStyle.Color = ink
		axis.LineStyle.Width = 0.6
		axis.Tick.LineStyle.Color = ink
		axis.Tick.LineStyle.Width = 0.6
		axis.Tick.Length = 4
		axis.Padding = 0
	}
	style(&p.Legend.TextStyle, 9)
	p.Legend.Padding = 2
	p.Legend.ThumbnailWidth = 18
	lines := plotter.NewGrid()
	lines.Horizontal.Color, lines.Vertical.Color = grid, grid
	lines.Horizontal.Width, lines.Vertical.Width = 0.6, 0.6
	p.Add(lines)
	return p
}

// svg draws a plot as an <svg> element that can stand within a page.
func svg(p *plot.Plot, width vg.Length) (string, error) {
	canvas := vgsvg.New(width, height)
	p.Draw(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return "", err
	}
	_, element, found := bytes.Cut(b.Bytes(), []byte("<svg"))
	if !found {
		return "", fmt.Errorf("report: the plot is not an SVG")
	}
	return "<svg" + string(element), nil
}

// winPlot draws the win rate by pass limit, one line for each draw count, with
// the wider of both intervals as error bars.
func (r *Report) winPlot() (string, error) {
	p := newPlot("pass limit", "winnable deals")
	var limits []string
	for _, rule := range r.Rules {
		if !slices.Contains(limits, rule.Passes) {
			limits = append(limits, rule.Passes)
		}
	}
	slices.SortFunc(limits, byLimit)
	draws := r.draws()
	for k, draw := range draws {
		points := errorPoints{}
		for _, rule := range r.Rules {
			if rule.Draw != draw {
				continue
			}
			// Side by side, so that no error bar hides another.
			x := float64(slices.Index(limits, rule.Passes)) + 0.04*(float64(k)-float64(len(draws)-1)/2)
			middle := (rule.Rate.Low + rule.Rate.High) / 2
			low := min(rule.Wilson.Low, rule.ClopperPearson.Low)
			high := max(rule.Wilson.High, rule.ClopperPearson.High)
			points.XYs = append(points.XYs, plotter.XY{X: x, Y: 100 * middle})
			points.YErrors = append(points.YErrors, struct{ Low, High float64 }{100 * (middle - low), 100 * (high - middle)})
		}
		if err := addSeries(p, points, palette[k%len(palette)], "draw "+strconv.Itoa(draw)); err != nil {
			return "", err
		}
	}
	p.X.Min, p.X.Max = -0.5, float64(len(limits))-0.5
	p.X.Tick.Marker = categories(limits)
	p.Y.Min, p.Y.Max = 0, 100
	p.Y.Tick.Marker = percentTicks{0, 20, 40, 60, 80, 100}
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.XOffs, p.Legend.YOffs = 8, -4
	return svg(p, wide)
}

// draws returns the draw counts, rising.
func (r *Report) draws() []int {
	var list []int
	for _, rule := range r.Rules {
		if !slices.Contains(list, rule.Draw) {
			list = append(list, rule.Draw)
		}
	}
	return list
}

// byLimit orders pass limits, "unlimited" last.
func byLimit(a, b string) int {
	value := func(limit string) int {
		n, err := strconv.Atoi(limit)
		if err != nil {
			return math.MaxInt
		}
		return n
	}
	return value(a) - value(b)
}

// errorPoints are points with error bars.
type errorPoints struct {
	plotter.XYs
	plotter.YErrors
}

func addSeries(p *plot.Plot, points errorPoints, c color.RGBA, name string) error {
	line, dots, err := plotter.NewLinePoints(points.XYs)
	if err != nil {
		return err
	}
	bars, err := plotter.NewYErrorBars(points)
	if err != nil {
		return err
	}
	line.Color, line.Width = c, 1.2
	dots.Color, dots.Radius, dots.Shape = c, 2.4, draw.CircleGlyph{}
	bars.Color, bars.Width, bars.CapWidth = c, 1.2, 7
	p.Add(line, bars, dots)
	p.Legend.Add(name, line, dots)
	return nil
}

// costPlot draws, for the rules of one draw count, what share of the deals needs
// more than so many states. Both axes count decades, so that the few hard deals
// show; gonum's own logarithmic axes would leave room for labels where none are.
func (r *Report) costPlot(draws int) (string, error) {
	p := newPlot("states expanded", "deals that need more")
	series := 0
	for _, rule := range r.Rules {
		if rule.Draw != draws || len(rule.curve) == 0 {
			continue
		}
		line, err := plotter.NewLine(exceedance(rule.curve))
		if err != nil {
			return "", err
		}
		line.StepStyle = plotter.PostStep
		line.Color, line.Width = palette[series%len(palette)], 1.4
		if series >= len(palette) {
			line.Dashes = []vg.Length{4, 2}
		}
		series++
		p.Add(line)
		p.Legend.Add(passLabel(rule.Passes), line)
	}
	p.X.Min, p.X.Max = 0, max(1, math.Ceil(p.X.Max))
	p.Y.Min, p.Y.Max = min(-1, math.Floor(p.Y.Min)), 0
	p.X.Tick.Marker = decades(countOf)
	p.Y.Tick.Marker = decades(func(share float64) string { return percentOf(100 * share) })
	p.Legend.Left = true // the curves fall from the top left to the bottom right
	p.Legend.XOffs, p.Legend.YOffs = 8, 6
	return svg(p, narrow)
}

// exceedance returns, for rising costs, what share of the deals needs more than x
// states, both as decimal logarithms, at as many places as a plot can show.
func exceedance(costs []int64) plotter.XYs {
	const step = 0.005 // of a decade
	points := plotter.XYs{{X: 0, Y: 0}}
	for i, cost := range costs {
		if i+1 < len(costs) && costs[i+1] == cost {
			continue
		}
		// Nothing has a logarithm: the line ends at the height of its last deal.
		more := max(len(costs)-(i+1), 1)
		point := plotter.XY{
			X: math.Log10(float64(max(cost, 1))),
			Y: math.Log10(float64(more) / float64(len(costs))),
		}
		last := &points[len(points)-1]
		switch {
		case point.X == last.X:
			last.Y = point.Y
		case point.X > last.X+step || i+1 == len(costs):
			points = append(points, point)
		}
	}
	return points
}

func passLabel(passes string) string {
	if passes == "1" {
		return "1 pass"
	}
	return passes + " passes"
}

// categories are the ticks of an axis that counts names from 0.
func categories(names []string) plot.ConstantTicks {
	ticks := make(plot.ConstantTicks, len(names))
	for i, name := range names {
		ticks[i] = plot.Tick{Value: float64(i), Label: name}
	}
	return ticks
}

// percentTicks are the ticks of an axis in percent.
type percentTicks []float64

// Ticks implements plot.Ticker.
func (values percentTicks) Ticks(float64, float64) []plot.Tick {
	ticks := make([]plot.Tick, len(values))
	for i, v := range values {
		ticks[i] = plot.Tick{Value: v, Label: percentOf(v)}
	}
	return ticks
}

// decades labels the powers of ten on an axis of decimal logarithms.
type decades func(power float64) string

// Ticks implements plot.Ticker.
func (label decades) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for e := math.Ceil(low); e <= high; e++ {
		ticks = append(ticks, plot.Tick{Value: e, Label: label(math.Pow(10, e))})
	}
	return ticks
}

func percentOf(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) + " %" }

// countOf writes a power of ten as people write large counts.
func countOf(v float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		if v >= unit.size {
			return strconv.FormatFloat(v/unit.size, 'f', -1, 64) + unit.name
		}
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// plots draws every plot that has anything to show.
func (r *Report) plots() ([]figure, error) {
	win, err := r.winPlot()
	if err != nil {
		return nil, err
	}
	figures := []figure{{Title: "Win rate by pass limit", SVG: win, Note: "Error bars are 95 % intervals, the wider of both methods."}}
	for _, draw := range r.draws() {
		known := slices.ContainsFunc(r.Rules, func(rule Rule) bool { return rule.Draw == draw && len(rule.curve) > 0 })
		if !known {
			continue
		}
		cost, err := r.costPlot(draw)
		if err != nil {
			return nil, err
		}
		figures = append(figures, figure{
			Title: fmt.Sprintf("Cost at draw %d", draw), SVG: cost,
			Note: "Share of the deals that need more than so many states; both scales are logarithmic.",
		})
	}
	return figures, nil
}

// figure is a plot with its heading.
type figure struct{ Title, SVG, Note string }
