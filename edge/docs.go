package edge

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"

	"upslope"
)

//go:embed docs.html
var docsHTML string

var docsTemplate = template.Must(template.New("docs").Parse(docsHTML))

// docGroups are the sections of the page, and which of the contract's paths are in each, by what stands after /api/.
var docGroups = []struct{ title, firsts string }{
	{"Sites", "sites"},
	{"Opportunities", "insights plan portfolio"},
	{"Overview", "kpis activity"},
	{"SEO", "seo"},
	{"Ads", "ads"},
	{"Technical SEO and crawls", "technical upload storage companion"},
	{"Integrations", "integrations"},
	{"Reports", "reports report-schedules"},
	{"Jobs and events", "jobs events"},
	{"Account", "auth account tokens audit billing stripe"},
	{"Everything that needs no account", "login logout docs openapi.yaml webhooks r unsubscribe"},
}

// docs is the contract as a page.
type docs struct {
	PublicURL string
	Limits    map[string]int
	Groups    []docGroup
	Schemas   []docSchema
}

type docGroup struct {
	ID, Title  string
	Operations []docOperation
}

type docOperation struct {
	ID, Method, Path, Summary, Description string
	Who, Limit                             string
	Parameters                             []docField
	Body                                   []docBody
	Responses                              []docResponse
	at                                     position
}

type docResponse struct {
	Status, Description string
	Headers             []docField
	Body                []docBody
}

// docBody is one form that a body may have: a named schema, or fields of its own.
type docBody struct {
	MediaType string
	Optional  bool
	Type      docType
	Fields    []docField
}

type docSchema struct {
	Name, Description string
	Type              docType
	Fields            []docField
	at                position
}

// docField is a parameter, a header or a field of an object.
type docField struct {
	Name, In, Description string
	Required              bool
	Type                  docType
	Fields                []docField // of its own, where it is an object without a name
	at                    position
}

// docType says what a value is. Ref is the name of its schema, if it has one.
type docType struct{ Before, Ref, Rule string }

// position is where something stands in openapi.yaml, which has the order that people read it in.
type position struct{ line, column int }

func positionOf(origin *openapi3.Origin) position {
	if origin == nil || origin.Key == nil {
		return position{}
	}
	return position{origin.Key.Line, origin.Key.Column}
}

func (p position) compare(q position) int {
	return cmp.Or(cmp.Compare(p.line, q.line), cmp.Compare(p.column, q.column))
}

// makeDocs makes the page of the contract.
func makeDocs(publicURL string) (*file, error) {
	loader := openapi3.NewLoader()
	loader.IncludeOrigin = true
	spec, err := loader.LoadFromData(Contract)
	if err != nil {
		return nil, fmt.Errorf("read the contract: %w", err)
	}
	page := docs{PublicURL: publicURL, Limits: map[string]int{
		"reads": readsAtOnce, "readsASecond": int(1 / readEvery.Seconds()), "writes": writesAtOnce, "writesASecond": int(1 / writeEvery.Seconds()),
		"costly": costlyAtOnce, "costlyASecond": int(1 / costlyEvery.Seconds()), "queries": queriesAtOnce, "tokens": upslope.MostTokens,
	}}
	if page.Groups, err = groupsOf(spec); err != nil {
		return nil, err
	}
	for name, schema := range spec.Components.Schemas {
		page.Schemas = append(page.Schemas, docSchema{name, schema.Value.Description, typeOf(&openapi3.SchemaRef{Value: schema.Value}), fieldsOf(schema), positionOf(schema.Origin)})
	}
	slices.SortFunc(page.Schemas, func(a, b docSchema) int { return strings.Compare(a.Name, b.Name) })
	var html bytes.Buffer
	if err := docsTemplate.Execute(&html, page); err != nil {
		return nil, fmt.Errorf("write the page of the contract: %w", err)
	}
	return newFile(".html", html.Bytes())
}

// newFile is a file of ours, compressed once.
func newFile(extension string, plain []byte) (*file, error) {
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	if _, err := writer.Write(plain); err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(plain)
	return &file{contentType: contentType(extension), tag: hex.EncodeToString(sum[:12]), encoded: map[string][]byte{"": plain, "gzip": packed.Bytes()}}, nil
}

func groupsOf(spec *openapi3.T) ([]docGroup, error) {
	var groups []docGroup
	grouped := map[string]int{}
	for i, group := range docGroups {
		groups = append(groups, docGroup{ID: strings.ToLower(strings.ReplaceAll(group.title, " ", "-")), Title: group.title})
		for first := range strings.FieldsSeq(group.firsts) {
			grouped[first] = i
		}
	}
	for path, item := range spec.Paths.Map() {
		first, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(path, "/"), "api/"), "/")
		i, found := grouped[first]
		if !found {
			return nil, fmt.Errorf("write the page of the contract: %s is in no group", path)
		}
		for method, operation := range item.Operations() {
			groups[i].Operations = append(groups[i].Operations, operationOf(spec, method, path, item, operation))
		}
	}
	for _, group := range groups {
		slices.SortFunc(group.Operations, func(a, b docOperation) int { return a.at.compare(b.at) })
	}
	return groups, nil
}

func operationOf(spec *openapi3.T, method, path string, item *openapi3.PathItem, of *openapi3.Operation) docOperation {
	operation := docOperation{ID: of.OperationID, Method: method, Path: path, Summary: of.Summary, Description: of.Description, at: positionOf(of.Origin)}
	known := describe(spec, path, item, of)
	operation.Limit = known.limit
	switch {
	case known.public:
		operation.Who = "anybody"
	case !known.forTokens:
		operation.Who = "people only"
	case method == http.MethodGet:
		operation.Who = "read"
	default:
		operation.Who = "write"
	}
	for _, parameter := range known.parameters {
		p := parameter.Value
		operation.Parameters = append(operation.Parameters, docField{Name: p.Name, In: p.In, Description: p.Description, Required: p.Required, Type: typeOf(p.Schema)})
	}
	if of.RequestBody != nil {
		operation.Body = bodiesOf(of.RequestBody.Value.Content)
		for i := range operation.Body {
			operation.Body[i].Optional = !of.RequestBody.Value.Required
		}
	}
	for status, response := range of.Responses.Map() {
		if status == "default" {
			continue // a problem, which is told once for all
		}
		told := docResponse{Status: status, Body: bodiesOf(response.Value.Content)}
		if response.Value.Description != nil {
			told.Description = *response.Value.Description
		}
		for name, header := range response.Value.Headers {
			told.Headers = append(told.Headers, docField{Name: name, Description: header.Value.Description, Type: typeOf(header.Value.Schema)})
		}
		slices.SortFunc(told.Headers, func(a, b docField) int { return strings.Compare(a.Name, b.Name) })
		operation.Responses = append(operation.Responses, told)
	}
	slices.SortFunc(operation.Responses, func(a, b docResponse) int { return strings.Compare(a.Status, b.Status) })
	return operation
}

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

// ownFields are those of an object, or of the items of a list, that has no name under which they are told.
func ownFields(schema *openapi3.SchemaRef) []docField {
	if named(schema) != "" {
		return nil
	}
	if schema.Value.Items != nil {
		return ownFields(schema.Value.Items)
	}
	return fieldsOf(schema)
}

// fieldsOf are those of an object, in the contract's order; those of several put together are told together.
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

// named is the name of a schema, "" for one that has none. A named one that may be null is written as allOf of one.
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

// ruleOf says what a value must be besides its type.
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

// showDocs answers the contract as a page.
func (s *Server) showDocs(c fiber.Ctx) error {
	page, err := s.docs()
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderCacheControl, "no-cache")
	return page.send(c, http.StatusOK)
}

// sendContract answers the contract itself.
func (s *Server) sendContract(c fiber.Ctx) error {
	contract, err := s.contractFile()
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderCacheControl, "no-cache")
	return contract.send(c, http.StatusOK)
}
