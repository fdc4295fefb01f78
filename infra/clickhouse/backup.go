package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/google/uuid"
)

// BackupPlace is where the engine itself writes a backup: a folder of its machine, or a bucket.
type BackupPlace struct {
	Folder string // an absolute path, for the embedded engine

	URL       string // of a folder in a bucket, such as https://storage.example/backups/2026-11-25
	AccessKey string
	SecretKey string
}

func (p BackupPlace) target() string {
	if p.Folder != "" {
		return "File(" + quote(p.Folder) + ")"
	}
	return "S3(" + quote(p.URL) + ", " + quote(p.AccessKey) + ", " + quote(p.SecretKey) + ")"
}

// Database returns the name of the database.
func (db *DB) Database() string { return db.database }

// Backup has the engine back up the database. Tables are not of one moment: rows inserted meanwhile may be in
// it or not.
func (db *DB) Backup(ctx context.Context, to BackupPlace) error {
	return db.onServer(ctx, func(conn clickhouse.Conn) error {
		return untilDone(func() error {
			return transfer(ctx, conn, "BACKUP DATABASE "+db.database+db.cluster.on()+" TO "+to.target())
		})
	})
}

// RestoreBackup replaces the database, which must have no rows, with the one of that name in a backup.
func (db *DB) RestoreBackup(ctx context.Context, from BackupPlace, database string) error {
	if !name.MatchString(database) {
		return fmt.Errorf("%q is not a name of a database", database)
	}
	if err := db.createDatabase(ctx); err != nil {
		return err
	}
	counts, err := db.TableRows(ctx)
	if err != nil {
		return err
	}
	for table, rows := range counts {
		if rows > 0 && table != "schema_migrations" {
			return errors.New("the database has rows already: restore into an empty one")
		}
	}
	return db.onServer(ctx, func(conn clickhouse.Conn) error {
		return untilDone(func() error {
			if err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+db.database+db.cluster.on()+" SYNC"); err != nil {
				return explain(ctx, err)
			}
			return transfer(ctx, conn, "RESTORE DATABASE "+database+" AS "+db.database+db.cluster.on()+" FROM "+from.target())
		})
	})
}

// errCanceled is the end of a backup or a restore that the engine canceled, not we. A canceled backup leaves
// nothing behind.
var errCanceled = errors.New("the engine canceled it")

// untilDone repeats what the engine cancels, three times at most.
func untilDone(transfer func() error) (err error) {
	for range 3 {
		if err = transfer(); !errors.Is(err, errCanceled) {
			return err
		}
	}
	return err
}

// transfer starts a backup or a restore and waits for its end, however long it takes.
func transfer(ctx context.Context, conn clickhouse.Conn, command string) error {
	id := uuid.NewString()
	if err := conn.Exec(ctx, command+" SETTINGS id = "+quote(id)+" ASYNC"); err != nil {
		return explain(ctx, err)
	}
	for {
		var status, failure string
		err := conn.QueryRow(ctx, "select toString(status), error from system.backups where id = "+quote(id)).Scan(&status, &failure)
		switch {
		case err != nil:
			return explain(ctx, err)
		case status == "BACKUP_CREATED", status == "RESTORED":
			return nil
		case strings.HasSuffix(status, "FAILED"), strings.HasSuffix(status, "CANCELLED"):
			failure, _, _ = strings.Cut(failure, ", Stack trace")
			if strings.Contains(failure, "QUERY_WAS_CANCELLED") {
				return fmt.Errorf("ClickHouse: %w: %s", errCanceled, failure)
			}
			return fmt.Errorf("ClickHouse: %s", failure)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// quote returns a string literal.
func quote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}

// TableRows counts the rows of every table of the database.
func (db *DB) TableRows(ctx context.Context) (map[string]uint64, error) {
	var tables []struct {
		Name string `ch:"name"`
	}
	const sql = "select name from system.tables where database = {database:String} and (engine = 'Distributed' or engine like '%MergeTree' and name not like '%\\_local')"
	if err := db.Select(ctx, &tables, sql, map[string]any{"database": db.database}); err != nil {
		return nil, err
	}
	counts := map[string]uint64{}
	for _, table := range tables {
		var counted []struct {
			Rows uint64 `ch:"table_rows"`
		}
		if err := db.Select(ctx, &counted, "select count() as table_rows from "+table.Name, nil); err != nil {
			return nil, err
		}
		counts[table.Name] = counted[0].Rows
	}
	return counts, nil
}
