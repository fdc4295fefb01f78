package insights

import "context"

// queriesAtOnce bounds the memory and connections of all recomputes of a process. Further queries wait here
// without a limit: the driver would give up after ten seconds and report ClickHouse as unreachable.
const queriesAtOnce = 8

// bounded is a Facts with a limit on concurrent queries. The row callback of a query must not start another.
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
