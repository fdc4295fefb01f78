// Package postgrestest gives each test a database of its own, on one real PostgreSQL server per test binary.
package postgrestest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"upslope"
	embedded "upslope/infra/embedded/postgres"
	"upslope/infra/postgres"
)

// template is the migrated database that test databases are cloned from.
const template = "template_of_tests"

// engine is the server of this test binary. It is a package variable because tests share nothing else.
var engine struct {
	sync.Mutex
	server    *embedded.Server
	dir       string
	databases int
	migrated  bool
}

// Main runs the tests and stops the server if one was started. Call it from TestMain:
// os.Exit(postgrestest.Main(m)).
func Main(m *testing.M) int {
	defer func() {
		engine.Lock()
		defer engine.Unlock()
		if engine.server == nil {
			return
		}
		if err := engine.server.Stop(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		_ = os.RemoveAll(engine.dir)
	}()
	return m.Run()
}

// Open returns a new database with the schema and no data.
func Open(t testing.TB) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(context.Background(), URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// URL returns the connection URL of a database like Open's.
func URL(t testing.TB) string {
	t.Helper()
	engine.Lock()
	defer engine.Unlock()
	start(t)
	if !engine.migrated {
		migrate(t, create(t, template, "template0"))
		engine.migrated = true
	}
	engine.databases++
	return create(t, fmt.Sprintf("test%d", engine.databases), template)
}

// Empty returns the connection URL of a new database without a schema.
func Empty(t testing.TB) string {
	t.Helper()
	engine.Lock()
	defer engine.Unlock()
	start(t)
	engine.databases++
	return create(t, fmt.Sprintf("test%d", engine.databases), "template0")
}

func start(t testing.TB) {
	t.Helper()
	if engine.server != nil {
		return
	}
	dir, err := os.MkdirTemp("", "upslope-test-")
	if err != nil {
		t.Fatal(err)
	}
	server, err := embedded.Start(context.Background(), embedded.Config{Dir: dir, Fast: true})
	if err != nil {
		_ = os.RemoveAll(dir)
		t.Fatal(err)
	}
	engine.server, engine.dir = server, dir
}

// create creates a database and returns its URL.
func create(t testing.TB, name, from string) string {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, engine.server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, "create database "+name+" template "+from); err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(engine.server.URL())
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(engine.server.URL(), address.Path, "/"+name, 1)
}

func migrate(t testing.TB, url string) {
	t.Helper()
	db, err := postgres.Open(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() // a database with connections cannot be a template
	if err := db.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// Publish is a postgres.Carrier without a queue: nothing that it publishes is stored.
type Publish func(context.Context, postgres.Event) error

// Publish implements postgres.Carrier.
func (p Publish) Publish(ctx context.Context, event postgres.Event) (upslope.QueuePosition, error) {
	return upslope.QueuePosition{}, p(ctx, event)
}

// Stream implements postgres.Carrier.
func (p Publish) Stream(context.Context) (string, error) { return "", nil }

// Holds implements postgres.Carrier.
func (p Publish) Holds(context.Context, upslope.WorkRef, upslope.QueuePosition) (bool, error) {
	return true, nil
}

// Begin implements postgres.Carrier.
func (p Publish) Begin() {}

// Settled implements postgres.Carrier.
func (p Publish) Settled() error { return nil }
