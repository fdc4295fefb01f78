package sync

import (
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/ingest/providers"
)

// senseless makes the responses of some days invalid.
func senseless(days ...string) func(time.Time) error {
	return func(day time.Time) error {
		for _, one := range days {
			if day.Format(time.DateOnly) == one {
				return providers.Errorf(providers.Temporary, "Search Console sent %q as a figure. Upslope will try again with the next sync.", "NaN").Because(providers.ErrDamaged)
			}
		}
		return nil
	}
}

func TestDayThatMakesNoSenseIsLeftOutAndCostsNoOther(t *testing.T) {
	for _, span := range []int{1, 30} {
		w := newWorkbench(t)
		source := newFake(10, 2)
		source.report.Span, source.fail = span, senseless("2026-11-16", "2026-10-02")
		w.connect(upslope.GSC, source)
		w.sync()
		if clicks, rows, days := w.total(upslope.GSC); days != 86 || rows != 860 || clicks != 86*20 {
			t.Errorf("of spans of %d days there are %d clicks in %d rows of %d days", span, clicks, rows, days)
		}
		failed := w.connection(upslope.GSC)
		if failed.Status != upslope.Failing || !strings.HasPrefix(*failed.LastError, `November 16, 2026 and 1 more day are left out; other days were synced. Search Console sent "NaN" as a figure.`) {
			t.Errorf("got %+v", failed)
		}
		w.backfill()
		w.score(w.queued(upslope.RecomputeInsights).ID)
		if _, _, days := w.total(upslope.GSC); days <= 86 {
			t.Errorf("of spans of %d days the older ones were not read: there are %d", span, days)
		}
		source.fail = nil
		w.at = w.at.AddDate(0, 0, 1)
		w.sync()
		if healed := w.connection(upslope.GSC); healed.Status != upslope.Connected || healed.LastError != nil {
			t.Errorf("got %+v", healed)
		}
		if n := w.number("SELECT uniqExact(day) AS n FROM current_days WHERE account_id = {account_id:UUID} AND day IN ('2026-11-16', '2026-10-02')"); n != 2 {
			t.Errorf("of the days that were left out %d came later", n)
		}
	}
}

func TestReportOfWhichNothingMakesSenseIsNotAskedForDayByDay(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(10, 2)
	source.fail = func(time.Time) error { return senseless("2026-11-16")(time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)) }
	w.connect(upslope.GSC, source)
	w.sync()
	if n := len(source.asked); n > 2*maxDamagedInARow+workersPerConnection {
		t.Errorf("%d days were asked for", n)
	}
	if failed := w.connection(upslope.GSC); failed.Status != upslope.Failing || !strings.HasPrefix(*failed.LastError, "Search Console sent") {
		t.Errorf("got %+v", failed)
	}
}
