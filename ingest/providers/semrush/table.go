package semrush

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"upslope/ingest/providers"
)

// table is a response: a header line and lines of cells separated by semicolons.
type table struct {
	header []string
	rows   []line
}

type line []string

// parse reads a table whose lines all have the header's width. If only the last differs, the response was
// truncated and a retry helps; elsewhere a retry would return, and cost, the same again.
func parse(body []byte) (*table, error) {
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, errors.New("the answer is empty")
	}
	if !utf8.Valid(body) {
		return nil, errors.New("the answer is not UTF-8")
	}
	var answer table
	var cut error
	quoted, open := body[0] == '"', false
	for lines := strings.Split(string(body), "\n"); len(lines) > 0; {
		if strings.TrimSuffix(lines[0], "\r") == "" {
			lines = lines[1:]
			continue
		}
		var cells line
		var used int
		cells, used, open = record(lines, len(answer.header))
		lines = lines[used:]
		switch {
		case cut != nil:
			return nil, unreadable(cut)
		case answer.header == nil:
			answer.header = cells
		case len(cells) == len(answer.header):
			answer.rows = append(answer.rows, cells)
		default:
			cut = fmt.Errorf("row %d has %d cells instead of %d", len(answer.rows)+1, len(cells), len(answer.header))
		}
	}
	if quoted && open && cut == nil {
		cut = errors.New("the last cell has no end")
	}
	return &answer, cut
}

// record parses the first line, plus the lines an open quote continues it on. used is their number; open
// reports that the quote never closed.
func record(lines []string, width int) (cells line, used int, open bool) {
	const most = 10
	text := strings.TrimSuffix(lines[0], "\r")
	cells, open = split(text)
	for i := 1; open && i < min(len(lines), most); i++ {
		text += "\n" + strings.TrimSuffix(lines[i], "\r")
		if joined, open := split(text); !open && len(joined) == width {
			return joined, i + 1, false
		}
	}
	return cells, 1, open
}

// unreadable is the error for a complete response that is not a valid table.
func unreadable(cause error) error {
	return providers.Errorf(providers.Refused, "Semrush's answer has a form that cannot be read.").Because(cause)
}

// split cuts a line at its semicolons. Quotes count only at both ends of a cell: keywords may contain them.
// open reports an opening quote that is not closed.
func split(text string) (cells line, open bool) {
	for {
		cell, rest, more := strings.Cut(text, ";")
		if strings.HasPrefix(text, `"`) {
			if quoted, behind, again, closed := quotedCell(text); closed {
				cell, rest, more = quoted, behind, again
			} else {
				open = true
			}
		}
		cells = append(cells, cell)
		if !more {
			return cells, open
		}
		text = rest
	}
}

// quotedCell parses a quoted cell; doubled quotes stand for one.
func quotedCell(text string) (cell, rest string, more, closed bool) {
	for i := 1; i < len(text); i++ {
		if text[i] != '"' {
			continue
		}
		behind := text[i+1:]
		switch {
		case strings.HasPrefix(behind, `"`):
			i++
		case behind == "":
			return strings.ReplaceAll(text[1:i], `""`, `"`), "", false, true
		case behind[0] == ';':
			return strings.ReplaceAll(text[1:i], `""`, `"`), behind[1:], true, true
		}
	}
	return "", "", false, false
}

// column returns the index of the first matching column, case-insensitive, or -1.
func (t *table) column(names ...string) int {
	for _, name := range names {
		if i := slices.IndexFunc(t.header, func(header string) bool { return strings.EqualFold(strings.TrimSpace(header), name) }); i >= 0 {
			return i
		}
	}
	return -1
}

// cell returns "" for a missing column.
func (l line) cell(column int) string {
	if column < 0 {
		return ""
	}
	return strings.TrimSpace(l[column])
}

// parseCount parses an integer, nil if there is none.
func parseCount(cell string) *uint64 {
	number, err := strconv.ParseUint(cell, 10, 64)
	if err != nil {
		return nil
	}
	return &number
}

// parseDecimal parses a number, nil if there is none.
func parseDecimal(cell string) *float64 {
	number, err := strconv.ParseFloat(cell, 64)
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		return nil
	}
	return &number
}
