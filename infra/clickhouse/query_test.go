package clickhouse_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	driver "github.com/ClickHouse/clickhouse-go/v2"

	"upslope"
	"upslope/infra/clickhouse"
)

func TestSelectFillsStructs(t *testing.T) {
	type row struct {
		Site string    `ch:"site_id"`
		Day  time.Time `ch:"day"`
		Note *string   `ch:"note"`
	}
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		var got []row
		err := db.Select(t.Context(), &got, `
			SELECT site_id, {day:Date} AS day, CAST(if(site_id = {first:UUID}, 'first', NULL), 'Nullable(String)') AS note
			FROM (SELECT arrayJoin({sites:Array(UUID)}) AS site_id) ORDER BY site_id`,
			map[string]any{"sites": []string{id2, id1}, "first": id1, "day": day("2026-01-31"), "unused": struct{}{}})
		if err != nil {
			t.Fatal(err)
		}
		if want := []row{{id1, day("2026-01-31"), ptr("first")}, {id2, day("2026-01-31"), nil}}; !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}

func TestAParameterWithoutAValueIsAnError(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		err := db.Exec(t.Context(), "SELECT {sites:Array(UUID)}", map[string]any{"site": id1})
		if err == nil || !strings.Contains(err.Error(), "sites") {
			t.Errorf("got %v, want an error that names the parameter", err)
		}
	})
}

func TestQueryWithoutRowsMakesNoCallback(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		err := db.Query(t.Context(), "SELECT number FROM numbers(10) WHERE number > 10", nil, func([]string, []any) error {
			return errors.New("called")
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestErrorsHaveTheEnginesCode(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		params := map[string]any{"v": "not a number"}
		for _, c := range []struct {
			sql  string
			code int32
		}{
			{"SELECT * FROM nowhere", 60},
			{"SELECT nofunction(1)", 46},
			{"SELECT nocolumn", 47},
			{"SELEC 1", 62},
			{"SELECT 1 SETTINGS nosetting = 1", 115},
			{"SELECT throwIf(1)", 395},
			{"INSERT INTO nowhere SELECT 1", 60},
			{"DROP TABLE nowhere", 60},
			{"SELECT {v:UInt8}", 457},
		} {
			for how, err := range map[string]error{
				"Exec": db.Exec(t.Context(), c.sql, params),
				"Query": db.Query(t.Context(), c.sql, params, func([]string, []any) error {
					return nil
				}),
			} {
				exception, ok := errors.AsType[*driver.Exception](err)
				if !ok || exception.Code != c.code {
					t.Errorf("%s of %s: got %v, want exception %d", how, c.sql, err, c.code)
				}
				if upslope.CodeOf(err) != upslope.Internal {
					t.Errorf("%s of %s: %v counts as %s", how, c.sql, err, upslope.CodeOf(err))
				}
			}
		}
	})
}

func TestErrorAfterTheFirstRowsIsReported(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		rows := 0
		err := db.Query(t.Context(), "SELECT throwIf(number = 900000), '__exception__' FROM numbers(1000000) SETTINGS max_block_size = 1000", nil,
			func([]string, []any) error {
				rows++
				return nil
			})
		exception, ok := errors.AsType[*driver.Exception](err)
		if !ok || exception.Code != 395 || rows == 0 {
			t.Errorf("after %d rows: %v, want exception 395 after some", rows, err)
		}
	})
}

func TestAnErrorOfTheCallerEndsTheQueryAtOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		enough := errors.New("enough")
		started := time.Now()
		err := db.Query(t.Context(), "SELECT number FROM system.numbers", nil, func([]string, []any) error { return enough })
		if !errors.Is(err, enough) || time.Since(started) > 5*time.Second {
			t.Errorf("got %v after %s", err, time.Since(started))
		}
		waitForNoQuery(t, db, "system.numbers")
	})
}

func TestMillionsOfRowsStreamThrough(t *testing.T) {
	const rows = 3_000_000
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		var n, sum uint64
		err := db.Query(t.Context(), fmt.Sprintf("SELECT number, toString(number) FROM numbers(%d)", rows), nil, func(_ []string, values []any) error {
			n++
			sum += values[0].(uint64)
			return nil
		})
		if err != nil || n != rows || sum != rows*(rows-1)/2 {
			t.Errorf("%d rows, sum %d, %v", n, sum, err)
		}
	})
}

const endless = "SELECT max(sipHash64(number)) FROM numbers_mt(1000000000000)"

func TestCanceledQueryStopsInTheEngine(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(200*time.Millisecond, cancel)
		err := db.Exec(ctx, endless, nil)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want that it was canceled", err)
		}
		waitForNoQuery(t, db, "sipHash64")
	})
}

func TestADeadlineEndsAQuery(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		started := time.Now()
		err := db.Query(ctx, endless, nil, func([]string, []any) error { return nil })
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(started) > 3*time.Second {
			t.Errorf("got %v after %s", err, time.Since(started))
		}
		waitForNoQuery(t, db, "sipHash64")
	})
}

func TestQueryHasAMemoryLimit(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		err := db.Exec(t.Context(), "SELECT groupArray(number) FROM numbers(100000000) SETTINGS max_memory_usage = 10000000", nil)
		if exception, ok := errors.AsType[*driver.Exception](err); !ok || exception.Code != 241 {
			t.Errorf("got %v, want exception 241", err)
		}
	})
}

func TestSettingsOfOneQueryDoNotReachTheNext(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		const current = "SELECT toString(getSetting('max_result_rows'))"
		before := value(t, db, current, nil)
		with := driver.Context(t.Context(), driver.WithSettings(driver.Settings{"max_result_rows": 7}))
		err := db.Query(with, current, nil, func(_ []string, values []any) error {
			if values[0] != "7" {
				t.Errorf("the setting is %v, want 7", values[0])
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if after := value(t, db, current, nil); after != before {
			t.Errorf("the setting is still %v, was %v", after, before)
		}
	})
}

func TestThirtyTwoConcurrentQueriesSucceed(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		var group sync.WaitGroup
		for n := range uint64(32) {
			group.Go(func() {
				for range 10 {
					var got uint64
					err := db.Query(t.Context(), "SELECT sum(number) + {n:UInt64} FROM numbers(100000)", map[string]any{"n": n}, func(_ []string, values []any) error {
						got = values[0].(uint64)
						return nil
					})
					if want := 99999*50000 + n; err != nil || got != want {
						t.Errorf("query %d: got %d, %v, want %d", n, got, err, want)
					}
				}
			})
		}
		group.Wait()
	})
}

// waitForNoQuery waits until no running query contains a text.
func waitForNoQuery(t *testing.T, db *clickhouse.DB, text string) {
	t.Helper()
	const running = "SELECT count() FROM system.processes WHERE position(query, {text:String}) > 0 AND position(query, 'system.processes') = 0"
	for deadline := time.Now().Add(10 * time.Second); value(t, db, running, map[string]any{"text": text}) != uint64(0); {
		if time.Now().After(deadline) {
			t.Fatalf("the engine still runs a query with %q", text)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
