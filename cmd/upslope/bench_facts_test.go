package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
	"upslope/infra/clickhouse"
	embeddedclickhouse "upslope/infra/embedded/clickhouse"
	embeddedpostgres "upslope/infra/embedded/postgres"
	"upslope/infra/postgres"
	"upslope/ingest/providers/registry"
	"upslope/ingest/sync"
)

// The facts of an agency: 16 months of Search Console for 500 sites, 100 million rows by query and page. One
// site is at the API's cap of 50,000 rows a day, one is average, and the others are skewed as in practice.
const (
	agencySites = 500
	agencyDays  = 480
	agencyRows  = 100_000_000 // by query and page; overridden by UPSLOPE_BENCH_ROWS
	agencyTop   = .24         // share of the largest site
)

// agency is an account whose sites have facts, in engines of its own.
type agency struct {
	records *postgres.DB
	facts   *clickhouse.DB
	server  *embeddedclickhouse.Server
	url     string // of PostgreSQL
	account string
	sites   []agencySite // the largest, the average, the others
	last    time.Time    // last synced day
}

type agencySite struct {
	ID     string
	perDay uint64 // rows by query and page
}

// rows returns the site's rows by query and page for all days.
func (s agencySite) rows() float64 { return float64(s.perDay * agencyDays) }

// benchRows returns the target number of rows by query and page.
func benchRows(b testing.TB) float64 {
	b.Helper()
	rows := float64(agencyRows)
	if testing.Short() {
		rows = 1e6
	}
	if asked := os.Getenv("UPSLOPE_BENCH_ROWS"); asked != "" {
		var err error
		if rows, err = strconv.ParseFloat(asked, 64); err != nil || rows < 1e5 {
			b.Fatalf("UPSLOPE_BENCH_ROWS is %q: it has to be a number of 100000 or more", asked)
		}
	}
	return rows
}

// rowsPerDay returns the sizes of the sites for a total number of rows: lognormal, except for the first two.
func rowsPerDay(rows float64) []uint64 {
	average := rows / agencySites
	perDay := []uint64{uint64(rows * agencyTop / agencyDays), uint64(average / agencyDays)}
	var weights []float64
	sum := 0.
	for i := range agencySites - len(perDay) {
		// Normal quantile of the site's rank.
		at := (float64(i) + .5) / float64(agencySites-len(perDay))
		weight := math.Exp(1.2 * math.Sqrt2 * math.Erfinv(2*at-1))
		weights, sum = append(weights, weight), sum+weight
	}
	for _, weight := range weights {
		perDay = append(perDay, uint64(max(1, (rows*(1-agencyTop)-average)*weight/sum/agencyDays)))
	}
	return perDay
}

// openAgency starts engines and loads the facts once per folder.
func openAgency(b testing.TB, dir string, rows float64) *agency {
	b.Helper()
	ctx := b.Context()
	pg, err := embeddedpostgres.Start(ctx, embeddedpostgres.Config{Dir: b.TempDir(), Fast: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = pg.Stop(context.Background()) })
	a := &agency{url: pg.URL(), last: time.Date(2026, 8, 10, 0, 0, 0, 0, time.UTC)}
	if a.server, err = embeddedclickhouse.Start(ctx, embeddedclickhouse.Config{Dir: filepath.Join(dir, "clickhouse")}); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = a.server.Stop(context.Background()) })
	if a.records, err = postgres.Open(ctx, pg.URL()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(a.records.Close)
	if a.facts, err = clickhouse.Open(a.server.URL()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = a.facts.Close() })
	if err := (&engines{records: a.records, facts: a.facts}).migrate(ctx); err != nil {
		b.Fatal(err)
	}
	a.addSites(b, rowsPerDay(rows))
	a.addFacts(b)
	return a
}

// addSites adds an account with sites connected to Search Console. Their ids are the same in every run, so
// that they match the facts of an earlier one.
func (a *agency) addSites(b testing.TB, perDay []uint64) {
	b.Helper()
	a.account = "00000000-0000-4000-8000-00000000a9e0"
	conn, err := pgx.Connect(b.Context(), a.url)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	for _, sql := range []string{
		`insert into accounts (id, plan, trial_ends_at) values ('` + a.account + `', 'both', now() + interval '1 year') on conflict do nothing`,
		`insert into sites (id, account_id, name, domain, currency, time_zone)
		select ('00000000-0000-4000-8001-' || lpad(n::text, 12, '0'))::uuid, '` + a.account + `', 'Site ' || n, 'site' || n || '.example', 'EUR', 'Europe/Berlin'
		from generate_series(0, ` + strconv.Itoa(len(perDay)-1) + `) as n on conflict do nothing`,
		`insert into connections (id, account_id, site_id, provider, property, status)
		select ('00000000-0000-4000-8002-' || right(id::text, 12))::uuid, account_id, id, 'gsc', 'sc-domain:' || domain, 'connected'
		from sites on conflict do nothing`,
	} {
		if _, err := conn.Exec(b.Context(), sql); err != nil {
			b.Fatal(err)
		}
	}
	for i, rows := range perDay {
		a.sites = append(a.sites, agencySite{
			ID: fmt.Sprintf("00000000-0000-4000-8001-%012d", i), perDay: rows,
		})
	}
}

// addCrawls adds crawls of the largest and of the average site, with the pages of the facts.
func (a *agency) addCrawls(b testing.TB) {
	b.Helper()
	conn, err := pgx.Connect(b.Context(), a.url)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if _, err := conn.Exec(b.Context(), `insert into crawls (account_id, site_id, import_id, imported_at)
		select account_id, id, ('00000000-0000-4000-8003-' || right(id::text, 12))::uuid, '2026-08-10' from sites where name in ('Site 0', 'Site 1')`); err != nil {
		b.Fatal(err)
	}
}

// agencyRowsSQL returns all sites' rows by query and page in {days} days from {from}: half recurring queries,
// Zipf impressions, every eighth a second page, every fortieth page halved in the last two months.
const agencyRowsSQL = `
	select
		{account:UUID} as account_id, site_id, connection_id, day,
		toUInt64(toYYYYMMDD(day)) * 100000 + n * 10 + {report:UInt64} as sync_id,
		if(q < 3, concat('site', toString(n), ['', ' login', ' shop'][q + 1]),
			concat(['buy', 'best', 'cheap', 'how to clean', 'used', 'what are', 'compare', 'red'][h % 8 + 1], ' ',
				['running shoes', 'rain jackets', 'wool socks', 'tents', 'bike lights', 'climbing ropes'][intDiv(h, 8) % 6 + 1], ' ',
				['for women', 'for kids', 'near me', 'size', 'test', 'under 100', 'for winter', 'brand'][intDiv(h, 64) % 8 + 1], ' ', toString(q))) as query,
		concat('https://site', toString(n), '.example/', if(q < 3 and not is_second, '', concat(
			['shoes', 'jackets', 'guides', 'tents', 'bikes', 'ropes'][page_number % 6 + 1], '/',
			['trail', 'summit', 'river', 'forest'][intDiv(page_number, 6) % 4 + 1], '-model-', toString(page_number)))) as page,
		toUInt32(least(impressions, floor(
			if(q < 3, 0.5, 0.3 * pow(position, -1.15)) * (0.4 + 1.2 * (intDiv(h, 4096) % 1000) / 1000)
			* if(page_number % 40 = 0 and day > {last:Date} - 60, 0.5, 1) * impressions + noise / 4294967295))) as clicks,
		toUInt32(1 + if(is_head, per_day / pow(q + 2, 0.8) * (0.7 + 0.6 * noise / 4294967295), noise % 4)) as impressions,
		toFloat32(if(q < 3, 1.1, (1 + 45 * pow((intDiv(h, 65536) % 10000) / 10000, 1.5)) * (0.9 + 0.2 * (noise % 1000) / 1000)) + if(is_second, 3, 0)) as position
	from (
		select
			day, n, site_id, connection_id, per_day,
			arrayJoin(range(per_day)) as i,
			i % 8 = 7 as is_second,
			intDiv(per_day, 2) as head,
			i < head as is_head,
			i - is_second as r,
			if(r < head, r, head + (r - head) * 40 + cityHash64(n, day, r) % 40) as q,
			cityHash64(n, q) as h,
			toUInt32(cityHash64(h, day, is_second)) as noise,
			greatest(20, intDiv(per_day, 5)) as page_count,
			toUInt64(page_count * pow((intDiv(h, 1048576) % 100000) / 100000, 2) + is_second * 7) as page_number
		from (
			select
				toDate({from:Date}) + intDiv(number, {sites:UInt64}) as day,
				number % {sites:UInt64} as n,
				toUUID(concat('00000000-0000-4000-8001-', leftPad(toString(n), 12, '0'))) as site_id,
				toUUID(concat('00000000-0000-4000-8002-', leftPad(toString(n), 12, '0'))) as connection_id,
				{per_day:Array(UInt64)}[n + 1] as per_day
			from numbers({sites:UInt64} * {days:UInt64})
		)
	)`

// addFacts fills the Search Console tables month by month, like a backfill, unless that was done before.
func (a *agency) addFacts(b testing.TB) {
	b.Helper()
	if a.count(b, "select count() from current_days") > 0 {
		return
	}
	var perDay []uint64
	for _, site := range a.sites {
		perDay = append(perDay, site.perDay)
	}
	// Bounds the memory of an insert.
	const limits = ` settings max_block_size = 64, max_insert_block_size = 500000, min_insert_block_size_rows = 500000, min_insert_block_size_bytes = 0, max_insert_threads = 1`
	for from := a.last.AddDate(0, 0, 1-agencyDays); !from.After(a.last); from = from.AddDate(0, 1, 1-from.Day()) {
		next := from.AddDate(0, 1, 1-from.Day())
		if next.After(a.last) {
			next = a.last.AddDate(0, 0, 1)
		}
		params := map[string]any{
			"account": a.account, "sites": len(perDay), "per_day": perDay, "last": a.last,
			"from": from, "until": next, "days": int(next.Sub(from) / (24 * time.Hour)),
		}
		for i, sql := range []string{
			`insert into gsc_query_pages (account_id, site_id, connection_id, day, sync_id, query, page, clicks, impressions, position)` + agencyRowsSQL,
			`insert into gsc_queries (account_id, site_id, connection_id, day, sync_id, query, clicks, impressions, position)
			select account_id, site_id, connection_id, day, sync_id, query, clicks, impressions, position from (` + agencyRowsSQL + ` where not is_second)`,
			`insert into gsc_pages (account_id, site_id, connection_id, day, sync_id, page, clicks, impressions, position)
			select account_id, site_id, connection_id, day, any(sync_id) - 1 + {report:UInt64}, page, sum(clicks), sum(p.impressions), sum(position * p.impressions) / sum(p.impressions)
			from gsc_query_pages as p where day >= {from:Date} and day < {until:Date}
			group by account_id, site_id, connection_id, day, page`,
			`insert into gsc_totals (account_id, site_id, connection_id, day, sync_id, clicks, impressions, position)
			select account_id, site_id, connection_id, day, any(sync_id) - 3 + {report:UInt64}, sum(clicks), sum(p.impressions), sum(position * p.impressions) / sum(p.impressions)
			from gsc_pages as p where day >= {from:Date} and day < {until:Date}
			group by account_id, site_id, connection_id, day`,
		} {
			params["report"] = i + 1
			if i < 2 {
				sql += limits
			}
			timed(b, a.facts, sql, params)
		}
	}
	for _, report := range []string{"gsc_query_pages", "gsc_queries", "gsc_pages", "gsc_totals"} {
		timed(b, a.facts, `insert into current_days (account_id, site_id, connection_id, report, day, sync_id, rows_read, is_final, read_on)
			select account_id, site_id, connection_id, {report:String}, day, sync_id, count(), day <= {last:Date} - 3, day + 3
			from `+report+` group by account_id, site_id, connection_id, day, sync_id`, map[string]any{"report": report, "last": a.last})
	}
	for _, sql := range []string{
		`insert into pages (account_id, site_id, import_id, page, url, status_code, indexable, title, h1, word_count)
		select account_id, site_id, {import:UUID}, page, page, 200, true, page, page, 500
		from (select distinct account_id, site_id, page from gsc_pages where account_id = {account:UUID} and site_id = {site:UUID})`,
		`insert into page_ranks (account_id, site_id, import_id, ranking_id, page_key, rank, percentile, followed_inlinks, content_inlinks, depth)
		select account_id, site_id, import_id, import_id, cityHash64(page) as key, 1e-4, key % 1000 / 1000, key % 40, key % 9, key % 7
		from pages where account_id = {account:UUID} and site_id = {site:UUID}`,
		`insert into page_rankings (account_id, site_id, import_id, ranking_id, method, pages, ranked_at)
		select account_id, site_id, import_id, import_id, 'pagerank', count(), '2026-08-10 00:00:00'
		from pages where account_id = {account:UUID} and site_id = {site:UUID} group by account_id, site_id, import_id`,
	} {
		for _, site := range a.sites[:2] {
			timed(b, a.facts, sql, map[string]any{"account": a.account, "site": site.ID, "import": strings.Replace(site.ID, "-8001-", "-8003-", 1)})
		}
	}
	syncer := sync.New(sync.Deps{Facts: a.facts, Providers: registry.All(), Now: time.Now})
	for _, site := range a.sites {
		connection := upslope.Connection{
			ID: strings.Replace(site.ID, "-8001-", "-8002-", 1), AccountID: a.account, SiteID: site.ID, Provider: upslope.GSC,
		}
		if err := syncer.SumMonths(b.Context(), connection, 20_000); err != nil {
			b.Fatal(err)
		}
	}
	for _, table := range []string{"gsc_query_pages", "gsc_queries", "gsc_pages", "gsc_totals", "current_days", "pages", "page_ranks"} {
		timed(b, a.facts, "optimize table "+table+" final", nil)
	}
}

// count runs a ClickHouse query that returns one number.
func (a *agency) count(b testing.TB, sql string) (count uint64) {
	b.Helper()
	err := a.facts.Query(b.Context(), sql, nil, func(_ []string, values []any) error {
		count, _ = values[0].(uint64)
		return nil
	})
	if err != nil {
		b.Fatalf("%s: %v", sql, err)
	}
	return count
}
