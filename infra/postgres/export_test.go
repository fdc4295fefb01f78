package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Run executes a statement the way queries are.
func (db *DB) Run(ctx context.Context, sql string, args ...any) error {
	return runOn(ctx, db, sql, args...)
}

// Run executes a statement the way a transaction's queries are.
func (t *Tx) Run(ctx context.Context, sql string, args ...any) error {
	return runOn(ctx, t, sql, args...)
}

func runOn(ctx context.Context, on runner, sql string, args ...any) error {
	return on.run(ctx, func(ctx context.Context, on querier) error {
		_, err := on.Exec(ctx, sql, args...)
		return err
	})
}

// One exports one.
func One[T any](ctx context.Context, db *DB, name string, args pgx.NamedArgs) (T, error) {
	return one[T](ctx, db, name, args)
}

// Statements returns the text of every query, by name.
func Statements() (map[string]string, error) { return statements() }

// Violates exports violates.
func Violates(err error, constraint string) bool { return violates(err, constraint) }

// Scalar runs SQL that returns one number.
func Scalar(ctx context.Context, db *DB, sql string) (int, error) { return valueOf[int](ctx, db, sql) }

// Text runs SQL that returns one text.
func Text(ctx context.Context, db *DB, sql string) (string, error) {
	return valueOf[string](ctx, db, sql)
}

func valueOf[T any](ctx context.Context, db *DB, sql string) (value T, err error) {
	err = db.run(ctx, func(ctx context.Context, on querier) error {
		rows, err := on.Query(ctx, sql)
		if err != nil {
			return err
		}
		value, err = pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
		return err
	})
	return value, err
}

// AccountTables returns the tables whose rows belong to accounts.
func AccountTables(ctx context.Context, db *DB) (tables []string, err error) {
	err = db.run(ctx, func(ctx context.Context, on querier) error {
		rows, err := on.Query(ctx, "select table_name::text from information_schema.columns where table_schema = 'public' and column_name = 'account_id' order by 1")
		if err != nil {
			return err
		}
		tables, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return tables, err
}

// ExportTables returns the tables in account exports, and those left out.
func ExportTables() (are []string, not []string) {
	for _, kind := range exported {
		are = append(are, kind.table)
	}
	for table := range notExported {
		not = append(not, table)
	}
	return are, not
}
