package postgres_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// topics are those of jobs that the outbox publishes, in order, until it is empty.
func topics(t *testing.T, db *postgres.DB) []string {
	t.Helper()
	var got collector
	stop := relay(t, db, got.publish)
	defer stop()
	awaitEmptyOutbox(t, db)
	return slices.DeleteFunc(got.published(), func(topic string) bool { return !strings.HasPrefix(topic, "job.") })
}

func mustRun(t *testing.T, job upslope.Job, err error) upslope.Job {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return job
}

func job(t *testing.T, db *postgres.DB, account, id string) upslope.Job {
	t.Helper()
	found, err := db.Job(t.Context(), account, id)
	return mustRun(t, found, err)
}

// connectSearch connects a site to Search Console.
func connectSearch(t *testing.T, db *postgres.DB, site upslope.Site) upslope.Connection {
	t.Helper()
	keep := upslope.Connection{AccountID: site.AccountID, SiteID: site.ID, Provider: upslope.GSC, Status: upslope.Connected}
	if _, err := db.KeepConnection(t.Context(), keep, false, false, ""); err != nil {
		t.Fatal(err)
	}
	live, err := db.LiveConnections(t.Context(), site.AccountID, []string{site.ID})
	if err != nil || len(live) != 1 {
		t.Fatalf("%+v, %v", live, err)
	}
	return live[0]
}

func TestSyncIsHandedOnToAnalyticsAndOnlyThenTheirs(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	synced, err := db.QueueSync(t.Context(), ana.AccountID, site.ID)
	mustRun(t, synced, err)
	if joined, err := db.QueueSync(t.Context(), ana.AccountID, site.ID); err != nil || joined.ID != synced.ID {
		t.Errorf("a second sync is %s, want to join %s; %v", joined.ID, synced.ID, err)
	}
	_, err = db.StartJob(t.Context(), ana.AccountID, synced.ID, "Looking.")
	wantCode(t, err, upslope.NotFound)
	started, err := db.StartSync(t.Context(), ana.AccountID, synced.ID, "Reading.")
	mustRun(t, started, err)
	if err := db.HandOn(t.Context(), started, 0.7, true); err != nil {
		t.Fatal(err)
	}
	if got, want := topics(t, db), []string{"job.sync", "job.backfill", "job.recompute"}; !slices.Equal(got, want) {
		t.Errorf("published are %q, want %q", got, want)
	}
	_, err = db.StartSync(t.Context(), ana.AccountID, synced.ID, "Reading again.")
	wantCode(t, err, upslope.NotFound)
	if err := db.HandOn(t.Context(), started, 0.7, false); err != nil || len(topics(t, db)) != 0 {
		t.Errorf("it was handed on twice; %v", err)
	}
	_, err = db.StartJob(t.Context(), ana.AccountID, synced.ID, "Looking.")
	mustRun(t, started, err)
	if next, err := db.QueueSync(t.Context(), ana.AccountID, site.ID); err != nil || next.ID == synced.ID {
		t.Errorf("%+v, %v: who asks after the sync joins a run that has read before", next, err)
	}
}

func TestSyncAskedForWhileOneReadsReadsOnceMore(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	queued, err := db.QueueSync(t.Context(), ana.AccountID, site.ID)
	mustRun(t, queued, err)
	if joined, err := db.QueueSync(t.Context(), ana.AccountID, site.ID); err != nil || joined.ID != queued.ID {
		t.Fatalf("%+v, %v: one that waits is not joined", joined, err)
	}
	started, err := db.StartSync(t.Context(), ana.AccountID, queued.ID, "Reading.")
	mustRun(t, started, err)
	if joined, err := db.QueueSync(t.Context(), ana.AccountID, site.ID); err != nil || joined.ID != queued.ID {
		t.Fatalf("%+v, %v: one that reads is not joined", joined, err)
	}
	for range 2 {
		if err := db.HandOn(t.Context(), started, 0.7, false); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := topics(t, db), []string{"job.sync", "job.sync", "job.recompute"}; !slices.Equal(got, want) {
		t.Errorf("published are %q, want %q: the queued one, once more for what was missed, and then the score", got, want)
	}
}

func TestRecomputeDoesNotWaitForASlowSyncWhichIsScoredAfterIt(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	queued, err := db.QueueSync(t.Context(), ana.AccountID, site.ID)
	mustRun(t, queued, err)
	slow, err := db.StartSync(t.Context(), ana.AccountID, queued.ID, "Reading.")
	mustRun(t, slow, err)
	quick, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	mustRun(t, quick, err)
	if quick.ID == slow.ID {
		t.Fatal("a recompute that only scores joins one that reads")
	}
	_, err = db.StartJob(t.Context(), ana.AccountID, quick.ID, "Looking.")
	mustRun(t, quick, err)
	if err := db.HandOn(t.Context(), slow, 0.7, false); err != nil {
		t.Fatal(err)
	}
	if got := topics(t, db); !slices.Equal(got, []string{"job.sync", "job.recompute"}) {
		t.Errorf("published are %q: analytics has two recomputes of a site at once", got)
	}
	_, err = db.StartJob(t.Context(), ana.AccountID, slow.ID, "Looking.")
	wantCode(t, err, upslope.NotFound)
	replace(t, db, ana, site, quick, upslope.InsightChanges{})
	if got := topics(t, db); !slices.Equal(got, []string{"job.recompute", "job.first-pages"}) {
		t.Errorf("published are %q: the one that waits does not get its turn, or nobody works out the first pages of what is found", got)
	}
	_, err = db.StartJob(t.Context(), ana.AccountID, slow.ID, "Looking.")
	mustRun(t, slow, err)
	replace(t, db, ana, site, slow, upslope.InsightChanges{})
	if done := job(t, db, ana.AccountID, slow.ID); done.Status != upslope.JobDone {
		t.Errorf("%+v", done)
	}
}

func TestRecomputeThatFailsGivesTheOneThatWaitsItsTurn(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	broken, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	mustRun(t, broken, err)
	queued, err := db.QueueSync(t.Context(), ana.AccountID, site.ID)
	mustRun(t, queued, err)
	started, err := db.StartSync(t.Context(), ana.AccountID, queued.ID, "Reading.")
	mustRun(t, started, err)
	if err := db.HandOn(t.Context(), started, 0.7, false); err != nil {
		t.Fatal(err)
	}
	if err := db.FailJob(t.Context(), ana.AccountID, broken.ID, upslope.Errorf(upslope.Internal, "It did not work.")); err != nil {
		t.Fatal(err)
	}
	_, err = db.StartJob(t.Context(), ana.AccountID, queued.ID, "Looking.")
	mustRun(t, queued, err)
}

func TestBackfillAskedForWhileOneRunsFollowsIt(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	for range 2 {
		if err := db.QueueBackfill(t.Context(), ana.AccountID, site.ID); err != nil {
			t.Fatal(err)
		}
	}
	ids := backfills(t, db, ana)
	if len(ids) != 1 {
		t.Fatalf("%d backfills are queued, want 1", len(ids))
	}
	running, err := db.StartJob(t.Context(), ana.AccountID, ids[0], "Reading.")
	mustRun(t, running, err)
	if err := db.QueueBackfill(t.Context(), ana.AccountID, site.ID); err != nil {
		t.Fatal(err)
	}
	if err := db.FinishBackfill(t.Context(), running, "Older days were read.", true); err != nil {
		t.Fatal(err)
	}
	if got := topics(t, db); !slices.Equal(got, []string{"job.recompute", "job.backfill"}) {
		t.Errorf("published are %q, want a recompute of what was read and another backfill", got)
	}
}

// backfills returns the ids of the backfills that the outbox has published.
func backfills(t *testing.T, db *postgres.DB, user upslope.User) (ids []string) {
	t.Helper()
	stop := relay(t, db, func(_ context.Context, event postgres.Event) error {
		if event.Topic == "job.backfill" {
			ids = append(ids, jobIn(t, event))
		}
		return nil
	})
	awaitEmptyOutbox(t, db)
	stop()
	return ids
}

// awaitEmptyOutbox returns when what was published will not be published again.
func awaitEmptyOutbox(t *testing.T, db *postgres.DB) {
	t.Helper()
	eventually(t, func() bool {
		return db.Run(t.Context(), "select 1 / (case when exists (select from outbox) then 0 else 1 end)") == nil
	})
}

func jobIn(t *testing.T, event postgres.Event) string {
	t.Helper()
	var message struct {
		JobID string `json:"jobId"`
	}
	if err := json.Unmarshal(event.Payload, &message); err != nil {
		t.Error(err)
	}
	return message.JobID
}

func TestOfManyTicksOneQueuesADueSite(t *testing.T) {
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
	if got := topics(t, db); !slices.Equal(got, []string{"job.sync"}) {
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

// What is found out of an account's rows is known by this version, so nothing may change them or whose they are without another.
func TestRowsThatComeAndChangesOfTheAccountEachMakeAnotherFactsVersion(t *testing.T) {
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
