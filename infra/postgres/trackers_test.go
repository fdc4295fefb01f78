package postgres_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

func TestAnOpportunityHasOneIssueInATracker(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	eve, _ := owner(t, db, "eve")
	job, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	insight := found("/a")
	replace(t, db, ana, site, job, upslope.InsightChanges{Added: []upslope.StoredInsight{insight}})
	tracker, _, err := db.AddTracker(t.Context(), upslope.Tracker{ID: uuid.NewString(), AccountID: ana.AccountID, Name: "Web", Kind: upslope.GitHubTracker, Project: "acme/web", Secret: []byte("x"), KeyID: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Tracker(t.Context(), eve.AccountID, tracker.ID); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("a stranger reads it: %v", err)
	}
	if _, err := db.ReserveTrackerIssue(t.Context(), eve.AccountID, tracker.ID, insight.ID); err == nil {
		t.Error("a stranger makes an issue of it")
	}
	reserve := func() (string, error) {
		return db.ReserveTrackerIssue(t.Context(), ana.AccountID, tracker.ID, insight.ID)
	}
	id, err := reserve()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reserve(); upslope.CodeOf(err) != upslope.Conflict {
		t.Errorf("two at once: %v", err)
	}
	if _, err := postgres.Scalar(t.Context(), db, "with late as (update tracker_issues set created_at = now() - interval '3 minutes' returning 1) select count(*)::int from late"); err != nil {
		t.Fatal(err)
	}
	if again, err := reserve(); err != nil || again != id {
		t.Errorf("after a process died: %s, %v", again, err)
	}
	if list, err := db.TrackerIssues(t.Context(), ana.AccountID, insight.ID); err != nil || len(list) != 0 {
		t.Errorf("before it exists: %+v, %v", list, err)
	}
	kept, version, err := db.KeepTrackerIssue(t.Context(), upslope.TrackerIssue{ID: id, AccountID: ana.AccountID, Key: "#1", RemoteID: "1", URL: "https://github.com/acme/web/issues/1"})
	if err != nil || version == 0 || kept.Status != upslope.TrackerIssueOpen || kept.InsightID != insight.ID {
		t.Fatalf("%+v, %v", kept, err)
	}
	if err := db.DropTrackerIssue(t.Context(), ana.AccountID, id); err != nil {
		t.Fatal(err)
	}
	if leased, err := db.LeaseTrackerIssues(t.Context(), time.Now().Add(-time.Minute)); err != nil || len(leased) != 0 {
		t.Errorf("it was looked at just now: %+v, %v", leased, err)
	}
	if leased, err := db.LeaseTrackerIssues(t.Context(), time.Now().Add(time.Minute)); err != nil || len(leased) != 1 || leased[0].Key != "#1" {
		t.Errorf("%+v, %v", leased, err)
	}
	if err := db.SettleTrackerIssue(t.Context(), ana.AccountID, id, upslope.TrackerIssueGone); err != nil {
		t.Fatal(err)
	}
	if again, err := reserve(); err != nil || again != id {
		t.Errorf("after it was deleted there: %s, %v", again, err)
	}
	if _, err := db.DeleteTracker(t.Context(), eve.AccountID, tracker.ID); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("a stranger deletes it: %v", err)
	}
	if _, err := db.DeleteTracker(t.Context(), ana.AccountID, tracker.ID); err != nil {
		t.Error(err)
	}
}
