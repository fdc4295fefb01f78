package postgres

import (
	"context"
)

// Run lends tests of the package's edges a connection as queries get one.
func (db *DB) Run(ctx context.Context, sql string, args ...any) error {
	return db.run(ctx, func(ctx context.Context, on querier) error {
		_, err := on.Exec(ctx, sql, args...)
		return err
	})
}
