package gsc

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// scanner parses JSON sequentially without allocating; it stops at the first error, which end returns. In
// BenchmarkPage jsontext (go-json-experiment, 2026-02) takes 2.4 to 6 times as long, encoding/json 7 to 16.
type scanner struct {
	text  string
	at    int
	depth int
	err   error
}

const maxDepth = 32 // responses have four levels

// fail records the first error.
func (s *scanner) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("at byte %d of %d: %s", s.at, len(s.text), fmt.Sprintf(format, args...))
	}
	s.at = len(s.text)
}

// end reports an error unless the text was one complete value.
func (s *scanner) end() error {
	if s.peek() != 0 {
		s.fail("more than one value")
	}
	return s.err
}

// peek returns the next non-space byte, 0 at the end.
func (s *scanner) peek() byte {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case ' ', '\n', '\r', '\t':
			s.at++
		case 0:
			s.fail("a zero byte")
		default:
			return c
		}
	}
	return 0
}

func (s *scanner) expect(c byte) bool {
	if s.peek() != c || s.err != nil {
		s.fail("no %q", c)
		return false
	}
	s.at++
	return true
}

// object calls member with each name to read the value.
func (s *scanner) object(member func(name string)) {
	s.list('{', '}', func() {
		if name := s.string(); s.expect(':') {
			member(name)
		}
	})
}

// array calls element to read each value.
func (s *scanner) array(element func()) { s.list('[', ']', element) }

func (s *scanner) list(open, shut byte, element func()) {
	if s.depth > 0 && s.peek() == 'n' { // some servers encode an empty array as null
		s.literal("null")
		return
	}
	if !s.expect(open) {
		return
	}
	if s.depth++; s.depth > maxDepth {
		s.fail("nested too deep")
		return
	}
	if s.peek() == shut {
		s.at++
		s.depth--
		return
	}
	for s.err == nil {
		element()
		if s.peek() != ',' {
			break
		}
		s.at++
	}
	s.expect(shut)
	s.depth--
}

// string reads a string, as a substring of the text if possible.
func (s *scanner) string() string {
	if !s.expect('"') {
		return ""
	}
	start := s.at
	quote := strings.IndexByte(s.text[start:], '"')
	if quote < 0 {
		s.fail("a string without an end")
		return ""
	}
	if value := s.text[start : start+quote]; strings.IndexByte(value, '\\') < 0 {
		s.at += quote + 1
		return value
	}
	return s.escaped()
}

// escaped reads a string with escapes, starting after its opening quote.
func (s *scanner) escaped() string {
	start := s.at
	for s.at < len(s.text) && s.text[s.at] != '"' {
		if s.text[s.at] == '\\' {
			s.at++
		}
		s.at++
	}
	if s.at >= len(s.text) {
		s.fail("a string without an end")
		return ""
	}
	s.at++
	var value string
	if err := json.Unmarshal([]byte(s.text[start-1:s.at]), &value); err != nil {
		s.fail("%v", err)
	}
	return value
}

// number reads a number, or a string with one.
func (s *scanner) number() float64 {
	if s.peek() == '"' {
		value, err := strconv.ParseFloat(s.string(), 64)
		if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
			s.fail("no number")
		}
		return value
	}
	start := s.at
	integer := uint64(0)
	for s.at < len(s.text) && s.text[s.at]-'0' <= 9 {
		integer = integer*10 + uint64(s.text[s.at]-'0')
		s.at++
	}
	digits := s.at - start
	for s.at < len(s.text) && strings.IndexByte("+-.0123456789eE", s.text[s.at]) >= 0 {
		s.at++
	}
	if digits > 0 && digits <= 15 && s.at == start+digits {
		return float64(integer) // usually a count
	}
	value, err := strconv.ParseFloat(s.text[start:s.at], 64)
	if err != nil {
		s.fail("no number")
	}
	return value
}

// skip passes over a value.
func (s *scanner) skip() {
	switch s.peek() {
	case '{':
		s.object(func(string) { s.skip() })
	case '[':
		s.array(s.skip)
	case '"':
		s.string()
	case 't':
		s.literal("true")
	case 'f':
		s.literal("false")
	case 'n':
		s.literal("null")
	default:
		s.number()
	}
}

func (s *scanner) literal(word string) {
	if !strings.HasPrefix(s.text[s.at:], word) {
		s.fail("no %s", word)
		return
	}
	s.at += len(word)
}
