package clickhouse_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"upslope/infra/clickhouse"
)

const factsTable = `CREATE TABLE facts (site_id UUID, day Date, query LowCardinality(String), clicks UInt64, note Nullable(String) DEFAULT 'none')
	ENGINE = MergeTree ORDER BY (site_id, day, query) SETTINGS non_replicated_deduplication_window = 100`

type fact struct {
	SiteID string    `ch:"site_id"`
	Day    time.Time `ch:"day"`
	Query  string    `ch:"query"`
	Clicks uint64    `ch:"clicks"`
	Source string    // not a column
}

func facts(n int) []fact {
	rows := make([]fact, n)
	for i := range rows {
		rows[i] = fact{SiteID: id1, Day: day("2026-01-01").AddDate(0, 0, i%90), Query: "query " + strconv.Itoa(i%1000), Clicks: uint64(i)}
	}
	return rows
}

func TestInsertedStructsAreThereOnceAcknowledged(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		exec(t, db, factsTable)
		if err := db.InsertRows(t.Context(), "facts", "", facts(1000)); err != nil {
			t.Fatal(err)
		}
		if got := value(t, db, "SELECT sum(clicks) FROM facts WHERE note = 'none'", nil); got != uint64(999*500) {
			t.Errorf("the clicks add up to %v", got)
		}
	})
}

func TestAnInsertWithATokenCountsOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		exec(t, db, factsTable)
		for _, token := range []string{"one", "one", "two", "one"} {
			if err := db.InsertRows(t.Context(), "facts", token, facts(10)); err != nil {
				t.Fatal(err)
			}
		}
		if got := count(t, db, "facts"); got != 20 {
			t.Errorf("two tokens of ten rows gave %d rows", got)
		}
	})
}

func TestLargeBatchIsInsertedCompletely(t *testing.T) {
	const rows = clickhouse.MaxBatch
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		exec(t, db, factsTable)
		sites, days, queries, clicks := make([]string, rows), make([]time.Time, rows), make([]string, rows), make([]uint64, rows)
		for i := range rows {
			sites[i], days[i], queries[i], clicks[i] = id1, day("2026-01-01"), "query "+strconv.Itoa(i%5000), uint64(i)
		}
		names := []string{"site_id", "day", "query", "clicks"}
		if err := db.InsertColumns(t.Context(), "facts", "large", names, sites, days, queries, clicks); err != nil {
			t.Fatal(err)
		}
		if got := value(t, db, "SELECT uniqExact(clicks) FROM facts", nil); got != uint64(rows) {
			t.Errorf("%v of %d rows arrived", got, rows)
		}
		err := db.InsertColumns(t.Context(), "facts", "", []string{"clicks"}, make([]uint64, rows+1))
		if err == nil || !strings.Contains(err.Error(), "500000") {
			t.Errorf("a larger batch: got %v, want an error that names the limit", err)
		}
	})
}

func TestInvalidInsertAddsNothing(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		exec(t, db, factsTable)
		for rule, err := range map[string]error{
			"columns of different lengths": db.InsertColumns(t.Context(), "facts", "", []string{"query", "clicks"}, []string{"a", "b"}, []uint64{1}),
			"a value of another type":      db.InsertColumns(t.Context(), "facts", "", []string{"query", "clicks"}, []string{"a"}, []string{"b"}),
			"an unknown column":            db.InsertColumns(t.Context(), "facts", "", []string{"query", "cost"}, []string{"a"}, []uint64{1}),
			"an unknown table":             db.InsertRows(t.Context(), "nowhere", "", facts(1)),
			"a name that is SQL":           db.InsertColumns(t.Context(), "facts (clicks) SELECT 1 --", "", []string{"clicks"}, []uint64{1}),
			"no slice":                     db.InsertRows(t.Context(), "facts", "", fact{}),
			"an id that is none":           db.InsertRows(t.Context(), "facts", "", []fact{{SiteID: "x"}}),
		} {
			if err == nil {
				t.Errorf("%s: no error", rule)
			}
		}
		if got := count(t, db, "facts"); got != 0 {
			t.Errorf("%d rows were added", got)
		}
		if err := db.InsertRows(t.Context(), "facts", "", []fact{}); err != nil {
			t.Errorf("no rows at all are no error, got %v", err)
		}
	})
}

func TestInsertSelectTakesParameters(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		exec(t, db, factsTable)
		const copies = "INSERT INTO facts (site_id, day, query, clicks) SELECT arrayJoin({sites:Array(UUID)}), {day:Date}, {query:String}, {clicks:UInt64}"
		params := map[string]any{"sites": []string{id1, id2}, "day": day("2026-01-01"), "query": odd, "clicks": 7}
		if err := db.Exec(t.Context(), copies, params); err != nil {
			t.Fatal(err)
		}
		if got := value(t, db, "SELECT count() FROM facts WHERE query = {query:String} AND day = {day:Date}", params); got != uint64(2) {
			t.Errorf("%v rows, want 2", got)
		}
	})
}
