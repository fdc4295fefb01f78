package crawl

import (
	"bytes"

	"upslope"
)

// unwrapper gives the rows of a file each of which stands in one quoted cell: `"Address,""Title 1"""`. That is what
// is left of an export that was opened in a spreadsheet which expects another delimiter, and saved again.
type unwrapper struct {
	outer *reader
	text  bytes.Buffer
	line  int // how many lines were given
}

// wrapped says whether the first lines hold a header inside one cell. It consumes nothing.
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

// Read gives the text inside the cells, each on the line where it stood.
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
