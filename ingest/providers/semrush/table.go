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

// table is an answer: lines of cells between semicolons under a line of names.
type table struct {
	header []string
	rows   []line
}

type line []string

// parse reads a table. Every line must have as many cells as the first. When only the last has not, the answer was cut on the way and is
// worth asking for again; anywhere else it would come, and cost, the same once more.
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

// record reads the cells of the first line, and of those behind it that belong to it because a quote was not closed before. used is how
// many lines that are; open says that it never was.
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

// unreadable is an answer that came as Semrush wrote it, and is still no table of ours.
func unreadable(cause error) error {
	return providers.Errorf(providers.Refused, "Semrush's answer has a form that cannot be read.").Because(cause)
}

// split cuts a line at its semicolons. A quote has a meaning only where it begins a cell and another ends it: keywords may have quotes
// in them. open says that one that begins a cell was not closed.
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

// quotedCell reads a cell that a quote begins, in which two quotes stand for one.
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

// column is where a column of one of these names is, -1 when there is none. Upper and lower case are the same.
func (t *table) column(names ...string) int {
	for _, name := range names {
		if i := slices.IndexFunc(t.header, func(header string) bool { return strings.EqualFold(strings.TrimSpace(header), name) }); i >= 0 {
			return i
		}
	}
	return -1
}

// cell is "" in a column that is not there.
func (l line) cell(column int) string {
	if column < 0 {
		return ""
	}
	return strings.TrimSpace(l[column])
}

// parseCount is a number of things, nil when the cell has none.
func parseCount(cell string) *uint64 {
	number, err := strconv.ParseUint(cell, 10, 64)
	if err != nil {
		return nil
	}
	return &number
}

// parseDecimal is a number, nil when the cell has none.
func parseDecimal(cell string) *float64 {
	number, err := strconv.ParseFloat(cell, 64)
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		return nil
	}
	return &number
}
