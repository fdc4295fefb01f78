// Package clickhouse is the product's connection to ClickHouse, a server or the embedded engine alike.
//
// It owns opening, migrating, typed parameters, rows in and out, and telling an outage from a mistake. It knows no tables: the SQL is
// the caller's. Its methods speak plain Go types only, so that the parts can declare the few they need without importing it.
package clickhouse

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
)

// DB is a pool of connections that work in one database. It is safe for concurrent use.
type DB struct {
	conn     driver.Conn
	options  *clickhouse.Options
	database string
}

// defaultDatabase is the database of a URL that names none.
const defaultDatabase = "upslope"

// defaultSettings hold unless the URL tells otherwise. The engine compiles expressions to machine code, the sites' parameters in them, which
// takes a quarter of the processor time of a recompute and is of no use to the next site. That it looks for comparisons which follow from
// others, and for what both sides of an "or" share, takes a fifth of what is left of an average site's, and makes no recompute faster, the largest included.
func defaultSettings() clickhouse.Settings {
	return clickhouse.Settings{
		"compile_expressions": 0, "compile_aggregate_expressions": 0, "compile_sort_description": 0,
		"optimize_and_compare_chain": 0, "optimize_extract_common_expressions": 0,
	}
}

// Open prepares a DB for a URL: clickhouse://, http:// or https:// of a server, or http+unix:// of the embedded engine. It does not
// connect yet, so that a part can start while the engine is away. Migrate creates the database.
func Open(rawURL string) (*DB, error) {
	options, err := parseURL(rawURL)
	if err != nil {
		return nil, fmt.Errorf("CLICKHOUSE_URL: %w", err)
	}
	if options.Auth.Database == "" {
		options.Auth.Database = defaultDatabase
	}
	if options.MaxOpenConns == 0 {
		options.MaxOpenConns, options.MaxIdleConns = 16, 8
	}
	if options.DialTimeout == 0 {
		// Also how long a call waits for one of the connections.
		options.DialTimeout = 10 * time.Second
	}
	settings := defaultSettings()
	maps.Copy(settings, options.Settings)
	options.Settings = settings
	conn, err := clickhouse.Open(options)
	if err != nil {
		return nil, fmt.Errorf("open ClickHouse: %w", err)
	}
	return &DB{conn: conn, options: options, database: options.Auth.Database}, nil
}

// Ping says whether the engine answers.
func (db *DB) Ping(ctx context.Context) error {
	return explain(ctx, db.conn.Ping(ctx))
}

// Close ends the connections.
func (db *DB) Close() error { return db.conn.Close() }
