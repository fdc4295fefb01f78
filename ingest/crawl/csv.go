package crawl

import (
	"bytes"
	"errors"
	"io"
	"strconv"
)

// Limits that bound memory whatever a file holds.
const (
	maxCell    = 1 << 20  // a longer cell rejects its row
	maxRecord  = 4 << 20  // a longer row is rejected without being held
	maxColumns = 2000     // a header with more is refused
	maxSkip    = 64 << 20 // how far the end of a too long row is looked for
	readSize   = 64 << 10

	recoverWindow = 64 << 10 // how long a row may be that recover finds
)

// errUnclosed says that a quote opened on r.quoteLine and that its end was not found within maxSkip.
var errUnclosed = errors.New("quote never closes")

// reader splits delimited text into records without holding more than one.
//
// It is our own because encoding/csv cannot do three things that real exports need: it buffers a record of any size,
// so a quote that never closes eats the whole file; it has then lost the rows it swallowed, which recover gets back;
// and it takes no lone CR as a line end. Quoting is read as leniently as encoding/csv with LazyQuotes does.
type reader struct {
	src        io.Reader
	buf        []byte
	start, end int // the bytes read and not yet consumed: buf[start:end]
	eof        bool
	err        error // of src, once all bytes before it are consumed

	comma   byte
	newline byte // '\n', or '\r' in files of the old Macintosh kind
	line    int  // the line on which buf[start] stands, from 1

	// rowStart says whether the text may be the beginning of a row; recover asks it. Nil: no recovery.
	rowStart func(fields [][]byte) bool

	fields  [][]byte
	scratch []byte // fields whose doubled quotes had to be undone
}

// record is one row; fields are valid until the next call.
type record struct {
	line     int // where it begins
	fields   [][]byte
	columns  int    // how many fields the row has, also beyond maxColumns
	lazy     bool   // a quote stands where none belongs
	tail     bool   // the last cell is quoted
	problem  string // why the row cannot be used, or ""
	newlines int
	ended    bool // by a line end, not by the end of the file
}

func newReader(src io.Reader) *reader {
	return &reader{src: src, buf: make([]byte, readSize), comma: ',', newline: '\n', line: 1}
}

// fill reads more; it grows the buffer when that is full of one record.
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

// peek reads until n bytes are there to look at, or the file ends.
func (r *reader) peek(n int) {
	for r.end-r.start < n && !r.eof {
		r.fill()
	}
}

// next returns the next record, io.EOF after the last, or the error of the source.
// Empty lines are no records.
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
			return record{}, r.err // what stands before it is half a row
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

// takeLast consumes the record that the end of the file cuts off or ends without a line end.
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

// skip passes over a record that is too long to hold.
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
	// Only quotes matter from here on: the row ends at the first line end outside of them.
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

// consume passes over n bytes and counts their lines.
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

// recover looks for rows that a stray quote swallowed: when a line after the one on which the quote opened begins a
// row that is right in every respect, the quote never closed. It consumes the lines before that row, as one broken record.
func (r *reader) recover(scan scanned) (record, bool) {
	if r.rowStart == nil {
		return record{}, false
	}
	data := r.buf[r.start:min(r.end, r.start+maxRecord)]
	from := max(0, scan.quoteAt)
	for range 50 { // the next row can begin with broken lines too; 50 bound the work
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
