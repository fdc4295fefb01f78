// Package migrations holds the schemas of the databases as numbered files that are only ever added to.
// It owns the text of the schemas; infra/postgres and infra/clickhouse apply them.
package migrations

import "embed"

// Files has one folder a database: postgres and clickhouse.
//
//go:embed postgres/*.sql clickhouse/*.sql
var Files embed.FS
