package alerts

import (
	"math"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/infra/clickhouse/clickhousetest"
)

func TestMain(m *testing.M) { clickhousetest.Main(m) }

func TestFiguresAndLostPagesAreReadFromFinalDays(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_totals", "0..99")
	analyticstest.AddReport(t, db, "gsc_totals", []byte("days,clicks,impressions\n0..9,50,900\n11..99,100,2000\n"))
	analyticstest.AddDays(t, db, "ga4_totals", "0..99")
	analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions,conversions,revenue,currency\n1..99,200,4,80,EUR\n"))
	analyticstest.AddDays(t, db, "gsc_pages", "0..60")
	analyticstest.AddReport(t, db, "gsc_pages", []byte("days,page,clicks,impressions\n0..60,https://example.com/stays,40,400\n3..60,https://example.com/gone,10,300\n"))
	service := &Service{Facts: db, Today: func() time.Time { return analyticstest.Today }}
	records := upslope.AlertRecords{Connections: analyticstest.AllConnections()}
	series, err := service.series(t.Context(), analyticstest.AccountID, records)
	if err != nil {
		t.Fatal(err)
	}
	clicks, sessions := series[analyticstest.SiteID][upslope.ClicksRule], series[analyticstest.SiteID][upslope.SessionsRule]
	if n := len(clicks.Days); n != 100 || clicks.Days[n-1] != 50 || !math.IsNaN(clicks.Days[n-11]) || clicks.Days[0] != 100 {
		t.Errorf("clicks: %v", clicks.Days)
	}
	if n := len(sessions.Days); n != 100 || sessions.Days[n-1] != 0 || sessions.Days[n-2] != 200 {
		t.Errorf("sessions: %v", sessions.Days)
	}
	if revenue := series[analyticstest.SiteID][upslope.RevenueRule]; revenue.Currency != "EUR" {
		t.Errorf("revenue: %+v", revenue)
	}
	pages, err := service.pages(t.Context(), analyticstest.AccountID, records)
	if err != nil {
		t.Fatal(err)
	}
	found := pages[analyticstest.SiteID]
	if len(found) != 1 || found[0].Page != "https://example.com/gone" || !found[0].lost() {
		t.Fatalf("%+v", found)
	}
	if alert := found[0].alert(); alert.Title != "/gone dropped out of search" || alert.Onset != analyticstest.LastDay.AddDate(0, 0, -2).Format(time.DateOnly) {
		t.Errorf("%+v", alert)
	}
}
