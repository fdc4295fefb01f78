package pages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

func bodiesOf(content openapi3.Content) []docBody {
	var bodies []docBody
	for mediaType, media := range content {
		body := docBody{MediaType: mediaType}
		if media.Schema != nil {
			body.Type, body.Fields = typeOf(media.Schema), ownFields(media.Schema)
		}
		bodies = append(bodies, body)
	}
	slices.SortFunc(bodies, func(a, b docBody) int { return strings.Compare(a.MediaType, b.MediaType) })
	return bodies
}

// ownFields returns the fields of an object, or of a list's items, without a named schema.
func ownFields(schema *openapi3.SchemaRef) []docField {
	if named(schema) != "" {
		return nil
	}
	if schema.Value.Items != nil {
		return ownFields(schema.Value.Items)
	}
	return fieldsOf(schema)
}

// fieldsOf returns the fields of an object, or of all parts of allOf, in the contract's order.
func fieldsOf(schema *openapi3.SchemaRef) []docField {
	var fields []docField
	for _, part := range schema.Value.AllOf {
		fields = append(fields, fieldsOf(part)...)
	}
	from := len(fields)
	for name, property := range schema.Value.Properties {
		fields = append(fields, docField{
			Name: name, Description: property.Value.Description, Required: slices.Contains(schema.Value.Required, name), Type: typeOf(property),
			Fields: ownFields(property), at: positionOf(property.Origin),
		})
	}
	slices.SortFunc(fields[from:], func(a, b docField) int { return a.at.compare(b.at) })
	return fields
}

// named returns the name of a schema, or "". A nullable named one is written as allOf of one.
func named(schema *openapi3.SchemaRef) string {
	if schema.Ref == "" && len(schema.Value.AllOf) == 1 && len(schema.Value.Properties) == 0 {
		return named(schema.Value.AllOf[0])
	}
	return strings.TrimPrefix(schema.Ref, "#/components/schemas/")
}

func typeOf(schema *openapi3.SchemaRef) docType {
	if schema == nil {
		return docType{}
	}
	value := schema.Value
	if name := named(schema); name != "" {
		return docType{Ref: name, Rule: ruleOf(schema.Ref == "", value)}
	}
	if value.Items != nil {
		of := typeOf(value.Items)
		before := "list of "
		if value.MaxItems != nil {
			before = fmt.Sprintf("list of %d to %d: ", value.MinItems, *value.MaxItems)
		}
		return docType{before + of.Before, of.Ref, strings.TrimSpace(of.Rule + " " + ruleOf(true, value))}
	}
	kind := "any"
	if types := value.Type.Slice(); len(types) > 0 {
		kind = types[0]
	}
	if value.Format != "" && value.Format != "int64" && value.Format != "double" {
		kind = value.Format
	}
	return docType{Before: kind, Rule: ruleOf(true, value)}
}

// ruleOf describes the constraints of a value other than its type.
func ruleOf(own bool, schema *openapi3.Schema) string {
	var rules []string
	if own && len(schema.Enum) > 0 {
		var options []string
		for _, option := range schema.Enum {
			if option != nil {
				options = append(options, fmt.Sprint(option))
			}
		}
		rules = append(rules, strings.Join(options, " | "))
	}
	if schema.Min != nil && schema.Max != nil {
		rules = append(rules, fmt.Sprintf("%g to %g", *schema.Min, *schema.Max))
	}
	if schema.MaxLength != nil {
		rules = append(rules, fmt.Sprintf("at most %d characters", *schema.MaxLength))
	}
	if schema.Default != nil {
		rules = append(rules, fmt.Sprintf("%v unless given", schema.Default))
	}
	if schema.Nullable && own {
		rules = append(rules, "or null")
	}
	return strings.Join(rules, ", ")
}
