package postgres_test

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

func TestFixedIssueIsOpenAgainWhenANewerCrawlSeesIt(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	issue := uuid.NewString()
	importCrawl := func(sha string, at time.Time) {
		t.Helper()
		up := upload(ana, site, sha)
		job, _, err := db.StartImport(t.Context(), up, at)
		if err != nil {
			t.Fatal(err)
		}
		base, err := db.CurrentCrawl(t.Context(), ana.AccountID, site.ID)
		if err != nil {
			t.Fatal(err)
		}
		up.JobID, up.ImportID, up.ImportedAt = job.ID, uuid.NewString(), &at
		crawl := upslope.Crawl{ImportID: up.ImportID, Judged: []string{}, ImportedAt: at}
		if err := db.FinishImport(t.Context(), up, crawl, base, upslope.ImportResult{}); err != nil {
			t.Fatal(err)
		}
	}
	importCrawl("first", now)
	if _, err := db.MarkIssue(t.Context(), ana.AccountID, site.ID, issue, true, now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if fixed, err := db.FixedIssues(t.Context(), ana.AccountID, ""); err != nil || len(fixed) != 1 || fixed[0] != issue {
		t.Errorf("fixed %q, %v", fixed, err)
	}
	importCrawl("second", now.Add(2*time.Hour))
	if fixed, err := db.FixedIssues(t.Context(), ana.AccountID, site.ID); err != nil || len(fixed) != 0 {
		t.Errorf("fixed %q, %v: want none after a newer crawl", fixed, err)
	}
	if reopened, err := db.ReopenedIssues(t.Context(), ana.AccountID, site.ID); err != nil || len(reopened) != 1 || reopened[0] != issue {
		t.Errorf("reopened %q, %v", reopened, err)
	}
}

// found returns an insight as a detector creates it.
func found(page string) upslope.StoredInsight {
	return upslope.StoredInsight{
		Insight: upslope.Insight{
			ID: uuid.NewString(), Type: "meta_issues", Title: "Fix " + page, Summary: "s", Instructions: "1\n2",
			Evidence: map[string]any{"pages": 3.0}, EntityType: "page", Entity: upslope.Entity{Page: page, Issue: "missing_title"},
			Impact: 10, Effort: 30, Confidence: 80, Score: 55, Status: upslope.Open, CreatedAt: now, UpdatedAt: now,
		},
		StatusAt: now, FoundAt: now,
	}
}

func replace(t *testing.T, db *postgres.DB, user upslope.User, site upslope.Site, job upslope.Job, changes upslope.InsightChanges) {
	t.Helper()
	err := db.ReplaceInsights(t.Context(), user.AccountID, site.ID, job.ID, func([]upslope.StoredInsight) (upslope.InsightChanges, error) {
		return changes, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestInsightsSurviveTheRoundTripAndKeepTheirOrder(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	job, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	low, high, done := found("low"), found("high"), found("done")
	high.Score, high.Value = 90, &upslope.Value{Low: 1, Mid: 2, High: 3, Unit: "currency", Currency: "EUR"}
	done.Score, done.Status, done.Resolution = 99, upslope.Done, "gone"
	replace(t, db, ana, site, job, upslope.InsightChanges{Added: []upslope.StoredInsight{low, done, high}})

	list, total, err := db.Insights(t.Context(), ana.AccountID, upslope.InsightFilter{Limit: 10})
	if err != nil || total != 3 {
		t.Fatalf("%d, %v", total, err)
	}
	if got := fmt.Sprint(list[0].Title, list[1].Title, list[2].Title); got != "Fix highFix lowFix done" {
		t.Errorf("order %s: want open ones first, then by score", got)
	}
	if v := list[0].Value; v == nil || *v != *high.Value || list[1].Value != nil {
		t.Errorf("values %+v and %+v: want the range, and nil for unknown", list[0].Value, list[1].Value)
	}
	if list[0].Entity != high.Entity || list[0].Evidence["pages"] != 3.0 || list[0].SiteID != site.ID {
		t.Errorf("%+v", list[0])
	}
	if filtered, total, err := db.Insights(t.Context(), ana.AccountID, upslope.InsightFilter{Query: "FIX LOW", Statuses: []upslope.Status{upslope.Open}, Limit: 10}); err != nil || total != 1 || filtered[0].ID != low.ID {
		t.Errorf("%d found, %v", total, err)
	}
}

// Tables repeat what open opportunities say, on sites without money too.
func TestOpenInsightsHaveTheirValueInEachUnit(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	job, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]*upslope.Value{
		"https://e.x/clicks":  {Low: 1, Mid: 2, High: 3, Unit: "clicks"},
		"https://e.x/euros":   {Low: 4, Mid: 5, High: 6, Unit: "currency", Currency: "EUR"},
		"https://e.x/unknown": nil,
	}
	var changes upslope.InsightChanges
	for page, value := range values {
		insight := found(page)
		insight.Value = value
		changes.Added = append(changes.Added, insight)
	}
	replace(t, db, ana, site, job, changes)
	open, err := db.OpenInsights(t.Context(), ana.AccountID, site.ID)
	if err != nil || len(open) != len(values) {
		t.Fatalf("%d open, %v", len(open), err)
	}
	for _, one := range open {
		if want := values[one.Entity.Page]; !reflect.DeepEqual(one.Value, want) {
			t.Errorf("%s: %+v, want %+v", one.Entity.Page, one.Value, want)
		}
	}
}

func TestStatusFollowsTheRulesAndRaisesTheVersion(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	job, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	insight := found("a")
	replace(t, db, ana, site, job, upslope.InsightChanges{Added: []upslope.StoredInsight{insight}})
	done, first, err := db.SetInsightStatus(t.Context(), ana.AccountID, insight.ID, upslope.Done, "", now)
	if err != nil || done.Status != upslope.Done || done.Resolution != "fixed" {
		t.Fatalf("%+v, %v", done, err)
	}
	_, _, err = db.SetInsightStatus(t.Context(), ana.AccountID, insight.ID, upslope.InProgress, "", now)
	wantCode(t, err, upslope.Conflict)
	same, second, err := db.SetInsightStatus(t.Context(), ana.AccountID, insight.ID, upslope.Done, "", now)
	if err != nil || same.Status != upslope.Done || second != first {
		t.Errorf("version %d after %d, %v: the same status again changes nothing", second, first, err)
	}
	_, third, err := db.SetInsightStatus(t.Context(), ana.AccountID, insight.ID, upslope.Open, "", now)
	if err != nil || third <= first {
		t.Errorf("version %d after %d, %v", third, first, err)
	}
}

func TestFailedDecisionChangesNothing(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	job, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	err = db.ReplaceInsights(t.Context(), ana.AccountID, site.ID, job.ID, func([]upslope.StoredInsight) (upslope.InsightChanges, error) {
		return upslope.InsightChanges{Added: []upslope.StoredInsight{found("a")}}, context.DeadlineExceeded
	})
	if err == nil {
		t.Fatal("the error of decide is lost")
	}
	if _, total, err := db.Insights(t.Context(), ana.AccountID, upslope.InsightFilter{Limit: 1}); err != nil || total != 0 {
		t.Errorf("%d insights, %v", total, err)
	}
	if again, err := db.Job(t.Context(), ana.AccountID, job.ID); err != nil || again.Finished() {
		t.Errorf("%+v, %v: the job must still be there to do", again, err)
	}
}

func TestDecisionOnAReplacedCrawlChangesNothing(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	job, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	gone := upslope.Crawl{ID: uuid.NewString(), SiteID: site.ID, ImportID: uuid.NewString()}
	err = db.ReplaceInsights(t.Context(), ana.AccountID, site.ID, job.ID, func([]upslope.StoredInsight) (upslope.InsightChanges, error) {
		return upslope.InsightChanges{Added: []upslope.StoredInsight{found("a")}, Crawl: &gone}, nil
	})
	wantCode(t, err, upslope.Unavailable)
	if _, total, err := db.Insights(t.Context(), ana.AccountID, upslope.InsightFilter{Limit: 1}); err != nil || total != 0 {
		t.Errorf("%d insights, %v", total, err)
	}
}

func TestConcurrentWritersOfOneAccountDoNotDeadlock(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	job, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	insight := found("a")
	replace(t, db, ana, site, job, upslope.InsightChanges{Added: []upslope.StoredInsight{insight}})
	deadlocks := func() int {
		n, err := postgres.Scalar(t.Context(), db, "select deadlocks::int from pg_stat_database where datname = current_database()")
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := deadlocks()
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			for n := range 30 {
				name := fmt.Sprint("name ", i, n)
				if _, _, err := db.EditSite(t.Context(), ana.AccountID, site.ID, upslope.SiteEdit{Name: &name}); err != nil {
					t.Error(err)
				}
				status := []upslope.Status{upslope.Open, upslope.Done}[n%2]
				if _, _, err := db.SetInsightStatus(t.Context(), ana.AccountID, insight.ID, status, "", now); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if after := deadlocks(); after != before {
		t.Errorf("%d deadlocks", after-before)
	}
}
