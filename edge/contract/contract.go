// Package contract parses openapi.yaml and validates requests against it. It does not know the handlers.
package contract

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"
)

// Operation describes one operation of openapi.yaml for middleware.
type Operation struct {
	ID         string
	Public     bool     // needs no session
	ForTokens  bool     // API tokens may call it
	Limit      Limit    // x-limit
	Cache      Cache    // x-cache; "" is not cached
	Outlives   bool     // x-outlives: what is remembered of it shows none of the account's work
	Inert      bool     // x-changes: a write that changes nothing of the account
	Headers    []string // that a successful response may have
	Small      bool     // its body is JSON, or it has none
	table      bool     // lists the rows of the table with the same name
	noun       string   // type of the object identified by the id in its path
	Parameters openapi3.Parameters
	body       *openapi3.Schema // JSON schema; nil without a body, or when a handler streams it
}

// Limit is a value of x-limit: the rate limit of an operation.
type Limit string

// The values of x-limit.
const (
	LimitNone   Limit = "none"   // called without an account
	LimitRead   Limit = "read"   // from memory or PostgreSQL: users are not limited
	LimitQuery  Limit = "query"  // reads many rows of ClickHouse
	LimitWrite  Limit = "write"  // changes something
	LimitCostly Limit = "costly" // calls a provider, prints, or starts work
	LimitVisit  Limit = "visit"  // called by visitors of the demo: each network is limited
)

// Valid reports whether middleware knows the limit.
func (l Limit) Valid() bool {
	return slices.Contains([]Limit{LimitNone, LimitRead, LimitQuery, LimitWrite, LimitCostly, LimitVisit}, l)
}

// Cache is a value of x-cache: what a response that an edge remembers depends on.
type Cache string

// The values of x-cache.
const (
	CacheAccount Cache = "account" // whatever the account stores
	CacheFacts   Cache = "facts"   // as well on what providers report
	CacheUser    Cache = "user"    // the account, and on who asks
)

// Valid reports whether middleware knows the value.
func (k Cache) Valid() bool {
	return slices.Contains([]Cache{"", CacheAccount, CacheFacts, CacheUser}, k)
}

// Contract holds the operations by method and path, as in openapi.yaml.
type Contract struct {
	operations map[string]*Operation
	methods    map[string][]string // by path
}

// Load parses openapi.yaml.
func Load(text []byte) (*Contract, error) {
	spec, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, fmt.Errorf("read the contract: %w", err)
	}
	defineFormats()
	loaded := &Contract{operations: map[string]*Operation{}, methods: map[string][]string{}}
	for path, item := range spec.Paths.Map() {
		for method, described := range item.Operations() {
			loaded.operations[method+" "+path] = Describe(spec, path, item, described)
			loaded.methods[path] = append(loaded.methods[path], method)
		}
		slices.Sort(loaded.methods[path])
	}
	return loaded, nil
}

// Describe extracts the description of an operation for middleware.
func Describe(spec *openapi3.T, path string, item *openapi3.PathItem, described *openapi3.Operation) *Operation {
	op := &Operation{ID: described.OperationID, noun: nounOf(path), Parameters: slices.Concat(item.Parameters, described.Parameters)}
	security := &spec.Security
	if described.Security != nil {
		security = described.Security
	}
	op.Public = len(*security) == 0
	op.ForTokens = slices.ContainsFunc(*security, func(way openapi3.SecurityRequirement) bool { _, is := way["token"]; return is })
	limit, _ := described.Extensions["x-limit"].(string)
	op.Limit = Limit(limit)
	cache, _ := described.Extensions["x-cache"].(string)
	op.Cache = Cache(cache)
	outlives, _ := described.Extensions["x-outlives"].(string)
	op.Outlives = outlives == "work"
	changes, _ := described.Extensions["x-changes"].(string)
	op.Inert = changes == "nothing"
	if success := described.Responses.Value("200"); success != nil {
		op.Headers = slices.Sorted(maps.Keys(success.Value.Headers))
	}
	op.table = slices.Contains(described.Tags, "table")
	op.Small = described.RequestBody == nil
	if described.RequestBody != nil {
		if media := described.RequestBody.Value.Content["application/json"]; media != nil {
			op.body, op.Small = media.Schema.Value, true
		}
	}
	return op
}

// Operation returns the operation of a method and a Fiber path, or nil.
func (k *Contract) Operation(method, path string) *Operation {
	return k.operations[method+" "+contractPath(path)]
}

// Methods returns an address's methods, sorted, or nil for an unknown address.
func (k *Contract) Methods(path string) []string {
	for pattern, methods := range k.methods {
		if fiber.RoutePatternMatch(path, fiberPath(pattern), fiber.Config{CaseSensitive: true, StrictRouting: true}) {
			return methods
		}
	}
	return nil
}

// Tables returns the paths of all tables and their CSV files, sorted.
func (k *Contract) Tables() []string {
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

// contractPath converts a Fiber path to openapi.yaml's notation.
func contractPath(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if name, ok := strings.CutPrefix(part, ":"); ok {
			parts[i] = "{" + name + "}"
		}
	}
	return strings.Join(parts, "/")
}
