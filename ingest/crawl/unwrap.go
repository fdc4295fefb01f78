package crawl

import (
	"bytes"

	"upslope"
)

// unwrapper unwraps a file with each row in one quoted cell: `"Address,""Title 1"""`. A spreadsheet that
// expects another delimiter saves exports this way.
type unwrapper struct {
	outer *reader
	text  bytes.Buffer
	line  int // number of lines returned
}

// wrapped reports whether the first lines hold a header inside one cell. It consumes nothing.
func wrapped(r *reader, mapping map[string]Field) bool {
	comma := r.comma
	defer func() { r.comma = comma }()
	r.comma = 0
	data := r.buf[r.start:r.end]
	for range 5 {
		line := r.scan(data)
		if line.columns == 1 && line.tail {
			inner := newReader(bytes.NewReader(bytes.Clone(r.fields[0])))
			if h, err := findHeader(inner, mapping); err == nil && h.fits && len(h.cells) > 1 {
				return true
			}
		}
		if !line.complete {
			return false
		}
		data = data[line.length:]
	}
	return false
}

// Read returns the text inside the cells, each on its original line.
func (u *unwrapper) Read(p []byte) (int, error) {
	for u.text.Len() == 0 {
		rec, err := u.outer.next()
		if err != nil {
			return 0, err
		}
		if rec.fields == nil {
			return 0, upslope.Errorf(upslope.Unprocessable, "Line %d cannot be read: %s. Export the file again from the crawler.", rec.line, rec.problem)
		}
		for ; u.line < rec.line-1; u.line++ {
			u.text.WriteByte('\n')
		}
		for _, field := range rec.fields {
			u.text.Write(field)
			u.line += bytes.Count(field, []byte{'\n'})
		}
		if rec.ended {
			u.text.WriteByte('\n')
			u.line++
		}
	}
	return u.text.Read(p)
}
