package workbook

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// format is what the number of a cell means.
type format int

const (
	plain format = iota
	date
	percent
)

// maxFormats is above what Excel allows of styles.
const maxFormats = 1 << 16

// readFormats reads what the numbers of cells mean, by their styles.
func (b *Book) readFormats(part string) ([]format, error) {
	custom := map[string]format{}
	var list []format
	inCells := false
	err := b.each(part, func(e element) error {
		switch {
		case e.name == "cellXfs":
			inCells = true
		case e.name == "cellStyles" || e.name == "dxfs":
			inCells = false
		case len(list) == maxFormats || len(custom) == maxFormats:
			return ErrDamaged
		case e.name == "numFmt":
			custom[e.get("numFmtId")] = formatOf(e.get("formatCode"))
		case e.name == "xf" && inCells:
			id := e.get("numFmtId")
			meaning, known := custom[id]
			if number, err := strconv.Atoi(id); err == nil && !known {
				meaning = builtIn(number)
			}
			list = append(list, meaning)
		}
		return nil
	})
	return list, err
}

// builtIn is a format that every workbook has, as the specification numbers them.
func builtIn(id int) format {
	switch {
	case id == 9 || id == 10:
		return percent
	case id >= 14 && id <= 22, id >= 27 && id <= 36, id == 45, id == 47, id >= 50 && id <= 58:
		return date
	}
	return plain
}

// elapsed are places for hours, minutes or seconds in all, which make no date.
var elapsed = regexp.MustCompile(`(?i)\[(h+|m+|s+)\]`)

// notPlaces are the parts of a format that stand for themselves: quoted, escaped, and colors and conditions.
var notPlaces = regexp.MustCompile(`"[^"]*"|[\\_*].|\[[^\]]*\]`)

// formatOf tells a date by its places for days, months, years, hours and seconds.
func formatOf(code string) format {
	if elapsed.MatchString(code) {
		return plain
	}
	code, _, _ = strings.Cut(strings.ToLower(notPlaces.ReplaceAllString(code, "")), ";")
	switch {
	case strings.Contains(code, "general"):
		return plain
	case strings.ContainsAny(code, "ymdhs"):
		return date
	case strings.Contains(code, "%"):
		return percent
	}
	return plain
}

// dateSystem is the day before the first.
type dateSystem int

const (
	since1900 dateSystem = iota
	since1904
)

// maxDay is the last day of 9999.
const maxDay = 2_958_465

// number writes a number without exponent and grouping, as precise as Excel is.
func number(value string, meaning format, from dateSystem) (string, bool) {
	n, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
		return "", false
	}
	switch {
	case meaning == date && n >= 0 && n <= maxDay:
		return dateText(n, from), true
	case meaning == percent:
		return decimal(n*100) + "%", true
	case strings.Trim(value, "0123456789") == "":
		return value, true
	}
	return decimal(n), true
}

// decimal rounds to the 15 digits that Excel shows.
func decimal(n float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(n, 'g', 15, 64), 64)
	if err != nil {
		rounded = n
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// dateText writes a date in a form that means one thing only; a part of the first day is a time of day.
func dateText(n float64, from dateSystem) string {
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC) // right from March 1900 on
	if from == since1904 {
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	days, part := math.Modf(n)
	at := first.AddDate(0, 0, int(days)).Add(time.Duration(math.Round(part*86400)) * time.Second)
	switch {
	case n < 1:
		return at.Format(time.TimeOnly)
	case part*86400 < 0.5:
		return at.Format(time.DateOnly)
	}
	return at.Format(time.DateTime)
}
