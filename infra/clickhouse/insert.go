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

// MaxBatch is the number of rows an insert may have. The engine writes larger ones block by block, so not whole or not at all.
const MaxBatch = 500_000

// name is what a table or a column may be called: it is part of the statement, so nothing else may pass.
var name = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// InsertRows adds a slice of structs, whose fields have the columns' names in `ch` tags. The columns that no field has get their
// defaults. A token that the table has seen among its last inserts (its setting non_replicated_deduplication_window says how many)
// adds nothing; "" is no token.
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

// InsertColumns adds rows that are given as one slice a column, which is twice as fast as InsertRows. For the token see there.
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
		// The client would send columns of different lengths as no rows at all, and call it a success.
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
	// Acknowledged has to mean written, whatever a server's defaults are.
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
