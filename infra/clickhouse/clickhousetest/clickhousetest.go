// Package clickhousetest gives tests a ClickHouse: one embedded engine per test binary, one database per
// test.
package clickhousetest

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope/infra/clickhouse"
	embedded "upslope/infra/embedded/clickhouse"
	"upslope/infra/migrations"
)

// engine is shared by the tests of a binary. It starts when the first one opens a database; Main stops it.
var engine struct {
	sync.Once
	server *embedded.Server
	dir    string
	err    error
}

// Main runs the tests of a package that calls Open:
//
//	func TestMain(m *testing.M) { clickhousetest.Main(m) }
func Main(m interface{ Run() int }) {
	if embedded.IsChild(os.Args) {
		os.Exit(embedded.RunChild())
	}
	code := m.Run()
	if err := stop(); err != nil {
		fmt.Fprintln(os.Stderr, "stop the embedded ClickHouse:", err)
		code = 1
	}
	os.Exit(code)
}

// Shared returns a migrated database shared by the tests of a binary; each uses an account of its own.
func Shared(t testing.TB) *clickhouse.DB {
	t.Helper()
	shared.Do(func() { shared.db = migrated(t, sharedDatabase) })
	if shared.db == nil {
		t.Fatal("the shared database could not be made")
	}
	return shared.db
}

const sharedDatabase = "test_shared"

// shared is the database behind Shared. It ends with the engine.
var shared struct {
	sync.Once
	db *clickhouse.DB
}

// spare are databases of ended tests, emptied: creating one takes longer than most tests.
var spare struct {
	sync.Mutex
	databases []string
}

// Open returns an empty, migrated database for this test alone.
func Open(t testing.TB) *clickhouse.DB {
	t.Helper()
	spare.Lock()
	var database string
	if last := len(spare.databases) - 1; last >= 0 {
		database, spare.databases = spare.databases[last], spare.databases[:last]
	}
	spare.Unlock()
	var db *clickhouse.DB
	if database == "" {
		database = "test_" + uuid.New().String()[:8]
		db = migrated(t, database)
	} else {
		db = connect(t, database)
	}
	before := schemaOf(t, db)
	t.Cleanup(func() {
		if schemaOf(t, db) == before {
			empty(t, db)
			spare.Lock()
			spare.databases = append(spare.databases, database)
			spare.Unlock()
		} else if err := db.Exec(context.Background(), "DROP DATABASE "+database+" SYNC", nil); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// schemaOf returns a checksum of all tables and columns, 0 on failure.
func schemaOf(t testing.TB, db *clickhouse.DB) uint64 {
	t.Helper()
	var found []struct {
		Sum uint64 `ch:"sum_of_all"`
	}
	const sql = `select sum(cityHash64(table, name, type, position)) as sum_of_all from system.columns where database = currentDatabase()`
	if err := db.Select(context.Background(), &found, sql, nil); err != nil {
		t.Error(err)
		return 0
	}
	return found[0].Sum
}

// empty removes all rows that tests have written.
func empty(t testing.TB, db *clickhouse.DB) {
	t.Helper()
	var tables []struct {
		Name string `ch:"name"`
	}
	const sql = "select name from system.tables where database = currentDatabase() and total_rows > 0 and name != 'schema_migrations'"
	if err := db.Select(context.Background(), &tables, sql, nil); err != nil {
		t.Error(err)
	}
	for _, table := range tables {
		if err := db.Exec(context.Background(), "truncate table "+table.Name, nil); err != nil {
			t.Error(err)
		}
	}
}

// migrated creates a database with all migrations.
func migrated(t testing.TB, database string) *clickhouse.DB {
	t.Helper()
	engine.Do(start)
	if engine.err != nil {
		t.Fatal(engine.err)
	}
	db := connect(t, database)
	schema, err := fs.Sub(migrations.Files, "clickhouse")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Migrate(t.Context(), schema); err != nil {
		t.Fatal(err)
	}
	return db
}

func connect(t testing.TB, database string) *clickhouse.DB {
	t.Helper()
	db, err := clickhouse.Open(engine.server.URL() + "?database=" + database)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// Server returns the engine behind Open, for tests that stop or kill it.
func Server(t testing.TB) *embedded.Server {
	t.Helper()
	engine.Do(start)
	if engine.err != nil {
		t.Fatal(engine.err)
	}
	return engine.server
}

func start() {
	if engine.dir, engine.err = os.MkdirTemp("", "upslope-test-"); engine.err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	engine.server, engine.err = embedded.Start(ctx, embedded.Config{Dir: engine.dir})
}

func stop() error {
	if engine.server != nil {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := engine.server.Stop(ctx); err != nil {
			return err
		}
	}
	return os.RemoveAll(engine.dir)
}
