package reports

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// unit is how a figure is written.
type unit struct {
	kind   int
	column string // that names the currency
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

// in answers how to write a figure, in the currencies of a report.
func (u unit) in(currencies map[string]string) func(float64) string {
	switch u.kind {
	case kindOneDigit:
		return func(v float64) string { return decimal(v, 1) }
	case kindPercentage:
		return func(v float64) string { return decimal(v, 2) + " %" }
	case kindMoney:
		code := currencies[u.column]
		return func(v float64) string { return amount(v, code) }
	}
	return func(v float64) string { return decimal(v, 0) }
}

// decimal writes a number with separators and as many digits after the point.
func decimal(v float64, digits int) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', digits, 64)
	ints, rest, _ := strings.Cut(text, ".")
	var b strings.Builder
	if v < 0 && strings.Trim(text, "0.") != "" {
		b.WriteString("−")
	}
	for i, digit := range ints {
		if i > 0 && (len(ints)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	if rest != "" {
		b.WriteString("." + rest)
	}
	return b.String()
}

// amount writes money; small sums keep their cents.
func amount(v float64, code string) string {
	digits := 0
	if math.Abs(v) < 100 && v != math.Trunc(v) {
		digits = 2
	}
	unit, err := currency.ParseISO(code)
	if err != nil {
		return decimal(v, digits)
	}
	symbol := message.NewPrinter(language.English).Sprint(currency.NarrowSymbol(unit))
	if len([]rune(symbol)) > 1 {
		symbol = code + " "
	}
	if v < 0 {
		return "−" + symbol + decimal(-v, digits)
	}
	return symbol + decimal(v, digits)
}

// signed writes a change.
func signed(v float64, digits int, unit string) string {
	text := decimal(math.Abs(v), digits) + unit
	switch {
	case strings.Trim(text, "0. %") == "":
		return "±0" + unit
	case v > 0:
		return "+" + text
	}
	return "−" + text
}

func longDay(day time.Time) string { return day.Format("2 January 2006") }

func shortDay(day time.Time) string { return day.Format("2 Jan 2006") }

// within is a text of somebody else's as part of an English sentence: one that runs from right to left is kept apart from it (UAX 9, 2.4).
func within(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
	}) {
		return "\u2068" + text + "\u2069"
	}
	return text
}

// joined lists words: a, b and c.
func joined(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
