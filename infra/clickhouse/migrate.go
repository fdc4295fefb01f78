package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/ClickHouse/clickhouse-go/v2"
)

// Error codes of the engine.
const (
	codeTableExists = 57
	codeNoTable     = 60
	codeNoDatabase  = 81
)

// Migrate creates the database and applies the pending .sql files of a folder, in the order of their names.
//
// A statement ends with a semicolon at the end of a line. ClickHouse has no transactions: after a crash, or
// next to another migrating process, statements of an unfinished file run again. Creating an existing table
// is therefore not an error; every other statement must use "if not exists" or be idempotent.
func (db *DB) Migrate(ctx context.Context, folder fs.FS) error {
	files, err := fs.Glob(folder, "*.sql") // sorted
	if err != nil {
		return err
	}
	applied, err := db.appliedMigrations(ctx)
	if isException(err, codeNoDatabase) || isException(err, codeNoTable) {
		// Only then, because on a cluster it waits for servers that are away.
		if err := db.createDatabase(ctx); err != nil {
			return fmt.Errorf("create the ClickHouse database %s: %w", db.database, err)
		}
		const table = "CREATE TABLE IF NOT EXISTS schema_migrations (file String, applied_at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY file"
		if err := db.change(ctx, table); err != nil {
			return fmt.Errorf("create the table of applied ClickHouse migrations: %w", err)
		}
		applied, err = db.appliedMigrations(ctx)
	}
	if err == nil {
		err = db.checkLayout(ctx)
	}
	if err != nil {
		return fmt.Errorf("read the applied ClickHouse migrations: %w", err)
	}
	for _, file := range files {
		if applied[file] {
			continue
		}
		text, err := fs.ReadFile(folder, file)
		if err != nil {
			return err
		}
		for _, statement := range statements(string(text)) {
			if err := db.change(ctx, statement); err != nil {
				return fmt.Errorf("ClickHouse migration %s: %w", file, err)
			}
		}
		if err := db.Exec(ctx, "INSERT INTO schema_migrations (file) SELECT {file:String}", map[string]any{"file": file}); err != nil {
			return fmt.Errorf("record ClickHouse migration %s: %w", file, err)
		}
	}
	return nil
}

// change applies a migration's statement, on all servers of a cluster.
func (db *DB) change(ctx context.Context, statement string) error {
	for _, form := range db.cluster.forms(db.database, statement) {
		if err := db.Exec(ctx, form, nil); err != nil && !isException(err, codeTableExists) {
			return err
		}
	}
	return nil
}

func (db *DB) createDatabase(ctx context.Context) error {
	if !name.MatchString(db.database) {
		return fmt.Errorf("%q is not a name", db.database)
	}
	return db.onServer(ctx, func(conn clickhouse.Conn) error {
		return explain(ctx, conn.Exec(ctx, "CREATE DATABASE IF NOT EXISTS "+db.database+db.cluster.on()))
	})
}

// onServer calls do with a connection that needs no database, because ours may not exist.
func (db *DB) onServer(ctx context.Context, do func(clickhouse.Conn) error) error {
	options := *db.options
	options.Auth.Database = "default"
	conn, err := clickhouse.Open(&options)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	return do(conn)
}

func (db *DB) appliedMigrations(ctx context.Context) (map[string]bool, error) {
	var rows []struct {
		File string `ch:"file"`
	}
	err := db.Select(ctx, &rows, "SELECT DISTINCT file FROM schema_migrations", nil)
	applied := map[string]bool{}
	for _, row := range rows {
		applied[row.File] = true
	}
	return applied, err
}

func statements(text string) []string {
	var all []string
	var current []string
	for line := range strings.Lines(text) {
		current = append(current, line)
		if trimmed := strings.TrimSpace(line); strings.HasSuffix(trimmed, ";") && !strings.HasPrefix(trimmed, "--") {
			all = append(all, strings.TrimSuffix(strings.TrimSpace(strings.Join(current, "")), ";"))
			current = nil
		}
	}
	return all
}

func isException(err error, code int32) bool {
	exception, ok := errors.AsType[*clickhouse.Exception](err)
	return ok && exception.Code == code
}
