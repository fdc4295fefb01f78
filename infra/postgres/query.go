package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"upslope"
)

// queryFiles has one file per noun. Each statement starts with "-- name: <name>" and ends with ";"; its
// parameters are @names.
//
//go:embed queries/*.sql
var queryFiles embed.FS

// statements returns the text of every query, by name.
var statements = sync.OnceValues(func() (map[string]string, error) {
	files, err := fs.Glob(queryFiles, "queries/*.sql")
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, file := range files {
		text, err := queryFiles.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for block := range strings.SplitSeq(strings.TrimPrefix(string(text), "-- name: "), "\n-- name: ") {
			name, statement, _ := strings.Cut(block, "\n")
			if _, exists := found[name]; exists {
				return nil, fmt.Errorf("%s: query %s is defined twice", file, name)
			}
			found[name] = "-- name: " + name + "\n" + strings.TrimSuffix(strings.TrimSpace(statement), ";")
		}
	}
	return found, nil
})

// queryName returns the name of a statement of the query files, for traces.
func queryName(sql string) string {
	line, _, _ := strings.Cut(sql, "\n")
	if name, found := strings.CutPrefix(line, "-- name: "); found {
		return name
	}
	return "sql"
}

// statement returns the text of one query.
func statement(name string) (string, error) {
	all, err := statements()
	if err != nil {
		return "", err
	}
	text, found := all[name]
	if !found {
		return "", fmt.Errorf("there is no query %s", name)
	}
	return text, nil
}

// querier is a connection or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// runner is the database, or a transaction on it.
type runner interface {
	run(ctx context.Context, do func(context.Context, querier) error) error
}

// many runs the named query and returns its rows. Columns map to the fields of T with the same name (ignoring
// underscores and case) or `db` tag, or to T itself when it is not a struct.
func many[T any](ctx context.Context, on runner, name string, args pgx.NamedArgs) ([]T, error) {
	var found []T
	err := rows(ctx, on, name, args, func(rows pgx.Rows) (err error) {
		found, err = pgx.CollectRows(rows, scan[T]())
		return err
	})
	return found, err
}

// page is many for one page of a list, with the total from the query name_count.
func page[T any](ctx context.Context, on runner, name string, args pgx.NamedArgs, limit, offset int) ([]T, int64, error) {
	total, err := one[int64](ctx, on, name+"_count", args)
	if err != nil {
		return nil, 0, err
	}
	args["limit"], args["offset"] = limit, offset
	found, err := many[T](ctx, on, name, args)
	return found, total, err
}

// one is many for at most one row; without a row it returns a NotFound Error about the first word of the
// name.
func one[T any](ctx context.Context, on runner, name string, args pgx.NamedArgs) (T, error) {
	var found T
	err := rows(ctx, on, name, args, func(rows pgx.Rows) (err error) {
		found, err = pgx.CollectExactlyOneRow(rows, scan[T]())
		if errors.Is(err, pgx.ErrNoRows) {
			noun, _, _ := strings.Cut(name, "_")
			if noun == "insight" {
				noun = "opportunity" // as people know it
			}
			return upslope.Errorf(upslope.NotFound, "This %s does not exist.", noun)
		}
		return err
	})
	return found, err
}

// exec runs a statement and discards its rows. Statements whose effect matters return it, for one to read.
func exec(ctx context.Context, on runner, name string, args pgx.NamedArgs) error {
	return send(ctx, on, name, func(ctx context.Context, on querier, statement string) error {
		_, err := on.Exec(ctx, statement, pgx.StrictNamedArgs(args))
		return err
	})
}

func rows(ctx context.Context, on runner, name string, args pgx.NamedArgs, read func(pgx.Rows) error) error {
	return send(ctx, on, name, func(ctx context.Context, on querier, statement string) error {
		rows, err := on.Query(ctx, statement, pgx.StrictNamedArgs(args))
		if err != nil {
			return err
		}
		return read(rows)
	})
}

func send(ctx context.Context, on runner, name string, do func(context.Context, querier, string) error) error {
	text, err := statement(name)
	if err != nil {
		return err
	}
	err = on.run(ctx, func(ctx context.Context, on querier) error { return do(ctx, on, text) })
	if err != nil {
		return fmt.Errorf("query %s: %w", name, err)
	}
	return nil
}

func scan[T any]() pgx.RowToFunc[T] {
	kind := reflect.TypeFor[T]()
	if kind.Kind() == reflect.Struct && kind != reflect.TypeFor[time.Time]() {
		return pgx.RowToStructByName[T]
	}
	return pgx.RowTo[T]
}

// filled replaces nil by an empty slice, because PostgreSQL distinguishes NULL from an empty array.
func filled[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
