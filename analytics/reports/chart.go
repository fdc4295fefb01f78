package reports

import (
	"fmt"
	"html/template"
	"math"
	"strings"
)

// Chart draws a figure by day, or by week for a long period, over the previous period.
type Chart struct {
	Now, Before       []template.HTMLAttr // SVG path data, one path per run of days without a gap
	Area              []template.HTMLAttr // filled areas below Now
	First, Last       string              // first and last day
	Lowest, Highest   string
	Top, Bottom       string // what the upper and the lower edge stand for
	Said              string // text alternative
	Width, Height     int
	DotX, DotY        float64 // newest value
	HasDot, HasBefore bool
}

const (
	chartWidth  = 320
	chartHeight = 72
	chartInset  = 3.
	mostPoints  = 62 // longer periods are drawn by week
)

// chartOf draws a metric.
func chartOf(m metric, got measurement, format func(float64) string) Chart {
	now, before := points(m, got.now), points(m, got.before)
	low, high := math.Inf(1), math.Inf(-1)
	for _, value := range append(append([]float64{}, now...), before...) {
		if !math.IsNaN(value) {
			low, high = min(low, value), max(high, value)
		}
	}
	chart := Chart{Width: chartWidth, Height: chartHeight, First: shortDay(got.period.From), Last: shortDay(got.period.To)}
	if math.IsInf(low, 1) {
		return chart
	}
	bottom := low
	if !m.fewerIsBetter {
		bottom = min(0, low) // sums start at 0, positions do not
	}
	place := func(i, of int, value float64) (x, y float64) {
		x = chartInset + float64(i)*(chartWidth-2*chartInset)/max(1, float64(of-1))
		share := (value - bottom) / max(high-bottom, 1e-9)
		if m.fewerIsBetter {
			share = 1 - share
		}
		return x, chartHeight - chartInset - share*(chartHeight-2*chartInset)
	}
	chart.Now, chart.Before, chart.Area = runs(now, place, false), runs(before, place, false), runs(now, place, true)
	chart.HasBefore = len(chart.Before) > 0
	lowest, highest := math.Inf(1), math.Inf(-1)
	for i, value := range now {
		if math.IsNaN(value) {
			continue
		}
		lowest, highest = min(lowest, value), max(highest, value)
		chart.HasDot = true
		chart.DotX, chart.DotY = place(i, len(now), value)
	}
	each := "day"
	if len(got.now) > mostPoints {
		each = "week"
	}
	chart.Lowest, chart.Highest = format(lowest), format(highest)
	chart.Top, chart.Bottom = format(high), format(bottom)
	if m.fewerIsBetter {
		chart.Top, chart.Bottom = chart.Bottom, chart.Top
	}
	chart.Said = fmt.Sprintf("%s a %s, between %s and %s", m.title, each, chart.Lowest, chart.Highest)
	if m.per != "" {
		chart.Said = fmt.Sprintf("%s by %s, between %s and %s", m.title, each, chart.Lowest, chart.Highest)
	}
	return chart
}

// points returns the daily or weekly values in order; NaN for missing days.
func points(m metric, days []day) []float64 {
	step := 1
	if len(days) > mostPoints {
		step = 7
	}
	var values []float64
	for from := len(days) % step; from+step <= len(days); from += step { // whole weeks up to the newest day
		week := measurement{now: days[from : from+step]}
		value, known := week.value(m, week.now)
		if !known {
			value = math.NaN()
		}
		values = append(values, value)
	}
	return values
}

// runs draws each run of values without a gap as a line, or the area below it.
func runs(values []float64, place func(i, of int, value float64) (x, y float64), below bool) []template.HTMLAttr {
	var paths []template.HTMLAttr
	var path strings.Builder
	var first, last float64
	end := func() {
		if path.Len() == 0 {
			return
		}
		if below {
			fmt.Fprintf(&path, "L%.1f %dL%.1f %dZ", last, chartHeight, first, chartHeight)
		}
		paths = append(paths, template.HTMLAttr(`d="`+path.String()+`"`)) //nolint:gosec // of numbers only
		path.Reset()
	}
	for i, value := range values {
		if math.IsNaN(value) {
			end()
			continue
		}
		x, y := place(i, len(values), value)
		last = x
		if path.Len() == 0 {
			first = x
			fmt.Fprintf(&path, "M%.1f %.1fh.01", x, y) // a single day is a dot
			continue
		}
		fmt.Fprintf(&path, "L%.1f %.1f", x, y)
	}
	end()
	return paths
}
