package postgres

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"upslope/infra/migrations"
)

// Migrate brings the schema up to date. Several processes may do it at once: one does, the others wait.
func (db *DB) Migrate(ctx context.Context) error {
	if err := db.Ping(ctx); err != nil {
		return err
	}
	files, err := fs.Sub(migrations.Files, "postgres")
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	oneAtATime, err := lock.NewPostgresSessionLocker(
		lock.WithLockTimeout(1, 300), // seconds between two tries, and how many
		lock.WithUnlockTimeout(1, 5),
	)
	if err != nil {
		return fmt.Errorf("prepare the lock of the migrations: %w", err)
	}
	connections := stdlib.OpenDB(*db.sessionConfig())
	defer func() { _ = connections.Close() }()
	provider, err := goose.NewProvider(goose.DialectPostgres, connections, files, goose.WithSessionLocker(oneAtATime))
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate PostgreSQL: %w", err)
	}
	return nil
}
