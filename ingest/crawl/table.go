package crawl

import (
	"fmt"
	"slices"
	"strings"

	"upslope"
)

// column is a column of a table that is read.
type column struct {
	index int
	field field
	unit  string
}

// table is one recognised table, ready to be read.
type table struct {
	Tab
	decoder *decoder
	reader  *reader
	columns []column
	width   int // columns of the header
	address int // index of the column that holds the address, or the source of a link

	required []Field // what every row must have

	shortRows  bool // rows without their last cells are usual in it
	plainTails bool // rows whose last cell is not quoted are
}

// HeaderError is the refusal of a table whose header does not name what is needed. With it a caller can ask which
// header means what, and try again with Options.Mapping.
type HeaderError struct {
	Tab Tab // Unknown lists the headers that were found
	Err error
}

func (e *HeaderError) Error() string { return e.Err.Error() }

// Unwrap returns the sentence for the user.
func (e *HeaderError) Unwrap() error { return e.Err }

// openTable recognises the table in text and stands before its first row.
func openTable(name string, text *decoder, mapping map[string]Field) (*table, error) {
	t := &table{Tab: Tab{Name: name, Notes: []string{}}, decoder: text, reader: newReader(text)}
	h, err := findHeader(t.reader, mapping)
	if err == nil && !h.fits && wrapped(t.reader, mapping) {
		t.Notes = append(t.Notes, "Every row stands in one cell, as a spreadsheet leaves it that expects another delimiter; the rows were taken out again.")
		t.reader.comma = 0
		t.reader = newReader(&unwrapper{outer: t.reader})
		h, err = findHeader(t.reader, mapping)
	}
	if err != nil {
		return nil, err
	}
	if !h.fits {
		guess, found := addressColumn(h, mapping)
		if !found {
			return nil, &HeaderError{Tab: Tab{Name: name, Unknown: h.cells}, Err: noAddress(h)}
		}
		withGuess := map[string]Field{guess: fieldAddress}
		for header, name := range mapping {
			withGuess[header] = name
		}
		mapping = withGuess
		h.kind, h.score, _ = judge(h.cells, mapping)
		t.Notes = append(t.Notes, fmt.Sprintf("Column %q was read as the address: all its cells are web addresses.", guess))
	}
	t.Kind = h.kind
	t.match(h, mapping)
	t.describe(h)
	t.required = required(t.Kind)
	for _, name := range t.required {
		if !t.Has(name) {
			return nil, &HeaderError{Tab: t.Tab, Err: noAddress(h)}
		}
	}
	if err := t.worthReading(); err != nil {
		return nil, err
	}
	t.skipTo(h)
	return t, nil
}

// match gives each header its field; of two headers for one field the first wins.
func (t *table) match(h header, mapping map[string]Field) {
	fields := map[Field]field{}
	for _, f := range fieldsOf(t.Kind) {
		fields[f.name] = f
	}
	t.width = len(h.cells)
	for t.width > 1 && h.cells[t.width-1] == "" { // a delimiter at the end of the header line
		t.width--
	}
	used := map[Field]string{}
	seen := map[string]bool{}
	votes := map[string]int{}
	for i, name := range h.cells[:t.width] {
		key := normalizeWords(name)
		if seen[key] && key != "" {
			t.Notes = append(t.Notes, fmt.Sprintf("Column %q occurs more than once; the first is used.", name))
			continue
		}
		seen[key] = true
		possible := slices.DeleteFunc(narrow(meanings(name, mapping), h.sample, i), func(a alias) bool { _, known := fields[a.field]; return !known })
		if len(possible) == 0 {
			if name != "" {
				t.Unknown = append(t.Unknown, name)
			}
			continue
		}
		a := possible[0]
		for _, other := range possible {
			if other.field == a.field {
				votes[other.crawler]++
			}
		}
		if first, taken := used[a.field]; taken && a.field != "meta_robots" && a.field != "x_robots_tag" {
			t.Unknown = append(t.Unknown, name)
			t.Notes = append(t.Notes, fmt.Sprintf("Column %q is not used: %q tells the same.", name, first))
			continue
		}
		used[a.field] = name
		t.columns = append(t.columns, column{index: i, field: fields[a.field], unit: a.unit})
		t.Columns = append(t.Columns, Column{Header: name, Field: a.field, Label: fields[a.field].label})
	}
	t.Crawler = elect(votes)
	for _, c := range t.columns {
		if c.field.name == required(t.Kind)[0] {
			t.address = c.index
		}
	}
}

// narrow decides what a header means that can mean two things: "Status" over numbers is the code, over words the phrase.
func narrow(possible []alias, sample [][]string, index int) []alias {
	dropped := Field("status_code")
	for _, row := range sample {
		if index < len(row) && row[index] != "" {
			var code upslope.Optional[int]
			if statusCode(&code, []byte(row[index])) {
				dropped = "status"
			}
			break
		}
	}
	kept := slices.DeleteFunc(slices.Clone(possible), func(a alias) bool { return a.field == dropped })
	if len(kept) == 0 || !slices.ContainsFunc(possible, func(a alias) bool { return a.field == "status" }) {
		return slices.Clone(possible)
	}
	return kept
}

// elect names the crawler that most headers belong to; none when two fit equally well, as with Title and H1 alone.
// The languages of a crawler share the headers that are not translated.
func elect(votes map[string]int) string {
	families := map[string]int{}
	for name, count := range votes {
		base, _, localised := strings.Cut(name, " (")
		if localised {
			count += votes[base] // counts a header twice that both have, in every language alike
		}
		if base != "any" {
			families[base] = max(families[base], count)
		}
	}
	best, most := "", 0
	for name, count := range families {
		switch {
		case count > most:
			best, most = name, count
		case count == most:
			best = ""
		}
	}
	return best
}

func (t *table) describe(h header) {
	t.Encoding = t.decoder.charset
	if t.Encoding == "" {
		t.Encoding = "UTF-8"
	}
	if t.decoder.guessed {
		t.Notes = append(t.Notes, fmt.Sprintf("The file does not say its encoding; it was read as %s.", t.Encoding))
	}
	t.Delimiter = map[byte]string{',': "comma", ';': "semicolon", '\t': "tab", '|': "pipe"}[h.comma]
	t.Report = reportName(t.Tab, h.title)
	t.Missing = missing(t.Tab)
	if t.Unknown == nil {
		t.Unknown = []string{}
	}
	if t.Missing == nil {
		t.Missing = []MissingColumn{}
	}
}

// worthReading refuses a list of addresses about which nothing is said: as a crawl it would mean that all is well.
func (t *table) worthReading() error {
	if t.Kind != Pages {
		return nil
	}
	for _, c := range t.Columns {
		if c.Field != fieldAddress && c.Field != "hash" && c.Field != "crawled_at" {
			return nil
		}
	}
	return &HeaderError{Tab: t.Tab, Err: upslope.Errorf(upslope.Unprocessable, "The file lists addresses but nothing about them, such as Status Code or Title 1. Export the Internal tab from Screaming Frog as CSV.")}
}

// skipTo consumes the lines up to and including the header.
func (t *table) skipTo(h header) {
	r := t.reader
	r.comma = h.comma
	line := r.scan(r.buf[r.start+h.offset : r.end])
	length := h.offset + line.length
	t.plainTails = !line.tail
	t.HeaderLine = 1 + strings.Count(string(r.buf[r.start:r.start+h.offset]), string(r.newline))
	r.line += strings.Count(string(r.buf[r.start:r.start+length]), string(r.newline))
	r.start += length
	r.rowStart = func(fields [][]byte) bool {
		return t.width > 2 && len(fields) == t.width && webAddress(fields[t.address])
	}
}
