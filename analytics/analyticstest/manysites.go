package analyticstest

import (
	"testing"
)

// Many sites share the same tables: each has {granulesRows} rows a day and report.
const (
	GranulesSites = 12
	GranulesDays  = 40
	GranulesRows  = 1000
	GranuleSize   = 8192 // rows; the default of ClickHouse
)

// ManySites fills the Search Console reports of the test's site and of other sites of its account.
func ManySites(t *testing.T, db *Site) {
	t.Helper()
	params := map[string]any{
		"account_id": db.AccountID, "site_id": SiteID, "connection_id": ConnectionID("gsc"), "last": LastDay, "sync_id": uint64(7),
		"sites": GranulesSites, "days": GranulesDays, "rows": GranulesRows,
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
