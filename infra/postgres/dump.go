package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"upslope/infra/migrations"
)

// Dump is what a copy of the database holds: its schema version, and its tables so that each comes after
// those it refers to.
type Dump struct {
	Schema int64         `json:"schema"`
	Tables []DumpedTable `json:"tables"`
}

// DumpedTable is a table, the columns that are copied, and its number of rows.
type DumpedTable struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Rows    int64    `json:"rows"`
}

// ErrNotEmpty is the error of a restore into a database in use.
var ErrNotEmpty = errors.New("the database has accounts already: restore into an empty one")

// Dump writes every table to the writer that create returns for it, in PostgreSQL's binary COPY format. All
// tables are of one moment.
func (db *DB) Dump(ctx context.Context, create func(table string) (io.WriteCloser, error)) (Dump, error) {
	conn, err := db.session(ctx)
	if err != nil {
		return Dump{}, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return Dump{}, fmt.Errorf("begin a snapshot: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	var dump Dump
	if err := tx.QueryRow(ctx, "select max(version_id) from goose_db_version where is_applied").Scan(&dump.Schema); err != nil {
		return Dump{}, fmt.Errorf("read the schema's version: %w", err)
	}
	if dump.Tables, err = dumpedTables(ctx, tx); err != nil {
		return Dump{}, err
	}
	for i := range dump.Tables {
		table := &dump.Tables[i]
		if table.Rows, err = dumpTable(ctx, tx, *table, create); err != nil {
			return Dump{}, fmt.Errorf("copy the table %s: %w", table.Name, err)
		}
	}
	return dump, nil
}

// dumpedTables lists the tables, those that others refer to first. Generated columns are left out: they are
// computed again.
func dumpedTables(ctx context.Context, tx pgx.Tx) ([]DumpedTable, error) {
	sql, err := statement("dumped_tables")
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, sql)
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	type listed struct {
		Name       string
		Columns    []string
		References []string
	}
	waiting, err := pgx.CollectRows(rows, pgx.RowToStructByPos[listed])
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	var tables []DumpedTable
	done := map[string]bool{}
	for len(waiting) > 0 {
		var later []listed
		for _, table := range waiting {
			ready := true
			for _, other := range table.References {
				ready = ready && (done[other] || other == table.Name)
			}
			if !ready {
				later = append(later, table)
				continue
			}
			done[table.Name] = true
			tables = append(tables, DumpedTable{Name: table.Name, Columns: table.Columns})
		}
		if len(later) == len(waiting) {
			return nil, fmt.Errorf("tables refer to each other in a circle: %s and others", later[0].Name)
		}
		waiting = later
	}
	return tables, nil
}

func dumpTable(ctx context.Context, tx pgx.Tx, table DumpedTable, create func(string) (io.WriteCloser, error)) (int64, error) {
	file, err := create(table.Name)
	if err != nil {
		return 0, err
	}
	tag, err := tx.Conn().PgConn().CopyTo(ctx, file, "copy "+table.target()+" to stdout (format binary)")
	return tag.RowsAffected(), errors.Join(err, file.Close())
}

func (t DumpedTable) target() string {
	columns := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		columns[i] = pgx.Identifier{column}.Sanitize()
	}
	return pgx.Identifier{t.Name}.Sanitize() + " (" + strings.Join(columns, ", ") + ")"
}

// Restore creates the schema of the dump in an empty database, reads every table from the reader that open
// returns for it, calls meanwhile, and applies the migrations that came later. The rows appear all at once,
// or not at all where anything fails before.
func (db *DB) Restore(ctx context.Context, dump Dump, open func(table string) (io.ReadCloser, error), meanwhile func() error) error {
	if err := db.migrateTo(ctx, dump.Schema); err != nil {
		return err
	}
	conn, err := db.session(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin to restore: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, "set local idle_in_transaction_session_timeout = 0"); err != nil {
		return fmt.Errorf("begin to restore: %w", err)
	}
	if err := emptyTables(ctx, tx); err != nil {
		return err
	}
	for _, table := range dump.Tables {
		if err := restoreTable(ctx, tx, table, open); err != nil {
			return fmt.Errorf("restore the table %s: %w", table.Name, err)
		}
	}
	if err := continueSequences(ctx, tx); err != nil {
		return fmt.Errorf("continue the sequences: %w", err)
	}
	if err := meanwhile(); err != nil {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return fmt.Errorf("commit what was restored: %w", err)
	}
	return db.Migrate(ctx)
}

// emptyTables removes the rows that migrations added; there must be no account.
func emptyTables(ctx context.Context, tx pgx.Tx) error {
	var used bool
	if err := tx.QueryRow(ctx, "select exists (select from accounts)").Scan(&used); err != nil {
		return fmt.Errorf("look whether the database is empty: %w", err)
	}
	if used {
		return ErrNotEmpty
	}
	tables, err := dumpedTables(ctx, tx)
	if err != nil {
		return err
	}
	names := make([]string, len(tables))
	for i, table := range tables {
		names[i] = pgx.Identifier{table.Name}.Sanitize()
	}
	if _, err := tx.Exec(ctx, "truncate "+strings.Join(names, ", ")); err != nil {
		return fmt.Errorf("empty the tables: %w", err)
	}
	return nil
}

// continueSequences makes identity columns go on after the highest number that was restored.
func continueSequences(ctx context.Context, tx pgx.Tx) error {
	sql, err := statement("dumped_sequences")
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, sql)
	if err != nil {
		return err
	}
	type sequence struct{ Name, Table, Column string }
	sequences, err := pgx.CollectRows(rows, pgx.RowToStructByPos[sequence])
	if err != nil {
		return err
	}
	for _, s := range sequences {
		highest := "(select max(" + pgx.Identifier{s.Column}.Sanitize() + ") from " + pgx.Identifier{s.Table}.Sanitize() + ")"
		if _, err := tx.Exec(ctx, "select setval($1::text::regclass, coalesce("+highest+", 0) + 1, false)", s.Name); err != nil {
			return err
		}
	}
	return nil
}

// restoreTable fills one table. Its triggers are off meanwhile: what they derive was dumped with the rest.
func restoreTable(ctx context.Context, tx pgx.Tx, table DumpedTable, open func(string) (io.ReadCloser, error)) error {
	name := pgx.Identifier{table.Name}.Sanitize()
	if _, err := tx.Exec(ctx, "alter table "+name+" disable trigger user"); err != nil {
		return err
	}
	file, err := open(table.Name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	tag, err := tx.Conn().PgConn().CopyFrom(ctx, file, "copy "+table.target()+" from stdin (format binary)")
	if err != nil {
		return err
	}
	if tag.RowsAffected() != table.Rows {
		return fmt.Errorf("the backup has %d rows where its manifest says %d", tag.RowsAffected(), table.Rows)
	}
	_, err = tx.Exec(ctx, "alter table "+name+" enable trigger user")
	return err
}

// migrateTo applies the migrations up to a version, which this program has to know.
func (db *DB) migrateTo(ctx context.Context, version int64) error {
	files, err := fs.Sub(migrations.Files, "postgres")
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	connections := stdlib.OpenDB(*db.sessionConfig())
	defer func() { _ = connections.Close() }()
	provider, err := goose.NewProvider(goose.DialectPostgres, connections, files)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	current, newest, err := provider.GetVersions(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("read the schema's version: %w", err)
	case version > newest:
		return fmt.Errorf("the backup has schema %d, and this program knows %d at most: restore with the version that made it", version, newest)
	case current > version:
		return fmt.Errorf("the database has schema %d already, which is newer than the backup's %d: restore into an empty database", current, version)
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		return fmt.Errorf("migrate PostgreSQL: %w", err)
	}
	return nil
}
