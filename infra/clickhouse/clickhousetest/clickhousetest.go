// Package clickhousetest gives tests a ClickHouse of their own: one embedded engine a test binary, one database a test.
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

// engine is shared by the tests of a binary. It starts with the first one that opens a database; Main stops it.
var engine struct {
	sync.Once
	server *embedded.Server
	dir    string
	err    error

	sharing   sync.Once
	shared    *clickhouse.DB
	sharedErr error
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

// Open returns an empty, migrated database, which is dropped when the test has ended.
func Open(t testing.TB) *clickhouse.DB {
	t.Helper()
	start(t)
	database := "test_" + uuid.New().String()[:8]
	db, err := create(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Exec(context.Background(), "DROP DATABASE "+database+" SYNC", nil); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// OpenShared returns the one migrated database that all tests of the binary share. Each keeps to an account of its own.
func OpenShared(t testing.TB) *clickhouse.DB {
	t.Helper()
	start(t)
	engine.sharing.Do(func() { engine.shared, engine.sharedErr = create(context.Background(), "test_shared") })
	if engine.sharedErr != nil {
		t.Fatal(engine.sharedErr)
	}
	return engine.shared
}

func create(ctx context.Context, database string) (*clickhouse.DB, error) {
	db, err := clickhouse.Open(engine.server.URL() + "?database=" + database)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", database, err)
	}
	schema, err := fs.Sub(migrations.Files, "clickhouse")
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return db, db.Migrate(ctx, schema)
}

// Server is the engine behind Open, for tests that stop or kill it.
func Server(t testing.TB) *embedded.Server {
	t.Helper()
	start(t)
	return engine.server
}

func start(t testing.TB) {
	t.Helper()
	engine.Do(startEngine)
	if engine.err != nil {
		t.Fatal(engine.err)
	}
}

func startEngine() {
	if engine.dir, engine.err = os.MkdirTemp("", "upslope-test-"); engine.err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	engine.server, engine.err = embedded.Start(ctx, embedded.Config{Dir: engine.dir})
}

func stop() error {
	if engine.shared != nil {
		if err := engine.shared.Close(); err != nil {
			return err
		}
	}
	if engine.server != nil {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := engine.server.Stop(ctx); err != nil {
			return err
		}
	}
	return os.RemoveAll(engine.dir)
}
