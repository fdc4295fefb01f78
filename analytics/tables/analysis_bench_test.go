package tables

import (
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
)

// benchDays and benchQueries are a property near the API limit of Search Console: 28 days have 1.4 million
// query rows.
const (
	benchDays    = 120
	benchQueries = 50_000 // per day
	benchPages   = 5_000
)

// largeSite has a long tail of searches: a few queries have most impressions.
func largeSite(b *testing.B) *analyticstest.Site {
	b.Helper()
	db := analyticstest.Open(b)
	params := map[string]any{
		"account_id": analyticstest.AccountID, "site_id": analyticstest.SiteID, "connection_id": analyticstest.ConnectionID("gsc"), "last": analyticstest.LastDay, "sync_id": analyticstest.SyncID,
		"days": benchDays, "queries": benchQueries, "pages": benchPages,
	}
	for _, sql := range []string{
		`insert into gsc_queries (account_id, site_id, connection_id, day, sync_id, query, clicks, impressions, position)
		select {account_id:UUID}, {site_id:UUID}, {connection_id:UUID}, {last:Date} - intDiv(number, {queries:UInt64}), {sync_id:UInt64},
			concat('buy ', ['red', 'blue', 'cheap', 'best'][cityHash64(n) % 4 + 1], ' shoes size ', toString(n), ' near me'), cityHash64(number) % 5, 1 + cityHash64(number, 1) % 60, 1 + n % 40
		from (select number, number % {queries:UInt64} + if(number % 3 = 0, intDiv(number, {queries:UInt64}) * 997, 0) as n from numbers({days:UInt64} * {queries:UInt64}))`,
		`insert into gsc_query_pages (account_id, site_id, connection_id, day, sync_id, query, page, clicks, impressions, position)
		select account_id, site_id, connection_id, day, sync_id, query, concat('https://example.com/products/shoes-', toString(cityHash64(query) % {pages:UInt64})), clicks, impressions, position
		from gsc_queries`,
		`insert into gsc_pages (account_id, site_id, connection_id, day, sync_id, page, clicks, impressions, position)
		select account_id, site_id, connection_id, day, sync_id, page, sum(clicks), sum(impressions), avg(position)
		from gsc_query_pages group by account_id, site_id, connection_id, day, sync_id, page`,
		`insert into gsc_totals (account_id, site_id, connection_id, day, sync_id, clicks, impressions, position)
		select account_id, site_id, connection_id, day, sync_id, sum(clicks), sum(impressions), avg(position)
		from gsc_queries group by account_id, site_id, connection_id, day, sync_id`,
		`insert into current_days (account_id, site_id, connection_id, report, day, sync_id, is_final)
		select {account_id:UUID}, {site_id:UUID}, {connection_id:UUID}, arrayJoin(['gsc_queries', 'gsc_query_pages', 'gsc_pages', 'gsc_totals']), {last:Date} - number, {sync_id:UInt64}, true
		from numbers({days:UInt64})`,
	} {
		if err := db.Exec(b.Context(), sql, params); err != nil {
			b.Fatal(err)
		}
	}
	return db
}

// BenchmarkTables compares a table page of a large site over 28 days with a bare scan of its columns.
func BenchmarkTables(b *testing.B) {
	db := largeSite(b)
	analysis := analysisOf(b, db, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections())})
	scan := func(sql string) time.Duration {
		began := time.Now()
		for range 3 {
			params := map[string]any{"account_id": analyticstest.AccountID, "site_id": analyticstest.SiteID, "from": analyticstest.LastDay.AddDate(0, 0, -27), "to": analyticstest.LastDay}
			if err := db.Exec(b.Context(), sql+" where account_id = {account_id:UUID} and site_id = {site_id:UUID} and day between {from:Date} and {to:Date}", params); err != nil {
				b.Fatal(err)
			}
		}
		return time.Since(began) / 3
	}
	for _, c := range []struct {
		table, scan string
		filter      upslope.TableFilter
	}{
		{"seo/queries", "select sum(clicks), sum(impressions), sum(position), sum(length(query)) from gsc_queries", upslope.TableFilter{Limit: 50}},
		{"seo/queries", "select sum(clicks), sum(impressions), sum(position), sum(length(query)) from gsc_queries", upslope.TableFilter{Limit: 50, Compare: "none"}},
		{"seo/queries", "select sum(clicks), sum(impressions), sum(position), sum(length(query)) from gsc_queries", upslope.TableFilter{Limit: 50, Brand: "non-brand"}},
		{"seo/pages", "select sum(clicks), sum(impressions), sum(position), sum(length(page)) from gsc_pages", upslope.TableFilter{Limit: 50}},
		{"seo/decay", "select sum(clicks), sum(impressions), sum(position), sum(length(page)) from gsc_pages", upslope.TableFilter{Limit: 50}},
		{"seo/cannibalization", "select sum(clicks), sum(impressions), sum(position), sum(length(query)), sum(length(page)) from gsc_query_pages", upslope.TableFilter{Limit: 50}},
		{"seo/internal-links", "select sum(clicks), sum(impressions), sum(position), sum(length(query)), sum(length(page)) from gsc_query_pages", upslope.TableFilter{Limit: 50}},
	} {
		b.Run(c.table+" "+c.filter.Compare+c.filter.Brand, func(b *testing.B) {
			bare := scan(c.scan)
			for b.Loop() {
				c.filter.Limit++ // a repeated request would hit the cache
				if _, err := analysis.Table(b.Context(), analyticstest.AccountID, c.table, c.filter); err != nil {
					b.Fatal(shortened(err))
				}
			}
			b.ReportMetric(float64(bare.Microseconds())/1e3, "ms-scan")
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(bare), "x-scan")
		})
	}
}
