package gsc

import (
	"hash/maphash"
	"math"
	"math/bits"
	"strings"
	"unicode/utf8"

	"upslope"
	"upslope/ingest/providers"
)

// dimension is a report dimension.
type dimension string

const (
	date    dimension = "date"
	query   dimension = "query"
	page    dimension = "page"
	device  dimension = "device"
	country dimension = "country"
)

// decoder converts responses to columns. One decoder serves all pages of a day and caches normalized values.
type decoder struct {
	dimensions []dimension
	most       uint64            // maximum of the table's columns
	urls       map[string]string // raw to normalized
	wordOf     map[string]string // from MOBILE to mobile
	seed       maphash.Seed

	// Fields of the last page read.
	firstIncomplete string
	keys            []uint64 // their hashes, in order
	queryText       []byte   // concatenated: one string each would dominate the cost
	queryEnds       []int
	pages           []string
	words           []string // devices, countries or dates
	clicks          []uint64
	impressions     []uint64
	position        []float64
}

func newDecoder(dimensions ...dimension) *decoder {
	most := uint64(math.MaxUint32)
	if dimensions[0] == date {
		most = 1 << 53
	}
	return &decoder{dimensions: dimensions, most: most, urls: map[string]string{}, wordOf: map[string]string{}, seed: maphash.MakeSeed()}
}

// read decodes one response into new buffers; earlier results stay valid.
func (d *decoder) read(body []byte) error {
	text := string(body)
	if !utf8.ValidString(text) {
		text = string([]rune(text)) // like encoding/json: U+FFFD for each invalid byte
	}
	rows := min(strings.Count(text, `"keys"`), rowsAtOnce)
	d.firstIncomplete, d.queryText, d.queryEnds = "", d.queryText[:0], d.queryEnds[:0]
	d.pages, d.words, d.keys = nil, nil, d.keys[:0]
	for _, dimension := range d.dimensions {
		switch dimension {
		case query:
		case page:
			d.pages = make([]string, 0, rows)
		default:
			d.words = make([]string, 0, rows)
		}
	}
	d.clicks, d.impressions, d.position = make([]uint64, 0, rows), make([]uint64, 0, rows), make([]float64, 0, rows)

	scan := &scanner{text: text}
	scan.object(func(name string) {
		switch name {
		case "rows":
			scan.array(func() { d.row(scan) })
		case "metadata":
			if scan.peek() != '{' {
				scan.skip() // it has nothing for us
				return
			}
			scan.object(func(name string) {
				// The documentation and the API's discovery document spell it differently.
				if (name == "first_incomplete_date" || name == "firstIncompleteDate") && scan.peek() == '"' {
					d.firstIncomplete = strings.Clone(scan.string())
				} else {
					scan.skip()
				}
			})
		default:
			scan.skip()
		}
	})
	return scan.end()
}

func (d *decoder) row(scan *scanner) {
	keys, hash := 0, uint64(0)
	var clicks, impressions, position float64
	scan.object(func(name string) {
		switch name {
		case "keys":
			scan.array(func() {
				key := scan.string()
				d.key(scan, keys, key)
				hash = bits.RotateLeft64(hash, 1) ^ maphash.String(d.seed, key)
				keys++
			})
		case "clicks":
			clicks = scan.number()
		case "impressions":
			impressions = scan.number()
		case "position":
			position = scan.number()
		default:
			scan.skip()
		}
	})
	if keys != len(d.dimensions) {
		scan.fail("a row with %d keys instead of %d", keys, len(d.dimensions))
	}
	d.clicks = append(d.clicks, d.count(scan, clicks))
	d.impressions = append(d.impressions, d.count(scan, impressions))
	d.position = append(d.position, position)
	d.keys = append(d.keys, hash)
}

// figures are the metrics of a row.
type figures struct {
	clicks, impressions uint64
	position            float64
}

// repeats returns the rows of the last page with keys seen before: Google sorts by clicks, and ties may move
// between pages. A duplicate with other figures is an error.
func (d *decoder) repeats(before map[uint64]figures) (repeats map[int]bool, err error) {
	for i, key := range d.keys {
		now := figures{d.clicks[i], d.impressions[i], d.position[i]}
		switch first, isKnown := before[key]; {
		case !isKnown:
			before[key] = now
		case first != now:
			return nil, providers.Errorf(providers.Temporary, "%s sent two figures for one row. Upslope will try again with the next sync.", Name).Because(providers.ErrDamaged)
		case repeats == nil:
			repeats = map[int]bool{i: true}
		default:
			repeats[i] = true
		}
	}
	return repeats, nil
}

// without removes rows.
func without[T any](values []T, rows map[int]bool) []T {
	if len(rows) == 0 {
		return values
	}
	left := make([]T, 0, len(values))
	for i, value := range values {
		if !rows[i] {
			left = append(left, value)
		}
	}
	return left
}

func (d *decoder) count(scan *scanner, number float64) uint64 {
	if number < 0 || number > float64(d.most) || number != math.Trunc(number) {
		scan.fail("%v is no count", number)
		return 0
	}
	return uint64(number)
}

// key stores one key of a row. value points into the page's text and must be copied.
func (d *decoder) key(scan *scanner, i int, value string) {
	if i >= len(d.dimensions) {
		scan.fail("a row with more keys than %d", len(d.dimensions))
		return
	}
	switch d.dimensions[i] {
	case query:
		d.queryText = append(d.queryText, value...)
		d.queryEnds = append(d.queryEnds, len(d.queryText))
	case page:
		d.pages = append(d.pages, d.url(value))
	default:
		word, known := d.wordOf[value]
		if !known {
			word = strings.ToLower(strings.Clone(value))
			d.wordOf[strings.Clone(value)] = word
		}
		d.words = append(d.words, word)
	}
}

// url normalizes a page. An invalid address stays unchanged: the row counts regardless of its key.
func (d *decoder) url(raw string) string {
	normalised, known := d.urls[raw]
	if known {
		return normalised
	}
	raw = strings.Clone(raw)
	normalised, err := upslope.NormalizeURL(raw)
	if err != nil || normalised == raw {
		normalised = raw
	}
	d.urls[raw] = normalised
	return normalised
}

// columns returns the last page's columns except some rows, in the types of the query and page tables.
func (d *decoder) columns(but map[int]bool) []providers.Column {
	columns := make([]providers.Column, 0, len(d.dimensions)+3)
	for _, dimension := range d.dimensions {
		column := providers.Column{Name: string(dimension), Values: without(d.words, but)}
		switch dimension {
		case query:
			column.Values = without(d.queries(), but)
		case page:
			column.Values = without(d.pages, but)
		}
		columns = append(columns, column)
	}
	return append(columns,
		providers.Column{Name: "clicks", Values: narrow[uint32](without(d.clicks, but))},
		providers.Column{Name: "impressions", Values: narrow[uint32](without(d.impressions, but))},
		providers.Column{Name: "position", Values: narrow[float32](without(d.position, but))})
}

func (d *decoder) queries() []string {
	text, start := string(d.queryText), 0
	queries := make([]string, len(d.queryEnds))
	for i, end := range d.queryEnds {
		queries[i] = text[start:end]
		start = end
	}
	return queries
}

func narrow[To, From uint32 | uint64 | float32 | float64](values []From) []To {
	narrowed := make([]To, len(values))
	for i, value := range values {
		narrowed[i] = To(value)
	}
	return narrowed
}
