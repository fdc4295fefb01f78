package crawl

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"upslope"
)

// appendClean appends the text of a cell without control characters, zero bytes and bidirectional overrides.
// Line ends and tabs become spaces; the ends are trimmed.
func appendClean(dst, cell []byte) []byte {
	from := len(dst)
	if plainText(cell) {
		return append(dst, bytes.Trim(cell, " ")...)
	}
	for len(cell) > 0 {
		r, size := utf8.DecodeRune(cell)
		switch {
		case r == '\n' || r == '\t' || r != ' ' && r != '\r' && unicode.IsSpace(r):
			dst = append(dst, ' ')
		case r == '\r':
			if len(cell) == 1 || cell[1] != '\n' {
				dst = append(dst, ' ')
			}
		case upslope.IsHidden(r):
		default:
			dst = append(dst, cell[:size]...)
		}
		cell = cell[size:]
	}
	trimmed := bytes.Trim(dst[from:], " ")
	return append(dst[:from], trimmed...)
}

func plainText(cell []byte) bool {
	for _, c := range cell {
		if c < 0x20 || c >= 0x7f {
			return false
		}
	}
	return true
}

func clean(cell []byte) string { return string(appendClean(nil, cell)) }
