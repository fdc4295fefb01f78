package clickhouse

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
)

// MaxBatch is the maximum number of rows per insert. The engine splits larger ones into blocks, so they would
// not be atomic.
const MaxBatch = 500_000

// name matches allowed table and column names, which become part of the statement.
var name = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// InsertRows inserts a slice of structs whose `ch` tags name the columns. Columns without a field get their
// defaults. A token that is among the table's last inserts (see its setting
// non_replicated_deduplication_window) inserts nothing; "" means no token.
//
// The engine notes a token just before it stores the rows. If it is killed in between, a repetition finds the
// token and stores nothing: whoever repeats an insert counts its rows afterwards.
func (db *DB) InsertRows(ctx context.Context, table, token string, rows any) error {
	v := reflect.ValueOf(rows)
	if v.Kind() != reflect.Slice || v.Type().Elem().Kind() != reflect.Struct {
		return fmt.Errorf("insert into %s: %T is not a slice of structs", table, rows)
	}
	return db.insert(ctx, table, token, taggedColumns(v.Type().Elem()), v.Len(), func(batch driver.Batch) error {
		for i := range v.Len() {
			if err := batch.AppendStruct(v.Index(i).Addr().Interface()); err != nil {
				return err
			}
		}
		return nil
	})
}

// InsertColumns inserts one slice per column, twice as fast as InsertRows. The token works the same.
func (db *DB) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	if len(columns) != len(names) || len(names) == 0 {
		return fmt.Errorf("insert into %s: %d names for %d columns", table, len(names), len(columns))
	}
	rows := -1
	for i, column := range columns {
		v := reflect.ValueOf(column)
		if v.Kind() != reflect.Slice {
			return fmt.Errorf("insert into %s: column %s is a %T, not a slice", table, names[i], column)
		}
		// clickhouse-go would silently send columns of different lengths as no rows.
		if rows >= 0 && v.Len() != rows {
			return fmt.Errorf("insert into %s: column %s has %d rows, the others %d", table, names[i], v.Len(), rows)
		}
		rows = v.Len()
	}
	return db.insert(ctx, table, token, names, rows, func(batch driver.Batch) error {
		for i, column := range columns {
			if err := batch.Column(i).Append(column); err != nil {
				return fmt.Errorf("column %s: %w", names[i], err)
			}
		}
		return nil
	})
}

func (db *DB) insert(ctx context.Context, table, token string, columns []string, rows int, fill func(driver.Batch) error) error {
	switch {
	case rows == 0:
		return nil
	case rows > MaxBatch:
		return fmt.Errorf("insert into %s: %d rows are more than a batch of %d", table, rows, MaxBatch)
	}
	for _, identifier := range append([]string{table}, columns...) {
		if !name.MatchString(identifier) {
			return fmt.Errorf("insert into %s: %q is not a name", table, identifier)
		}
	}
	// An acknowledged insert must be written, whatever a server's defaults.
	settings := clickhouse.Settings{"async_insert": 0}
	if token != "" {
		settings["insert_deduplication_token"] = token
	}
	ctx = clickhouse.Context(ctx, clickhouse.WithSettings(settings))
	batch, err := db.conn.PrepareBatch(ctx, "INSERT INTO "+table+" ("+strings.Join(columns, ", ")+")")
	if err != nil {
		return fmt.Errorf("insert into %s: %w", table, explain(ctx, err))
	}
	defer batch.Close()
	if err := fill(batch); err != nil {
		return fmt.Errorf("insert into %s: %w", table, err)
	}
	if err := batch.Send(); err != nil {
		return fmt.Errorf("insert into %s: %w", table, explain(ctx, err))
	}
	return nil
}

func taggedColumns(row reflect.Type) []string {
	var names []string
	for _, field := range reflect.VisibleFields(row) {
		if tag := field.Tag.Get("ch"); tag != "" && tag != "-" {
			names = append(names, tag)
		}
	}
	return names
}
