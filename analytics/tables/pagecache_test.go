package tables

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"upslope"
	"upslope/analytics/analyticstest"
)

// counted counts queries.
type counted struct {
	*analyticstest.Site
	queries atomic.Int64
}

func (c *counted) Query(ctx context.Context, sql string, params map[string]any, each func([]string, []any) error) error {
	c.queries.Add(1)
	return c.Site.Query(ctx, sql, params, each)
}

// opening opens pages of a table and controls when its facts change.
type opening struct {
	*testing.T
	*Analysis
	facts   *counted
	changed *atomic.Int64
}

func openTables(t *testing.T) *opening {
	t.Helper()
	facts, changed := &counted{Site: analyticstest.Open(t)}, &atomic.Int64{}
	analysis, err := New(facts, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections()), changed: changed})
	if err != nil {
		t.Fatal(err)
	}
	return &opening{t, analysis, facts, changed}
}

// page returns a page of ten rows, and the number of queries it took.
func (o *opening) page(sort string, offset int) (upslope.Table, int64) {
	o.Helper()
	before := o.facts.queries.Load()
	page, err := o.Table(o.Context(), analyticstest.AccountID, "seo/queries", upslope.TableFilter{SiteID: analyticstest.SiteID, Limit: 10, Sort: sort, Offset: offset})
	if err != nil {
		o.Fatal(err)
	}
	return page, o.facts.queries.Load() - before
}

// readAgain imports the last day again, with another top query.
func (o *opening) readAgain() {
	o.Helper()
	for _, sql := range []string{
		`insert into gsc_queries (account_id, site_id, connection_id, day, sync_id, query, clicks, impressions, position) values ({account:UUID}, {site:UUID}, {connection:UUID}, {day:Date}, 99000000, 'again', 1000000, 1000000, 1)`,
		`insert into current_days (account_id, site_id, connection_id, report, day, sync_id, rows_read, is_final) values ({account:UUID}, {site:UUID}, {connection:UUID}, 'gsc_queries', {day:Date}, 99000000, 1, true)`,
	} {
		if err := o.facts.Exec(o.Context(), sql, map[string]any{"account": analyticstest.AccountID, "site": analyticstest.SiteID, "connection": analyticstest.ConnectionID("gsc"), "day": analyticstest.LastDay}); err != nil {
			o.Fatal(err)
		}
	}
	o.changed.Add(1)
}

// A cached page, or the next one, takes no query until one of its days is imported again or the request
// changes.
func TestAPageOfATableIsKeptAsLongAsItsReadsCount(t *testing.T) {
	t.Parallel()
	o := openTables(t)
	analyticstest.ManySites(t, o.facts.Site)
	first, queries := o.page("-clicks", 0)
	if queries == 0 || len(first.Rows) != 10 {
		t.Fatalf("%d queries for %d rows", queries, len(first.Rows))
	}
	for _, large := range []bool{false, true} {
		if large {
			o.pickFrom = 0
			if _, queries := o.page("-clicks", 0); queries == 0 {
				t.Error("the first page of a large table took no query")
			}
		}
		if _, queries := o.page("-clicks", 0); queries > 0 {
			t.Errorf("large %t: the same page took %d queries", large, queries)
		}
		if next, queries := o.page("-clicks", 10); queries > 0 || fmt.Sprint(next.Rows) == fmt.Sprint(first.Rows) {
			t.Errorf("large %t: the next page took %d queries", large, queries)
		}
		if other, queries := o.page("clicks", 0); queries > 0 != large || fmt.Sprint(other.Rows) == fmt.Sprint(first.Rows) {
			t.Errorf("large %t: sorting otherwise took %d queries", large, queries)
		}
	}
	o.changed.Add(1)
	if _, queries := o.page("-clicks", 0); queries == 0 || queries > 2 {
		t.Errorf("with the same reads the page took %d queries to find that they are", queries)
	}
	o.readAgain()
	if again, _ := o.page("-clicks", 0); again.Rows[0][1] != "again" {
		t.Errorf("after a day was read again the first row is %v", again.Rows[0])
	}
}

// Absence of data is not cached.
func TestAnEmptyTableFillsAtOnce(t *testing.T) {
	t.Parallel()
	o := openTables(t)
	if empty, _ := o.page("-clicks", 0); len(empty.Rows) > 0 {
		t.Fatalf("%d rows", len(empty.Rows))
	}
	analyticstest.ManySites(t, o.facts.Site)
	if page, _ := o.page("-clicks", 0); len(page.Rows) != 10 {
		t.Errorf("%d rows", len(page.Rows))
	}
}

// Sorting and paging a small table in memory gives the same order as its SQL, for each column.
func TestATableThatIsKeptAsAWholeHasThePagesOfItsSQL(t *testing.T) {
	t.Parallel()
	ordered := 0
	caseOfEachTable(t, func(t *testing.T, name string, archive *txtar.Archive) {
		db := analyticstest.Open(t)
		whole := analysisOf(t, db, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections()), crawl: addTableCase(t, db, archive), changed: &atomic.Int64{}})
		bySQL := *whole
		bySQL.pickFrom, bySQL.maxReadParams = 0, 0
		bySQL.tables = maps.Clone(whole.tables)
		table := *whole.tables[name]
		table.picked = tableSQL{}
		bySQL.tables[name] = &table
		rows := 0
		for i, column := range table.Columns {
			if column.Unsorted || column.Only != "" {
				continue
			}
			filter := upslope.TableFilter{Sort: []string{"", "-"}[i%2] + column.Name, Limit: 3, Offset: i % 3}
			got, want := askFor(t, whole, name, filter), askFor(t, &bySQL, name, filter)
			rows = max(rows, len(want.Rows))
			got.Rows, want.Rows = toNineDigits(got.Rows), toNineDigits(want.Rows)
			if asJSON(t, got) != asJSON(t, want) {
				t.Errorf("by %s got\n%s\nwant\n%s", filter.Sort, asJSON(t, got.Rows), asJSON(t, want.Rows))
			}
		}
		if rows > 1 {
			ordered++
		}
	})
	if ordered < 8 {
		t.Errorf("only %d tables have rows enough to see an order in", ordered)
	}
}

// toNineDigits rounds floats, whose last digits depend on the order of summation.
func toNineDigits(rows [][]any) [][]any {
	rounded := make([][]any, len(rows))
	for i, row := range rows {
		rounded[i] = slices.Clone(row)
		for j, value := range row {
			if number, ok := value.(float64); ok {
				rounded[i][j] = strconv.FormatFloat(number, 'g', 9, 64)
			}
		}
	}
	return rounded
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A slow request times out; the page is still computed once, and a retry gets it.
func TestAPageThatTakesLongIsThereForWhoAsksAgain(t *testing.T) {
	t.Parallel()
	cache, err := newPageCache()
	if err != nil {
		t.Fatal(err)
	}
	may, ended := make(chan struct{}), make(chan struct{})
	var times atomic.Int64
	work := func(ctx context.Context) (upslope.Table, error) {
		defer close(ended)
		times.Add(1)
		<-may
		return upslope.Table{Total: 7}, ctx.Err()
	}
	impatient, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	for range 2 {
		if _, err := cache.page(impatient, "a page", work); upslope.CodeOf(err) != upslope.Unavailable || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("who waits too long gets %v", err)
		}
	}
	close(may)
	<-ended
	page, err := cache.page(t.Context(), "a page", work)
	if err != nil || page.Total != 7 || times.Load() != 1 {
		t.Errorf("who asks again gets %+v, %v after %d times of work", page, err, times.Load())
	}
}
