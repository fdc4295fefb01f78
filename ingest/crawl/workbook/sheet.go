package workbook

import (
	"bytes"
	"errors"
	"io"
	"strconv"
)

// The size of a sheet, as the specification bounds it.
const (
	maxRows    = 1 << 20
	maxColumns = 1 << 14
)

// maxFilled is how many columns other rows are filled up to: no table is wider, but a stray cell may be.
const maxFilled = 2000

// maxLine ends what is kept of a row: a longer one is rejected by who reads it.
const maxLine = 5 << 20

// reader is a sheet as the text of a CSV file.
type reader struct {
	book    *Book
	in      *tokens
	lines   []byte // text of the last rows
	pending []byte // what of it was not returned yet
	err     error

	row   int // of the last line
	width int // columns of the widest row so far, which the others are filled up to

	line   []byte // the row that is being read
	column int    // the last with a value, from 1
	seen   int    // the last read
}

// Open returns the rows from the first on: UTF-8 with a byte order mark, commas, a line for each row.
func (s Sheet) Open() (io.ReadCloser, error) {
	in, err := s.book.open(s.part)
	if err != nil {
		return nil, err
	}
	return &reader{book: s.book, in: in, pending: []byte("\ufeff")}, nil
}

// IsEmpty reports whether no cell has a value.
func (s Sheet) IsEmpty() (empty bool, err error) {
	in, err := s.book.open(s.part)
	if err != nil {
		return false, err
	}
	r := &reader{book: s.book, in: in}
	defer func() { err = errors.Join(err, r.Close()) }()
	for err == nil && len(bytes.TrimLeft(r.lines, "\n")) == 0 {
		r.lines = r.lines[:0]
		err = r.next()
	}
	if errors.Is(err, io.EOF) {
		return true, nil
	}
	return false, err
}

// Close implements io.Closer.
func (r *reader) Close() error { return r.in.close() }

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	for len(r.pending) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		r.lines = r.lines[:0]
		r.err = r.next()
		r.pending = r.lines
	}
	n := copy(p, r.pending)
	r.pending = r.pending[n:]
	return n, nil
}

// next reads up to the end of a row, and at the end of the sheet the rest of the part: its checksum counts.
func (r *reader) next() error {
	for {
		e, err := r.in.next()
		if err != nil {
			return err
		}
		switch {
		case e.name == "row" && e.kind == start:
			if err := r.startRow(e.get("r")); err != nil {
				return err
			}
		case e.name == "row" && e.kind == end:
			return r.endRow()
		case e.name == "c" && e.kind == start:
			if err := r.readCell(e); err != nil {
				return err
			}
		}
	}
}

// startRow adds a line for each row that the sheet leaves out.
func (r *reader) startRow(number string) error {
	at := r.row + 1
	if number != "" {
		var err error
		if at, err = strconv.Atoi(number); err != nil {
			return ErrDamaged
		}
	}
	if at <= r.row || at > maxRows {
		return ErrDamaged
	}
	for ; r.row < at-1; r.row++ {
		r.lines = append(r.lines, '\n')
	}
	r.line, r.column, r.seen = r.line[:0], 0, 0
	return nil
}

func (r *reader) endRow() error {
	r.row++
	if r.column > 0 {
		r.width = max(r.width, min(r.column, maxFilled))
		r.fill(r.width)
	}
	r.lines = append(append(r.lines, r.line...), '\n')
	return r.book.options.Spend(len(r.lines))
}

// fill adds the commas before a column.
func (r *reader) fill(column int) {
	for ; r.column < column; r.column++ {
		if r.column > 0 {
			r.line = append(r.line, ',')
		}
	}
}

// readCell adds a cell to the line, unless it is empty.
func (r *reader) readCell(cell element) error {
	column := r.seen + 1
	if place := cell.get("r"); place != "" {
		column = columnOf(place)
	}
	if column <= r.seen || column > maxColumns {
		return ErrDamaged
	}
	r.seen = column
	kind, style := cell.get("t"), cell.get("s")
	var value []byte
	for {
		e, err := r.in.next()
		switch {
		case err != nil:
			return damagedEnd(err)
		case e.kind == end && e.name == "c":
			content, err := r.content(value, kind, style)
			if err == nil && len(content) > 0 && len(r.line) < maxLine {
				r.fill(column)
				r.line = appendQuoted(r.line, content)
			}
			return err
		case e.kind == start && (e.name == "v" || e.name == "is"):
			if value, err = r.value(e.name); err != nil {
				return err
			}
		}
	}
}

// value reads the value of a cell, which is text alone but for texts with their own formats.
func (r *reader) value(name string) ([]byte, error) {
	if name == "is" {
		return r.in.richText("is", nil)
	}
	var value []byte
	for {
		e, err := r.in.next()
		if err != nil {
			return nil, damagedEnd(err)
		}
		if e.kind == textKind {
			value = append(value, e.text[:min(len(e.text), maxText-min(len(value), maxText))]...)
		}
		if e.kind == end && e.name == name {
			return value, nil
		}
	}
}

// content returns what a cell shows as text.
func (r *reader) content(value []byte, kind, style string) ([]byte, error) {
	switch kind {
	case "s":
		index, err := strconv.Atoi(string(bytes.TrimSpace(value)))
		if len(value) == 0 {
			return nil, nil
		} else if err != nil {
			return nil, ErrDamaged
		}
		return r.book.texts.at(index)
	case "inlineStr", "str":
		return unescaped(value), nil
	case "b":
		return map[string][]byte{"1": []byte("TRUE"), "0": []byte("FALSE")}[string(value)], nil
	case "n", "":
		var meaning format
		if at, err := strconv.Atoi(style); err == nil && at >= 0 && at < len(r.book.formats) {
			meaning = r.book.formats[at]
		}
		if written, is := number(string(value), meaning, r.book.from); is {
			return []byte(written), nil
		}
	}
	return value, nil
}

// columnOf returns the number of the column of a cell such as AB12, or 0.
func columnOf(place string) int {
	column := 0
	for i := 0; i < len(place) && column <= maxColumns; i++ {
		switch c := place[i] | 0x20; {
		case c >= 'a' && c <= 'z':
			column = column*26 + int(c-'a') + 1
		default:
			return column
		}
	}
	return column
}

// appendQuoted appends a cell of a CSV file. Line ends become spaces, so that lines remain rows.
func appendQuoted(line, content []byte) []byte {
	if !bytes.ContainsAny(content, "\",\r\n") {
		return append(line, content...)
	}
	line = append(line, '"')
	for i, c := range content {
		switch {
		case c == '"':
			line = append(line, '"', '"')
		case c == '\r' && i+1 < len(content) && content[i+1] == '\n':
		case c == '\r' || c == '\n':
			line = append(line, ' ')
		default:
			line = append(line, c)
		}
	}
	return append(line, '"')
}

// damagedEnd is the error of a part that ends inside an element.
func damagedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return ErrDamaged
	}
	return err
}
