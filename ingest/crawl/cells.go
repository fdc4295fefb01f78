package crawl

import (
	"strings"
	"time"
	"unicode/utf8"

	"upslope"
)

// The setters parse one cell into the row. They return false for a cell they do not understand; its value
// stays unknown, and the cell is counted.

func setText(of func(*rowReader) *upslope.Optional[string]) func(*rowReader, []byte, string) bool {
	return func(r *rowReader, cell []byte, _ string) bool {
		r.text(cell, nil, of(r))
		return true
	}
}

// setFirst is setText for fields with several columns, of which the first with a value counts.
func setFirst(of func(*rowReader) *upslope.Optional[string]) func(*rowReader, []byte, string) bool {
	return func(r *rowReader, cell []byte, _ string) bool {
		if value := of(r); value.Value == "" {
			*value = upslope.Known(clean(cell))
		}
		return true
	}
}

// setExtra adds a column that is only shown; blank cells and zeros say nothing.
func setExtra(header string) func(*rowReader, []byte, string) bool {
	return func(r *rowReader, cell []byte, _ string) bool {
		if len(cell) == 0 || len(cell) == 1 && cell[0] == '0' {
			return true
		}
		if value := r.word(cell[:min(len(cell), maxExtra)]); value != "" {
			if r.page.Columns == nil {
				r.page.Columns = map[string]string{}
			}
			r.page.Columns[header] = value
		}
		return true
	}
}

func setString(of func(*rowReader) *string) func(*rowReader, []byte, string) bool {
	return func(r *rowReader, cell []byte, _ string) bool {
		r.text(cell, of(r), nil)
		return true
	}
}

// setJoined is setText for fields with several columns, such as Meta Robots 1 and 2.
func setJoined(of func(*rowReader) *upslope.Optional[string]) func(*rowReader, []byte, string) bool {
	return func(r *rowReader, cell []byte, _ string) bool {
		joined, value := of(r), r.word(cell)
		switch {
		case joined.Value == "":
			*joined = upslope.Known(value)
		case value != "":
			joined.Value += ", " + value
		}
		return true
	}
}

// setWord is setString for cells that repeat across rows.
func setWord(of func(*rowReader) *string) func(*rowReader, []byte, string) bool {
	return func(r *rowReader, cell []byte, _ string) bool {
		if len(cell) > 0 { // the status may have come with the code
			*of(r) = r.word(cell)
		}
		return true
	}
}

// setWordOf translates a cell to our word in that set; unknown words stay, in lower case.
func setWordOf(set string, of func(*rowReader) *string) func(*rowReader, []byte, string) bool {
	return func(r *rowReader, cell []byte, _ string) bool {
		*of(r) = r.translate(set, cell)
		return true
	}
}

func setInteger(of func(*rowReader) *upslope.Optional[int]) func(*rowReader, []byte, string) bool {
	return func(r *rowReader, cell []byte, _ string) bool {
		return integer(of(r), cell)
	}
}

func integer(into *upslope.Optional[int], cell []byte) bool {
	n, unit, state := parseNumber(cell, true)
	if state == noNumber {
		return true
	}
	if state != isNumber || unit != "" && unit != "px" && unit != "characters" && unit != "chars" || n < 0 || n > 1e15 {
		return false
	}
	*into = upslope.Known(int(n + 0.5))
	return true
}

func setStatusCode(r *rowReader, cell []byte, _ string) bool {
	if statusCode(&r.page.StatusCode, cell) {
		return true
	}
	return r.noAnswer(&r.page.StatusCode, &r.page.Status, cell)
}

func setLinkStatusCode(r *rowReader, cell []byte, _ string) bool {
	if statusCode(&r.link.StatusCode, cell) {
		return true
	}
	var status string
	return r.noAnswer(&r.link.StatusCode, &status, cell)
}

// noAnswer parses the words some crawlers write instead of a code when a page did not respond.
func (r *rowReader) noAnswer(code *upslope.Optional[int], status *string, cell []byte) bool {
	if len(cell) > 100 || r.translate("answer", cell) != "0" {
		return false
	}
	*code, *status = upslope.Known(0), r.word(cell)
	return true
}

// statusCode parses "200", "200.0" and "200 OK".
func statusCode(into *upslope.Optional[int], cell []byte) bool {
	if len(cell) > 3 && cell[3] == ' ' {
		if _, plain := digits(cell[:3]); plain {
			cell = cell[:3]
		}
	}
	var code upslope.Optional[int]
	if !integer(&code, cell) || code.Value > 999 {
		return false
	}
	if code.Known {
		*into = code
	}
	return true
}

func setContentType(r *rowReader, cell []byte, _ string) bool {
	r.page.ContentType = r.lower(cell)
	if r.page.ContentType == "html" { // some crawlers' word for it
		r.page.ContentType = "text/html"
	}
	return true
}

func setIndexability(r *rowReader, cell []byte, _ string) bool {
	switch r.translate("indexability", cell) {
	case "":
		return true
	case "true":
		r.page.Indexable = upslope.Known(true)
		return true
	case "false":
		r.page.Indexable = upslope.Known(false)
		return true
	}
	return false
}

func setIndexabilityStatus(r *rowReader, cell []byte, _ string) bool {
	if r.translate("indexability", cell) == "true" { // one column for both, as in Sitebulb
		r.page.Indexable = upslope.Known(true)
		return true
	}
	r.page.IndexabilityStatus = r.reasons(cell)
	return true
}

// setCanonicalization takes only that the canonical names another page: what else crawlers say of it is no
// reason.
func setCanonicalization(r *rowReader, cell []byte, _ string) bool {
	if reason := r.reasons(cell); reason == upslope.Canonicalised {
		r.page.IndexabilityStatus = reason
	}
	return true
}

func setNoindex(r *rowReader, cell []byte, _ string) bool {
	switch r.translate("bool", cell) {
	case "true":
		r.noindex = upslope.Known(true)
	case "false":
		r.noindex = upslope.Known(false)
	case "":
	default:
		return false
	}
	return true
}

func setFollow(when bool) func(*rowReader, []byte, string) bool {
	return func(r *rowReader, cell []byte, _ string) bool {
		switch r.translate("bool", cell) {
		case "true":
			r.link.Follow = upslope.Known(when)
		case "false":
			r.link.Follow = upslope.Known(!when)
		case "":
		default:
			return false
		}
		return true
	}
}

func setSize(r *rowReader, cell []byte, unit string) bool {
	n, suffix, state := parseNumber(cell, true)
	if state != isNumber {
		return state == noNumber
	}
	if suffix == "" {
		suffix = strings.ToLower(unit)
	}
	switch suffix {
	case "", "b", "bytes", "byte", "octets":
	case "kb", "kib", "k", "ko":
		n *= 1 << 10
	case "mb", "mib", "m", "mo":
		n *= 1 << 20
	default:
		return false
	}
	if n < 0 || n > 1e15 {
		return false
	}
	r.page.SizeBytes = upslope.Known(int(n + 0.5))
	return true
}

func setLinkScore(r *rowReader, cell []byte, _ string) bool {
	n, _, state := parseNumber(cell, false)
	if state == isNumber {
		r.page.LinkScore = upslope.Known(n)
	}
	return state != notANumber
}

func setResponseTime(r *rowReader, cell []byte, unit string) bool {
	n, suffix, state := parseNumber(cell, unit == "ms")
	if state != isNumber {
		return state == noNumber
	}
	if suffix == "" {
		suffix = unit
	}
	per := time.Second
	switch suffix {
	case "", "s", "sec", "secs", "seconds":
	case "ms", "milliseconds":
		per = time.Millisecond
	default:
		return false
	}
	if n < 0 || n > 1e6 {
		return false
	}
	r.page.ResponseTime = upslope.Known(time.Duration(n * float64(per)))
	return true
}

func setTime(of func(*rowReader) *upslope.Optional[time.Time]) func(*rowReader, []byte, string) bool {
	return func(r *rowReader, cell []byte, _ string) bool {
		if len(cell) == 0 {
			return true
		}
		t, known := parseTime(cell)
		if known {
			*of(r) = upslope.Known(t)
		}
		return known
	}
}

// length returns the crawler's own length if given, else the number of characters of a known text.
func length(given upslope.Optional[int], text upslope.Optional[string]) upslope.Optional[int] {
	if given.Known || !text.Known {
		return given
	}
	return upslope.Known(utf8.RuneCountInString(text.Value))
}
