package insights

import "context"

// queriesAtOnce bounds the memory and the connections that all recomputes of a process take together. What is more waits for its turn, as
// long as it takes: for a connection it would wait ten seconds and then be told that ClickHouse is away.
const queriesAtOnce = 8

// bounded is Facts that answers so many queries at a time. The function that a query calls must not ask another.
type bounded struct {
	Facts
	room chan struct{}
}

func bound(facts Facts) bounded { return bounded{facts, make(chan struct{}, queriesAtOnce)} }

func (b bounded) Query(ctx context.Context, sql string, params map[string]any, each func(columns []string, values []any) error) error {
	select {
	case b.room <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-b.room }()
	return b.Facts.Query(ctx, sql, params, each)
}
