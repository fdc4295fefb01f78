// Package clickhouse starts the real ClickHouse engine for one machine and for tests.
//
// The engine is a shared library from npm that runs in a child process: this same binary, executed again (see IsChild). It speaks
// ClickHouse's HTTP interface on a private unix socket. The package owns that process: its start, its restarts, its end.
// It does not know what is stored: infra/clickhouse connects to it exactly as to a server.
package clickhouse

import "log/slog"

// Config says where the engine lives. Only Dir is required.
type Config struct {
	Dir     string // the engine's files; created when missing; one engine at a time
	Library string // the path of libchdb.so; empty finds it in node_modules
	// MemoryLimit is what the engine may use, in bytes; 0 means 3 GiB. It never takes more than half of the machine's memory.
	MemoryLimit uint64
	Log         *slog.Logger // nil drops the engine's messages
}

const defaultMemoryLimit = 3 << 30

// childArgument is the first argument of a process that is to be the engine.
const childArgument = "clickhouse-child"

// IsChild tells whether a process with these arguments was started to be the engine. Such a process must call RunChild before it
// does anything else, and exit with its result: in main, and in TestMain of tests that start an engine.
func IsChild(args []string) bool {
	return len(args) > 1 && args[1] == childArgument
}
