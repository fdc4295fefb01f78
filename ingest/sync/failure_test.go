package sync

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"upslope"
	"upslope/ingest/providers"
)

func TestProviderThatFailsKeepsNobodyFromTheOthers(t *testing.T) {
	w := newWorkbench(t)
	broken := newFake(1, 1)
	broken.refusal = providers.Errorf(providers.Reconnect, "Google no longer accepts the sign-in. Connect Google Analytics again.")
	w.connect(upslope.GA4, broken)
	w.connect(upslope.GSC, newFake(10, 2))
	for range 2 {
		w.sync()
	}
	if _, rows, _ := w.total(upslope.GSC); rows != 880 {
		t.Errorf("there are %d rows", rows)
	}
	if got := w.connection(upslope.GA4); got.Status != upslope.Failing || !strings.Contains(*got.LastError, "Connect Google Analytics again") {
		t.Errorf("got %+v", got)
	}
	reported := 0
	for _, text := range w.activity() {
		if strings.HasPrefix(text, "Google Analytics could not be synced: Google no longer accepts") {
			reported++
		}
	}
	if reported != 1 {
		t.Errorf("the failure was told %d times: %q", reported, w.activity())
	}
}

func TestUsedUpQuotaIsNoFaultOfTheConnection(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(10, 2)
	until := time.Now().Add(time.Hour).Truncate(time.Second)
	var days atomic.Int32
	source.fail = func(time.Time) error {
		if days.Add(1) > 30 {
			quota := providers.Errorf(providers.Quota, "The quota of Search Console is used up until 09:00.")
			quota.Until = until
			return quota
		}
		return nil
	}
	w.connect(upslope.GSC, source)
	w.sync()
	if got := w.connection(upslope.GSC); got.Status != upslope.Connected || got.LastError != nil {
		t.Errorf("got %+v", got)
	}
	if _, _, days := w.total(upslope.GSC); days != 30 {
		t.Errorf("%d days were kept of the 30 that came", days)
	}
	if run := w.runs()[0]; run.Status != "failed" || !strings.Contains(*run.Error, "until 09:00") {
		t.Errorf("got %+v", run)
	}
	next, err := w.db.NextSyncs(t.Context(), w.account, w.site.ID)
	if err != nil || !next[w.site.ID].Equal(until) {
		t.Errorf("the rest is read at %v, want %v (%v)", next[w.site.ID], until, err)
	}
	if len(w.letters) > 0 {
		t.Errorf("the dead letters are %q", w.letters)
	}
}

func TestPropertyWithoutRowsIsReadAndNotAskedForAgain(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(0, 0)
	w.connect(upslope.GSC, source)
	w.sync()
	w.backfill()
	w.score(w.queued(upslope.RecomputeInsights).ID)
	if n := w.number("select count() as n from current_days final where account_id = {account_id:UUID} and rows_read = 0 and is_final"); n != 478 {
		t.Errorf("%d days without rows are known, want 478", n)
	}
	asked := len(source.asked)
	w.sync()
	if len(source.asked) != asked {
		t.Errorf("%d days were asked for again", len(source.asked)-asked)
	}
}

func TestOptionalReportThatIsRefusedIsNotedAndLeftOut(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(10, 2)
	extra := newFake(10, 2)
	extra.fail = func(time.Time) error {
		return providers.Errorf(providers.Refused, "Search Console does not know countries.")
	}
	source.reports = []providers.Report{{Table: "gsc_page_countries", Span: 1, ThroughFinal: true, Optional: true, Fetch: extra.fetch}}
	w.connect(upslope.GSC, source)
	w.sync()
	if _, rows, _ := w.total(upslope.GSC); rows != 880 {
		t.Errorf("there are %d rows", rows)
	}
	if run := w.runs()[0]; run.Status != "done" || *run.Error != "Without page countries: Search Console does not know countries." {
		t.Errorf("got %+v", run)
	}
	if got := w.connection(upslope.GSC); got.Status != upslope.Connected {
		t.Errorf("got %+v", got)
	}
}

// A lasting failure of one optional report must affect only that report.
func TestOptionalReportThatKeepsFailingIsNotedAndReadAnotherTime(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(10, 2)
	extra := newFake(10, 2)
	extra.fail = func(time.Time) error {
		return providers.Errorf(providers.Temporary, "Search Console answered with an error.")
	}
	source.reports = []providers.Report{{Table: "gsc_page_countries", Span: 1, ThroughFinal: true, Optional: true, Fetch: extra.fetch}}
	w.connect(upslope.GSC, source)
	w.sync()
	if _, rows, _ := w.total(upslope.GSC); rows != 880 {
		t.Errorf("there are %d rows", rows)
	}
	if run := w.runs()[0]; run.Status != "done" || run.Error == nil || *run.Error != "Without page countries: Search Console answered with an error." {
		t.Errorf("got %+v", run)
	}
	if got := w.connection(upslope.GSC); got.Status != upslope.Connected || len(w.letters) > 0 {
		t.Errorf("got %+v, and the dead letters %q", got, w.letters)
	}
	asked := len(extra.asked)
	w.sync()
	if len(extra.asked) == asked {
		t.Error("the next sync does not try the report again")
	}
}

func TestFailureThatPassesIsTriedAgainInHalfAnHourOnce(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(1, 1)
	source.refusal = providers.Errorf(providers.Temporary, "Search Console does not answer at the moment. Upslope will try again with the next sync.")
	w.connect(upslope.GSC, source)
	began := time.Now()
	planned := func() (at time.Time) {
		t.Helper()
		next, err := w.db.NextSyncs(t.Context(), w.account, w.site.ID)
		if err != nil {
			t.Fatal(err)
		}
		return next[w.site.ID]
	}
	reported := func(words string) {
		t.Helper()
		if got := w.connection(upslope.GSC); got.Status != upslope.Failing || !strings.HasSuffix(*got.LastError, "with the next sync. "+words) {
			t.Errorf("got %q", *got.LastError)
		}
	}
	w.sync() // the connection's first sync
	again := planned()
	if wait := again.Sub(began); wait < 30*time.Minute || wait > 32*time.Minute {
		t.Errorf("it is tried again after %v", wait)
	}
	reported("That begins within 30 minutes.")

	w.Now = func() time.Time { return again.Add(time.Second) }
	if err := w.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	daily := planned()
	w.sync()
	if !planned().Equal(daily) {
		t.Errorf("after a second failure it is tried again at %v, not at the daily %v", planned(), daily)
	}
	reported("That is the daily one.")

	source.refusal = nil
	w.sync()
	source.refusal = providers.Errorf(providers.Reconnect, "Connect Search Console again.")
	w.at = w.at.AddDate(0, 0, 1)
	w.sync()
	if got := w.connection(upslope.GSC); !planned().Equal(daily) || *got.LastError != "Connect Search Console again." {
		t.Errorf("what its owner has to mend is tried again at %v: %+v", planned(), got)
	}
}
