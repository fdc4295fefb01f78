package postgres_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

func TestConcurrentTicksQueueADueSiteOnce(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	keep := upslope.Connection{AccountID: ana.AccountID, SiteID: site.ID, Provider: upslope.GSC, Status: upslope.Connected}
	if _, err := db.KeepConnection(t.Context(), keep, false, false, ""); err != nil {
		t.Fatal(err)
	}
	if err := db.SyncBy(t.Context(), ana.AccountID, site.ID, now); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	planned := 0
	var ticks sync.WaitGroup
	for range 8 {
		ticks.Go(func() {
			n, err := db.PlanSyncs(t.Context(), now, 100, func(string, string) time.Time { return now.Add(24 * time.Hour) })
			mu.Lock()
			defer mu.Unlock()
			if planned += n; err != nil {
				t.Error(err)
			}
		})
	}
	if ticks.Wait(); planned != 1 {
		t.Errorf("the site was planned %d times", planned)
	}
	if got := topics(t, db); !slices.Equal(got, []string{"job.sync.later"}) {
		t.Errorf("published are %q", got)
	}
}

func TestConnectionThatWasReplacedIsErasedAgainForADay(t *testing.T) {
	db := postgrestest.Open(t)
	_, site := owner(t, db, "ana")
	live := connectSearch(t, db, site)
	if _, err := db.KeepConnection(t.Context(), live, true, false, ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {25 * time.Hour, 1}, {25 * time.Hour, 0}} {
		erased := 0
		err := db.EraseConnectionsAgain(t.Context(), time.Now().Add(c.after), func(_ context.Context, _, siteID, connectionID string) error {
			if erased++; siteID != site.ID || connectionID != live.ID {
				t.Errorf("%s of %s is erased", connectionID, siteID)
			}
			return nil
		})
		if err != nil || erased != c.want {
			t.Errorf("after %v %d connections were erased, want %d; %v", c.after, erased, c.want, err)
		}
	}
}

func TestConnectionsThatGoWithTheirSiteAreErasedWithIt(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	keep := upslope.Connection{AccountID: ana.AccountID, SiteID: site.ID, Provider: upslope.GSC, Status: upslope.Connected}
	if _, err := db.KeepConnection(t.Context(), keep, false, false, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := db.DeleteSite(t.Context(), ana.AccountID, site.ID); err != nil {
		t.Fatal(err)
	}
	if got := topics(t, db); !slices.Contains(got, "job.erase") || slices.Contains(got, "job.erase-connection") {
		t.Errorf("published are %q", got)
	}
}

func TestSiteThatReadsOtherPropertiesIsSyncedUnlessItsTrialIsOver(t *testing.T) {
	db := postgrestest.Open(t)
	property, cleared, name, domain := "123456789", "", "Another name", "renamed.example"
	for who, want := range map[string]struct {
		signedUp time.Time
		provider string
		edit     upslope.SiteEdit
		topics   []string
	}{
		"ga4":         {time.Now(), upslope.GA4, upslope.SiteEdit{GA4PropertyID: &property}, []string{"job.erase-connection", "job.sync"}},
		"domain":      {time.Now(), upslope.GSC, upslope.SiteEdit{Domain: &domain}, []string{"job.erase-connection", "job.sync"}},
		"name":        {time.Now(), upslope.GSC, upslope.SiteEdit{Name: &name, GA4PropertyID: &cleared}, nil},
		"unconnected": {time.Now(), "", upslope.SiteEdit{GA4PropertyID: &property}, nil},
		"expired":     {time.Now().AddDate(0, 0, -15), upslope.GA4, upslope.SiteEdit{GA4PropertyID: &property}, []string{"job.erase-connection"}},
	} {
		user, err := db.SignIn(t.Context(), upslope.Identity{Subject: "user_" + who, Email: who + "@example.com"}, want.signedUp, 14)
		if err != nil {
			t.Fatal(err)
		}
		site := addSite(t, db, user, who+".example")
		if want.provider != "" {
			keep := upslope.Connection{AccountID: user.AccountID, SiteID: site.ID, Provider: want.provider, Status: upslope.Connected}
			if _, err := db.KeepConnection(t.Context(), keep, false, false, ""); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := db.EditSite(t.Context(), user.AccountID, site.ID, want.edit); err != nil {
			t.Fatal(err)
		}
		if got := topics(t, db); !slices.Equal(got, want.topics) {
			t.Errorf("%s: published are %q, want %q", who, got, want.topics)
		}
	}
}

// Cached results are keyed by this version, so it must differ after any change of an account's rows or their
// ownership.
func TestNewRowsAndAccountChangesEachChangeTheFactsVersion(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	ben, _ := owner(t, db, "ben")
	live := connectSearch(t, db, site)
	version := func(account string) string {
		t.Helper()
		found, err := db.FactsVersion(t.Context(), account)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	var run upslope.SyncRun
	known, others := []string{version(ana.AccountID)}, version(ben.AccountID)
	for _, step := range []struct {
		what   string
		change func() error
	}{
		{"rows came", func() (err error) {
			if run.ID, err = db.StartRun(t.Context(), live, "recent", 3); err == nil {
				_, err = db.RunProgress(t.Context(), ana.AccountID, run.ID, 1, 10)
			}
			return err
		}},
		{"more rows came", func() error { _, err := db.RunProgress(t.Context(), ana.AccountID, run.ID, 2, 20); return err }},
		{"a site is added", func() error { addSite(t, db, ana, "another.example"); return nil }},
		{"it is disconnected", func() error {
			_, err := db.Disconnect(t.Context(), ana.AccountID, site.ID, upslope.GSC, "")
			return err
		}},
	} {
		if err := step.change(); err != nil {
			t.Fatalf("%s: %v", step.what, err)
		}
		now := version(ana.AccountID)
		if slices.Contains(known, now) {
			t.Errorf("%s: the version is %s, which there was before", step.what, now)
		}
		known = append(known, now)
	}
	if version(ben.AccountID) != others {
		t.Error("another account has another version")
	}
}

func TestRequestedSyncOvertakesTheScheduledOneThatItJoins(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	connectSearch(t, db, site)
	topics(t, db)
	if err := db.Run(t.Context(), "update jobs set status = 'done'"); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for range 2 { // the first one plans
		if _, err := db.PlanSyncs(t.Context(), now, 100, func(string, string) time.Time { return now.Add(-time.Minute) }); err != nil {
			t.Fatal(err)
		}
	}
	scheduled, err := postgres.Scalar(t.Context(), db, "select count(*)::int from outbox where topic = 'job.sync.later'")
	if err != nil || scheduled != 1 {
		t.Fatalf("%d syncs are scheduled, %v", scheduled, err)
	}
	if _, err := db.QueueSync(t.Context(), ana.AccountID, site.ID); err != nil {
		t.Fatal(err)
	}
	var jobs []string
	for _, topic := range topics(t, db) {
		if topic == "job.sync" || topic == "job.sync.later" {
			jobs = append(jobs, topic)
		}
	}
	if !slices.Equal(jobs, []string{"job.sync"}) {
		t.Errorf("published are %q", jobs)
	}
}
