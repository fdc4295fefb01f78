package knownpages_test

import (
	"slices"
	"testing"
	"time"

	"upslope/analytics/analyticstest"
	"upslope/analytics/knownpages"
	"upslope/infra/clickhouse/clickhousetest"
)

func TestMain(m *testing.M) { clickhousetest.Main(m) }

func TestPagesThatVisitorsCameToAreKnownMostVisitedFirst(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_pages", "0..200")
	analyticstest.AddDays(t, db, "ga4_pages", "0..27")
	analyticstest.AddReport(t, db, "gsc_pages", []byte("page,days,clicks,impressions\n"+
		"https://example.com/guide,0..9,1,50\nhttps://example.com/seen,0..9,0,5\nhttps://example.com/old,150..199,90,900\n"))
	analyticstest.AddReport(t, db, "ga4_pages", []byte("page,days,sessions\nhttps://example.com/landing,0..9,30\nhttps://example.com/guide,0..9,2\n(other),0..9,500\n"))
	// Rows of a replaced read are ignored.
	analyticstest.AddReport(t, db, "ga4_pages", []byte("page,days,sessions,sync_id\nhttps://example.com/replaced,0..9,70,999\n"))

	finder := &knownpages.Finder{Tables: db, Records: analyticstest.Connected(analyticstest.AllConnections()), Now: func() time.Time { return analyticstest.Today }}
	got, err := finder.KnownPages(t.Context(), analyticstest.AccountID, analyticstest.SiteID, 10)
	if want := []string{"https://example.com/landing", "https://example.com/guide", "https://example.com/seen"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	if got, err = finder.KnownPages(t.Context(), analyticstest.AccountID, analyticstest.SiteID, 1); err != nil || len(got) != 1 {
		t.Errorf("got %v, %v; want one page", got, err)
	}
	finder.Records = analyticstest.Connected(nil)
	if got, err = finder.KnownPages(t.Context(), analyticstest.AccountID, analyticstest.SiteID, 10); err != nil || len(got) != 0 {
		t.Errorf("without a connection: got %v, %v; want none", got, err)
	}
}
