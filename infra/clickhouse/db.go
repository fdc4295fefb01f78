// Package clickhouse connects to ClickHouse, a server or the embedded engine.
//
// It owns opening, migrating, typed parameters, reading and inserting rows, and distinguishing outages from
// mistakes. It knows no tables: the SQL is its callers'. Its methods use plain Go types only, so that the
// parts can declare the interfaces they need without importing it.
package clickhouse

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
)

// DB is a pool of connections to one database. It is safe for concurrent use.
type DB struct {
	conn     driver.Conn
	options  *clickhouse.Options
	database string
	cluster  cluster
}

// defaultDatabase is the database of a URL without one.
const defaultDatabase = "upslope"

// defaultSettings apply unless the URL overrides them. JIT compilation takes a quarter of a recompute's CPU
// time, and rewrites that look for what no statement here contains take a third; no recompute needs either.
func defaultSettings() clickhouse.Settings {
	return clickhouse.Settings{
		"compile_expressions": 0, "compile_aggregate_expressions": 0, "compile_sort_description": 0,
		"optimize_and_compare_chain": 0, "optimize_extract_common_expressions": 0, "optimize_or_like_chain": 0,
		"optimize_aggregators_of_group_by_keys": 0, "optimize_group_by_function_keys": 0,
		"optimize_arithmetic_operations_in_aggregate_functions": 0, "optimize_syntax_fuse_functions": 0,
		"optimize_redundant_functions_in_order_by": 0,
	}
}

// Open prepares a DB for a URL: clickhouse://, http:// or https:// for a server, or http+unix:// for the
// embedded engine. With ?cluster=NAME, the server belongs to that cluster, and tables are on all its servers.
// It does not connect yet, so that a part can start during an outage. Migrate creates the database.
func Open(rawURL string) (*DB, error) {
	serverURL, of, err := ofCluster(rawURL)
	if err != nil {
		return nil, fmt.Errorf("CLICKHOUSE_URL: %w", err)
	}
	options, err := parseURL(serverURL)
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
		// Also the limit for waiting on the connection pool.
		options.DialTimeout = 10 * time.Second
	}
	settings := defaultSettings()
	maps.Copy(settings, of.settings())
	maps.Copy(settings, options.Settings)
	options.Settings = settings
	conn, err := clickhouse.Open(options)
	if err != nil {
		return nil, fmt.Errorf("open ClickHouse: %w", err)
	}
	return &DB{conn: conn, options: options, database: options.Auth.Database, cluster: of}, nil
}

// Ping returns an error when the engine is unreachable.
func (db *DB) Ping(ctx context.Context) error {
	return explain(ctx, db.conn.Ping(ctx))
}

// Close closes the connections.
func (db *DB) Close() error { return db.conn.Close() }
