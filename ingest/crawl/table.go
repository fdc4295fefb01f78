package crawl

import (
	"fmt"
	"slices"
	"strings"

	"upslope"
)

// column is a used column of a table.
type column struct {
	index int
	field field
	unit  string
}

// table is one recognized table, ready for reading.
type table struct {
	Tab
	decoder *decoder
	reader  *reader
	columns []column
	width   int // columns of the header
	address int // index of the address column, or of a link's source

	signsBlanks bool // an empty cell may have one of blanks

	required []Field // fields every row needs

	shortRows  bool // its sample has rows without their last cells
	plainTails bool // its sample has rows with an unquoted last cell
}

// HeaderError refuses a table whose header lacks a required column. The caller can ask for the meaning of
// the headers and retry with Options.Mapping.
type HeaderError struct {
	Tab Tab // Unknown lists the headers found
	Err error
}

func (e *HeaderError) Error() string { return e.Err.Error() }

// Unwrap returns the user's message.
func (e *HeaderError) Unwrap() error { return e.Err }

// openTable recognizes the table in text and positions the reader before its first row.
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
		if _, _, overview := byName(spacedWords(fileWords(name)), Issues, ""); !found && overview {
			return nil, upslope.Errorf(upslope.Unprocessable, "This is an overview of counts, not a list of URLs. "+exportInternal)
		}
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

// match assigns fields to headers; of two headers for one field the first wins.
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
			if len(meanings(name, mapping)) > 0 {
				t.Notes = append(t.Notes, fmt.Sprintf("Column %q occurs more than once; the first is used.", name))
			}
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
		first, taken := used[a.field]
		if taken && slices.Contains(shownColumns, a.field) {
			t.use(i, name, fields[fieldExtra], "")
			continue
		}
		if taken && !slices.Contains(severalColumns, a.field) {
			t.Unknown = append(t.Unknown, name)
			t.Notes = append(t.Notes, fmt.Sprintf("Column %q is not used: %s comes from %q.", name, fields[a.field].label, first))
			continue
		}
		used[a.field] = name
		t.use(i, name, fields[a.field], a.unit)
	}
	t.Crawler = elect(votes, t.width)
	for _, c := range t.columns {
		if c.field.name == required(t.Kind)[0] {
			t.address = c.index
		}
	}
}

// severalColumns are the fields that several columns of a table may give.
var severalColumns = []Field{"meta_robots", "x_robots_tag", "canonical", fieldExtra, fieldHreflang}

// shownColumns are the fields that rank pages and are also shown with them, as the crawler wrote them.
var shownColumns = []Field{"search_impressions", "search_clicks", "sessions", "organic_visits"}

// makesNoCrawl reports whether the field is a page's figure, such as its clicks, that other files have too.
func makesNoCrawl(name Field) bool { return name == fieldExtra || slices.Contains(shownColumns, name) }

// use makes a header a column of the table.
func (t *table) use(index int, header string, f field, unit string) {
	label := f.label
	if f.name == fieldExtra || f.name == fieldHreflang {
		f.set, label = setExtra(header), header
	}
	if set, show := f.set, setExtra(header); slices.Contains(shownColumns, f.name) {
		f.set = func(r *rowReader, cell []byte, unit string) bool { return show(r, cell, unit) && set(r, cell, unit) }
	}
	t.columns = append(t.columns, column{index: index, field: f, unit: unit})
	t.Columns = append(t.Columns, Column{Header: header, Field: f.name, Label: label})
}

// useAll shows every other column of a report whose headers people choose themselves.
func (t *table) useAll(h header) {
	if t.Kind != Pages || !strings.HasPrefix(t.Report, "Custom ") && t.Report != "AI" {
		return
	}
	for i, name := range h.cells[:t.width] {
		if at := slices.Index(t.Unknown, name); at >= 0 {
			t.Unknown = slices.Delete(t.Unknown, at, at+1)
			t.use(i, name, field{name: fieldExtra}, "")
		}
	}
}

// keepPage leaves out what a report of pairs says about the other URL, such as its status, and shows it.
func (t *table) keepPage(h header) {
	if !t.ofPairs {
		return
	}
	page := slices.IndexFunc(t.columns, func(c column) bool { return c.index == t.address })
	t.columns, t.Columns, t.Unknown = t.columns[page:page+1], t.Columns[page:page+1], nil
	for i, name := range h.cells[:t.width] {
		switch {
		case i == t.address || name == "":
		case len(columnTable()[normalizeWords(name)]) > 0:
			t.Unknown = append(t.Unknown, name)
		default:
			t.use(i, name, field{name: fieldExtra}, "")
		}
	}
}

// judgesIndexability reports whether the table has what can keep a page that answers 200 out of search.
func (t *table) judgesIndexability() bool {
	return t.Report == "Internal" || t.Report == "Pages" ||
		slices.ContainsFunc([]Field{"meta_robots", "x_robots_tag", "noindex", "canonical", "indexability", "indexability_status"}, t.Has)
}

// narrow resolves an ambiguous header by its cells: "Status" over numbers is the code, over words the phrase.
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

func (t *table) describe(h header) {
	t.Encoding = t.decoder.charset
	if t.Encoding == "" {
		t.Encoding = "UTF-8"
	}
	if t.decoder.guessed {
		t.Notes = append(t.Notes, fmt.Sprintf("The file does not say its encoding; it was read as %s.", t.Encoding))
	}
	t.Delimiter = map[byte]string{',': "comma", ';': "semicolon", '\t': "tab", '|': "pipe"}[h.comma]
	t.identify(h.title, h.cells)
	t.signsBlanks = t.Crawler != "Screaming Frog" && t.Crawler != Upslope
	t.keepPage(h)
	t.Missing = missing(t.Tab)
	if t.Unknown == nil {
		t.Unknown = []string{}
	}
	t.useAll(h)
	if t.Missing == nil {
		t.Missing = []MissingColumn{}
	}
}

// worthReading refuses a bare list of addresses: as a crawl it would suggest a site without issues. Lists of
// an issue say one.
func (t *table) worthReading() error {
	if t.Kind != Pages || t.Scope == ForeignScope || t.Report == upslope.IssueList {
		return nil
	}
	for _, c := range t.Columns {
		if makesNoCrawl(c.Field) && t.Report == "Pages" {
			continue
		}
		if c.Field != fieldAddress && c.Field != "hash" && c.Field != "crawled_at" {
			return nil
		}
	}
	text := "The file lists addresses but nothing about them, such as Status Code or Title 1. "
	if len(t.Unknown) > 0 {
		text = "The file lists addresses, but no column that shows issues, such as Status Code or Title 1. "
	}
	return &HeaderError{Tab: t.Tab, Err: upslope.Errorf(upslope.Unprocessable, "%s", text+exportInternal)}
}

// skipTo consumes the lines through the header.
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
