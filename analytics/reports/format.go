package reports

import (
	"math"
	"strings"
	"time"
	"unicode"

	"upslope"
	"upslope/analytics/format"
)

// unit is the format of a figure.
type unit struct {
	kind   int
	column string // column with the currency code
}

const (
	kindWhole = iota
	kindOneDigit
	kindPercentage
	kindMoney
)

var (
	whole      = unit{kind: kindWhole}
	oneDigit   = unit{kind: kindOneDigit}
	percentage = unit{kind: kindPercentage}
)

func money(column string) unit { return unit{kind: kindMoney, column: column} }

// in returns the formatter of a unit in the report's currencies.
func (u unit) in(currencies map[string]string) func(float64) string {
	switch u.kind {
	case kindOneDigit:
		return func(v float64) string { return format.Number(v, 1) }
	case kindPercentage:
		return func(v float64) string {
			if math.Abs(v) < 1 {
				return format.Percent(v, 2) // one decimal is too coarse
			}
			return format.Percent(v, 1)
		}
	case kindMoney:
		code := currencies[u.column]
		return func(v float64) string { return format.Money(v, code) }
	}
	return func(v float64) string { return format.Number(v, 0) }
}

// noChange says that two figures read the same.
const noChange = "no change"

// signed formats a change.
func signed(v float64, digits int, unit string) string {
	text := format.Number(math.Abs(v), digits) + unit
	switch {
	case strings.Trim(text, "0.%") == "":
		return noChange
	case v > 0:
		return "+" + text
	}
	return "−" + text
}

func longDay(day time.Time) string { return day.Format(upslope.DateFormat) }

func shortDay(day time.Time) string { return day.Format("Jan 2, 2006") }

// within isolates a foreign text in an English sentence if it is right-to-left (UAX 9, 2.4).
func within(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
	}) {
		return "\u2068" + text + "\u2069"
	}
	return text
}
