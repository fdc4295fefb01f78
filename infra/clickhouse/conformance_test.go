package clickhouse_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"testing"

	"github.com/google/uuid"

	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
)

func TestMain(m *testing.M) { clickhousetest.Main(m) }

// eachEngine runs a test on the embedded engine and, when CLICKHOUSE_URL is set, on that server: both must
// behave alike.
func eachEngine(t *testing.T, test func(t *testing.T, db *clickhouse.DB)) {
	t.Run("embedded", func(t *testing.T) { test(t, openAt(t, clickhousetest.Server(t).URL())) })
	if server := os.Getenv("CLICKHOUSE_URL"); server != "" {
		t.Run("server", func(t *testing.T) { test(t, openAt(t, server)) })
	}
}

// openAt opens an empty database on an engine.
func openAt(t *testing.T, engine string) *clickhouse.DB {
	t.Helper()
	u, err := url.Parse(engine)
	if err != nil {
		t.Fatal(err)
	}
	database := "conformance_" + uuid.New().String()[:8]
	query := u.Query()
	query.Set("database", database)
	u.RawQuery = query.Encode()
	db, err := clickhouse.Open(u.String())
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Migrate(t.Context(), os.DirFS(t.TempDir())); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Exec(context.Background(), "DROP DATABASE "+database+" SYNC", nil); err != nil {
			t.Error(err)
		}
		db.Close()
	})
	return db
}

func exec(t *testing.T, db *clickhouse.DB, sql string) {
	t.Helper()
	if err := db.Exec(t.Context(), sql, nil); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// value returns the single value of a query.
func value(t *testing.T, db *clickhouse.DB, sql string, params map[string]any) any {
	t.Helper()
	var got []any
	err := db.Query(t.Context(), sql, params, func(_ []string, values []any) error {
		got = append(got, values...)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	if len(got) != 1 {
		t.Fatalf("%s gave %d values, want 1", sql, len(got))
	}
	return got[0]
}

func count(t *testing.T, db *clickhouse.DB, table string) uint64 {
	t.Helper()
	return value(t, db, fmt.Sprintf("SELECT count() FROM %s", table), nil).(uint64)
}
