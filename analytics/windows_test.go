package analytics

import (
	"testing"

	"upslope/infra/clickhouse/clickhousetest"
)

func TestASnapshotOfTodayIsKnownAlthoughTheDayIsNotFinal(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	addDays(t, db, "gads_campaigns", "0..27")
	addDays(t, db, "gads_criteria", "-1")
	g := groundOf(t, db)
	if newest := g.windows.newest["gads_criteria"]; !g.has("gads_criteria") || !newest.Equal(lastDay.AddDate(0, 0, 1)) {
		t.Errorf("known: %v, newest %v", g.has("gads_criteria"), newest)
	}
	if span := g.windows.of["gads"]; !span.to.Equal(lastDay) {
		t.Errorf("the window ends on %v", span.to)
	}
}
