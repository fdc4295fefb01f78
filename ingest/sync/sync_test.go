package sync

import (
	"context"
	"slices"
	"strings"
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
	// The final day is three days ago, Pacific time; 90 days back from today are days 3 to 90.
	if clicks, rows, days := w.total(upslope.GSC); days != 88 || rows != 880 || clicks != 1760 {
		t.Errorf("after the sync there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
	job := w.backfill()
	if clicks, rows, days := w.total(upslope.GSC); days != 478 || rows != 4780 || clicks != 9560 {
		t.Errorf("after the backfill there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
	if done, err := w.db.Job(t.Context(), w.account, job.ID); err != nil || done.Message != "Older days synced: 3,900 rows." {
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
	for _, want := range []string{"Search Console synced: 880 rows, 88 days.", "Search Console synced: 3,900 rows, 390 days."} {
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
	// 85 unchanged days, 4 updated ones.
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
	// 18 and 17 were read completely before; 16 and 15 are unchanged.
	if clicks, rows, days := w.total(upslope.GSC); days != 89 || rows != 890 || clicks != 87*20+2*1000 {
		t.Errorf("there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
	failed := w.connection(upslope.GSC)
	if failed.Status != upslope.Failing || *failed.LastError != "Search Console did not answer. We will retry within 30 minutes." {
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
		w.Now = func() time.Time { return time.Now().AddDate(0, 0, 20) } // the trial has ended
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
