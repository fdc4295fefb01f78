package postgres_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

func TestErasureOfManyFilesIsBatched(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	if _, _, err := db.StartImport(t.Context(), upload(ana, site, "first"), now); err != nil {
		t.Fatal(err)
	}
	if err := db.Run(t.Context(), "insert into uploads (account_id, site_id, job_id, object_key, file_name, bytes, sha256) "+
		"select account_id, site_id, job_id, 'key-' || n, file_name, 1, n::text from uploads, generate_series(1, 1000) as n"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.DeleteSite(t.Context(), ana.AccountID, site.ID); err != nil {
		t.Fatal(err)
	}
	largest, err := postgres.Scalar(t.Context(), db, "select max(octet_length(payload::text)) from outbox")
	if err != nil || largest > 100_000 {
		t.Errorf("the largest message has %d bytes, %v", largest, err)
	}
	keys, err := postgres.Scalar(t.Context(), db, "select sum(jsonb_array_length(payload->'objectKeys'))::int from outbox where topic = 'job.sweep'")
	if err != nil || keys != 2*1001 {
		t.Errorf("%d files are named, %v", keys, err)
	}
	var again []string
	for _, at := range []time.Time{time.Now(), time.Now().AddDate(0, 0, 2), time.Now()} {
		err := db.EraseAgain(t.Context(), at, func(_ context.Context, _, siteID string) error { again = append(again, siteID); return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	if fmt.Sprint(again) != fmt.Sprint([]string{site.ID, site.ID}) {
		t.Errorf("erased again: %q; want the site until it is a day ago", again)
	}
}

func TestDeletedSiteLeavesNothingAndQueuesErasure(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	kept := addSite(t, db, ana, "kept.example")
	for _, s := range []upslope.Site{site, kept} {
		if _, _, err := db.StartImport(t.Context(), upload(ana, s, "file-of-"+s.Domain), now); err != nil {
			t.Fatal(err)
		}
		job, err := db.Recompute(t.Context(), ana.AccountID, s.ID)
		if err != nil {
			t.Fatal(err)
		}
		replace(t, db, ana, s, job, upslope.InsightChanges{Added: []upslope.StoredInsight{found("a")}})
	}
	if _, err := db.DeleteSite(t.Context(), ana.AccountID, site.ID); err != nil {
		t.Fatal(err)
	}
	if list, _, err := db.Insights(t.Context(), ana.AccountID, upslope.InsightFilter{Limit: 10}); err != nil || len(list) != 1 || list[0].SiteID != kept.ID {
		t.Errorf("%+v, %v: want the insight of the site that is kept", list, err)
	}
	outbox := &collector{}
	stop := relay(t, db, outbox.publish)
	defer stop()
	eventually(t, func() bool {
		for _, topic := range outbox.published() {
			if topic == "job.erase" {
				return true
			}
		}
		return false
	})
}

func TestEndedSessionIsStoredUntilItsTokensExpire(t *testing.T) {
	db := postgrestest.Open(t)
	if err := db.EndSession(t.Context(), "sess_1", now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		session string
		at      time.Time
		ended   bool
	}{{"sess_1", now, true}, {"sess_2", now, false}, {"sess_1", now.Add(2 * time.Hour), false}} {
		if ended, err := db.SessionEnded(t.Context(), c.session, c.at); err != nil || ended != c.ended {
			t.Errorf("%s ended %v, %v; want %v", c.session, ended, err, c.ended)
		}
	}
	for _, c := range []struct {
		sweep time.Time
		left  bool
	}{{now, true}, {now.Add(2 * time.Hour), false}} {
		if err := db.SweepSessions(t.Context(), c.sweep); err != nil {
			t.Fatal(err)
		}
		if left, err := db.SessionEnded(t.Context(), "sess_1", now); err != nil || left != c.left {
			t.Errorf("swept at %v it is there: %v, %v", c.sweep, left, err)
		}
	}
}

func TestOldJobsAreDeletedExceptNewestAndUploads(t *testing.T) {
	db := postgrestest.Open(t)
	user, site := owner(t, db, "ana")
	imported, _, err := db.StartImport(t.Context(), upload(user, site, "a"), now)
	mustRun(t, imported, err)
	var runs []upslope.Job
	for range 3 {
		run, err := db.Recompute(t.Context(), user.AccountID, site.ID)
		runs = append(runs, mustRun(t, run, err))
		if len(runs) < 3 {
			if err := db.Run(t.Context(), "update jobs set status = 'done', waits = false, updated_at = now() where id = '"+run.ID+"'"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := db.Run(t.Context(), "update jobs set status = 'done' where id = '"+imported.ID+"'"); err != nil {
		t.Fatal(err)
	}
	if err := db.ForgetJobs(t.Context(), time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, run := range append(runs, imported) {
		job(t, db, user.AccountID, run.ID) // too recent
	}
	if err := db.ForgetJobs(t.Context(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	_, err = db.Job(t.Context(), user.AccountID, runs[0].ID)
	wantCode(t, err, upslope.NotFound)
	for _, run := range []upslope.Job{runs[1], runs[2], imported} {
		job(t, db, user.AccountID, run.ID)
	}
}

func TestOldActivityIsForgotten(t *testing.T) {
	db := postgrestest.Open(t)
	user, _ := owner(t, db, "ana")
	count := func() int64 {
		_, total, err := db.Activity(t.Context(), user.AccountID, upslope.Scope{}, 10, 0)
		if err != nil {
			t.Fatal(err)
		}
		return total
	}
	before := count()
	for _, c := range []struct {
		before time.Time
		want   int64
	}{{time.Now().Add(-time.Hour), before}, {time.Now().Add(time.Hour), 0}} {
		if err := db.ForgetActivity(t.Context(), c.before); err != nil {
			t.Fatal(err)
		}
		if got := count(); got != c.want || before == 0 {
			t.Errorf("%d of %d left, want %d", got, before, c.want)
		}
	}
}
