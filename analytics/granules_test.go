package analytics

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
)

// Many sites that lie in the same tables: each has {granulesRows} rows a day and report.
const (
	granulesSites = 12
	granulesDays  = 40
	granulesRows  = 1000
	granuleSize   = 8192 // rows, of ClickHouse unless a table says otherwise
)

// manySites fills the reports of Search Console of the test's site and of others of its account.
func manySites(t *testing.T, db *clickhouse.DB) {
	t.Helper()
	params := map[string]any{
		"account_id": account, "site_id": site, "connection_id": connectionTo("gsc"), "last": lastDay, "sync_id": uint64(7),
		"sites": granulesSites, "days": granulesDays, "rows": granulesRows,
	}
	const rows = `
		select
			{account_id:UUID} as account_id,
			if(n = 0, {site_id:UUID}, toUUID(concat('00000000-0000-4000-8003-', leftPad(toString(n), 12, '0')))) as site_id,
			if(n = 0, {connection_id:UUID}, toUUID(concat('00000000-0000-4000-8004-', leftPad(toString(n), 12, '0')))) as connection_id,
			{last:Date} - intDiv(number, {sites:UInt64} * {rows:UInt64}) as day,
			{sync_id:UInt64} + 1000 * n + ({last:Date} - day) as sync_id,
			number % {rows:UInt64} as i
		from (select number, intDiv(number, {rows:UInt64}) % {sites:UInt64} as n from numbers({sites:UInt64} * {days:UInt64} * {rows:UInt64}))`
	for _, sql := range []string{
		`insert into gsc_query_pages (account_id, site_id, connection_id, day, sync_id, query, page, clicks, impressions, position)
		select account_id, site_id, connection_id, day, sync_id, concat('shoes ', toString(intDiv(i, 2))), concat('https://example.com/shop/', toString(i % 50)), i % 3, 10 + i, 1 + i % 30 from (` + rows + `)`,
		`insert into gsc_queries (account_id, site_id, connection_id, day, sync_id, query, clicks, impressions, position)
		select account_id, site_id, connection_id, day, sync_id, concat('shoes ', toString(i)), i % 3, 10 + i, 1 + i % 30 from (` + rows + `)`,
		`insert into gsc_pages (account_id, site_id, connection_id, day, sync_id, page, clicks, impressions, position)
		select account_id, site_id, connection_id, day, sync_id, concat('https://example.com/shop/', toString(i)), i % 3, 10 + i, 1 + i % 30 from (` + rows + `)`,
		`insert into gsc_totals (account_id, site_id, connection_id, day, sync_id, clicks, impressions, position)
		select account_id, site_id, connection_id, day, any(sync_id), sum(clicks), sum(p.impressions), 5 from gsc_pages as p group by account_id, site_id, connection_id, day`,
		`insert into current_days (account_id, site_id, connection_id, report, day, sync_id, is_final)
		select account_id, site_id, connection_id, arrayJoin(['gsc_queries', 'gsc_query_pages', 'gsc_pages', 'gsc_totals']), day, sync_id, true from gsc_totals`,
		"optimize table gsc_query_pages final", "optimize table gsc_queries final", "optimize table gsc_pages final",
	} {
		if err := db.Exec(t.Context(), sql, params); err != nil {
			t.Fatalf("%.60s: %v", sql, err)
		}
	}
}

// recording is a database that remembers what it was asked.
type recording struct {
	*clickhouse.DB
	mu    sync.Mutex
	asked []question
}

type question struct {
	sql    string
	params map[string]any
}

func (r *recording) Query(ctx context.Context, sql string, params map[string]any, each func([]string, []any) error) error {
	r.mu.Lock()
	r.asked = append(r.asked, question{sql, params})
	r.mu.Unlock()
	return r.DB.Query(ctx, sql, params, each)
}

var (
	readsTable   = regexp.MustCompile(`ReadFromMergeTree \(\w+\.(\w+)\)`)
	granulesRead = regexp.MustCompile(`Granules: (\d+)/(\d+)`)
)

// granulesOf answers how many granules of each table the plan of a query reads, for each time that it reads it.
func granulesOf(t *testing.T, db *clickhouse.DB, asked question) map[string][]int {
	t.Helper()
	found, table := map[string][]int{}, ""
	err := db.Query(t.Context(), "explain indexes = 1 "+asked.sql, asked.params, func(_ []string, values []any) error {
		line, _ := values[0].(string)
		if match := readsTable.FindStringSubmatch(line); match != nil {
			table = match[1]
			found[table] = append(found[table], -1)
		} else if match := granulesRead.FindStringSubmatch(line); match != nil && table != "" {
			// Of several indexes the last one has what is left.
			left, err := strconv.Atoi(match[1])
			found[table][len(found[table])-1] = left
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatalf("explain %.500s: %v", asked.sql, err)
	}
	return found
}

// The plans of a recompute and of tables read the granules in which the site has rows, not those of the account's other sites.
func TestPlansReadOnlyTheGranulesOfTheSite(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	manySites(t, db)
	facts := &recording{DB: db}
	engine, err := New(facts, &memory{connected: connections()}, func() time.Time { return today })
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.Recompute(t.Context(), account, "job"); err != nil {
		t.Fatal(err)
	}
	analysis, err := NewAnalysis(facts, analysisRecords{connected: connected(connections())})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range analysis.TableNames() {
		if strings.HasPrefix(name, "seo/") {
			if _, err := analysis.Table(t.Context(), account, name, upslope.TableFilter{SiteID: site, Limit: 10}); err != nil {
				t.Fatal(err)
			}
		}
	}
	parts := map[string]int{}
	err = db.Query(t.Context(), "select table, count(), sum(marks) from system.parts where active and database = currentDatabase() group by table", nil, func(_ []string, values []any) error {
		var count, marks uint64
		err := scanWhole(values[1:], &count, &marks)
		table, _ := values[0].(string)
		parts[table] = int(count)
		if strings.HasPrefix(table, "gsc_") && table != "gsc_totals" && marks < granulesSites*granulesDays*granulesRows/granuleSize {
			t.Errorf("%s has %d granules: too few to tell sites apart", table, marks)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	// The rows of a site begin and end within a granule, in each part anew.
	const own = granulesDays * granulesRows / granuleSize
	looked := map[string]int{}
	for _, asked := range facts.asked {
		for table, reads := range granulesOf(t, db, asked) {
			for _, granules := range reads {
				looked[table]++
				if most := own + 2*parts[table]; granules > most {
					t.Errorf("%d granules of %s are read, the site lies in %d:\n%s", granules, table, most, firstLine(asked.sql))
				}
				if granules < 0 && strings.HasPrefix(table, "gsc_") {
					t.Errorf("%s is read without an index:\n%s", table, firstLine(asked.sql))
				}
			}
		}
	}
	for _, table := range []string{"gsc_query_pages", "gsc_queries", "gsc_pages", "current_days"} {
		if looked[table] == 0 {
			t.Errorf("no plan reads %s", table)
		}
	}
}

// firstLine is what a query says of itself.
func firstLine(sql string) string {
	for line := range strings.Lines(sql) {
		if strings.HasPrefix(line, "-- One row") {
			return line
		}
	}
	return fmt.Sprintf("%.200s", sql)
}

// Sixteen that read the ground of recomputes ask no more than {queriesAtOnce} queries at a time, and all of them end.
func TestRecomputesAtOnceWaitForEachOther(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	manySites(t, db)
	facts := &counting{DB: db}
	engine, err := New(facts, &memory{connected: connections()}, func() time.Time { return today })
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	for range 16 {
		running.Go(func() {
			if _, err := engine.ground(t.Context(), account, site, nil); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	if facts.most > queriesAtOnce || facts.most < 2 {
		t.Errorf("%d queries ran at once, at most %d may", facts.most, queriesAtOnce)
	}
}

// counting is a database that counts how many queries it is asked at once.
type counting struct {
	*clickhouse.DB
	mu        sync.Mutex
	now, most int
}

func (c *counting) Query(ctx context.Context, sql string, params map[string]any, each func([]string, []any) error) error {
	c.mu.Lock()
	c.now++
	c.most = max(c.most, c.now)
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.now--
		c.mu.Unlock()
	}()
	return c.DB.Query(ctx, sql, params, each)
}
