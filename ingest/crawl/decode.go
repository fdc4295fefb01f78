package crawl

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// decoder converts a file to UTF-8. Without a byte order mark it looks ahead at the first non-ASCII byte and
// picks the best legacy encoding if most is not UTF-8. Invalid bytes become U+FFFD and are counted.
type decoder struct {
	src        io.Reader
	raw        []byte
	start, end int
	err        error
	charset    string    // "" while all input was ASCII
	guessed    bool      // no byte order mark
	bad        int64     // invalid bytes
	other      io.Reader // decodes the rest if it is not UTF-8
}

const decodeWindow = 64 << 10

// newDecoder checks the first bytes of src for a byte order mark, or for the zero bytes typical of UTF-16.
func newDecoder(src io.Reader) *decoder {
	d := &decoder{src: src, raw: make([]byte, decodeWindow)}
	d.fill()
	head := d.raw[:d.end]
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		d.start, d.charset = 3, "UTF-8"
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		d.start = 2
		d.use("UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM))
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		d.start = 2
		d.use("UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM))
	default:
		if name, endian, found := guessUTF16(head[:min(len(head), 4096)]); found {
			d.guessed = true
			d.use(name, unicode.UTF16(endian, unicode.IgnoreBOM))
		}
	}
	return d
}

// guessUTF16 recognizes UTF-16 without a mark: in Latin text every second byte is zero.
func guessUTF16(head []byte) (string, unicode.Endianness, bool) {
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i&1]++
		}
	}
	minZeros, maxZeros := max(4, len(head)/5), len(head)/100
	switch {
	case zeros[1] >= minZeros && zeros[0] <= maxZeros:
		return "UTF-16LE", unicode.LittleEndian, true
	case zeros[0] >= minZeros && zeros[1] <= maxZeros:
		return "UTF-16BE", unicode.BigEndian, true
	}
	return "", unicode.LittleEndian, false
}

// use decodes all further input with the given encoding.
func (d *decoder) use(name string, from encoding.Encoding) {
	d.charset = name
	rest := bytes.NewReader(d.raw[d.start:d.end])
	source := io.MultiReader(rest, errorReader{d.err})
	if d.err == nil {
		source = io.MultiReader(rest, d.src)
	}
	d.start = d.end
	d.other = from.NewDecoder().Reader(source)
}

// errorReader returns an error read ahead.
type errorReader struct{ err error }

func (e errorReader) Read([]byte) (int, error) { return 0, e.err }

func (d *decoder) fill() {
	if d.start > 0 {
		copy(d.raw, d.raw[d.start:d.end])
		d.end -= d.start
		d.start = 0
	}
	for d.err == nil && d.end < len(d.raw) {
		var n int
		n, d.err = d.src.Read(d.raw[d.end:])
		d.end += n
	}
}

// Read returns the text as UTF-8.
func (d *decoder) Read(p []byte) (int, error) {
	if len(p) < utf8.UTFMax {
		return 0, io.ErrShortBuffer
	}
	if d.other != nil {
		return d.other.Read(p)
	}
	if d.start == d.end || d.err == nil && !utf8.FullRune(d.raw[d.start:d.end]) {
		d.fill()
	}
	if d.start == d.end {
		return 0, d.err
	}
	window := d.raw[d.start:d.end]
	if d.charset == "" {
		plain := asciiPrefix(window)
		if plain > 0 {
			n := copy(p, window[:plain])
			d.start += n
			return n, nil
		}
		d.fill() // decide on a full window of text
		d.decide()
		if d.other != nil {
			return d.other.Read(p)
		}
		window = d.raw[d.start:d.end]
	}
	return d.copyUTF8(p, window), nil
}

// copyUTF8 copies complete characters and replaces invalid bytes.
func (d *decoder) copyUTF8(p, window []byte) int {
	if whole := wholeRunes(window[:min(len(window), len(p))]); whole > 0 && utf8.Valid(window[:whole]) {
		d.start += whole
		return copy(p, window[:whole])
	}
	n := 0
	for len(window) > 0 && n+utf8.UTFMax <= len(p) {
		if !utf8.FullRune(window) && d.err == nil {
			break
		}
		char, size := utf8.DecodeRune(window)
		if char == utf8.RuneError && size == 1 {
			d.bad++
		}
		n += utf8.EncodeRune(p[n:], char)
		window = window[size:]
		d.start += size
	}
	return n
}

// wholeRunes returns the length of b without a truncated last character.
func wholeRunes(b []byte) int {
	for i := len(b) - 1; i >= 0 && i >= len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if utf8.FullRune(b[i:]) {
				return len(b)
			}
			return i
		}
	}
	return len(b)
}

func asciiPrefix(b []byte) int {
	for i, c := range b {
		if c >= utf8.RuneSelf {
			return i
		}
	}
	return len(b)
}

// decide chooses between UTF-8 and a legacy encoding at the first non-ASCII byte.
func (d *decoder) decide() {
	window := d.raw[d.start:d.end]
	var good, bad int
	for i := 0; i < len(window); {
		if window[i] < utf8.RuneSelf {
			i++
			continue
		}
		if !utf8.FullRune(window[i:]) && !errors.Is(d.err, io.EOF) {
			break
		}
		char, size := utf8.DecodeRune(window[i:])
		if char == utf8.RuneError && size == 1 {
			bad++
		} else {
			good++
		}
		i += size
	}
	if good >= bad {
		d.charset = "UTF-8"
		return
	}
	d.guessed = true
	name, from := guessLegacy(window)
	d.use(name, from)
}
