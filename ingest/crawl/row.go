package crawl

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"upslope"
)

// Row is one row of a table: a page, a link or an issue, according to the Kind of its table.
type Row struct {
	Tab   int // index into Recognition.Tabs
	Line  int // first line of the row in its file, from 1
	Kind  Kind
	Page  upslope.Page
	Link  upslope.Link
	Issue Issue
}

// Issue is one row of an issues overview: an issue found by the crawler itself.
type Issue struct {
	Name        string
	Type        string // for example Issue, Warning or Opportunity
	Priority    string
	URLs        upslope.Optional[int]
	Description string
	HowToFix    string
}

// maxURL is the maximum length of an address, far above the limits of browsers and servers.
const maxURL = 16 << 10

// maxExtra bounds a cell that is only shown, in bytes.
const maxExtra = 2000

// maxWords bounds the cache of repeated words.
const maxWords = 4096

// blanks are what crawlers and spreadsheets write into an empty cell. "none" is no such sign: robots say it.
var blanks = map[string]bool{"-": true, "--": true, "—": true, "n/a": true, "N/A": true, "#N/A": true, "null": true, "NULL": true, "nan": true, "NaN": true}

// maxBlank is the length of the longest of them, in bytes.
const maxBlank = 4

// rowReader turns records into rows. All texts of a row share one string: one allocation per row.
type rowReader struct {
	table *table
	page  upslope.Page
	link  upslope.Link
	issue Issue

	chain redirectChain

	occurrences upslope.Optional[int]  // of the tab's element
	noindex     upslope.Optional[bool] // from a separate column

	bytes   []byte
	pending []pendingText
	words   map[string]string            // repeated cells, cleaned
	lowered map[string]string            // the same in lower case
	meaning map[string]map[string]string // set → cell → our word
	badURL  error                        // of the row's addresses
	last    [2]urlPair                   // previous source and destination; links come sorted

	unread map[Field]int64 // cells not understood
}

// urlPair is an address as written in the file, and its two parsed forms.
type urlPair struct{ cell, address, key string }

// pendingText is a text that will become part of the row's string.
type pendingText struct {
	from, to int
	plain    *string
	optional *upslope.Optional[string]
}

func newRowReader(t *table) *rowReader {
	return &rowReader{table: t, words: map[string]string{}, lowered: map[string]string{}, meaning: map[string]map[string]string{}, unread: map[Field]int64{}}
}

// read parses a record into the row; reason explains an unusable record, skip marks one to ignore.
func (r *rowReader) read(rec record) (reason string, skip bool) {
	t := r.table
	if reason = r.misshapen(rec); reason != "" {
		return reason, false
	}
	r.page, r.link, r.issue, r.badURL = upslope.Page{}, upslope.Link{}, Issue{}, nil
	r.occurrences, r.noindex = upslope.Optional[int]{}, upslope.Optional[bool]{}
	if t.Kind == Redirects {
		r.chain = redirectChain{}
	}
	r.bytes, r.pending = r.bytes[:0], r.pending[:0]
	for _, c := range t.columns {
		var cell []byte
		switch {
		case c.index < len(rec.fields):
			cell = rec.fields[c.index]
		case !slices.Contains(t.required, c.field.name):
			continue // missing cells stay unknown
		}
		if t.signsBlanks && len(cell) <= maxBlank && blanks[string(cell)] {
			cell = nil
		}
		if !c.field.set(r, cell, c.unit) {
			switch {
			case r.badURL != nil && len(bytes.TrimSpace(bytes.Join(rec.fields, nil))) == 0:
				return "", true // a row of empty cells
			case r.badURL != nil:
				return r.addressProblem(c, cell)
			case c.field.name == "status_code":
				return fmt.Sprintf("%s is %q, not a number", c.field.label, shorten(clean(cell[:min(len(cell), 400)]), 40)), false
			}
			r.unread[c.field.name]++
		}
	}
	r.finish()
	if t.Kind == Issues && r.issue.Name == "" {
		return "the issue has no name", false
	}
	return "", false
}

// misshapen checks the number of cells: trailing cells may be missing, or superfluous if empty.
func (r *rowReader) misshapen(rec record) string {
	t := r.table
	switch {
	case rec.problem != "":
		return rec.problem
	case rec.columns > t.width:
		if rec.columns == len(rec.fields) && len(bytes.TrimSpace(bytes.Join(rec.fields[t.width:], nil))) == 0 {
			return ""
		}
		return fmt.Sprintf("the row has %d cells, the header %d", rec.columns, t.width)
	case rec.columns < t.width && rec.lazy:
		return fmt.Sprintf("a quote stands where none belongs, and the row has %d cells, the header %d", rec.columns, t.width)
	case !rec.ended && (rec.columns < t.width && !t.shortRows || !rec.tail && !t.plainTails):
		return "the file ends in the middle of this row"
	}
	return ""
}

// addressProblem separates rows not about web pages, which are skipped, from broken rows.
func (r *rowReader) addressProblem(c column, cell []byte) (reason string, skip bool) {
	address := clean(cell[:min(len(cell), 400)])
	switch scheme, _, _ := strings.Cut(strings.ToLower(address), ":"); scheme {
	case "mailto", "tel", "sms", "javascript", "data", "ftp", "file", "whatsapp", "skype", "callto", "fax", "geo", "about", "blob":
		return "", true
	}
	if address == "" {
		return fmt.Sprintf("%s is empty", c.field.label), false
	}
	return fmt.Sprintf("%s is %q: %v", c.field.label, shorten(address, 60), r.badURL), false
}

// finish builds the texts of the row and the derived fields.
func (r *rowReader) finish() {
	all := string(r.bytes)
	for _, p := range r.pending {
		switch {
		case p.plain != nil:
			*p.plain = all[p.from:p.to]
		case p.optional != nil:
			*p.optional = upslope.Known(all[p.from:p.to])
		}
	}
	switch r.table.Kind {
	case Pages:
		r.finishPage()
	case Links:
		if r.table.Report == ImagesWithoutAlt {
			r.link.Type, r.link.Alt = cmp.Or(r.link.Type, "image"), upslope.Known(r.link.Alt.Value)
		}
		if !r.link.Follow.Known && strings.Contains(strings.ToLower(r.link.Rel), "nofollow") {
			r.link.Follow = upslope.Known(false)
		}
	}
}

func (r *rowReader) finishPage() {
	p := &r.page
	p.TitleLength = length(p.TitleLength, p.Title)
	p.DescriptionLength = length(p.DescriptionLength, p.Description)
	p.H1Length = length(p.H1Length, p.H1)
	switch {
	case p.H1Count.Known:
	// The H1 tab counts its own element.
	case r.occurrences.Known && p.H1.Known && !p.Title.Known && !p.Description.Known:
		p.H1Count = r.occurrences
	case p.SecondH1.Value != "":
		p.H1Count = upslope.Known(2)
	case p.SecondH1.Known && p.H1.Value != "":
		p.H1Count = upslope.Known(1)
	case p.SecondH1.Known && p.H1.Known:
		p.H1Count = upslope.Known(0)
	}
	switch {
	case !r.noindex.Known:
	case r.noindex.Value && !forbids(p.MetaRobots.Value):
		p.MetaRobots = upslope.Known(upslope.Noindex)
	case !p.MetaRobots.Known:
		p.MetaRobots = upslope.Known("")
	}
	deriveIndexability(p, r.table.judgesIndexability())
}

// text registers a text of the row.
func (r *rowReader) text(cell []byte, plain *string, optional *upslope.Optional[string]) {
	from := len(r.bytes)
	r.bytes = appendClean(r.bytes, cell)
	r.pending = append(r.pending, pendingText{from, len(r.bytes), plain, optional})
}

// url parses an address and its normalized form; which is its index within the row.
func (r *rowReader) url(which int, address, key *string, cell []byte) bool {
	if len(cell) > maxURL {
		r.badURL = fmt.Errorf("longer than %s characters", thousands(maxURL))
		return false
	}
	last := &r.last[which]
	if last.key == "" || string(cell) != last.cell {
		text := clean(cell)
		normalized, err := upslope.NormalizeURL(text)
		if err != nil {
			r.badURL = err
			return false
		}
		*last = urlPair{cell: text, address: text, key: normalized}
		if text != string(cell) {
			last.cell = string(cell)
		}
	}
	*address, *key = last.address, last.key
	return true
}

// word returns a cleaned cell, interned.
func (r *rowReader) word(cell []byte) string {
	if len(cell) == 0 {
		return ""
	}
	if known, ok := r.words[string(cell)]; ok {
		return known
	}
	word := clean(cell)
	if len(r.words) < maxWords && len(cell) < 200 {
		r.words[string(cell)] = word
	}
	return word
}

func (r *rowReader) lower(cell []byte) string {
	word := r.word(cell)
	if word == "" {
		return ""
	}
	if known, ok := r.lowered[word]; ok {
		return known
	}
	lower := strings.ToLower(word)
	if len(r.lowered) < maxWords && len(cell) < 200 {
		r.lowered[word] = lower
	}
	return lower
}

// translate returns our word for a cell, or the cell in lower case when the set lacks it.
func (r *rowReader) translate(set string, cell []byte) string {
	word := r.word(cell)
	if word == "" {
		return ""
	}
	seen := r.meaning[set]
	if seen == nil {
		seen = map[string]string{}
		r.meaning[set] = seen
	}
	if known, ok := seen[word]; ok {
		return known
	}
	ours, known := valueTable()[set][normalizeWords(word)]
	if !known {
		ours = strings.ToLower(word)
	}
	if len(seen) < maxWords && len(word) < 200 {
		seen[word] = ours
	}
	return ours
}
