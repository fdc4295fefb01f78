package overview

import (
	"encoding/json"
	"testing"

	"upslope"
	"upslope/analytics/analyticstest"
)

func trafficOfSite(t *testing.T, db *analyticstest.Site, connections ...upslope.Connection) string {
	t.Helper()
	traffic, err := (&KPIs{Tables: db, Records: analyticstest.Connected(connections)}).Traffic(t.Context(), analyticstest.AccountID)
	if err != nil {
		t.Fatal(err)
	}
	found, known := traffic[analyticstest.SiteID]
	if !known {
		return ""
	}
	text, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTrafficIsWeeksOfClicksComparedWithThoseBefore(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_totals", "0..60")
	analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions\n0..60,1000\n"))
	analyticstest.AddDays(t, db, "gsc_totals", "-2..60") // the newest two are not final yet
	analyticstest.AddReport(t, db, "gsc_totals", []byte("days,clicks\n-2..-1,9999\n0..6,5\n7..27,10\n28..55,20\n56..60,7777\n"))
	want := `{"metric":"clicks","total":245,"change":-56.25,"weekChange":-50,"weeks":[140,140,140,140,70,70,70,35]}`
	if got := trafficOfSite(t, db, analyticstest.AllConnections()...); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTrafficIsSessionsWithoutClicksAndUnknownWeeksAreNotZero(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_totals", "0..10")
	analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions\n0..10,100\n"))
	want := `{"metric":"sessions","total":null,"change":null,"weekChange":null,"weeks":[null,null,null,null,null,null,null,700]}`
	if got := trafficOfSite(t, db, analyticstest.AllConnections()...); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestASiteWithoutConnectionsHasNoTraffic(t *testing.T) {
	t.Parallel()
	if got := trafficOfSite(t, analyticstest.Open(t)); got != "" {
		t.Errorf("got %s", got)
	}
}
