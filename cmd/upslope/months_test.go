package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/tables"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
	"upslope/ingest/providers/registry"
	"upslope/ingest/sync"
)

// searched is a site with generated days of Search Console.
type searched struct {
	t          *testing.T
	db         *clickhouse.DB
	random     *rand.Rand
	connection upslope.Connection
	crawl      upslope.Crawl
	nextID     uint64
	byMonth    int // queries that read monthly totals
}

func (s *searched) Sites(context.Context, string) ([]upslope.Site, error) {
	return []upslope.Site{{ID: s.connection.SiteID, Name: "Tents", Domain: "tents.example"}}, nil
}

func (s *searched) Connections(context.Context, string, string) ([]upslope.Connection, error) {
	return []upslope.Connection{s.connection}, nil
}

func (s *searched) Rules(context.Context, string, string) (map[string]upslope.SiteRules, error) {
	return map[string]upslope.SiteRules{}, nil
}

func (s *searched) FactsReads(context.Context, string) (int64, error) { return 0, nil }

func (s *searched) OpenInsights(context.Context, string, string) ([]upslope.OpenInsight, error) {
	return nil, nil
}

func (s *searched) NewestCrawls(context.Context, string, string) ([]upslope.Crawl, error) {
	return []upslope.Crawl{s.crawl}, nil
}

func (s *searched) Select(ctx context.Context, rows any, sql string, params map[string]any) error {
	return s.db.Select(ctx, rows, sql, params)
}

func (s *searched) Query(ctx context.Context, sql string, params map[string]any, each func([]string, []any) error) error {
	if months, _ := params["months"].([]uint64); len(months) > 0 {
		s.byMonth++
	}
	return s.db.Query(ctx, sql, params, each)
}

func (s *searched) exec(sql string, params map[string]any) {
	s.t.Helper()
	all := map[string]any{
		"account": s.connection.AccountID, "site": s.connection.SiteID, "connection": s.connection.ID, "import": s.crawl.ImportID,
	}
	for name, value := range params {
		all[name] = value
	}
	if err := s.db.Exec(s.t.Context(), sql, all); err != nil {
		s.t.Fatalf("%.80s: %v", sql, err)
	}
}

// read adds a new version of each day; one in ten has no rows. It claims many rows, so that monthly totals
// are worthwhile.
func (s *searched) read(days ...time.Time) {
	s.t.Helper()
	for _, report := range []string{"gsc_queries", "gsc_query_pages"} {
		var syncIDs, seeds, rows []uint64
		for range days {
			s.nextID++
			syncIDs, seeds = append(syncIDs, s.nextID), append(seeds, uint64(s.random.Uint32()))
			if s.random.IntN(10) == 0 {
				rows = append(rows, 0)
			} else {
				rows = append(rows, 60)
			}
		}
		params := map[string]any{"days": days, "syncs": syncIDs, "seeds": seeds, "rows": rows, "report": report}
		columns, page := "query", ""
		if report == "gsc_query_pages" {
			columns, page = "query, page", "concat('https://tents.example/', toString(cityHash64(seed, n, 1) % 4)) as page,"
		}
		// The API's cap truncates some days, positions of 0 are unknown, and some rows have more clicks than
		// impressions.
		s.exec(`insert into `+report+` (account_id, site_id, connection_id, day, sync_id, `+columns+`, clicks, impressions, position)
			select {account:UUID}, {site:UUID}, {connection:UUID}, of_day.1 as day, of_day.2 as sync_id,
				concat(['tents ', 'tent for ', 'red '][cityHash64(seed, n) % 3 + 1], toString(cityHash64(seed, n, 2) % 9)) as query, `+page+`
				cityHash64(seed, n, 3) % 9 as clicks, cityHash64(seed, n, 4) % 60 as impressions, cityHash64(seed, n, 5) % 160 / 10 as position
			from (
				select arrayJoin(arrayZip({days:Array(Date)}, {syncs:Array(UInt64)}, {seeds:Array(UInt64)}, {rows:Array(UInt64)})) as of_day,
					toUInt32(of_day.3) as seed, arrayJoin(range(of_day.4)) as n
			)
			limit 1 by day, `+columns, params)
		s.exec(`insert into current_days (account_id, site_id, connection_id, report, day, sync_id, rows_read, is_final, notes)
			select {account:UUID}, {site:UUID}, {connection:UUID}, {report:String}, of_day.1, of_day.2, 100000, true, ['truncated']
			from (select arrayJoin(arrayZip({days:Array(Date)}, {syncs:Array(UInt64)})) as of_day)`, params)
	}
}

// fraction matches a number whose last digits depend on the order of summation.
var fraction = regexp.MustCompile(`-?\d+\.\d+(e-?\d+)?`)

// answers returns the rows of all tables that can read monthly totals, in windows of several lengths.
func (s *searched) answers(last time.Time) []string {
	s.t.Helper()
	analysis, err := tables.New(s, s)
	if err != nil {
		s.t.Fatal(err)
	}
	var texts []string
	for _, name := range []string{"seo/queries", "seo/cannibalization", "seo/internal-links"} {
		for _, filter := range []upslope.TableFilter{
			{From: last.AddDate(0, 0, -99)}, {From: last.AddDate(0, 0, -90), To: last.AddDate(0, 0, -12), Query: "tent"},
		} {
			filter.SiteID, filter.Limit = s.connection.SiteID, 1000
			if filter.To.IsZero() {
				filter.To = last
			}
			table, err := analysis.Table(s.t.Context(), s.connection.AccountID, name, filter)
			if err != nil {
				s.t.Fatalf("%s: %.1000v", name, err)
			}
			var rows []string
			for _, row := range table.Rows {
				text, err := json.Marshal(row)
				if err != nil {
					s.t.Fatal(err)
				}
				rows = append(rows, fraction.ReplaceAllStringFunc(string(text), func(figure string) string {
					number, _ := strconv.ParseFloat(figure, 64)
					return fmt.Sprintf("%.9g", number)
				}))
			}
			texts = append(texts, fmt.Sprintf("%s of %s: %d %v\n%s", name, filter.From.Format(time.DateOnly), table.Total, table.Coverage, slices.Sorted(slices.Values(rows))))
		}
	}
	return texts
}

// Tables return the same from monthly totals as from days, whatever was aggregated, reread, late or removed.
func TestMonthlyTotalsMatchTheirDays(t *testing.T) {
	t.Parallel()
	const account, site, connection, crawl = "00000000-0000-4000-8000-0000000000a1", "00000000-0000-4000-8000-0000000000a2", "00000000-0000-4000-8000-0000000000a3", "00000000-0000-4000-8000-0000000000a4"
	last := time.Date(2026, 7, 12, 0, 0, 0, 0, time.UTC)
	s := &searched{
		t: t, db: clickhousetest.Open(t), random: rand.New(rand.NewPCG(0, 1)), nextID: 1,
		connection: upslope.Connection{ID: connection, AccountID: account, SiteID: site, Provider: upslope.GSC, Status: upslope.Connected},
		crawl:      upslope.Crawl{SiteID: site, ImportID: crawl},
	}
	syncer := sync.New(sync.Deps{Facts: s.db, Providers: registry.All(), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	s.exec(`insert into pages (account_id, site_id, import_id, page, url, status_code) select {account:UUID}, {site:UUID}, {import:UUID}, concat('https://tents.example/', toString(number)) as page, page, 200 from numbers(4)`, nil)
	some := func() time.Time { return last.AddDate(0, 0, -s.random.IntN(95)) }
	missing := []time.Time{some()}
	var days []time.Time
	for i := range 100 {
		if day := last.AddDate(0, 0, -i); !slices.Contains(missing, day) {
			days = append(days, day)
		}
	}
	s.read(days...)
	addUp := func() {
		if err := syncer.SumMonths(t.Context(), s.connection, 1); err != nil {
			t.Fatal(err)
		}
	}
	added := false
	compare := func(when string) {
		t.Helper()
		s.byMonth = 0
		var stale []string
		if added { // else they read days only
			stale = s.answers(last)
		}
		addUp()
		fresh := s.answers(last)
		if s.byMonth == 0 {
			t.Errorf("%s no table read months", when)
		}
		s.exec("truncate table current_months", nil)
		plain := s.answers(last)
		for i := range plain {
			if fresh[i] != plain[i] {
				t.Errorf("%s the days say\n%.1500s\nafter adding up it is\n%.1500s", when, plain[i], fresh[i])
			}
			if added && stale[i] != plain[i] {
				t.Errorf("%s the days say\n%.1500s\nbefore adding up it was\n%.1500s", when, plain[i], stale[i])
			}
		}
		addUp()
		added = true
	}
	compare("at first")
	s.read(some())
	s.read(some())
	compare("after days were read again")
	s.read(missing[0])
	s.exec("alter table current_days delete where day = {day:Date} settings mutations_sync = 1", map[string]any{"day": some()})
	compare("after a day came late and one was taken away")
}
