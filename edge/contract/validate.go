package contract

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"upslope/edge/request"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"

	"upslope"
)

// ValidatedBody is the local in which the generated handlers find a validated body.
const ValidatedBody = "x-oapi-codegen-validated-body"

// Validate checks a request against the contract. Product rules, such as valid domains, are not part of it:
// the root package's types check them, with their own messages.
func (o *Operation) Validate(c fiber.Ctx) error {
	r := request.Of(c.Context())
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return upslope.Errorf(upslope.Invalid, "The query string is not valid.")
	}
	for _, parameter := range o.Parameters {
		given, noun := query[parameter.Value.Name], queryNoun(parameter.Value.Name)
		if parameter.Value.In == openapi3.ParameterInPath {
			given, noun = []string{c.Params(parameter.Value.Name)}, o.noun
		}
		if err := validateParameter(parameter.Value, noun, given); err != nil {
			return err
		}
	}
	if o.body == nil {
		return nil
	}
	value, err := request.ReadJSON(c, r.Body)
	if err != nil {
		return err
	}
	if err := unknownField(o.body, value); err != nil {
		return err
	}
	if err := fits(o.body, value, ""); err != nil {
		return err
	}
	c.Locals(ValidatedBody, value)
	return nil
}

// nounOf returns the object type of the id in a path: site in /api/sites/{id}.
func nounOf(path string) string {
	before, _, _ := strings.Cut(path, "/{id}")
	plural := before[strings.LastIndexAny(before, "/-")+1:]
	switch plural {
	case "insights":
		return "opportunity" // as people know them
	case "outgoing":
		return "webhook"
	}
	return strings.TrimSuffix(plural, "s")
}

// defineFormats rejects nonexistent days: by default the library accepts 30 February.
var defineFormats = sync.OnceFunc(func() {
	for format, layout := range map[string]string{"date": time.DateOnly, "date-time": time.RFC3339} {
		openapi3.DefineStringFormatValidator(format, openapi3.NewCallbackValidator(func(text string) error {
			_, err := time.Parse(layout, text)
			return err
		}))
	}
})

// queryNoun returns what the id in a parameter of the query is of.
func queryNoun(parameter string) string {
	if parameter == "against" {
		return "crawl"
	}
	return strings.TrimSuffix(parameter, "Id")
}

// validateParameter checks one parameter. A malformed id gets the same response as an unknown one; noun names
// the object.
func validateParameter(parameter *openapi3.Parameter, noun string, given []string) error {
	name, schema := parameter.Name, parameter.Schema.Value
	if parameter.Required && (len(given) == 0 || given[0] == "") && (schema.Format == "uuid" || len(schema.Enum) > 0 || schema.Type.Is(openapi3.TypeNumber)) {
		return upslope.FieldErrorf(name, "%s is required.", name) // the handler defines an empty free text
	}
	if len(given) == 0 {
		return nil
	}
	text := given[0]
	switch {
	case len(given) > 1:
		return upslope.FieldErrorf(name, "%s is given more than once.", name)
	case !storable(text):
		return upslope.FieldErrorf(name, "%s has characters that cannot be used.", name)
	case schema.Format == "uuid":
		if text != "" && !IsID(text) {
			return upslope.Errorf(upslope.NotFound, "This %s does not exist.", noun)
		}
		return nil
	case text == "" && schema.Type.Is(openapi3.TypeString):
		return nil // same as omitting it
	}
	var value any = text
	var err error
	switch {
	case schema.Type.Is(openapi3.TypeInteger):
		var number int64
		number, err = strconv.ParseInt(text, 10, 32)
		value = float64(number)
	case schema.Type.Is(openapi3.TypeNumber):
		var number float64
		if number, err = strconv.ParseFloat(text, 64); math.IsNaN(number) {
			err = strconv.ErrSyntax
		}
		value = number
	case schema.Type.Is(openapi3.TypeBoolean):
		value, err = text == "true", nil
		if text != "true" && text != "false" {
			err = strconv.ErrSyntax
		}
	}
	if err != nil {
		return upslope.FieldErrorf(name, "%s must be %s.", name, expected(schema))
	}
	return fits(schema, value, name)
}

// unknownField returns the first unknown field of an object, because kin-openapi's error does
// not name it.
func unknownField(schema *openapi3.Schema, value any) error {
	object, _ := value.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if schema.Properties[name] == nil {
			return upslope.FieldErrorf(name, "Unknown field %q.", name)
		}
	}
	return nil
}

// fits validates a value with kin-openapi, and translates errors for users.
func fits(schema *openapi3.Schema, value any, name string) error {
	err := schema.VisitJSON(value)
	if err == nil {
		return nil
	}
	var mismatch *openapi3.SchemaError
	if !errors.As(err, &mismatch) {
		return upslope.FieldErrorf(name, "%s is not valid.", nameOrBody(name))
	}
	if pointer := mismatch.JSONPointer(); len(pointer) > 0 {
		name = strings.Join(pointer, ".")
	}
	switch mismatch.SchemaField {
	case "properties":
		if err := unknownField(mismatch.Schema, mismatch.Value); err != nil {
			return err
		}
	case "required":
		return upslope.FieldErrorf(name, "%s is required.", name)
	case "maxLength":
		return upslope.FieldErrorf(name, "%s is too long: at most %d characters.", nameOrBody(name), *mismatch.Schema.MaxLength)
	}
	return upslope.FieldErrorf(name, "%s must be %s.", nameOrBody(name), expected(mismatch.Schema))
}

// expected describes a valid value of a schema, as in "limit must be …".
func expected(schema *openapi3.Schema) string {
	switch {
	case len(schema.Enum) > 0:
		options := make([]string, len(schema.Enum))
		for i, option := range schema.Enum {
			options[i] = fmt.Sprint(option)
		}
		last := len(options) - 1
		return "one of " + strings.Join(options[:last], ", ") + " or " + options[last]
	case schema.Type.Is(openapi3.TypeInteger) && schema.Min != nil && schema.Max != nil:
		return fmt.Sprintf("a whole number from %.0f to %.0f", *schema.Min, *schema.Max)
	case schema.Type.Is(openapi3.TypeNumber) && schema.Min != nil && schema.Max != nil:
		return fmt.Sprintf("a number from %g to %g", *schema.Min, *schema.Max)
	case schema.Type.Is(openapi3.TypeNumber):
		return "a number"
	case schema.Type.Is(openapi3.TypeBoolean):
		return "true or false"
	case schema.Format == "date":
		return "a day such as 2026-10-22"
	case schema.Format == "date-time":
		return "a moment such as 2026-10-22T09:00:00Z"
	case schema.Type.Is(openapi3.TypeObject):
		return "a JSON object"
	case schema.Type.Is(openapi3.TypeArray) && schema.MaxItems != nil:
		return fmt.Sprintf("a list of %d to %d", schema.MinItems, *schema.MaxItems)
	default:
		return "text"
	}
}

func nameOrBody(name string) string {
	if name == "" {
		return "The body"
	}
	return name
}

// IsID reports whether text is a UUID in its canonical form.
func IsID(text string) bool {
	id, err := uuid.Parse(text)
	return err == nil && id.String() == text
}

// storable reports whether PostgreSQL can store the text.
func storable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }
