package postgres_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// topics returns the topics of published jobs, in order, until the outbox is empty.
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

func TestSyncedRecomputeIsPassedToAnalytics(t *testing.T) {
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

func TestSyncRequestedDuringAReadReadsOnceMore(t *testing.T) {
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
	if got := topics(t, db); !slices.Equal(got, []string{"job.recompute"}) {
		t.Errorf("published are %q: the waiting one does not get its turn", got)
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

func TestBackfillRequestedDuringAnotherRunsAfterIt(t *testing.T) {
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
	if got := topics(t, db); !slices.Equal(got, []string{"job.recompute.later", "job.backfill"}) {
		t.Errorf("published are %q, want a recompute of what was read and another backfill", got)
	}
}

// backfills returns the ids of published backfills.
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

// awaitEmptyOutbox waits until nothing published can be published again.
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

func TestAnAccountWithManyJobsWaitsBehindOthersUntilSomebodyLooksAtTheSite(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	ben, _ := owner(t, db, "ben")
	sites := []upslope.Site{site}
	for _, domain := range []string{"two.example", "three.example", "four.example", "five.example"} {
		sites = append(sites, addSite(t, db, ana, domain))
	}
	for _, site := range sites {
		job, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
		mustRun(t, job, err)
	}
	for _, looks := range []struct {
		who       upslope.User
		site      upslope.Site
		computing bool
	}{{ben, sites[3], false}, {ana, sites[4], true}, {ana, sites[4], true}} {
		if computing, err := db.Computing(t.Context(), looks.who.AccountID, looks.site.ID); err != nil || computing != looks.computing {
			t.Errorf("%s is told %v, %v", looks.who.Email, computing, err)
		}
	}
	want := []string{"job.recompute", "job.recompute", "job.recompute", "job.recompute.later", "job.recompute"}
	if got := topics(t, db); !slices.Equal(got, want) {
		t.Errorf("published are %q, want %q", got, want)
	}
}
