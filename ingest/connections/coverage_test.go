package connections_test

import (
	"fmt"
	"testing"
	"time"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/ingest/providers"
)

func TestHowFarAHistoryWasReadIsShown(t *testing.T) {
	w := bench(t)
	w.result(true, "")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	connection := w.connection(upslope.GSC)
	newest := w.at.Truncate(24*time.Hour).AddDate(0, 0, -3)
	days := map[time.Time][]string{newest: {string(providers.Truncated)}, newest.AddDate(0, 0, -1): nil, newest.AddDate(0, 0, -2): nil}
	for day, notes := range days {
		// Only one of them counts.
		for report, rows := range map[string]uint64{"gsc_query_pages": 2, "gsc_totals": 1} {
			readDay(t, w.facts, connection, report, day, rows, notes)
			readDay(t, w.facts, connection, report, day, rows, notes) // again
		}
	}
	shown := w.shown(upslope.GSC)
	if shown.DaysRead != 3 || shown.TruncatedDays != 1 || shown.DaysWanted != 478 || shown.NewestDay == nil || *shown.NewestDay != newest.Format(time.DateOnly) ||
		*shown.OldestDay != newest.AddDate(0, 0, -2).Format(time.DateOnly) {
		t.Errorf("%+v, newest %v, oldest %v", shown, *shown.NewestDay, *shown.OldestDay)
	}
}

func readDay(t *testing.T, facts *clickhouse.DB, connection upslope.Connection, report string, day time.Time, rows uint64, notes []string) {
	t.Helper()
	readAs(t, facts, connection, report, day, uint64(time.Now().UnixNano()), rows, notes)
}

func readAs(t *testing.T, facts *clickhouse.DB, connection upslope.Connection, report string, day time.Time, syncID, rows uint64, notes []string) {
	t.Helper()
	err := facts.Exec(t.Context(), fmt.Sprintf(`insert into current_days
		select {account:UUID}, {site:UUID}, {connection:UUID}, {report:String}, {day:Date}, %d, %d, true, {day:Date}, {notes:Array(String)}`, syncID, rows),
		map[string]any{"account": connection.AccountID, "site": connection.SiteID, "connection": connection.ID, "report": report, "day": day, "notes": append([]string{}, notes...)})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPathsBelongToTheHostThatGoogleShows(t *testing.T) {
	w := bench(t)
	wantOrigin := func(want string) {
		t.Helper()
		_, access, err := w.Open(t.Context(), w.site, upslope.Connection{AccountID: w.account, SiteID: w.site.ID, Provider: upslope.GA4})
		if err != nil || access.Origin != want {
			t.Errorf("origin %q, %v; want %q", access.Origin, err, want)
		}
	}
	wantOrigin("https://" + smallShop)
	w.result(true, "")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	connection, day := w.connection(upslope.GSC), w.at.Truncate(24*time.Hour).AddDate(0, 0, -3)
	// Sync 6 was replaced.
	for syncID, pages := range map[uint64][]string{7: {"https://www." + smallShop + "/a", "https://www." + smallShop + "/b"}, 6: {"https://old." + smallShop + "/"}} {
		for _, page := range pages {
			if err := w.facts.Exec(t.Context(), fmt.Sprintf("insert into gsc_pages (account_id, site_id, connection_id, day, sync_id, page, clicks, impressions, position) select {account:UUID}, {site:UUID}, {connection:UUID}, {day:Date}, %d, {page:String}, 1, %d, 1", syncID, 1000/syncID),
				map[string]any{"account": w.account, "site": w.site.ID, "connection": connection.ID, "day": day, "page": page}); err != nil {
				t.Fatal(err)
			}
		}
	}
	readAs(t, w.facts, connection, "gsc_pages", day, 7, 2, nil)
	wantOrigin("https://www." + smallShop)
	property := "http://shop." + smallShop
	if _, err := w.rows.Exec(t.Context(), "update connections set property = $1 where id = $2", property+"/", connection.ID); err != nil {
		t.Fatal(err)
	}
	wantOrigin(property)
}
