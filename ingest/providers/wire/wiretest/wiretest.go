// Package wiretest makes other forms of a documented response: what a provider may send tomorrow, and what a
// reader of today must read alike.
package wiretest

import (
	"bytes"
	"encoding/json"
	"regexp"
	"testing"
)

// Forms returns a JSON response with fields and elements that nobody knows, with its numbers as strings, and
// with its numeric strings as numbers.
func Forms(t testing.TB, document []byte) map[string][]byte {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	forms := map[string][]byte{}
	for name, change := range map[string]func(any) any{
		"as documented":      func(value any) any { return value },
		"with new fields":    withNewFields,
		"numbers as strings": numbersAsStrings,
		"strings as numbers": stringsAsNumbers,
	} {
		changed, err := json.Marshal(walk(value, change))
		if err != nil {
			t.Fatal(err)
		}
		forms[name] = changed
	}
	return forms
}

// walk applies change to every value of a document, from the inside out.
func walk(value any, change func(any) any) any {
	switch of := value.(type) {
	case map[string]any:
		changed := make(map[string]any, len(of))
		for name, member := range of {
			changed[name] = walk(member, change)
		}
		return change(changed)
	case []any:
		changed := make([]any, len(of))
		for i, element := range of {
			changed[i] = walk(element, change)
		}
		return change(changed)
	}
	return change(value)
}

func withNewFields(value any) any {
	if object, is := value.(map[string]any); is {
		object["aNewField"] = map[string]any{"version": map[string]any{"major": "13", "minor": 1.5}, "list": []any{1, "two", nil, map[string]any{}}}
		object["anotherOne"], object["anEmptyOne"], object["nothing"] = "text", map[string]any{}, nil
	}
	return value
}

func numbersAsStrings(value any) any {
	if number, is := value.(json.Number); is {
		return number.String()
	}
	return value
}

// canonical numbers are written back as they were read.
var canonical = regexp.MustCompile(`^(0|[1-9][0-9]{0,14})(\.[0-9]*[1-9])?$`)

func stringsAsNumbers(value any) any {
	if text, is := value.(string); is && canonical.MatchString(text) {
		return json.Number(text)
	}
	return value
}
