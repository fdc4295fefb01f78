// Package facts is what all readers of measured facts share: the reports of providers, the calendar of windows, the SQL
// definitions that stand in front of queries, and helpers to read rows. It owns no tables and no connection.
package facts

import "context"

// Querier reads facts.
type Querier interface {
	// Query runs sql with typed parameters and calls each for every row, in order. NULL is nil; an error of each ends the query.
	Query(ctx context.Context, sql string, params map[string]any, each func(columns []string, values []any) error) error
}
