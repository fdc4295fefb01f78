package request

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

const (
	maxJSON  = 1 << 20
	maxDepth = 16
)

// ReadSmall reads a body of at most 1 MB into memory.
func ReadSmall(b *Body) ([]byte, error) {
	if err := b.Limit(maxJSON, upslope.Errorf(upslope.TooLarge, "The request is too large: at most 1 MB.")); err != nil {
		return nil, err
	}
	return io.ReadAll(b)
}

// ReadJSON parses the JSON body of a request strictly: an ambiguous body that two parsers read differently
// can bypass checks.
func ReadJSON(c fiber.Ctx, b *Body) (any, error) {
	if b == nil || b.Length == 0 {
		return nil, errNoBody
	}
	kind, _, _ := strings.Cut(c.Get(fiber.HeaderContentType), ";")
	if !strings.EqualFold(strings.TrimSpace(kind), fiber.MIMEApplicationJSON) || c.Get(fiber.HeaderContentEncoding) != "" {
		return nil, upslope.Errorf(upslope.Unsupported, "Send the body as plain JSON, with Content-Type: application/json.")
	}
	text, err := ReadSmall(b)
	if err != nil {
		return nil, err
	}
	switch {
	case len(text) == 0:
		return nil, errNoBody
	case !utf8.Valid(text) || !json.Valid(text):
		return nil, upslope.Errorf(upslope.Invalid, "The body is not valid JSON.")
	}
	return decodeJSON(text)
}

var errNoBody = upslope.Errorf(upslope.Invalid, "Request body required (JSON).")

// decodeJSON decodes valid JSON and rejects what json.Unmarshal accepts: duplicate names in an object, data
// after the value, and unlimited nesting.
func decodeJSON(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	value, err := decodeValue(decoder, 0)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, upslope.Errorf(upslope.Invalid, "The body has content after its JSON value.")
	}
	return value, nil
}

func decodeValue(decoder *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
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
		key, _ := name.(string) // always one in valid JSON
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
