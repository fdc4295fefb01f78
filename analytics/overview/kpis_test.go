package overview

import (
	"encoding/json"
	"math"
	"testing"

	"upslope"
	"upslope/analytics/analyticstest"
)

func kpisOf(t *testing.T, db *analyticstest.Site, connections ...upslope.Connection) upslope.KPIs {
	t.Helper()
	kpis, err := (&KPIs{Tables: db, Records: analyticstest.Connected(connections)}).KPIs(t.Context(), analyticstest.AccountID, upslope.TableFilter{SiteID: analyticstest.SiteID})
	if err != nil {
		t.Fatal(err)
	}
	return kpis
}

// wantKPIs compares to three digits; unnamed figures must be unknown.
func wantKPIs(t *testing.T, got upslope.KPIs, want string) {
	t.Helper()
	round := func(number **float64) {
		if *number != nil {
			*number = new(math.Round(**number*1000) / 1000)
		}
	}
	for _, number := range []**float64{
		&got.SessionsChange, &got.ConversionRate, &got.ConversionChange, &got.AdSpend, &got.AdSpendChange, &got.AvgPageSpeed, &got.PageSpeedChange,
	} {
		round(number)
	}
	var wanted upslope.KPIs
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	is, _ := json.Marshal(got)
	should, _ := json.Marshal(wanted)
	if string(is) != string(should) {
		t.Errorf("got\n%s\nwant\n%s", is, should)
	}
}

func TestKPIsCompareTheLast28FinalDaysWithThe28Before(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_totals", "-2..100") // the newest two are not final yet
	analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions,conversions\n-2..-1,9999,999\n0..27,100,3\n28..55,80,2\n56..100,7777,0\n"))
	analyticstest.AddDays(t, db, "gads_campaigns", "0..100")
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("days,campaign_id,cost,currency\n0..27,1,10.5,EUR\n0..27,2,4.5,EUR\n28..55,1,20,EUR\n"))
	// Rows of a replaced read are ignored.
	analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions,sync_id\n0..27,5000,999\n"))

	wantKPIs(t, kpisOf(t, db, analyticstest.AllConnections()...), `{"totalSessions": 2800, "sessionsChange": 25, "conversionRate": 3, "conversionChange": 20,
		"adSpend": 420, "adSpendChange": -25, "currency": "EUR"}`)
}

func TestKPIsAreRoundedAsTablesAre(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gads_campaigns", "0..27")
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("days,campaign_id,cost,currency\n0..27,1,0.1,EUR\n0..27,2,0.2,EUR\n"))
	if got := kpisOf(t, db, analyticstest.AllConnections()...).AdSpend; got == nil || *got != 8.4 {
		t.Errorf("got %v", got)
	}
}

func TestEachProviderHasItsOwnLastFinalDay(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_totals", "3..100")
	analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions\n3..30,10\n31..58,5\n"))
	analyticstest.AddDays(t, db, "gads_campaigns", "0..100")
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("days,campaign_id,cost,currency\n0..27,1,1,USD\n"))
	wantKPIs(t, kpisOf(t, db, analyticstest.AllConnections()...), `{"totalSessions": 280, "sessionsChange": 100, "conversionRate": 0, "adSpend": 28, "currency": "USD"}`)
}

func TestMissingDaysAreScaledAndFewAreUnknown(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_totals", "0..13") // half of the window, and nothing before
	analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions,conversions\n0..13,100,1\n"))
	analyticstest.AddDays(t, db, "gads_campaigns", "0..12")
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("days,campaign_id,cost,currency\n0..12,1,10,EUR\n"))
	wantKPIs(t, kpisOf(t, db, analyticstest.AllConnections()...), `{"totalSessions": 2800, "conversionRate": 1}`)
}

func TestADayWithoutRowsIsZeroNotMissing(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gads_campaigns", "0..55")
	wantKPIs(t, kpisOf(t, db, analyticstest.AllConnections()...), `{"adSpend": 0}`)
}

func TestSpendInSeveralCurrenciesHasNoSum(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gads_campaigns", "0..55")
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("days,campaign_id,cost,currency\n0..9,1,10,EUR\n10..55,1,10,USD\n"))
	wantKPIs(t, kpisOf(t, db, analyticstest.AllConnections()...), `{}`)
}

func TestPageSpeedIsWeightedBySessionsAndComparesTheSamePages(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "pagespeed_tests", "0..55")
	analyticstest.AddDays(t, db, "ga4_pages", "0..27")
	analyticstest.AddReport(t, db, "pagespeed_tests", []byte(`page,days,device,field_lcp_ms
https://example.com/a,1,mobile,2000
https://example.com/a,8,mobile,9000
https://example.com/a,30,mobile,4000
https://example.com/b,1,mobile,5000
https://example.com/c,1,mobile,
`))
	analyticstest.AddReport(t, db, "ga4_pages", []byte("page,days,device,sessions\nhttps://example.com/a,0..9,mobile,30\nhttps://example.com/b,0..9,mobile,10\nhttps://example.com/a,0..9,desktop,90\n"))
	// (2 s × 300 + 5 s × 100) / 400; the change is that of page a alone, by its newest test.
	wantKPIs(t, kpisOf(t, db, analyticstest.AllConnections()...), `{"avgPageSpeed": 2.75, "pageSpeedChange": -50}`)
}

func TestWithoutConnectionsNothingIsKnown(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_totals", "0..55")
	analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions\n0..55,10\n"))
	wantKPIs(t, kpisOf(t, db), `{}`)
	away := analyticstest.AllConnections()[1]
	away.Status = upslope.Disconnected
	wantKPIs(t, kpisOf(t, db, away), `{}`)
}
