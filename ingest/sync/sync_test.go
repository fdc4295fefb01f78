package sync

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"upslope"
	"upslope/ingest/providers"
)

func TestNewConnectionIsReadForNinetyDaysThenBackToTheBeginning(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(10, 2)
	w.connect(upslope.GSC, source)
	w.sync()
	// Final is three days ago, Pacific time; 90 days back from today are days 3 to 90.
	if clicks, rows, days := w.total(upslope.GSC); days != 88 || rows != 880 || clicks != 1760 {
		t.Errorf("after the sync there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
	job := w.backfill()
	if clicks, rows, days := w.total(upslope.GSC); days != 478 || rows != 4780 || clicks != 9560 {
		t.Errorf("after the backfill there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
	if done, err := w.db.Job(t.Context(), w.account, job.ID); err != nil || done.Message != "Older days were read: 3,900 rows." {
		t.Errorf("got %q, %v", done.Message, err)
	}
	if w.queued(upslope.RecomputeInsights).ID == "" {
		t.Error("the site is not scored after the backfill")
	}
	for _, run := range w.runs() {
		if run.Status != "done" || run.Days != run.DaysWanted || run.FinishedAt == nil {
			t.Errorf("got %+v", run)
		}
	}
	for _, want := range []string{"Search Console was read: 880 rows of 88 days.", "Search Console was read: 3,900 rows of 390 days."} {
		if !slices.Contains(w.activity(), want) {
			t.Errorf("%q is missing in %q", want, w.activity())
		}
	}
}

func TestReadingTwiceOnADayDoublesNothing(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(10, 2)
	w.connect(upslope.GSC, source)
	w.sync()
	asked := len(source.asked)
	w.sync()
	if len(source.asked) != asked {
		t.Errorf("%d days were asked for again", len(source.asked)-asked)
	}
	if clicks, rows, days := w.total(upslope.GSC); days != 88 || rows != 880 || clicks != 1760 {
		t.Errorf("there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
	if runs := w.runs(); len(runs) != 1 {
		t.Errorf("a run that had nothing to do is told: %+v", runs)
	}
}

func TestDaysThatStillChangeAreReplacedTheNextDay(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(10, 2)
	w.connect(upslope.GSC, source)
	w.sync()
	w.at = w.at.AddDate(0, 0, 1)
	source.clicks, source.pages = 3, func(time.Time) int { return 12 }
	source.asked = nil
	w.sync()
	if got := strings.Join(slices.Sorted(slices.Values(source.asked)), " "); got != "2026-11-15 2026-11-16 2026-11-17 2026-11-18" {
		t.Errorf("asked for %s", got)
	}
	// 85 days as before, 4 as they are now.
	if clicks, rows, days := w.total(upslope.GSC); days != 89 || rows != 85*10+4*12 || clicks != 85*20+4*36 {
		t.Errorf("there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
}

func TestSpanThatFailsInTheMiddleLeavesTheOldDayAsItWas(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(10, 2)
	connection := w.connect(upslope.GSC, source)
	w.sync()
	w.at = w.at.AddDate(0, 0, 1)
	source.clicks = 100
	source.fail = func(day time.Time) error {
		if day.Format(time.DateOnly) == "2026-11-16" {
			return providers.Errorf(providers.Temporary, "Search Console did not answer.")
		}
		return nil
	}
	w.sync()
	// 18 and 17 were read whole before; 16 and 15 stay as they were.
	if clicks, rows, days := w.total(upslope.GSC); days != 89 || rows != 890 || clicks != 87*20+2*1000 {
		t.Errorf("there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
	failed := w.connection(upslope.GSC)
	if failed.Status != upslope.Failing || *failed.LastError != "Search Console did not answer. It is tried again within 30 minutes." {
		t.Errorf("got %+v", failed)
	}
	if run := w.runs()[0]; run.Status != "failed" || run.Days != 2 || run.DaysWanted != 4 || *run.Error != *failed.LastError {
		t.Errorf("got %+v", run)
	}
	if len(w.letters) != 1 || !strings.Contains(w.letters[0], connection.ID) || !strings.Contains(w.letters[0], "did not answer") {
		t.Errorf("the dead letters are %q", w.letters)
	}
	source.fail = nil
	if err := w.SyncConnection(t.Context(), w.account, w.site.ID, connection.ID); err != nil {
		t.Fatal(err)
	}
	if clicks, _, _ := w.total(upslope.GSC); clicks != 85*20+4*1000 {
		t.Errorf("after the letter is replayed there are %d clicks", clicks)
	}
	if healed := w.connection(upslope.GSC); healed.Status != upslope.Connected || healed.LastError != nil {
		t.Errorf("got %+v", healed)
	}
}

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
		if strings.HasPrefix(text, "Google Analytics could not be read: Google no longer accepts") {
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
	if n := w.number("select count() as n from current_days final where rows_read = 0 and is_final"); n != 478 {
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

// What is broken in one report of many, on the provider's side and for long, costs that report.
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
	w.sync() // the first of its connection
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

// The process ends between the rows and the row that makes them visible: the next one reads the day again.
func TestRowsThatWereWrittenButNotMadeVisibleAreReadAgain(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(10, 2)
	w.connect(upslope.GSC, source)
	ended, end := context.WithCancel(t.Context())
	w.Facts = beforeVisible{w.facts, end}
	job := w.queueSync()
	if err := w.Sync(ended, w.account, job.ID); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	if _, rows, _ := w.total(upslope.GSC); rows != 0 {
		t.Errorf("%d rows are visible", rows)
	}
	if n := w.number("select count() as n from gsc_pages"); n == 0 {
		t.Error("nothing was written before the end: the test shows nothing")
	}
	w.Facts = w.facts
	if err := w.Sync(t.Context(), w.account, job.ID); err != nil {
		t.Fatal(err)
	}
	if clicks, rows, days := w.total(upslope.GSC); days != 88 || rows != 880 || clicks != 1760 {
		t.Errorf("there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
	if runs := w.runs(); len(runs) != 2 || runs[1].Status != "failed" || *runs[1].Error != "It was interrupted, and begun again." {
		t.Errorf("got %+v", runs)
	}
}

func TestRunThatReadEverythingButCouldNotSayItIsEndedByTheNext(t *testing.T) {
	w := newWorkbench(t)
	w.connect(upslope.GSC, newFake(10, 2))
	ended, end := context.WithCancel(t.Context())
	w.Records = beforeSaid{w.db, end}
	job := w.queueSync()
	if err := w.Sync(ended, w.account, job.ID); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	w.Records = w.db
	if err := w.Sync(t.Context(), w.account, job.ID); err != nil {
		t.Fatal(err)
	}
	if runs := w.runs(); len(runs) != 1 || runs[0].Status != "done" || runs[0].FinishedAt == nil {
		t.Errorf("got %+v", runs)
	}
}

// beforeSaid ends the process before it can say what came of a run.
type beforeSaid struct {
	Records
	end func()
}

func (r beforeSaid) FinishRun(ctx context.Context, _ upslope.Connection, _ upslope.SyncRun, _ bool, _, _ string) error {
	r.end()
	return ctx.Err()
}

// beforeVisible ends the process before a day becomes visible.
type beforeVisible struct {
	Facts
	end func()
}

func (f beforeVisible) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	if table == currentDays {
		f.end()
		return ctx.Err()
	}
	return f.Facts.InsertColumns(ctx, table, token, names, columns...)
}

// ClickHouse takes the rows and dies before it says so: the same insert again must add nothing.
func TestInsertWhoseAnswerIsLostIsRepeatedAndDoublesNothing(t *testing.T) {
	w := newWorkbench(t)
	w.connect(upslope.GSC, newFake(10, 2))
	w.Facts = &forgetful{Facts: w.facts}
	w.sync()
	if clicks, rows, _ := w.total(upslope.GSC); rows != 880 || clicks != 1760 {
		t.Errorf("there are %d clicks in %d rows", clicks, rows)
	}
	if n := w.number("select count() as n from gsc_pages"); n != 880 {
		t.Errorf("%d rows were written, want 880", n)
	}
}

// forgetful writes, and says the first time of each table that it was away.
type forgetful struct {
	Facts
	calls atomic.Int32
}

func (f *forgetful) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	err := f.Facts.InsertColumns(ctx, table, token, names, columns...)
	if err == nil && f.calls.Add(1)%2 == 1 {
		return upslope.Errorf(upslope.Unavailable, "ClickHouse is away.")
	}
	return err
}

// Rows are lost on the way: their day must not become visible.
func TestDayThatLacksRowsIsNotMadeVisible(t *testing.T) {
	w := newWorkbench(t)
	w.connect(upslope.GSC, newFake(10, 2))
	w.Facts = lossy{w.facts}
	w.sync()
	if _, rows, _ := w.total(upslope.GSC); rows != 0 {
		t.Errorf("%d rows are visible", rows)
	}
	if got := w.connection(upslope.GSC); got.Status != upslope.Failing || !strings.Contains(*got.LastError, "a fault on our side") {
		t.Errorf("got %+v", got)
	}
}

func TestRowsThatWereLostAreReadAgain(t *testing.T) {
	w := newWorkbench(t)
	w.connect(upslope.GSC, newFake(10, 2))
	w.Facts = &lossyOnce{Facts: w.facts}
	w.sync()
	if clicks, rows, days := w.total(upslope.GSC); days != 88 || rows != 880 || clicks != 1760 {
		t.Errorf("there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
	if runs := w.runs(); len(runs) != 1 || runs[0].Status != "done" || runs[0].Days != 88 || runs[0].Rows != 880 {
		t.Errorf("got %+v", runs)
	}
}

// lossyOnce loses the rows of the first insert, as ClickHouse does that is killed after it noted the token.
type lossyOnce struct {
	Facts
	lost atomic.Bool
}

func (f *lossyOnce) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	if table != currentDays && f.lost.CompareAndSwap(false, true) {
		return nil
	}
	return f.Facts.InsertColumns(ctx, table, token, names, columns...)
}

// lossy takes rows and writes none.
type lossy struct{ Facts }

func (f lossy) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	if table == currentDays {
		return f.Facts.InsertColumns(ctx, table, token, names, columns...)
	}
	return nil
}

// ClickHouse is away until the sweep may have deleted the rows: a day that is made visible now would be empty.
func TestDayThatBecomesVisibleTooLateDoesNot(t *testing.T) {
	w := newWorkbench(t)
	w.BackfillDays = 10 // of one month, for one worker
	var away atomic.Int64
	w.Now = func() time.Time { return time.Now().Add(time.Duration(away.Load())) }
	w.connect(upslope.GSC, newFake(10, 2))
	w.Facts = &late{Facts: w.facts, away: &away}
	w.sync()
	if _, rows, _ := w.total(upslope.GSC); rows != 0 {
		t.Errorf("%d rows are visible", rows)
	}
	w.Facts = w.facts
	w.sync()
	if clicks, rows, days := w.total(upslope.GSC); days != 8 || rows != 80 || clicks != 160 {
		t.Errorf("read again there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
}

// late is away for nearly two hours whenever a day is to become visible, and then back.
type late struct {
	Facts
	away *atomic.Int64
}

func (f *late) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	if table == currentDays && f.away.CompareAndSwap(0, int64(currentWithin)) {
		return upslope.Errorf(upslope.Unavailable, "ClickHouse is away.")
	}
	return f.Facts.InsertColumns(ctx, table, token, names, columns...)
}

func TestConnectionThatIsTakenAwayWhileItIsReadEndsTheRun(t *testing.T) {
	w := newWorkbench(t)
	var seconds atomic.Int64
	w.Now = func() time.Time { return time.Now().Add(time.Duration(seconds.Add(1)) * time.Second) } // so that each day is told
	source := newFake(10, 2)
	w.connect(upslope.GSC, source)
	var once atomic.Bool
	source.during = func(time.Time) {
		if once.CompareAndSwap(false, true) {
			if _, err := w.db.Disconnect(t.Context(), w.account, w.site.ID, upslope.GSC, "Disconnected."); err != nil {
				t.Error(err)
			}
		}
	}
	w.sync()
	if got := w.connection(upslope.GSC); got.Status != upslope.Disconnected {
		t.Errorf("got %+v", got)
	}
	if run := w.runs()[0]; run.Status != "failed" || *run.Error != "It was disconnected meanwhile." {
		t.Errorf("got %+v", run)
	}
}

func TestConnectionThatComesWhileItsSiteIsReadIsReadToo(t *testing.T) {
	w := newWorkbench(t)
	first, second := newFake(10, 2), newFake(5, 1)
	w.connect(upslope.GSC, first)
	var once atomic.Bool
	first.during = func(time.Time) {
		if once.CompareAndSwap(false, true) {
			w.connect(upslope.GA4, second)
			w.queueSync()
		}
	}
	job := w.queueSync()
	for range 2 { // the queue gives it again
		if err := w.Sync(t.Context(), w.account, job.ID); err != nil {
			t.Fatal(err)
		}
	}
	w.score(job.ID)
	if _, rows, _ := w.total(upslope.GA4); rows != 5*88 {
		t.Errorf("there are %d rows of the second connection", rows)
	}
	if len(first.asked) != 88 {
		t.Errorf("%d days of the first were asked for, want each once", len(first.asked))
	}
}

// Half past seven in Germany is still yesterday evening in California.
func TestDaysOfSearchConsoleBeginAtMidnightPacific(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(1, 1)
	w.at = time.Date(2026, 11, 20, 6, 30, 0, 0, time.UTC)
	w.connect(upslope.GSC, source)
	w.sync()
	if newest := slices.Max(source.asked); newest != "2026-11-16" {
		t.Errorf("the newest day is %s, want three before the 19th", newest)
	}
	w.at = time.Date(2026, 11, 20, 8, 30, 0, 0, time.UTC)
	w.sync()
	if newest := slices.Max(source.asked); newest != "2026-11-17" {
		t.Errorf("the newest day is %s, want three before the 20th", newest)
	}
}

func TestEveryDayOfAYearIsReadOnceAlsoWhereClocksChange(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(1, 1)
	source.report = providers.Report{Span: 7}
	w.connect(upslope.GA4, source)
	w.sync()
	w.backfill()
	slices.Sort(source.asked)
	if n := len(slices.Compact(slices.Clone(source.asked))); n != 480 || len(source.asked) != 480 {
		t.Errorf("%d different days were asked for in %d", n, len(source.asked))
	}
}

func TestWhatThePlanHasNotIsNotRead(t *testing.T) {
	for plan, want := range map[string]string{"seo": "gsc semrush", "ads": "gads", "both": "gsc gads semrush semrush_competitors", "": ""} {
		w := newWorkbench(t)
		search, ads, words, others := newFake(1, 1), newFake(0, 0), newFake(0, 0), newFake(0, 0)
		ads.report.Table, words.report.Table = "gads_campaigns", "semrush_positions"
		words.reports = []providers.Report{{Table: "semrush_competitors", Span: 1, Snapshot: true, Every: 1, Fetch: others.fetch}}
		w.connect(upslope.GSC, search)
		w.connect(upslope.GAds, ads)
		w.connect(upslope.Semrush, words)
		if _, err := w.db.KeepCustomer(t.Context(), w.account, "cus_1"); err != nil {
			t.Fatal(err)
		}
		bought := func(context.Context) (upslope.Subscription, error) {
			return upslope.Subscription{Status: "active", Plan: plan}, nil
		}
		if err := w.db.RefreshSubscription(t.Context(), "cus_1", time.Now(), bought); err != nil {
			t.Fatal(err)
		}
		w.Now = func() time.Time { return time.Now().AddDate(0, 0, 20) } // the trial is over
		w.sync()
		var read []string
		for _, one := range []struct {
			name string
			from *fake
		}{{"gsc", search}, {"gads", ads}, {"semrush", words}, {"semrush_competitors", others}} {
			if len(one.from.asked) > 0 {
				read = append(read, one.name)
			}
		}
		if got := strings.Join(read, " "); got != want {
			t.Errorf("the plan %q reads %q, want %q", plan, got, want)
		}
		if plan == "ads" && len(w.runs()) != 1 {
			t.Errorf("there are %d runs", len(w.runs()))
		}
	}
}
