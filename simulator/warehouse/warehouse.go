// Package warehouse writes generated sites into ClickHouse like syncs and imports. It owns the row types, one
// struct per table, but not their meaning.
package warehouse

import (
	"context"
	"fmt"
	"hash/fnv"
	"reflect"
	"strings"
)

// Facts is the target database.
type Facts interface {
	Exec(ctx context.Context, sql string, params map[string]any) error
	InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error
}

const maxInsert = 200_000 // rows

// Load replaces all rows of the database with those of the tables.
func Load(ctx context.Context, facts Facts, tables []Table) error {
	if err := truncate(ctx, facts); err != nil { // a failed attempt leaves rows
		return err
	}
	for _, table := range tables {
		all := reflect.ValueOf(table.Rows)
		for from := 0; from < all.Len(); from += maxInsert {
			names, columns := columnsOf(all.Slice(from, min(from+maxInsert, all.Len())))
			if err := facts.InsertColumns(ctx, table.Name, "", names, columns...); err != nil {
				return fmt.Errorf("load %s: %w", table.Name, err)
			}
		}
	}
	return nil
}

// truncate empties the tables sites are loaded into, and those computed from them.
func truncate(ctx context.Context, facts Facts) error {
	for _, name := range []string{
		"current_days", "gsc_totals", "gsc_pages", "gsc_queries", "gsc_query_pages", "gsc_page_countries", "ga4_totals", "ga4_pages", "ga4_assistants",
		"gads_campaigns", "gads_ad_groups", "gads_keywords", "gads_search_terms", "gads_criteria", "semrush_positions", "pagespeed_tests",
		"pages", "links", "technical_issues", "page_rankings", "page_ranks",
	} {
		if err := facts.Exec(ctx, "truncate table "+name, nil); err != nil {
			return fmt.Errorf("empty %s: %w", name, err)
		}
	}
	return nil
}

// columnsOf converts a slice of structs to one slice per tagged field.
func columnsOf(all reflect.Value) (names []string, columns []any) {
	for _, field := range reflect.VisibleFields(all.Type().Elem()) {
		name := field.Tag.Get("ch")
		if name == "" {
			continue
		}
		column := reflect.MakeSlice(reflect.SliceOf(field.Type), all.Len(), all.Len())
		for i := range all.Len() {
			column.Index(i).Set(all.Index(i).FieldByIndex(field.Index))
		}
		names, columns = append(names, name), append(columns, column.Interface())
	}
	return names, columns
}

// Fingerprint hashes a sample of the rows, to compare two sites.
func Fingerprint(tables []Table) uint64 {
	h := fnv.New64a()
	for _, table := range tables {
		all := reflect.ValueOf(table.Rows)
		_, _ = fmt.Fprintf(h, "%s %d ", table.Name, all.Len())
		if !strings.HasPrefix(table.Name, "g") { // the other tables have pointers
			continue
		}
		for i := 0; i < all.Len(); i += 97 {
			_, _ = fmt.Fprintf(h, "%v", all.Index(i))
		}
	}
	return h.Sum64()
}
