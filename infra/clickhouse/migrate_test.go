package clickhouse_test

import (
	"io/fs"
	"sync"
	"testing"
	"testing/fstest"

	"upslope/infra/clickhouse"
	"upslope/infra/migrations"
)

func folder(files map[string]string) fs.FS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

func TestMigrationsApplyOnceInOrder(t *testing.T) {
	first := map[string]string{
		"0001_start.sql": "-- +goose Up\n-- A comment; with a semicolon;\ncreate table a (n UInt64) -- one; two\nengine = MergeTree\norder by n;\n\ncreate table b as a;\n",
		"0002_more.sql":  "insert into a select 7;\n",
	}
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		for range 2 {
			if err := db.Migrate(t.Context(), folder(first)); err != nil {
				t.Fatal(err)
			}
		}
		second := folder(map[string]string{"0002_more.sql": first["0002_more.sql"], "0003_rest.sql": "insert into b select n from a;"})
		if err := db.Migrate(t.Context(), second); err != nil {
			t.Fatal(err)
		}
		if a, b := count(t, db, "a"), count(t, db, "b"); a != 1 || b != 1 {
			t.Errorf("a has %d rows and b %d, want 1 and 1", a, b)
		}
	})
}

func TestInterruptedMigrationIsFinishedByTheNextRun(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		exec(t, db, "create table a (n UInt64) engine = MergeTree order by n")
		whole := folder(map[string]string{"0001.sql": "create table a (n UInt64) engine = MergeTree order by n;\ncreate table b as a;\n"})
		if err := db.Migrate(t.Context(), whole); err != nil {
			t.Fatal(err)
		}
		count(t, db, "b")
	})
}

func TestAMigrationWithAMistakeIsNotRecorded(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		if err := db.Migrate(t.Context(), folder(map[string]string{"0001.sql": "create tabel a;\n"})); err == nil {
			t.Error("no error")
		}
		if got := count(t, db, "schema_migrations"); got != 0 {
			t.Errorf("%d migrations are recorded", got)
		}
	})
}

func TestTheProductsSchemaMigratesFromTwoProcessesAtOnce(t *testing.T) {
	schema, err := fs.Sub(migrations.Files, "clickhouse")
	if err != nil {
		t.Fatal(err)
	}
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				if err := db.Migrate(t.Context(), schema); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if got := count(t, db, "pages"); got != 0 {
			t.Errorf("pages has %d rows", got)
		}
	})
}
