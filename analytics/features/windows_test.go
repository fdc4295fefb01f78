package features

import (
	"testing"

	"upslope/analytics/analyticstest"
)

func TestASnapshotOfTodayIsKnownAlthoughTheDayIsNotFinal(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gads_campaigns", "0..27")
	analyticstest.AddDays(t, db, "gads_criteria", "-1")
	g := groundOf(t, db)
	if newest := g.Windows.Newest["gads_criteria"]; !g.has("gads_criteria") || !newest.Equal(analyticstest.LastDay.AddDate(0, 0, 1)) {
		t.Errorf("known: %v, newest %v", g.has("gads_criteria"), newest)
	}
	if span := g.Windows.of["gads"]; !span.to.Equal(analyticstest.LastDay) {
		t.Errorf("the window ends on %v", span.to)
	}
}
