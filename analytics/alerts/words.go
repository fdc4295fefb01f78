package alerts

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"upslope"
	"upslope/analytics/format"
)

const maxTitle = 70 // characters

// alert words a deviation of a metric.
func (m metric) alert(d Deviation, currency string) upslope.Alert {
	way := "below"
	if d.Actual > d.Expected {
		way = "above"
	}
	amount := number
	if m.unit == "currency" {
		amount = func(n float64) string { return format.Money(math.Round(n), currency) }
	}
	alert := upslope.Alert{
		Rule: m.rule, Onset: d.Onset.Format(time.DateOnly), URL: "/overview?metric=" + m.chart, Unit: m.unit,
		Title: fmt.Sprintf("%s %.0f%% %s expected since %s", m.name, math.Abs(d.Change()), way, d.Onset.Format("Jan 2")),
		Detail: fmt.Sprintf("%s in %d days up to %s; %s to %s were expected.", amount(d.Actual), d.Days, d.Through.Format("Jan 2"),
			amount(d.Low), amount(d.High)),
		Actual: &d.Actual, Expected: &d.Expected, Low: &d.Low, High: &d.High,
	}
	if m.unit == "currency" {
		alert.Currency = currency
	}
	return alert
}

func forecastDetail(one upslope.AlertForecast) string {
	amount := func(n *float64) string {
		switch {
		case n == nil:
			return "an unknown gain"
		case one.Unit == "currency":
			return format.Money(math.Round(*n), one.Currency)
		}
		return number(*n) + " clicks"
	}
	return fmt.Sprintf("%s a month against a forecast of %s.", amount(one.Gain), amount(one.Forecast))
}

// number writes a count, with a decimal where it is small.
func number(n float64) string {
	if n != math.Trunc(n) && math.Abs(n) < 10 {
		return format.Number(n, 1)
	}
	return format.Number(math.Round(n), 0)
}

// shorten cuts a text in its middle.
func shorten(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	letters := []rune(text)
	head := (most - 1) * 2 / 3
	return string(letters[:head]) + "…" + string(letters[len(letters)-(most-1-head):])
}

// sentence ends a text with a period.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}
