package edge

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"
)

// Contract is openapi.yaml: every call, in words and schemas.
//
//go:embed openapi.yaml
var Contract []byte

// operation is one operation of openapi.yaml, as far as requests are held against it.
type operation struct {
	id         string
	public     bool   // it is for anybody
	forTokens  bool   // programs may ask for it, with a token
	limit      string // a value of x-limit
	table      bool   // its rows are those of a table of the same name
	noun       string // what the id in its path is the id of
	parameters openapi3.Parameters
	body       *openapi3.Schema // of JSON; nil when there is none, or when a handler streams it
}

// contract is every operation by its method and path, written as in openapi.yaml.
type contract struct {
	operations map[string]*operation
	methods    map[string][]string // by path
}

func loadContract() (*contract, error) {
	spec, err := openapi3.NewLoader().LoadFromData(Contract)
	if err != nil {
		return nil, fmt.Errorf("read the contract: %w", err)
	}
	defineFormats()
	loaded := &contract{operations: map[string]*operation{}, methods: map[string][]string{}}
	for path, item := range spec.Paths.Map() {
		for method, described := range item.Operations() {
			loaded.operations[method+" "+path] = describe(spec, path, item, described)
			loaded.methods[path] = append(loaded.methods[path], method)
		}
	}
	return loaded, nil
}

// describe says of an operation what requests are held against.
func describe(spec *openapi3.T, path string, item *openapi3.PathItem, described *openapi3.Operation) *operation {
	op := &operation{id: described.OperationID, noun: nounOf(path), parameters: append(item.Parameters[:len(item.Parameters):len(item.Parameters)], described.Parameters...)}
	security := &spec.Security
	if described.Security != nil {
		security = described.Security
	}
	op.public = len(*security) == 0
	op.forTokens = slices.ContainsFunc(*security, func(way openapi3.SecurityRequirement) bool { _, is := way["token"]; return is })
	op.limit, _ = described.Extensions["x-limit"].(string)
	op.table = slices.Contains(described.Tags, "table")
	if described.RequestBody != nil {
		if media := described.RequestBody.Value.Content["application/json"]; media != nil {
			op.body = media.Schema.Value
		}
	}
	return op
}

// allowed returns the methods that an address takes, or nil when there is no such address.
func (k *contract) allowed(path string) []string {
	for pattern, methods := range k.methods {
		if fiber.RoutePatternMatch(path, fiberPath(pattern), fiber.Config{CaseSensitive: true, StrictRouting: true}) {
			return methods
		}
	}
	return nil
}

// tables are the paths of all tables and their files, in order.
func (k *contract) tables() []string {
	var paths []string
	for path := range k.methods {
		if op := k.operations[fiber.MethodGet+" "+path]; op != nil && op.table {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

func fiberPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}

// contractRouter puts what openapi.yaml says of an operation in front of its handler: who may call it and what a
// request must look like. Generated routes and those mounted by hand go through it alike.
type contractRouter struct {
	fiber.Router
	server *Server
}

// Get implements fiber.Router. What answers GET answers HEAD.
func (r contractRouter) Get(path string, handler any, _ ...any) fiber.Router {
	handlers := []any{r.guard(fiber.MethodGet, path)}
	if _, is := remembered[path]; is {
		handlers = append(handlers, r.server.remember)
	}
	if r.server.contract.operations[fiber.MethodGet+" "+contractPath(path)].limit == limitQuery {
		handlers = append(handlers, r.server.takeTurn)
	}
	handlers = append(handlers, handler)
	return r.Router.Add([]string{fiber.MethodGet, fiber.MethodHead}, path, handlers[0], handlers[1:]...)
}

// Post implements fiber.Router.
func (r contractRouter) Post(path string, handler any, _ ...any) fiber.Router {
	return r.Router.Post(path, r.guard(fiber.MethodPost, path), handler)
}

// Put implements fiber.Router.
func (r contractRouter) Put(path string, handler any, _ ...any) fiber.Router {
	return r.Router.Put(path, r.guard(fiber.MethodPut, path), handler)
}

// Patch implements fiber.Router.
func (r contractRouter) Patch(path string, handler any, _ ...any) fiber.Router {
	return r.Router.Patch(path, r.guard(fiber.MethodPatch, path), handler)
}

// Delete implements fiber.Router.
func (r contractRouter) Delete(path string, handler any, _ ...any) fiber.Router {
	return r.Router.Delete(path, r.guard(fiber.MethodDelete, path), handler)
}

// guard panics when the contract does not have the operation, or no limit for it, or when nobody has said whether it is recorded: that is a mistake of this program, seen at its start.
func (r contractRouter) guard(method, path string) fiber.Handler {
	op := r.server.contract.operations[method+" "+contractPath(path)]
	if op == nil {
		panic(fmt.Sprintf("edge: %s %s is not in openapi.yaml", method, path))
	}
	if !slices.Contains([]string{limitNone, limitRead, limitQuery, limitWrite, limitCostly}, op.limit) {
		panic(fmt.Sprintf("edge: %s %s has no x-limit in openapi.yaml", method, path))
	}
	writes := method != fiber.MethodGet
	if writes && deeds[op.id] == "" && unrecorded[op.id] == "" {
		panic(fmt.Sprintf("edge: %s %s is neither in deeds nor in unrecorded", method, path))
	}
	return func(c fiber.Ctx) error {
		if err := r.server.admit(c, op); err != nil {
			return err
		}
		if err := op.validate(c); err != nil {
			return err
		}
		if err := r.server.spend(c, op); err != nil {
			return err
		}
		err := c.Next()
		if err == nil && writes {
			r.server.recordWrite(c, op.id)
		}
		return err
	}
}

// contractPath turns Fiber's way of writing a path into that of openapi.yaml.
func contractPath(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if name, ok := strings.CutPrefix(part, ":"); ok {
			parts[i] = "{" + name + "}"
		}
	}
	return strings.Join(parts, "/")
}
