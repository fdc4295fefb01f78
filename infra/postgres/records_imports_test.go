package postgres_test

import (
	"context"
	"encoding/json"
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

func TestConcurrentRecomputesJoinAndARunningOneRepeats(t *testing.T) {
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

// wantComparedInOrder checks that two crawls of a site are the newer and the older one however they are
// named, and nobody else's.
func wantComparedInOrder(t *testing.T, db *postgres.DB, ana, bob upslope.User, site upslope.Site, crawls []*upslope.Crawl) {
	t.Helper()
	older, newer := crawls[0].ID, crawls[1].ID
	for _, pair := range [][2]string{{newer, older}, {older, newer}, {"", older}} {
		first, second, err := db.ComparedCrawls(t.Context(), ana.AccountID, site.ID, pair[0], pair[1])
		if err != nil || first.ID != newer || second.ID != older || second.ImportID != crawls[0].ImportID {
			t.Errorf("%q: %s, %s, %v", pair, first.ID, second.ID, err)
		}
	}
	for _, pair := range [][2]string{{newer, newer}, {"", newer}} {
		_, _, err := db.ComparedCrawls(t.Context(), ana.AccountID, site.ID, pair[0], pair[1])
		wantCode(t, err, upslope.Invalid)
	}
	for _, c := range []struct{ account, site, crawl, against string }{
		{bob.AccountID, site.ID, newer, older}, {bob.AccountID, site.ID, "", older}, {ana.AccountID, uuid.NewString(), newer, older},
		{ana.AccountID, site.ID, newer, uuid.NewString()}, {ana.AccountID, site.ID, "", uuid.NewString()},
	} {
		_, _, err := db.ComparedCrawls(t.Context(), c.account, c.site, c.crawl, c.against)
		wantCode(t, err, upslope.NotFound)
	}
}

func TestDeletingACrawlDeletesItsFilesAndRestoresThePreviousOne(t *testing.T) {
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
	wantComparedInOrder(t, db, ana, bob, site, crawls)
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

// swept collects what the outbox queues for deletion, until a job is done.
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
