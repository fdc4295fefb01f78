package edge

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"upslope"
)

const (
	jsonLimit = 1 << 20
	jsonDepth = 16
)

// readSmall reads a body that is meant for memory.
func readSmall(b *body) ([]byte, error) {
	if err := b.atMost(jsonLimit, upslope.Errorf(upslope.TooLarge, "The request is too large: at most 1 MB.")); err != nil {
		return nil, err
	}
	return io.ReadAll(b)
}

// decodeJSON decodes valid JSON and refuses what json.Unmarshal lets pass: a name given twice in one object,
// anything after the value, and nesting without end.
func decodeJSON(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	value, err := decodeValue(decoder, 0)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, upslope.Errorf(upslope.Invalid, "The body has something after its JSON value.")
	}
	return value, nil
}

func decodeValue(decoder *json.Decoder, depth int) (any, error) {
	if depth > jsonDepth {
		return nil, upslope.Errorf(upslope.Invalid, "The body is nested too deeply.")
	}
	token, err := decoder.Token()
	if err != nil {
		return nil, upslope.Errorf(upslope.Invalid, "The body is not valid JSON, or has a number that is too large.")
	}
	switch token {
	case json.Delim('{'):
		return decodeObject(decoder, depth)
	case json.Delim('['):
		return decodeArray(decoder, depth)
	}
	if text, ok := token.(string); ok && strings.ContainsRune(text, 0) {
		return nil, upslope.Errorf(upslope.Invalid, "The body has characters that cannot be used.")
	}
	return token, nil
}

func decodeObject(decoder *json.Decoder, depth int) (any, error) {
	object := map[string]any{}
	for decoder.More() {
		name, err := decodeValue(decoder, depth+1)
		if err != nil {
			return nil, err
		}
		key, _ := name.(string) // in valid JSON it is one
		if _, twice := object[key]; twice {
			return nil, upslope.FieldErrorf(key, "%q is given more than once.", key)
		}
		if object[key], err = decodeValue(decoder, depth+1); err != nil {
			return nil, err
		}
	}
	_, err := decoder.Token()
	return object, err
}

func decodeArray(decoder *json.Decoder, depth int) (any, error) {
	array := []any{}
	for decoder.More() {
		value, err := decodeValue(decoder, depth+1)
		if err != nil {
			return nil, err
		}
		array = append(array, value)
	}
	_, err := decoder.Token()
	return array, err
}
