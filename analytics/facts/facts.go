package facts

import "context"

// Querier runs queries on the facts.
type Querier interface {
	// Query runs sql with typed parameters and calls each for every row, in order. NULL becomes nil. An error
	// of each ends the query.
	Query(ctx context.Context, sql string, params map[string]any, each func(columns []string, values []any) error) error
}
