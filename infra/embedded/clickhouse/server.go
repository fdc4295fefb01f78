// Package clickhouse starts the real ClickHouse engine for one machine and for tests.
//
// The engine is a shared library from npm that runs in a child process: this binary, executed again (see
// IsChild). It serves ClickHouse's HTTP interface on a private unix socket. The package owns the start,
// restarts and end of that process. It does not know what is stored: infra/clickhouse connects to it as to a
// server.
package clickhouse

import "log/slog"

// Config configures an engine. Only Dir is required.
type Config struct {
	Dir     string // data folder, created if missing; one engine at a time
	Library string // path of libchdb.so; empty searches node_modules
	// MemoryLimit is the engine's memory limit in bytes; 0 means 3 GiB. It is capped at half of the machine's
	// memory.
	MemoryLimit uint64
	Log         *slog.Logger // nil discards the engine's messages
}

const defaultMemoryLimit = 3 << 30

// childArgument is the first argument of an engine process.
const childArgument = "clickhouse-child"

// IsChild reports whether a process with these arguments was started as an engine. Such a process must call
// RunChild before anything else and exit with its result: in main, and in TestMain of tests that start
// engines.
func IsChild(args []string) bool {
	return len(args) > 1 && args[1] == childArgument
}
