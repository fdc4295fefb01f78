package clickhouse_test

import (
	"context"
	"testing"

	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
)

// A test's database is as new: no rows, no insert tokens and no tables of the tests before.
func TestATestFindsNothingOfTheTestsBefore(t *testing.T) {
	for range 2 {
		t.Run("", func(t *testing.T) {
			db := clickhousetest.Open(t)
			for _, sql := range []string{
				"insert into gsc_totals (account_id, site_id, connection_id, day, sync_id, clicks) settings insert_deduplication_token = 'same' values (generateUUIDv4(), generateUUIDv4(), generateUUIDv4(), '2026-11-20', 1, 2)",
				"insert into current_months (report) values ('gsc_queries')",
			} {
				if err := db.Exec(t.Context(), sql, nil); err != nil {
					t.Fatal(err)
				}
			}
			if rows := countOf(t, db, "gsc_totals") + countOf(t, db, "current_months"); rows != 2 {
				t.Errorf("there are %d rows, want the 2 of this test", rows)
			}
		})
	}
	t.Run("", func(t *testing.T) {
		if err := clickhousetest.Open(t).Exec(t.Context(), "create table extra (n UInt8) engine = MergeTree order by n", nil); err != nil {
			t.Fatal(err)
		}
	})
	if err := clickhousetest.Open(t).Exec(t.Context(), "select * from extra", nil); err == nil {
		t.Error("a table of another test is there")
	}
}

func countOf(t *testing.T, db *clickhouse.DB, table string) uint64 {
	t.Helper()
	var found []struct {
		Rows uint64 `ch:"rows_there"`
	}
	if err := db.Select(context.Background(), &found, "select count() as rows_there from "+table, nil); err != nil {
		t.Fatal(err)
	}
	return found[0].Rows
}
