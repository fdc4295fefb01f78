package features

import (
	"testing"
	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
	"upslope/analytics/scoring"
)

// On a well-known site most clicks come from brand searches, which no task can move: included, they would
// make every task look small.
func TestClicksOfTheBrandAreNoMeasureOfWhatCanBeMoved(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..27")
	analyticstest.AddDays(t, db, "gsc_totals", "0..27")
	analyticstest.AddReport(t, db, "gsc_queries", []byte("query,days,clicks,impressions,position\nthing {1..40},0..13,1,20,5\nbrand example,0..27,90,100,1\n"))
	analyticstest.AddReport(t, db, "gsc_totals", []byte("days,clicks,impressions,position\n0..27,150,1000,5\n"))
	g := groundOf(t, db)
	s := scoring.NewScales(upslope.SiteScales{}, analyticstest.Today)
	s.Fit(g.SiteValue(), []scoring.Estimate{{Value: &upslope.Value{Mid: 100, Unit: scoring.UnitClicks}, Expected: 100}})
	// 150 clicks a day minus 90 brand clicks; clicks of hidden queries count.
	if put := s.Changes().Put; len(put) != 1 || !analyticstest.Close(put[0].Worth, 60*facts.MonthDays) {
		t.Errorf("keeps %+v", put)
	}
}
