package crawl

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

type numberState int

const (
	isNumber   numberState = iota
	noNumber               // an empty cell, or a sign for empty
	notANumber             // any other text
)

// parseNumber reads any language's numbers ("1.234.567", "1 234,5", "12 %", "35 KB") and returns the unit in
// lower case, without "%". With grouped, for counts, "1.234" is 1234; without, for measurements, 1.234.
func parseNumber(cell []byte, grouped bool) (n float64, unit string, state numberState) {
	if n, plain := plainNumber(cell, grouped); plain {
		return n, "", isNumber
	}
	text := strings.TrimSpace(string(cell))
	if len(text) > 64 {
		return 0, "", notANumber
	}
	switch strings.ToLower(text) {
	case "", "-", "--", "—", "–", "n/a", "na", "null", "none", "nan", "not set", "(not set)", "unknown", "?":
		return 0, "", noNumber
	}
	end := strings.LastIndexAny(text, "0123456789") + 1
	unit = strings.ToLower(strings.TrimSpace(strings.TrimRight(text[end:], ". \u00a0\u202f")))
	if unit == "%" {
		unit = ""
	}
	number := plainDecimal(strings.Map(ungroup, text[:end]), grouped)
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || strings.ContainsAny(number, "xXpPnN_") { // no hexadecimal, NaN or Inf
		return 0, "", notANumber
	}
	return n, unit, isNumber
}

// ungroup drops spaces and apostrophes used as thousands separators.
func ungroup(r rune) rune {
	switch r {
	case ' ', '\u00a0', '\u202f', '\u2009', '\'', '’':
		return -1
	case '\u2212':
		return '-'
	}
	return r
}

// plainNumber is the fast path: digits with at most one dot, up to 15 so that the division is exact. It
// leaves a possible thousands separator to parseNumber.
func plainNumber(cell []byte, grouped bool) (float64, bool) {
	if len(cell) == 0 || len(cell) > 15 {
		return 0, false
	}
	if cell[0] == '.' {
		return 0, false
	}
	n, divisor := 0, 0
	for _, c := range cell {
		switch {
		case '0' <= c && c <= '9':
			n = n*10 + int(c-'0')
			divisor *= 10
		case c == '.' && divisor == 0 && !grouped:
			divisor = 1
		default:
			return 0, false
		}
	}
	return float64(n) / float64(max(divisor, 1)), true
}

// digits parses a cell of digits only.
func digits(cell []byte) (int, bool) {
	if len(cell) == 0 || len(cell) > 15 {
		return 0, false
	}
	n := 0
	for _, c := range cell {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// plainDecimal removes thousands separators and makes the decimal separator a dot.
func plainDecimal(number string, grouped bool) string {
	comma, dot := strings.LastIndexByte(number, ','), strings.LastIndexByte(number, '.')
	decimal := max(comma, dot)
	if decimal < 0 {
		return number
	}
	separator := number[decimal]
	threeDigits := len(number)-decimal == 4
	switch {
	case comma >= 0 && dot >= 0: // both: the last one is the decimal separator
	case strings.Count(number, string(separator)) > 1: // several of one: thousands
		decimal = -1
	case grouped && threeDigits && strings.TrimLeft(number[:decimal], "-0") != "": // "1,234", but not "0,123"
		decimal = -1
	}
	out := make([]byte, 0, len(number))
	for i := range len(number) {
		switch c := number[i]; {
		case i == decimal:
			out = append(out, '.')
		case c != ',' && c != '.':
			out = append(out, c)
		}
	}
	return string(bytes.TrimSuffix(out, []byte{'.'}))
}

// timeLayouts are the forms of times that can mean one thing only: a point stands between day and month.
var timeLayouts = []string{
	time.DateTime, time.RFC1123, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05 MST", "2006-01-02 15:04", time.DateOnly, time.RFC1123Z, time.RFC850,
	"2.1.2006 15:04:05", "2.1.2006 15:04", "2.1.2006", "2.1.06 15:04", "2.1.06", "2006/1/2 15:04:05", "2006/1/2 15:04", "2006/1/2", "2 Jan 2006 15:04", "2 Jan 2006 (15:04 MST)", "2 Jan 2006", "Jan 2, 2006",
}

// slashedLayouts are the two orders of day and month between slashes or hyphens, which only a day after the
// 12th tells apart.
var slashedLayouts = [2][]string{
	{"2/1/2006 15:04:05", "2/1/2006 15:04", "2/1/2006", "2-1-2006 15:04:05", "2-1-2006 15:04", "2-1-2006", "2/1/06 15:04", "2/1/06"},
	{"1/2/2006 15:04:05", "1/2/2006 15:04", "1/2/2006", "1-2-2006 15:04:05", "1-2-2006 15:04", "1-2-2006", "1/2/06 15:04", "1/2/06", "1/2/2006 3:04:05 PM",
		"1/2/2006 3:04 PM", "1/2/06 3:04 PM"},
}

// parseTime reads a time in UTC; one whose day and month may be swapped is not understood.
func parseTime(cell []byte) (time.Time, bool) {
	if len(cell) > 40 {
		return time.Time{}, false
	}
	text := string(cell)
	if t, fits := firstLayout(timeLayouts, text); fits {
		return t, true
	}
	dayFirst, isDayFirst := firstLayout(slashedLayouts[0], text)
	monthFirst, isMonthFirst := firstLayout(slashedLayouts[1], text)
	switch {
	case isDayFirst && (!isMonthFirst || monthFirst.Equal(dayFirst)):
		return dayFirst, true
	case isMonthFirst && !isDayFirst && monthFirst.Day() > 12:
		return monthFirst, true
	}
	return time.Time{}, false
}

func firstLayout(layouts []string, text string) (time.Time, bool) {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, text); err == nil && t.Year() > 1970 && t.Year() < 2200 {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
