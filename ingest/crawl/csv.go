package crawl

import (
	"bytes"
	"errors"
	"io"
	"strconv"
)

// Limits that bound memory for any input.
const (
	maxCell    = 1 << 20  // a longer cell rejects its row
	maxRecord  = 4 << 20  // a longer row is rejected and skipped unread
	maxColumns = 2000     // a longer header is refused
	maxSkip    = 64 << 20 // search range for the end of an oversized row
	readSize   = 64 << 10

	recoverWindow = 64 << 10 // maximum length of a row found by recover
)

// errUnclosed reports a quote opened on r.quoteLine without an end within maxSkip.
var errUnclosed = errors.New("quote never closes")

// reader splits delimited text and holds one record in memory. Unlike encoding/csv with LazyQuotes it bounds
// records, recovers the rows that an unclosed quote swallowed, and takes a lone CR as a line end.
type reader struct {
	src        io.Reader
	buf        []byte
	start, end int // unconsumed bytes: buf[start:end]
	eof        bool
	err        error // from src, returned after all bytes before it

	comma   byte
	newline byte // '\n', or '\r' in old Macintosh files
	line    int  // line of buf[start], from 1

	// rowStart reports whether text may start a row, for recover; nil disables recovery.
	rowStart func(fields [][]byte) bool

	fields  [][]byte
	scratch []byte // unescaped fields with doubled quotes
}

// record is one row; fields are valid until the next call.
type record struct {
	line     int // its first line
	fields   [][]byte
	columns  int    // number of fields, including those beyond maxColumns
	lazy     bool   // has a stray quote
	tail     bool   // last cell is quoted
	problem  string // why the row is unusable, or ""
	newlines int
	ended    bool // ended by a line end, not by the end of the file
}

func newReader(src io.Reader) *reader {
	return &reader{src: src, buf: make([]byte, readSize), comma: ',', newline: '\n', line: 1}
}

// fill reads more; it grows the buffer when one record fills it.
func (r *reader) fill() {
	if r.eof {
		return
	}
	if r.start > 0 {
		copy(r.buf, r.buf[r.start:r.end])
		r.end -= r.start
		r.start = 0
	}
	if len(r.buf)-r.end < readSize/4 {
		grown := make([]byte, 2*len(r.buf))
		copy(grown, r.buf[:r.end])
		r.buf = grown
	}
	n, err := io.ReadAtLeast(r.src, r.buf[r.end:], 1)
	r.end += n
	if err != nil {
		r.eof = true
		if !errors.Is(err, io.EOF) {
			r.err = err
		}
	}
}

// peek reads until n bytes are buffered or the file ends.
func (r *reader) peek(n int) {
	for r.end-r.start < n && !r.eof {
		r.fill()
	}
}

// next returns the next record, io.EOF after the last, or the source's error. It skips empty lines.
func (r *reader) next() (record, error) {
	for {
		for r.start < r.end && (r.buf[r.start] == '\n' || r.buf[r.start] == '\r') {
			if r.buf[r.start] == r.newline {
				r.line++
			}
			r.start++
		}
		if r.start == r.end {
			if !r.eof {
				r.fill()
				continue
			}
			if r.err != nil {
				return record{}, r.err
			}
			return record{}, io.EOF
		}
		scan := r.scan(r.buf[r.start:r.end])
		if scan.complete {
			return r.take(scan)
		}
		if r.end-r.start >= maxRecord {
			return r.skip(scan)
		}
		if !r.eof {
			r.fill()
			continue
		}
		if r.err != nil {
			return record{}, r.err // only half a row precedes it
		}
		return r.takeLast(scan)
	}
}

// take consumes a complete record, unless recover finds that it swallowed others.
func (r *reader) take(scan scanned) (record, error) {
	rec := r.describe(scan)
	if rec.newlines > 1 && (rec.lazy || !r.looksRight(rec)) {
		if broken, found := r.recover(scan); found {
			return broken, nil
		}
		rec = r.describe(r.scan(r.buf[r.start:r.end])) // recover overwrote the fields
	}
	r.start += scan.length
	r.line += rec.newlines
	return rec, nil
}

// takeLast consumes a record truncated by the end of the file or without a final line end.
func (r *reader) takeLast(scan scanned) (record, error) {
	if scan.quoted {
		if broken, found := r.recover(scan); found {
			return broken, nil
		}
		scan = r.scan(r.buf[r.start:r.end]) // recover overwrote the fields
	}
	rec := r.describe(scan)
	if scan.quoted {
		rec.problem = "the file ends inside a quoted cell of this row"
	}
	r.start += scan.length
	r.line += rec.newlines
	return rec, nil
}

// skip passes over an oversized record.
func (r *reader) skip(scan scanned) (record, error) {
	if scan.quoted {
		if broken, found := r.recover(scan); found {
			return broken, nil
		}
	}
	rec := record{line: r.line, columns: scan.columns, problem: "the row is longer than 4 MB"}
	if scan.longest > maxCell || scan.quoted {
		rec.problem = "a cell is longer than 1 MB"
	}
	quoteLine := r.line + bytes.Count(r.buf[r.start:r.start+max(0, scan.quoteAt)], []byte{r.newline})
	// From here only quotes matter: the row ends at the first line end outside them.
	tail := r.buf[r.start:r.end]
	trailing := len(tail) - len(bytes.TrimRight(tail, `"`))
	quoted, afterQuote, skipped := scan.quoted, scan.quoted && trailing%2 == 1, 0
	r.consume(r.end-r.start, &rec)
	for skipped < maxSkip {
		if r.start == r.end {
			r.fill()
			if r.start == r.end {
				break
			}
		}
		i := r.start
		for ; i < r.end; i++ {
			c := r.buf[i]
			switch {
			case quoted && c == '"' && !afterQuote:
				afterQuote = true
				continue
			case quoted && afterQuote && c != '"' && (c == r.comma || c == '\n' || c == '\r'):
				quoted = false
			}
			afterQuote = false
			if !quoted && c == r.newline {
				r.consume(i+1-r.start, &rec)
				rec.ended = true
				return rec, nil
			}
			if !quoted && c == '"' && i > r.start && r.buf[i-1] == r.comma {
				quoted = true
			}
		}
		skipped += i - r.start
		r.consume(i-r.start, &rec)
	}
	if r.err != nil {
		return record{}, r.err
	}
	if quoted && !afterQuote {
		return record{line: quoteLine}, errUnclosed
	}
	return rec, nil
}

// consume advances by n bytes and counts their lines.
func (r *reader) consume(n int, rec *record) {
	lines := bytes.Count(r.buf[r.start:r.start+n], []byte{r.newline})
	rec.newlines += lines
	r.line += lines
	r.start += n
}

func (r *reader) describe(scan scanned) record {
	rec := record{line: r.line, fields: r.fields, columns: scan.columns, lazy: scan.lazy, tail: scan.tail, ended: scan.complete}
	rec.newlines = bytes.Count(r.buf[r.start:r.start+scan.length], []byte{r.newline})
	if scan.longest > maxCell {
		rec.problem = "a cell is longer than 1 MB"
	}
	return rec
}

func (r *reader) looksRight(rec record) bool { return r.rowStart == nil || r.rowStart(rec.fields) }

// recover finds rows swallowed by a stray quote: if a line after the opening quote starts a fully valid row,
// the quote never closed. It consumes the lines before that row as one broken record.
func (r *reader) recover(scan scanned) (record, bool) {
	if r.rowStart == nil {
		return record{}, false
	}
	data := r.buf[r.start:min(r.end, r.start+maxRecord)]
	from := max(0, scan.quoteAt)
	for range 50 { // the next row may start with broken lines too; 50 bounds the work
		i := bytes.IndexByte(data[from:scan.length], r.newline)
		if i < 0 || from+i+1 >= scan.length {
			return record{}, false
		}
		from += i + 1
		other := r.scan(data[from:min(len(data), from+recoverWindow)])
		whole := other.complete || r.eof && from+other.length == r.end-r.start
		if !whole || other.quoted || other.lazy || !r.rowStart(r.fields) {
			continue
		}
		rec := record{line: r.line, columns: scan.columns, ended: true}
		opened := r.line + bytes.Count(data[:max(0, scan.quoteAt)], []byte{r.newline})
		rec.problem = "a quote opens on line " + strconv.Itoa(opened) + " and never closes"
		r.consume(from, &rec)
		return rec, true
	}
	return record{}, false
}
