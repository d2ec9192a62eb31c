package bench

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ErrPlotFormat is wrapped for a kind of picture that WritePlot cannot draw.
var ErrPlotFormat = errors.New("unknown kind of picture")

var plotFormats = []string{"svg", "png", "pdf"}

// CheckPlotFormat returns an error that wraps ErrPlotFormat unless WritePlot draws
// this kind of picture.
func CheckPlotFormat(format string) error {
	if !slices.Contains(plotFormats, format) {
		return fmt.Errorf("%w: expected %s", ErrPlotFormat, strings.Join(plotFormats, ", "))
	}
	return nil
}

// The size of the plot.
const (
	plotWidth  = 7 * vg.Inch
	plotHeight = 4.5 * vg.Inch
)

// palette is told apart by people who see few colours, too (after Okabe and Ito).
var palette = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff},
	{0xcc, 0x79, 0xa7, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff},
}

// WritePlot draws the mean number of states by pass limit, a line for each draw
// count, in the format svg, png or pdf.
func (s *Scaling) WritePlot(w io.Writer, format string) error {
	if err := CheckPlotFormat(format); err != nil {
		return err
	}
	p := plot.New()
	p.Title.Text = fmt.Sprintf("Cost of the same %d deals (suite %s)", s.Deals, s.Suite)
	p.X.Label.Text, p.Y.Label.Text = "pass limit", "states expanded a deal, mean"
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.X.Min, p.X.Max = -0.2, float64(len(scalingPasses))-0.7
	p.Legend.Top, p.Legend.XOffs = true, -vg.Points(8)
	p.Add(plotter.NewGrid())

	ticks := make(plot.ConstantTicks, len(scalingPasses))
	for i, passes := range scalingPasses {
		ticks[i] = plot.Tick{Value: float64(i), Label: passLimit(passes)}
	}
	p.X.Tick.Marker = ticks
	for i, draws := range scalingDraws {
		var points plotter.XYs
		for _, c := range s.Costs {
			if c.Draw == draws {
				// A logarithm needs something, and every search expands a state or two.
				y := max(c.States.Mean(), 1)
				points = append(points, plotter.XY{X: float64(slices.Index(scalingPasses, c.Passes)), Y: y})
			}
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		line.Color, line.Width = palette[i%len(palette)], 1.3
		dots.Color, dots.Radius, dots.Shape = line.Color, 2.5, draw.CircleGlyph{}
		p.Add(line, dots)
		p.Legend.Add("draw "+strconv.Itoa(draws), line, dots)
	}
	picture, err := p.WriterTo(plotWidth, plotHeight, format)
	if err != nil {
		return err
	}
	_, err = picture.WriteTo(w)
	return err
}
