package facts

import "context"

// querier reads facts.
type Querier interface {
	// Query runs sql with typed parameters and calls each for every row, in order. NULL is nil; an error of each ends the query.
	Query(ctx context.Context, sql string, params map[string]any, each func(columns []string, values []any) error) error
}
