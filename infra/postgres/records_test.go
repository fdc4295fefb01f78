package postgres_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

var now = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// owner signs somebody in and gives them a site.
func owner(t *testing.T, db *postgres.DB, name string) (upslope.User, upslope.Site) {
	t.Helper()
	user, err := db.SignIn(t.Context(), upslope.Identity{Subject: "user_" + name, Email: name + "@example.com"}, now, 14)
	if err != nil {
		t.Fatal(err)
	}
	return user, addSite(t, db, user, name+".example")
}

func addSite(t *testing.T, db *postgres.DB, user upslope.User, domain string) upslope.Site {
	t.Helper()
	name, currency, zone := domain, "EUR", "Europe/Berlin"
	site, version, err := db.AddSite(t.Context(), user.AccountID, upslope.SiteEdit{Name: &name, Domain: &domain, Currency: &currency, TimeZone: &zone})
	if err != nil {
		t.Fatal(err)
	}
	if version == 0 {
		t.Error("adding a site did not raise the account's version")
	}
	return site
}

func upload(user upslope.User, site upslope.Site, sha string) upslope.Upload {
	return upslope.Upload{
		ID: uuid.NewString(), AccountID: user.AccountID, SiteID: site.ID, ObjectKey: "crawls/" + sha, FileName: sha + ".csv", Bytes: 10, SHA256: sha,
	}
}

func wantCode(t *testing.T, err error, code upslope.Code) {
	t.Helper()
	if err == nil || upslope.CodeOf(err) != code {
		t.Errorf("error %v, want code %s", err, code)
	}
}

func TestFirstSightOfAUserMakesOneAccountWithATrial(t *testing.T) {
	db := postgrestest.Open(t)
	var wait sync.WaitGroup
	accounts := make([]string, 8)
	for i := range accounts {
		wait.Go(func() {
			user, err := db.SignIn(t.Context(), upslope.Identity{Subject: "user_ana", Email: "ana@example.com"}, now, 14)
			if err != nil {
				t.Error(err)
			}
			accounts[i] = user.AccountID
			if !user.TrialEndsAt.Equal(now.AddDate(0, 0, 14)) || user.Role != "owner" {
				t.Errorf("%+v", user)
			}
		})
	}
	wait.Wait()
	for _, account := range accounts {
		if account != accounts[0] || account == "" {
			t.Fatalf("one person has accounts %q", accounts)
		}
	}
	later, err := db.SignIn(t.Context(), upslope.Identity{Subject: "user_ana", FirstName: "Ana"}, now.AddDate(1, 0, 0), 14)
	if err != nil || later.Email != "ana@example.com" || later.FirstName != "Ana" || !later.TrialEndsAt.Equal(now.AddDate(0, 0, 14)) {
		t.Errorf("%+v, %v: want what is new, and the trial as it was", later, err)
	}
}

func TestAnotherAccountsRowsAreNotFound(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, _ := owner(t, db, "bo")
	name := "mine"
	job, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	insight := found("a")
	replace(t, db, ana, site, job, upslope.InsightChanges{Added: []upslope.StoredInsight{insight}})

	_, err = db.Site(t.Context(), bo.AccountID, site.ID)
	wantCode(t, err, upslope.NotFound)
	_, _, err = db.EditSite(t.Context(), bo.AccountID, site.ID, upslope.SiteEdit{Name: &name})
	wantCode(t, err, upslope.NotFound)
	_, err = db.DeleteSite(t.Context(), bo.AccountID, site.ID)
	wantCode(t, err, upslope.NotFound)
	_, err = db.Job(t.Context(), bo.AccountID, job.ID)
	wantCode(t, err, upslope.NotFound)
	_, err = db.Insight(t.Context(), bo.AccountID, insight.ID)
	wantCode(t, err, upslope.NotFound)
	_, _, err = db.SetInsightStatus(t.Context(), bo.AccountID, insight.ID, upslope.Done, "", now)
	wantCode(t, err, upslope.NotFound)
	if _, err = db.Recompute(t.Context(), bo.AccountID, site.ID); err == nil {
		t.Error("a stranger's site was queued")
	}
	if _, _, err = db.StartImport(t.Context(), upload(bo, site, "x"), now); err == nil {
		t.Error("an upload for a stranger's site was queued")
	}
	for _, siteID := range []string{"", site.ID} {
		if list, total, err := db.Insights(t.Context(), bo.AccountID, upslope.InsightFilter{SiteID: siteID, Limit: 10}); err != nil || len(list)+int(total) != 0 {
			t.Errorf("a stranger sees %d insights of %d, %v", len(list), total, err)
		}
		if list, total, err := db.Activity(t.Context(), bo.AccountID, siteID, 10, 0); err != nil || siteID != "" && len(list)+int(total) != 0 {
			t.Errorf("a stranger sees activity %v of %d, %v", list, total, err)
		}
	}
	for _, id := range []string{"", "x", "00000000-0000-0000-0000-00000000000g", "'; drop table sites"} {
		_, err = db.Site(t.Context(), ana.AccountID, id)
		wantCode(t, err, upslope.NotFound)
	}
}

func TestWhatIsNotThereIsNamed(t *testing.T) {
	db := postgrestest.Open(t)
	ana, _ := owner(t, db, "ana")
	for _, id := range []string{"no id", "00000000-0000-0000-0000-000000000001"} {
		name := "Shop"
		for noun, ask := range map[string]func() error{
			"site":    func() error { _, err := db.Site(t.Context(), ana.AccountID, id); return err },
			"insight": func() error { _, err := db.Insight(t.Context(), ana.AccountID, id); return err },
			"job":     func() error { _, err := db.Job(t.Context(), ana.AccountID, id); return err },
			"upload":  func() error { _, err := db.Upload(t.Context(), ana.AccountID, id); return err },
			"site to edit": func() error {
				_, _, err := db.EditSite(t.Context(), ana.AccountID, id, upslope.SiteEdit{Name: &name})
				return err
			},
			"site to delete": func() error { _, err := db.DeleteSite(t.Context(), ana.AccountID, id); return err },
			"insight to change": func() error {
				_, _, err := db.SetInsightStatus(t.Context(), ana.AccountID, id, upslope.Done, "", now)
				return err
			},
		} {
			noun, _, _ = strings.Cut(noun, " ")
			var problem *upslope.Error
			if err := ask(); !errors.As(err, &problem) || problem.Code != upslope.NotFound || problem.Message != "This "+noun+" does not exist." {
				t.Errorf("%s %q: %v", noun, id, err)
			}
		}
	}
}

func TestListsOfWhatHappenedGoOnWhereAPageEnds(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	for i := range 4 {
		name := fmt.Sprintf("Shop %d", i)
		if _, _, err := db.AddSite(t.Context(), ana.AccountID, upslope.SiteEdit{
			Name: &name, Domain: new(fmt.Sprintf("shop%d.example", i)), Currency: &site.Currency, TimeZone: &site.TimeZone,
		}); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]bool{}
	for offset := 0; offset < 6; offset += 2 {
		page, total, err := db.Activity(t.Context(), ana.AccountID, "", 2, offset)
		if err != nil || total != 5 {
			t.Fatalf("from %d: %d in all, %v", offset, total, err)
		}
		for _, event := range page {
			seen[event.ID] = true
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d different events on three pages, want 5", len(seen))
	}
}

func TestSecondSiteWithADomainIsAConflictInOneAccountOnly(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, _ := owner(t, db, "bo")
	addSite(t, db, bo, site.Domain)
	_, _, err := db.AddSite(t.Context(), ana.AccountID, upslope.SiteEdit{Name: &site.Name, Domain: &site.Domain, Currency: &site.Currency, TimeZone: &site.TimeZone})
	wantCode(t, err, upslope.Conflict)
	other := addSite(t, db, ana, "other.example")
	_, _, err = db.EditSite(t.Context(), ana.AccountID, other.ID, upslope.SiteEdit{Domain: &site.Domain})
	wantCode(t, err, upslope.Conflict)
}

func TestSameBytesWithinTenMinutesJoinOneImport(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	var wait sync.WaitGroup
	jobs := make([]string, 6)
	for i := range jobs {
		wait.Go(func() {
			job, _, err := db.StartImport(t.Context(), upload(ana, site, "same"), time.Now().Add(-10*time.Minute))
			if err != nil {
				t.Error(err)
			}
			jobs[i] = job.ID
		})
	}
	wait.Wait()
	for _, job := range jobs {
		if job != jobs[0] {
			t.Fatalf("the same bytes are imported by %q", jobs)
		}
	}
	if err := db.FailJob(t.Context(), ana.AccountID, jobs[0], upslope.Errorf(upslope.Unprocessable, "No.")); err != nil {
		t.Fatal(err)
	}
	job, joined, err := db.StartImport(t.Context(), upload(ana, site, "same"), time.Now().Add(-10*time.Minute))
	if err != nil || joined || job.ID == jobs[0] {
		t.Errorf("joined %v, %v: a failed import is not joined", joined, err)
	}
	failed, err := db.Job(t.Context(), ana.AccountID, jobs[0])
	if err != nil || failed.Status != upslope.JobFailed || failed.Problem == nil || failed.Problem.Code != upslope.Unprocessable {
		t.Errorf("%+v, %v", failed, err)
	}
}

func TestConcurrentRecomputesJoinAndARunningOneLooksAgain(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	first, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := db.Recompute(t.Context(), ana.AccountID, site.ID); err != nil || second.ID != first.ID {
		t.Errorf("a second recompute is %s, want to join %s; %v", second.ID, first.ID, err)
	}
	if _, err := db.StartJob(t.Context(), ana.AccountID, first.ID, "Looking."); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Recompute(t.Context(), ana.AccountID, site.ID); err != nil {
		t.Fatal(err)
	}
	replace(t, db, ana, site, first, upslope.InsightChanges{})
	next, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	if err != nil || next.ID == first.ID || next.Status != upslope.JobQueued {
		t.Errorf("%+v, %v: what was asked for while it ran is lost", next, err)
	}
	_, err = db.StartJob(t.Context(), ana.AccountID, first.ID, "Again.")
	wantCode(t, err, upslope.NotFound)
}

func TestImportIsVisibleOnceItIsFinishedAndSweepsEarlierAttempts(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	up := upload(ana, site, "crawl")
	job, _, err := db.StartImport(t.Context(), up, now)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := db.UploadOfJob(t.Context(), ana.AccountID, job.ID)
	if err != nil || stored.ObjectKey != up.ObjectKey {
		t.Fatalf("%+v, %v", stored, err)
	}
	killed := uuid.NewString()
	stored.SiteID, stored.ImportID, stored.Pages, stored.Rejected, stored.ImportedAt = site.ID, uuid.NewString(), 7, 1, &now
	for _, attempt := range []string{killed, stored.ImportID} {
		if err := db.BeginAttempt(t.Context(), stored, attempt); err != nil {
			t.Fatal(err)
		}
	}
	if crawl, err := db.CurrentCrawl(t.Context(), ana.AccountID, site.ID); err != nil || crawl != nil {
		t.Fatalf("%+v, %v: visible before it is finished", crawl, err)
	}
	crawl := upslope.Crawl{ImportID: stored.ImportID, Pages: 7, Issues: 2, Judged: []string{"missing_title"}, ImportedAt: now}
	if err := db.FinishImport(t.Context(), stored, crawl, nil, upslope.ImportResult{Message: "7 pages read, 2 issues found"}); err != nil {
		t.Fatal(err)
	}
	if imports, _ := swept(t, db); len(imports) != 1 || imports[0] != killed {
		t.Errorf("swept %q, want the attempt that was killed", imports)
	}
	if err := db.FinishImport(t.Context(), stored, crawl, nil, upslope.ImportResult{}); err == nil {
		t.Error("an import was finished twice")
	}
	crawls, total, err := db.Crawls(t.Context(), ana.AccountID, site.ID, 10, 0)
	if err != nil || total != 1 || len(crawls) != 1 || crawls[0].FileName != "crawl.csv" || crawls[0].Pages != 7 || crawls[0].Rejected != 1 || len(crawls[0].Uploads) != 1 {
		t.Errorf("%+v, %v", crawls, err)
	}
	finished, err := db.Job(t.Context(), ana.AccountID, job.ID)
	if err != nil || finished.Status != upslope.JobDone || finished.Progress != 1 || finished.SiteID != site.ID {
		t.Errorf("%+v, %v", finished, err)
	}
}

func TestADeletedCrawlLeavesWithItsFilesAndTheOneBeforeCountsAgain(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bob, _ := owner(t, db, "bob")
	var crawls []*upslope.Crawl
	var files []upslope.Upload
	for i, sha := range []string{"older", "newer"} {
		job, _, err := db.StartImport(t.Context(), upload(ana, site, sha), now)
		if err != nil {
			t.Fatal(err)
		}
		file, err := db.UploadOfJob(t.Context(), ana.AccountID, job.ID)
		if err != nil {
			t.Fatal(err)
		}
		imported := now.Add(time.Duration(i) * time.Minute)
		file.SiteID, file.ImportID, file.ImportedAt = site.ID, uuid.NewString(), &imported
		if err := db.BeginAttempt(t.Context(), file, file.ImportID); err != nil {
			t.Fatal(err)
		}
		var base *upslope.Crawl
		if i > 0 {
			base = crawls[0]
		}
		if err := db.FinishImport(t.Context(), file, upslope.Crawl{ImportID: file.ImportID, Pages: 7, ImportedAt: imported}, base, upslope.ImportResult{}); err != nil {
			t.Fatal(err)
		}
		crawl, err := db.CurrentCrawl(t.Context(), ana.AccountID, site.ID)
		if err != nil || crawl == nil {
			t.Fatal(crawl, err)
		}
		crawls, files = append(crawls, crawl), append(files, file)
	}
	swept(t, db)
	_, err := db.DeleteCrawl(t.Context(), bob.AccountID, crawls[1].ID)
	wantCode(t, err, upslope.NotFound)
	version, err := db.DeleteCrawl(t.Context(), ana.AccountID, crawls[1].ID)
	if err != nil || version == 0 {
		t.Fatal(version, err)
	}
	current, err := db.CurrentCrawl(t.Context(), ana.AccountID, site.ID)
	if err != nil || current == nil || current.ID != crawls[0].ID {
		t.Errorf("%+v, %v: want the one before", current, err)
	}
	_, err = db.Upload(t.Context(), ana.AccountID, files[1].ID)
	wantCode(t, err, upslope.NotFound)
	imports, keys := sweptUntil(t, db, func(event postgres.Event) bool { return event.Topic == "job.sweep" })
	if !slices.Equal(imports, []string{files[1].ImportID}) || !slices.Equal(keys, []string{files[1].ObjectKey, files[1].RejectedKey()}) {
		t.Errorf("swept %q and %q", imports, keys)
	}
	_, err = db.DeleteCrawl(t.Context(), ana.AccountID, crawls[1].ID)
	wantCode(t, err, upslope.NotFound)
	job, _, err := db.StartImport(t.Context(), upload(ana, site, "newer"), now)
	if err != nil || job.Status != upslope.JobQueued {
		t.Errorf("%+v, %v: the file cannot come again", job, err)
	}
}

// swept is what the outbox says is to be swept away, until a job is done.
func swept(t *testing.T, db *postgres.DB) (imports, objectKeys []string) {
	t.Helper()
	return sweptUntil(t, db, func(event postgres.Event) bool {
		return event.Topic == "event.job" && strings.Contains(string(event.Payload), "done")
	})
}

func sweptUntil(t *testing.T, db *postgres.DB, last func(postgres.Event) bool) (imports, objectKeys []string) {
	t.Helper()
	var mu sync.Mutex
	ended := false
	stop := relay(t, db, func(_ context.Context, event postgres.Event) error {
		mu.Lock()
		defer mu.Unlock()
		var payload struct{ Imports, ObjectKeys []string }
		if event.Topic == "job.sweep" {
			if err := json.Unmarshal(event.Payload, &payload); err != nil {
				t.Error(err)
			}
		}
		imports, objectKeys = append(imports, payload.Imports...), append(objectKeys, payload.ObjectKeys...)
		ended = ended || last(event)
		return nil
	})
	defer stop()
	eventually(t, func() bool { mu.Lock(); defer mu.Unlock(); return ended })
	awaitEmptyOutbox(t, db)
	mu.Lock()
	defer mu.Unlock()
	return imports, objectKeys
}

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

// found is an insight as a detector finds it.
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
	if filtered, total, err := db.Insights(t.Context(), ana.AccountID, upslope.InsightFilter{Query: "FIX LOW", Status: upslope.Open, Limit: 10}); err != nil || total != 1 || filtered[0].ID != low.ID {
		t.Errorf("%d found, %v", total, err)
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

func TestWritersOfOneAccountNeverWaitInACircle(t *testing.T) {
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

func TestEraseOfManyFilesGoesInMessagesOfAFewHundred(t *testing.T) {
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

func TestDeletedSiteTakesEverythingAndLeavesWordWhatToErase(t *testing.T) {
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

func TestEndedSessionIsRememberedUntilItsTokensAreTooOld(t *testing.T) {
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

func TestOldFinishedJobsAreForgottenButNotASitesNewestNorAnUploads(t *testing.T) {
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
		job(t, db, user.AccountID, run.ID) // too young
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
		_, total, err := db.Activity(t.Context(), user.AccountID, "", 10, 0)
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
