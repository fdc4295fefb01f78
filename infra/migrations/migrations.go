// Package migrations holds the database schemas as numbered, append-only files. It owns their text;
// infra/postgres and infra/clickhouse apply them.
package migrations

import "embed"

// Files has one folder per database: postgres and clickhouse.
//
//go:embed postgres/*.sql clickhouse/*.sql
var Files embed.FS
