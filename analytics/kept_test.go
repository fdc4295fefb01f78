package analytics

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
)

// asked is a database that counts the queries that work a page of a table out.
type asked struct {
	*clickhouse.DB
	pages atomic.Int64
}

func (a *asked) Query(ctx context.Context, sql string, params map[string]any, each func([]string, []any) error) error {
	if _, isPage := params["limit"]; isPage {
		a.pages.Add(1)
	}
	return a.DB.Query(ctx, sql, params, each)
}

// A page that was worked out answers again until one of its days is read again, or is asked for otherwise.
func TestAPageOfATableIsKeptAsLongAsItsReadsCount(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	manySites(t, db)
	facts := &asked{DB: db}
	analysis, err := NewAnalysis(facts, analysisRecords{connected: connected(connections())})
	if err != nil {
		t.Fatal(err)
	}
	page := func(sort string) (upslope.Table, int64) {
		t.Helper()
		before := facts.pages.Load()
		table, err := analysis.Table(t.Context(), account, "seo/queries", upslope.TableFilter{SiteID: site, Limit: 50, Sort: sort})
		if err != nil {
			t.Fatal(err)
		}
		return table, facts.pages.Load() - before
	}
	first, queries := page("-clicks")
	if queries == 0 || len(first.Rows) != 50 {
		t.Fatalf("%d queries for %d rows", queries, len(first.Rows))
	}
	_, least := page("-clicks")
	if least >= queries {
		t.Errorf("the same page took %d queries, at first %d", least, queries)
	}
	if last, other := page("clicks"); other != least || fmt.Sprint(last.Rows) == fmt.Sprint(first.Rows) {
		t.Errorf("sorting a small table otherwise took %d queries, the same page %d", other, least)
	}
	analysis.pickFrom = 0 // as if it were large
	if _, large := page("-clicks"); large <= least {
		t.Errorf("the first page of a large table took %d queries", large)
	}
	if _, again := page("-clicks"); again != least {
		t.Errorf("the same page of a large table took %d queries", again)
	}
	if _, other := page("clicks"); other <= least {
		t.Errorf("another page of a large table took %d queries", other)
	}
	for _, sql := range []string{
		`insert into gsc_queries (account_id, site_id, connection_id, day, sync_id, query, clicks, impressions, position) values ({account:UUID}, {site:UUID}, {connection:UUID}, {day:Date}, 99000000, 'again', 1000000, 1000000, 1)`,
		`insert into current_days (account_id, site_id, connection_id, report, day, sync_id, rows_read, is_final) values ({account:UUID}, {site:UUID}, {connection:UUID}, 'gsc_queries', {day:Date}, 99000000, 1, true)`,
	} {
		if err := db.Exec(t.Context(), sql, map[string]any{"account": account, "site": site, "connection": connectionTo("gsc"), "day": lastDay}); err != nil {
			t.Fatal(err)
		}
	}
	if again, _ := page("-clicks"); again.Rows[0][1] != "again" {
		t.Errorf("after a day was read again the first row is %v", again.Rows[0])
	}
}

// What a small table sorts and turns without asking the engine is what its SQL sorts and turns, by each column.
func TestATableThatIsKeptAsAWholeHasThePagesOfItsSQL(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("tables/*/testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("cases %v: %v", cases, err)
	}
	ordered := 0
	for _, file := range cases {
		base := strings.TrimSuffix(filepath.Base(file), ".txtar")
		if strings.Contains(base, ".") {
			continue // one case a table will do
		}
		name := filepath.Base(filepath.Dir(filepath.Dir(file))) + "/" + base
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			db := clickhousetest.Open(t)
			whole := analysisOf(t, db, analysisRecords{connected: connected(connections()), crawl: addTableCase(t, db, archive)})
			bySQL := *whole
			bySQL.pickFrom = 0
			bySQL.tables = maps.Clone(whole.tables)
			table := *whole.tables[name]
			table.pickSQL = ""
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
	}
	if ordered < 8 {
		t.Errorf("only %d tables have rows enough to see an order in", ordered)
	}
}

// toNineDigits are rows whose floats do not depend on the order in which the engine added them up.
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

// Who waits too long is told so; the page is worked out to its end, once, and who asks again has it.
func TestAPageThatTakesLongIsThereForWhoAsksAgain(t *testing.T) {
	t.Parallel()
	kept, err := newKept()
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
		if _, err := kept.page(impatient, "a page", work); upslope.CodeOf(err) != upslope.Unavailable || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("who waits too long gets %v", err)
		}
	}
	close(may)
	<-ended
	page, err := kept.page(t.Context(), "a page", work)
	if err != nil || page.Total != 7 || times.Load() != 1 {
		t.Errorf("who asks again gets %+v, %v after %d times of work", page, err, times.Load())
	}
}
