package pages

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"upslope/edge/contract"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"
)

//go:embed docs.html
var docsHTML string

var docsTemplate = template.Must(template.New("docs").Parse(docsHTML))

// docGroups are the sections of the page, with the first path segments after /api/ of each.
var docGroups = []struct{ title, segments string }{
	{"Sites", "sites"},
	{"Opportunities", "insights plan portfolio views"},
	{"Overview", "kpis activity alerts alert-rules notification-settings"},
	{"SEO", "seo"},
	{"Ads", "ads"},
	{"Technical SEO and crawls", "technical upload uploads storage companion"},
	{"Integrations", "integrations"},
	{"Reports", "reports report-schedules"},
	{"Jobs and events", "jobs events browser-spans"},
	{"Account", "auth account clients members invitations tokens trackers audit billing stripe"},
	{"Without an account", "login logout demo docs openapi.yaml webhooks r unsubscribe"},
}

// docs is the template's data: the contract.
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

// docBody is one form of a body: a named schema, or its own fields.
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
	Fields                []docField // its own, for an object without a schema name
	at                    position
}

// docType describes a type. Ref is the name of its schema, if any.
type docType struct{ Before, Ref, Rule string }

// position is a place in openapi.yaml, whose order the page follows.
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

// Docs serves the API documentation: openapi.yaml as a page without scripts, and verbatim.
type Docs struct {
	page, contract func() (*file, error)
}

// NewDocs documents openapi.yaml. It renders the page on first use.
func NewDocs(openapi []byte, publicURL string, limits map[string]int) *Docs {
	return &Docs{
		page:     sync.OnceValues(func() (*file, error) { return makeDocs(openapi, publicURL, limits) }),
		contract: sync.OnceValues(func() (*file, error) { return newFile(".yaml", openapi) }),
	}
}

// Page serves the documentation.
func (d *Docs) Page(c fiber.Ctx) error { return serve(c, d.page) }

// Contract serves openapi.yaml.
func (d *Docs) Contract(c fiber.Ctx) error { return serve(c, d.contract) }

func serve(c fiber.Ctx, load func() (*file, error)) error {
	f, err := load()
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderCacheControl, "no-cache")
	return f.send(c, http.StatusOK)
}

func makeDocs(openapi []byte, publicURL string, limits map[string]int) (*file, error) {
	loader := openapi3.NewLoader()
	loader.IncludeOrigin = true
	spec, err := loader.LoadFromData(openapi)
	if err != nil {
		return nil, fmt.Errorf("read the contract: %w", err)
	}
	page := docs{PublicURL: publicURL, Limits: limits}
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

func groupsOf(spec *openapi3.T) ([]docGroup, error) {
	var groups []docGroup
	grouped := map[string]int{}
	for i, group := range docGroups {
		groups = append(groups, docGroup{ID: strings.ToLower(strings.ReplaceAll(group.title, " ", "-")), Title: group.title})
		for segment := range strings.FieldsSeq(group.segments) {
			grouped[segment] = i
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
	op := contract.Describe(spec, path, item, of)
	operation.Limit = string(op.Limit)
	switch {
	case op.Public:
		operation.Who = "anybody"
	case !op.ForTokens:
		operation.Who = "people only"
	case method == http.MethodGet:
		operation.Who = "read"
	default:
		operation.Who = "write"
	}
	for _, parameter := range op.Parameters {
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
			continue // a problem, documented once for all
		}
		documented := docResponse{Status: status, Body: bodiesOf(response.Value.Content)}
		if response.Value.Description != nil {
			documented.Description = *response.Value.Description
		}
		for name, header := range response.Value.Headers {
			documented.Headers = append(documented.Headers, docField{Name: name, Description: header.Value.Description, Type: typeOf(header.Value.Schema)})
		}
		slices.SortFunc(documented.Headers, func(a, b docField) int { return strings.Compare(a.Name, b.Name) })
		operation.Responses = append(operation.Responses, documented)
	}
	slices.SortFunc(operation.Responses, func(a, b docResponse) int { return strings.Compare(a.Status, b.Status) })
	return operation
}
