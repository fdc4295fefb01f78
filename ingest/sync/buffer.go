package sync

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"

	"upslope/ingest/providers"
)

// Limits of the rows buffered per table: enough to be cheap for ClickHouse, few enough for memory.
const (
	bufferRows  = 50_000
	bufferBytes = 16 << 20
)

// buffer holds rows of one table as column slices for ClickHouse.
type buffer struct {
	names   []string
	columns []reflect.Value
	days    []time.Time
	syncIDs []uint64
	bytes   int64
}

func (b *buffer) rows() int { return len(b.syncIDs) }

func (b *buffer) full() bool { return b.rows() >= bufferRows || b.bytes >= bufferBytes }

// add appends the rows of a batch, all from one read.
func (b *buffer) add(batch providers.Batch, rows int, bytes int64, syncID uint64) error {
	if b.columns == nil {
		for _, column := range batch.Columns {
			b.names = append(b.names, column.Name)
			b.columns = append(b.columns, reflect.MakeSlice(reflect.TypeOf(column.Values), 0, rows))
		}
	}
	if len(batch.Columns) != len(b.columns) {
		return fmt.Errorf("a batch has %d columns, the ones before %d", len(batch.Columns), len(b.columns))
	}
	for i, column := range batch.Columns {
		values := reflect.ValueOf(column.Values)
		if column.Name != b.names[i] || values.Type() != b.columns[i].Type() {
			return fmt.Errorf("a batch has the column %s of type %s, the ones before %s of %s", column.Name, values.Type(), b.names[i], b.columns[i].Type())
		}
		if texts, ok := column.Values.([]string); ok {
			withoutNUL(texts)
		}
		b.columns[i] = reflect.AppendSlice(b.columns[i], values)
	}
	for range rows {
		b.days = append(b.days, batch.Day)
		b.syncIDs = append(b.syncIDs, syncID)
	}
	b.bytes += bytes
	return nil
}

// withoutNUL replaces the only character PostgreSQL rejects: insights quote these queries.
func withoutNUL(texts []string) {
	for i, text := range texts {
		if strings.IndexByte(text, 0) >= 0 {
			texts[i] = strings.ReplaceAll(text, "\x00", "\uFFFD")
		}
	}
}

// insert returns the names and columns of an insert: the common ones and the batches'.
func (b *buffer) insert(of identity) (names []string, columns []any) {
	names = append([]string{"account_id", "site_id", "connection_id", "day", "sync_id"}, b.names...)
	columns = append(of.columns(b.rows()), b.days, b.syncIDs)
	for _, column := range b.columns {
		columns = append(columns, column.Interface())
	}
	return names, columns
}

// identity is the owner of rows.
type identity struct{ account, site, connection uuid.UUID }

// columns returns account_id, site_id and connection_id for the given number of rows.
func (i identity) columns(rows int) []any {
	return []any{repeated(i.account, rows), repeated(i.site, rows), repeated(i.connection, rows)}
}

func repeated[T any](value T, times int) []T {
	values := make([]T, times)
	for i := range values {
		values[i] = value
	}
	return values
}

// measure returns a batch's rows and approximate memory. Columns of different lengths are an error.
func measure(batch providers.Batch) (rows int, bytes int64, err error) {
	for i, column := range batch.Columns {
		values := reflect.ValueOf(column.Values)
		if values.Kind() != reflect.Slice {
			return 0, 0, fmt.Errorf("column %s is a %T, not a slice", column.Name, column.Values)
		}
		if i > 0 && values.Len() != rows {
			return 0, 0, fmt.Errorf("column %s has %d rows, the others %d", column.Name, values.Len(), rows)
		}
		rows = values.Len()
		bytes += int64(rows) * int64(values.Type().Elem().Size())
		switch texts := column.Values.(type) {
		case []string:
			for _, text := range texts {
				bytes += int64(len(text))
			}
		case [][]string:
			for _, list := range texts {
				for _, text := range list {
					bytes += int64(len(text)) + 16
				}
			}
		}
	}
	const bytesPerRow = 3*16 + 24 + 8 // ids, day, sync id
	return rows, bytes + int64(rows)*bytesPerRow, nil
}
