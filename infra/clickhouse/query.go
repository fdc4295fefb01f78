package clickhouse

import (
	"context"
	"errors"
	"math/big"
	"reflect"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
	"github.com/google/uuid"

	"upslope"
)

// Exec runs a statement without result rows. params has the values of its {name:Type} parameters.
func (db *DB) Exec(ctx context.Context, sql string, params map[string]any) error {
	sql, params = db.cluster.deletion(sql, params)
	args, err := named(sql, params)
	if err != nil {
		return err
	}
	return traced(ctx, sql, func(ctx context.Context) error { return explain(ctx, db.conn.Exec(ctx, sql, args...)) })
}

// Select reads all rows of a query into *[]T, where T is a struct whose `ch` tags name the columns.
func (db *DB) Select(ctx context.Context, rows any, sql string, params map[string]any) error {
	args, err := named(sql, params)
	if err != nil {
		return err
	}
	return traced(ctx, sql, func(ctx context.Context) error {
		return retry(ctx, func() (again bool, err error) { return true, db.conn.Select(ctx, rows, sql, args...) })
	})
}

// Query streams the rows of a query, with only a few blocks in memory. UUIDs are strings, NULL is nil, other
// values have clickhouse-go's types. An error of each ends the query and is returned. each may retain values.
func (db *DB) Query(ctx context.Context, sql string, params map[string]any, each func(columns []string, values []any) error) error {
	args, err := named(sql, params)
	if err != nil {
		return err
	}
	return traced(ctx, sql, func(ctx context.Context) error {
		return retry(ctx, func() (again bool, err error) { return db.read(ctx, sql, args, each) })
	})
}

// read reports whether the query may be retried: only before the first call of each.
func (db *DB) read(ctx context.Context, sql string, args []any, each func([]string, []any) error) (again bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	rows, err := db.conn.Query(ctx, sql, args...)
	if err != nil {
		return true, err
	}
	defer rows.Close()
	defer cancel() // before Close, which otherwise reads the remaining rows

	columns := rows.Columns()
	targets := scanTargets(rows)
	for again = true; rows.Next(); again = false {
		if err := rows.Scan(targets...); err != nil {
			return false, err
		}
		values := make([]any, len(targets))
		for i, target := range targets {
			values[i] = plain(reflect.ValueOf(target).Elem())
		}
		if err := each(columns, values); err != nil {
			return false, callerError{err}
		}
	}
	return again, rows.Err()
}

// callerError is an error of the caller's function, which is returned unchanged.
type callerError struct{ error }

func scanTargets(rows driver.Rows) []any {
	types := rows.ColumnTypes()
	targets := make([]any, len(types))
	for i, t := range types {
		targets[i] = reflect.New(t.ScanType()).Interface()
	}
	return targets
}

// plain converts a scanned value to one of Go's own types.
func plain(v reflect.Value) any {
	switch value := v.Interface().(type) {
	case *big.Int:
		return value
	case uuid.UUID:
		return value.String()
	case []uuid.UUID:
		texts := make([]string, len(value))
		for i, id := range value {
			texts[i] = id.String()
		}
		return texts
	}
	if v.Kind() != reflect.Pointer {
		return v.Interface()
	}
	if v.IsNil() {
		return nil
	}
	return plain(v.Elem())
}

// retry repeats a read after an outage, because the engine may be restarting.
func retry(ctx context.Context, read func() (again bool, err error)) error {
	for started := time.Now(); ; {
		again, err := read()
		if own, ok := errors.AsType[callerError](err); ok {
			return own.error
		}
		err = explain(ctx, err)
		if !again || upslope.CodeOf(err) != upslope.Unavailable || time.Since(started) > restartPatience {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(100 * time.Millisecond):
		}
	}
}
