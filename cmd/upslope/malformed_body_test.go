package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// chance generates malformed input, reproducible by its seed.
type chance struct {
	*rand.Rand
	ids []string // of existing objects
}

// once returns true with probability 1/n.
func (c chance) once(n int) bool { return c.IntN(n) == 0 }

func one[T any](c chance, of ...T) T { return of[c.IntN(len(of))] }

// text returns a nasty string.
func (c chance) text() string {
	return one(c, append([]string{
		"", " ", "0", "-1", "1e999", "99999999999999999999", "-9223372036854775809", "null", "true", "NaN", "a\x00b", "\xff\xfe", "\xc0\xaf", "\xed\xa0\x80", "%", "%zz", "%00", "%2e%2e%2f",
		"'; drop table sites; --", `"`, `\`, "../../etc/passwd", "..;/", "{{7*7}}", "${jndi:ldap://x}", "<script>", "\u202eabc", "=1+1", "😀", "İ", "ﬀ", "{site_id:UUID}", "@account_id", "$1",
		"all", "open", "url", "-severity", "eyJhIjoxfQ==", "AAAA", "https://shop.example/", "2026-02-30", "0000-00-00", "+275760-09-13", "((a+)+)+$", "[[:alpha:", "(?=x)", "\r\nSet-Cookie: a=b",
		strings.Repeat("a", 5_000), strings.Repeat("é", 4_000), strings.Repeat("%00", 500), "00000000-0000-0000-0000-000000000000", "{00000000-0000-4000-8000-000000000000}",
	}, c.ids...)...)
}

// fitting returns a value that matches a schema, as far as the schema goes.
func (c chance) fitting(schema *openapi3.Schema, depth int) any {
	switch {
	case depth > 6:
		return nil
	case len(schema.Enum) > 0:
		return one(c, schema.Enum...)
	case schema.Type.Is(openapi3.TypeInteger), schema.Type.Is(openapi3.TypeNumber):
		low := 1.0
		if schema.Min != nil {
			low = *schema.Min
		}
		return low
	case schema.Type.Is(openapi3.TypeBoolean):
		return c.once(2)
	case schema.Type.Is(openapi3.TypeArray):
		var list []any
		for range 1 + c.IntN(2) {
			list = append(list, c.fitting(schema.Items.Value, depth+1))
		}
		return list
	case schema.Type.Is(openapi3.TypeObject):
		object := map[string]any{}
		for name, property := range schema.Properties {
			if slices.Contains(schema.Required, name) || !c.once(3) {
				object[name] = c.fitting(property.Value, depth+1)
			}
		}
		return object
	case schema.Format == "date":
		return "2026-11-02"
	case schema.Format == "date-time":
		return "2026-11-02T09:00:00Z"
	}
	return one(c, append([]string{"shop.example", "Shop", "open", "last-7-days", "jo@example.com", "#3b5bdb", "weekly", "iVBORw0KGgo="}, c.ids...)...)
}

// wrong returns a value that violates a schema, or barely matches it.
func (c chance) wrong(schema *openapi3.Schema) any {
	switch c.IntN(9) {
	case 0:
		return nil
	case 1:
		return one(c, -1, 0, 0.5, 1e308, -1e308, 1<<62, 5e-324)
	case 2:
		return map[string]any{c.text(): c.text()}
	case 3:
		return c.deep(1 + c.IntN(60))
	case 4:
		return c.once(2)
	case 5:
		if schema.Max != nil {
			return *schema.Max + one(c, 1, 0.5, 1e9)
		}
		if schema.MaxLength != nil && *schema.MaxLength < 1<<20 {
			return strings.Repeat(one(c, "a", "é", "😀"), int(*schema.MaxLength)+1)
		}
	case 6:
		return json.Number(one(c, "1e400", "-0", "1E-400", "123456789012345678901234567890", "0.1e1", "2147483648", "9007199254740993"))
	case 7:
		return slices.Repeat([]any{c.text()}, 1+c.IntN(3_000))
	}
	return c.text()
}

func (c chance) deep(levels int) (value any) {
	value = c.text()
	for range levels {
		if c.once(2) {
			value = []any{value}
		} else {
			value = map[string]any{"a": value}
		}
	}
	return value
}

// json returns a JSON body with an error in it. sure guarantees that it is rejected.
func (c chance) json(schema *openapi3.Schema, sure bool) []byte {
	value := c.fitting(schema, 0)
	object, _ := value.(map[string]any)
	for name, property := range schema.Properties {
		if c.once(3) {
			object[name] = c.wrong(property.Value)
		}
	}
	for range c.IntN(3) {
		delete(object, one(c, append(slices.Sorted(func(yield func(string) bool) {
			for name := range object {
				if !yield(name) {
					return
				}
			}
		}), "")...))
	}
	if sure || c.once(6) {
		object[c.text()+"?"] = c.wrong(schema)
	}
	if c.once(10) && !sure {
		value = c.wrong(schema)
	}
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(c.once(2))
	if err := encoder.Encode(value); err != nil { // a number that JSON does not have
		return []byte(c.text())
	}
	return c.damage(body.Bytes())
}

// damage corrupts encoded JSON in ways that no encoder does.
func (c chance) damage(body []byte) []byte {
	at := c.IntN(len(body))
	switch c.IntN(16) {
	case 0:
		return body[:at] // truncated
	case 1:
		return slices.Insert(slices.Clone(body), at, one[byte](c, 0, 1, 0x1b, 0x7f, 0xff, '"', '{'))
	case 2:
		return append(body, c.text()...) // trailing data
	case 3:
		return append([]byte("\xef\xbb\xbf"), body...) // byte order mark
	case 4:
		// duplicate keys
		return bytes.Replace(body, []byte(`{`), []byte(`{"name":"a","name":"b","status":"open","status":"done",`), 1)
	case 5:
		return bytes.ReplaceAll(body, []byte(`"`), []byte(`'`))
	case 6:
		return []byte(strings.Repeat("[", 1+c.IntN(100_000)))
	case 7:
		return []byte(strings.Repeat(`{"a":`, 1+c.IntN(10_000)) + "1" + strings.Repeat("}", c.IntN(10_000)))
	case 8:
		return []byte(fmt.Sprintf(`{"name":"%s"}`, strings.Repeat(one(c, "a", `\u0000`, `\ud800`, `\\`), 1+c.IntN(100_000))))
	case 9:
		return bytes.ReplaceAll(body, []byte(`a`), []byte(one(c, "\xff", `\u0000`, `\ud800`, "\xed\xa0\x80")))
	}
	return body
}
