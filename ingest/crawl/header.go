package crawl

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"upslope"
)

// headWindow bounds the search for the delimiter and the header.
const headWindow = 128 << 10

// header is the best candidate for the line of column names.
type header struct {
	comma  byte
	offset int // bytes before it
	cells  []string
	title  string // the preceding line, if it has a single cell
	kind   Kind
	fits   bool // has all required columns of its kind
	score  int  // number of known headers among its cells
	sample [][]string
}

// findHeader tries each delimiter on the first lines: the line with the most known headers wins. This also
// skips title lines, preambles and a "sep=;" line.
func findHeader(r *reader, mapping map[string]Field) (header, error) {
	for {
		r.peek(headWindow)
		data := r.buf[r.start:r.end]
		if lf, cr := bytes.Count(data, []byte("\n")), bytes.Count(data, []byte("\r"))-bytes.Count(data, []byte("\r\n")); cr > lf {
			r.newline = '\r' // cells of such files may contain LF
		}
		best, widest := header{}, header{}
		for _, comma := range []byte(",;\t|") {
			for _, h := range candidates(r, data, comma, mapping) {
				if h.fits && (!best.fits || h.score > best.score) {
					best = h
				}
				if h.score > widest.score || h.score == widest.score && len(h.cells) > len(widest.cells) {
					widest = h
				}
			}
		}
		if !best.fits {
			best = widest
		}
		switch {
		case len(best.cells) >= maxColumns:
			return best, upslope.Errorf(upslope.Unprocessable, "The first line has %s or more columns. An export of a crawler has fewer than a hundred. "+exportInternal, thousands(maxColumns))
		case best.cells != nil:
			best.sample = r.sample(data, best)
			return best, nil
		case r.eof || len(data) >= maxRecord:
			return best, r.err
		}
		r.fill() // a header line longer than the window
	}
}

// candidates parses the first lines with the given delimiter.
func candidates(r *reader, data []byte, comma byte, mapping map[string]Field) []header {
	r.comma = comma
	var list []header
	title := ""
	for offset := 0; offset < len(data) && len(list) < 40; {
		if data[offset] == '\n' || data[offset] == '\r' {
			offset++
			continue
		}
		line := r.scan(data[offset:])
		if !line.complete && !r.eof {
			break
		}
		h := header{comma: comma, offset: offset, title: title}
		for _, cell := range r.fields {
			h.cells = append(h.cells, clean(cell[:min(len(cell), 1000)]))
		}
		h.kind, h.score, h.fits = judge(h.cells, mapping)
		if slices.ContainsFunc(h.cells, func(cell string) bool { return webAddress([]byte(cell)) }) {
			h.score = 0 // a row: the words in it, such as "de", are no headers
		}
		title = ""
		if filled := strings.Join(h.cells, ""); len(h.cells) > 0 && filled == h.cells[0] {
			title = filled
		}
		list = append(list, h)
		offset += line.length
	}
	return list
}

// judge returns the kind of report a line could be the header of, and the number of known cells.
func judge(cells []string, mapping map[string]Field) (kind Kind, score int, fits bool) {
	has := map[Field]bool{}
	addressIsSource := false // the same header names both
	for _, cell := range cells {
		fields := meanings(cell, mapping)
		addressIsSource = addressIsSource || hasAlias(fields, fieldAddress) && hasAlias(fields, fieldSource)
		if len(fields) > 0 && !makesNoCrawl(fields[0].field) {
			score++
		}
		for _, a := range fields {
			has[a.field] = true
		}
	}
	switch {
	case has[fieldAddress] && has["hop_url_1"]:
		return Redirects, score, true
	case addressIsSource && has[fieldDestination]:
		return Links, score, true
	case has[fieldAddress]:
		return Pages, score, true
	case has[fieldSource] && has[fieldDestination]:
		return Links, score, true
	case has[fieldIssue] && len(cells) > 1:
		return Issues, score, true
	}
	return Pages, score, false
}

func hasAlias(fields []alias, name Field) bool {
	return slices.ContainsFunc(fields, func(a alias) bool { return a.field == name })
}

// meanings returns the possible fields of a header: the user's mapping, else the table's.
func meanings(cell string, mapping map[string]Field) []alias {
	key := normalizeWords(cell)
	if key == "" {
		return nil
	}
	for said, name := range mapping {
		if normalizeWords(said) == key {
			if name == "" {
				return nil // the user chose to ignore it
			}
			return []alias{{field: name, crawler: "any"}}
		}
	}
	return columnTable()[key]
}

// sample reads the first rows after the header.
func (r *reader) sample(data []byte, h header) [][]string {
	r.comma = h.comma
	offset := h.offset + r.scan(data[h.offset:]).length
	var rows [][]string
	for offset < len(data) && len(rows) < 50 {
		line := r.scan(data[offset:])
		if !line.complete && !r.eof {
			break
		}
		offset += line.length
		var cells []string
		for _, cell := range r.fields {
			cells = append(cells, clean(cell[:min(len(cell), 2000)]))
		}
		if strings.Join(cells, "") != "" {
			rows = append(rows, cells)
		}
	}
	return rows
}

// addressColumn finds the only column with web addresses in every cell, when a table of pages names it in an
// unknown way. It never guesses for a table without any known column.
func addressColumn(h header, mapping map[string]Field) (string, bool) {
	found := -1
	for i, name := range h.cells {
		if len(meanings(name, mapping)) > 0 || normalizeWords(name) == "" {
			continue
		}
		urls := 0
		for _, row := range h.sample {
			if i < len(row) && webAddress([]byte(row[i])) {
				urls++
			}
		}
		if urls > 0 && urls*10 >= len(h.sample)*9 {
			if found >= 0 {
				return "", false
			}
			found = i
		}
	}
	if found < 0 || h.score < 2 {
		return "", false
	}
	return h.cells[found], true
}

func webAddress(cell []byte) bool {
	cell = bytes.TrimLeft(cell, " ")
	return len(cell) > 8 && (bytes.EqualFold(cell[:7], []byte("http://")) || bytes.EqualFold(cell[:8], []byte("https://")))
}

// noAddress returns the error for a header without an address column.
func noAddress(h header) error {
	if len(h.cells) == 0 {
		return upslope.Errorf(upslope.Unprocessable, "The file is empty. "+exportInternal)
	}
	if webAddress([]byte(h.cells[0])) {
		return upslope.Errorf(upslope.Unprocessable, "The file starts with %s instead of column names such as Address and Status Code. "+exportInternal, shorten(h.cells[0], 40))
	}
	var names []string
	for _, cell := range h.cells {
		if cell != "" {
			names = append(names, shorten(cell, 40))
		}
	}
	more := ""
	if len(names) > 8 {
		more = fmt.Sprintf(" and %d more", len(names)-8)
		names = names[:8]
	}
	return upslope.Errorf(upslope.Unprocessable, `No "Address" column was found. The columns found are: %s%s. `+exportInternal, strings.Join(names, ", "), more)
}

func shorten(s string, characters int) string {
	runes := []rune(s)
	if len(runes) <= characters {
		return s
	}
	return string(runes[:characters-1]) + "…"
}
