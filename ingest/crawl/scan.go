package crawl

import "bytes"

// scanned is the result of scan.
type scanned struct {
	length   int  // bytes of the record, including its line end
	complete bool // it ends with a line end
	quoted   bool // the text ends inside quotes
	quoteAt  int  // start of the quoted cell that most likely never closed
	quoteBad bool // that cell is still open, or contains a stray quote
	columns  int
	longest  int  // bytes of the longest cell
	lazy     bool // has a stray quote
	tail     bool // the last cell is quoted
}

// scan parses one record at the start of data into r.fields, which point into data and r.scratch.
func (r *reader) scan(data []byte) scanned {
	s := scanned{length: len(data), quoteAt: -1}
	r.fields, r.scratch = r.fields[:0], r.scratch[:0]
	i := 0
	for {
		var field []byte
		s.tail = i < len(data) && data[i] == '"'
		if s.tail {
			opened, lazyBefore := i, s.lazy
			var closed bool
			field, i, closed = r.quotedField(data, i+1, &s)
			bad := !closed || s.lazy && !lazyBefore
			if (s.quoteAt < 0 || bad && !s.quoteBad) && (!closed || bytes.IndexByte(field, r.newline) >= 0) {
				s.quoteAt, s.quoteBad = opened, bad
			}
			if !closed {
				s.quoted = true
				r.add(field, &s)
				return s
			}
		} else {
			from := i
			for i < len(data) && data[i] != r.comma && data[i] != r.newline {
				if data[i] == '"' {
					s.lazy = true
				}
				i++
			}
			field = data[from:i]
			if i == len(data) || r.newline == '\n' && data[i] == '\n' {
				field = bytes.TrimSuffix(field, []byte{'\r'})
			}
		}
		r.add(field, &s)
		if i == len(data) {
			return s
		}
		i++
		if data[i-1] == r.newline {
			s.length, s.complete = i, true
			return s
		}
	}
}

// quotedField parses from after the opening quote to the closing one, which a delimiter, a line end or the
// end of the file follows; other quotes are text. It returns the index of the delimiter or line end.
func (r *reader) quotedField(data []byte, i int, s *scanned) (field []byte, end int, closed bool) {
	from, undone := i, -1 // undone: start of the field in scratch, once it contained a quote
	for {
		j := bytes.IndexByte(data[i:], '"')
		if j < 0 {
			if undone >= 0 {
				r.scratch = append(r.scratch, data[from:]...)
				return r.scratch[undone:], len(data), false
			}
			return data[from:], len(data), false
		}
		i += j + 1
		// data[i-1] is a quote
		if i == len(data) || data[i] == r.comma || data[i] == r.newline || data[i] == '\r' && lineEnd(data[i:], r.newline) {
			if i == len(data) && !r.eof {
				return data[from:i], i, false // the next byte decides
			}
			end = i
			if end < len(data) && data[end] == '\r' && r.newline == '\n' {
				end = min(end+1, len(data))
			}
			if undone >= 0 {
				r.scratch = append(r.scratch, data[from:i-1]...)
				return r.scratch[undone:], end, true
			}
			return data[from : i-1], end, true
		}
		if undone < 0 {
			undone = len(r.scratch)
		}
		r.scratch = append(r.scratch, data[from:i]...)
		if data[i] == '"' {
			i++
		} else {
			s.lazy = true
		}
		from = i
	}
}

// lineEnd reports whether text that starts with CR starts with a line end, or may with more input.
func lineEnd(data []byte, newline byte) bool {
	return newline == '\r' || len(data) == 1 || data[1] == '\n'
}

func (r *reader) add(field []byte, s *scanned) {
	s.columns++
	s.longest = max(s.longest, len(field))
	if s.columns <= maxColumns {
		r.fields = append(r.fields, field)
	}
}
