// Package wire decodes what providers send as they really send it: numbers as strings and the reverse, values
// of another shape, objects without content. It does not know any provider.
//
// A response type declares only the fields that are used, so that no other can fail a sync.
package wire

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
)

// Maybe is a value that may be absent, or of a shape that nobody expects: both are unknown, never an error.
type Maybe[T any] struct {
	Value T
	Known bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *Maybe[T]) UnmarshalJSON(data []byte) error {
	var value T
	if bytes.Equal(data, []byte("null")) || json.Unmarshal(data, &value) != nil {
		*m = Maybe[T]{}
		return nil //nolint:nilerr // as the type says
	}
	*m = Maybe[T]{Value: value, Known: true}
	return nil
}

// Number is a number, or a string with one. Anything else is unknown.
type Number struct {
	Value float64
	Known bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Number) UnmarshalJSON(data []byte) error {
	text, _ := scalar(data)
	value, err := strconv.ParseFloat(text, 64)
	*n = Number{}
	if err == nil && !math.IsNaN(value) && !math.IsInf(value, 0) {
		*n = Number{Value: value, Known: true}
	}
	return nil
}

// Text is a string, or the text of a number or a boolean. Anything else is empty.
type Text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *Text) UnmarshalJSON(data []byte) error {
	text, _ := scalar(data)
	*t = Text(text)
	return nil
}

// Bool is true, or "true". Anything else is false.
type Bool bool

// UnmarshalJSON implements json.Unmarshaler.
func (b *Bool) UnmarshalJSON(data []byte) error {
	text, _ := scalar(data)
	*b = text == "true"
	return nil
}

// scalar returns the text of a string, number or boolean.
func scalar(data []byte) (text string, is bool) {
	switch {
	case len(data) == 0, data[0] == '{', data[0] == '[', bytes.Equal(data, []byte("null")):
		return "", false
	case data[0] == '"':
		err := json.Unmarshal(data, &text)
		return text, err == nil
	}
	return string(data), true
}
