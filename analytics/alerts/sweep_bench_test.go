package alerts

import (
	"context"
	"fmt"
	"log/slog"
	"syscall"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
)

const (
	sweptSites = 1000
	sweptPages = 200 // in search on each day
)

// sweptSQL gives every site 480 days of Search Console, Analytics and Ads, and five weeks of pages.
func sweptSQL() []string {
	const (
		ids = `{account_id:UUID} as account_id, toUUID(concat('00000000-0000-4000-8003-', leftPad(toString(number % {sites:UInt64}), 12, '0'))) as site_id,
			toUUID(concat('00000000-0000-4000-8004-', leftPad(toString(number % {sites:UInt64}), 12, '0'))) as connection_id,
			{last:Date} - intDiv(number, {sites:UInt64}) % {days:UInt64} as day, 1000 + {days:UInt64} - ({last:Date} - day) as sync_id`
		level = "(200 + number % {sites:UInt64}) * (1 + .1 * (cityHash64(number) % 100) / 100)"
	)
	return []string{
		`insert into gsc_totals (account_id, site_id, connection_id, day, sync_id, clicks, impressions, position)
			select ` + ids + `, toUInt64(` + level + `) as clicks, 20 * clicks, 8 from numbers({sites:UInt64} * {days:UInt64})`,
		`insert into ga4_totals (account_id, site_id, connection_id, day, sync_id, sessions, engaged_sessions, users, conversions, revenue, currency)
			select ` + ids + `, toUInt64(2 * ` + level + `) as sessions, sessions, sessions, intDiv(sessions, 30), sessions * 2, 'EUR' from numbers({sites:UInt64} * {days:UInt64})`,
		`insert into gads_campaigns (account_id, site_id, connection_id, day, sync_id, campaign_id, campaign, status, channel_type, bidding_strategy, impressions, clicks, cost, currency)
			select ` + ids + `, 1, 'Brand', 'enabled', 'search', 'manual_cpc', 1000, 50, ` + level + `, 'EUR' from numbers({sites:UInt64} * {days:UInt64})`,
		`insert into gsc_pages (account_id, site_id, connection_id, day, sync_id, page, clicks, impressions, position)
			select account_id, site_id, connection_id, day, sync_id, concat('https://example.com/shop/', toString(p)), 3, 60, 8
			from (select * from gsc_totals where day > {last:Date} - 35) array join range({pages:UInt64}) as p`,
		`insert into current_days (account_id, site_id, connection_id, report, day, sync_id, is_final, read_on, rows_read)
			select account_id, site_id, connection_id, arrayJoin(['gsc_totals', 'ga4_totals', 'gads_campaigns', 'gsc_pages']), day, sync_id, true, today(), 1 from gsc_totals`,
	}
}

// sweep is an account whose sites are all due.
type sweep struct {
	accountID   string
	next, found int
}

func (s *sweep) LeaseAlertChecks(_ context.Context, limit int) (due []upslope.AlertCheck, err error) {
	for ; len(due) < limit && s.next < sweptSites; s.next++ {
		due = append(due, upslope.AlertCheck{AccountID: s.accountID, SiteID: fmt.Sprintf("00000000-0000-4000-8003-%012d", s.next)})
	}
	return due, nil
}

func (s *sweep) AlertRecords(_ context.Context, accountID string, siteIDs []string, _ time.Time) (found upslope.AlertRecords, err error) {
	for _, id := range siteIDs {
		found.Sites = append(found.Sites, upslope.Site{ID: id, AccountID: accountID, TimeZone: "UTC"})
		found.Connections = append(found.Connections, upslope.Connection{
			ID: "00000000-0000-4000-8004-" + id[24:], AccountID: accountID, SiteID: id, Provider: "gsc", Status: upslope.Connected,
		})
	}
	return found, nil
}

func (s *sweep) ApplyAlerts(_ context.Context, _ string, changes []upslope.AlertChanges) error {
	for _, of := range changes {
		s.found += len(of.Tests)
	}
	return nil
}

// BenchmarkSweep judges the metrics and pages of 1,000 sites: 480 days, 7 million rows of pages. It measures
// the seconds of one core that we and ClickHouse take.
func BenchmarkSweep(b *testing.B) {
	db := analyticstest.Open(b)
	params := map[string]any{"account_id": db.AccountID, "last": analyticstest.LastDay, "sites": uint64(sweptSites), "days": uint64(historyDays), "pages": uint64(sweptPages)}
	for _, sql := range sweptSQL() {
		if err := db.Exec(b.Context(), sql, params); err != nil {
			b.Fatalf("%.60s: %v", sql, err)
		}
	}
	for b.Loop() {
		records := &sweep{accountID: db.AccountID}
		service := &Service{Records: records, Facts: db, Now: time.Now, Today: func() time.Time { return analyticstest.Today }, Log: slog.Default()}
		own, engine := ownSeconds(b), engineSeconds(b, db)
		for checked := 1; checked > 0; {
			var err error
			if checked, err = service.Check(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
		if records.found < 4*sweptSites {
			b.Errorf("%d metrics of %d sites were judged", records.found, sweptSites)
		}
		b.ReportMetric(ownSeconds(b)-own, "s-own-core")
		b.ReportMetric(engineSeconds(b, db)-engine, "s-engine-core")
	}
}

// ownSeconds is the processor time of this process.
func ownSeconds(b *testing.B) float64 {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()).Seconds()
}

// engineSeconds is the processor time of all queries so far.
func engineSeconds(b *testing.B, db *analyticstest.Site) float64 {
	b.Helper()
	var found []struct {
		Microseconds uint64 `ch:"microseconds"`
	}
	if err := db.Select(b.Context(), &found, "select sum(value) as microseconds from system.events where event = 'OSCPUVirtualTimeMicroseconds'", nil); err != nil {
		b.Fatal(err)
	}
	return float64(found[0].Microseconds) / 1e6
}
