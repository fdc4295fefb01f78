package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"upslope"
)

// queries has one statement a file, with its parameters as @name.
//
//go:embed queries/*.sql
var queries embed.FS

// querier is what statements are sent to: a connection or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// runner is what a query runs on: the database, or one transaction on it.
type runner interface {
	run(ctx context.Context, do func(context.Context, querier) error) error
}

// many runs the query of the file name.sql and returns its rows: columns go to the fields of T with the same
// name (underscores and case aside) or `db` tag, or to T itself when that is no struct.
func many[T any](ctx context.Context, on runner, name string, args pgx.NamedArgs) ([]T, error) {
	var found []T
	err := rows(ctx, on, name, args, func(rows pgx.Rows) (err error) {
		found, err = pgx.CollectRows(rows, scan[T]())
		return err
	})
	return found, err
}

// page is many for one page of a list, and how many rows all pages have, which the query of the file name_count.sql
// counts.
func page[T any](ctx context.Context, on runner, name string, args pgx.NamedArgs, limit, offset int) ([]T, int64, error) {
	total, err := one[int64](ctx, on, name+"_count", args)
	if err != nil {
		return nil, 0, err
	}
	args["limit"], args["offset"] = limit, offset
	found, err := many[T](ctx, on, name, args)
	return found, total, err
}

// one is many for a query of at most one row; none is a NotFound Error about the noun that the name begins with.
func one[T any](ctx context.Context, on runner, name string, args pgx.NamedArgs) (T, error) {
	var found T
	err := rows(ctx, on, name, args, func(rows pgx.Rows) (err error) {
		found, err = pgx.CollectExactlyOneRow(rows, scan[T]())
		if errors.Is(err, pgx.ErrNoRows) {
			noun, _, _ := strings.Cut(name, "_")
			return upslope.Errorf(upslope.NotFound, "This %s does not exist.", noun)
		}
		return err
	})
	return found, err
}

// exec runs a statement whose rows, if any, nobody wants. One whose effect matters returns it, for one to read.
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
	statement, err := queries.ReadFile("queries/" + name + ".sql")
	if err != nil {
		return err
	}
	err = on.run(ctx, func(ctx context.Context, on querier) error { return do(ctx, on, string(statement)) })
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
