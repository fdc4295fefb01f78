package imports

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"upslope"
)

// dying simulates a process killed at its nth call: every later call fails.
type dying struct {
	Records
	Facts
	left atomic.Int64
}

func (d *dying) alive() error {
	if d.left.Add(-1) < 0 {
		return errKilled
	}
	return nil
}

func (d *dying) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	if err := d.alive(); err != nil {
		return err
	}
	return d.Facts.InsertColumns(ctx, table, token, names, columns...)
}

func (d *dying) Exec(ctx context.Context, sql string, params map[string]any) error {
	if err := d.alive(); err != nil {
		return err
	}
	return d.Facts.Exec(ctx, sql, params)
}

func (d *dying) Select(ctx context.Context, rows any, sql string, params map[string]any) error {
	if err := d.alive(); err != nil {
		return err
	}
	return d.Facts.Select(ctx, rows, sql, params)
}

func (d *dying) BeginAttempt(ctx context.Context, upload upslope.Upload, importID string) error {
	if err := d.alive(); err != nil {
		return err
	}
	return d.Records.BeginAttempt(ctx, upload, importID)
}

func (d *dying) FinishImport(ctx context.Context, upload upslope.Upload, crawl upslope.Crawl, base *upslope.Crawl, result upslope.ImportResult) error {
	if err := d.alive(); err != nil {
		return err
	}
	return d.Records.FinishImport(ctx, upload, crawl, base, result)
}

// answerLost is a database that commits, but loses the response.
type answerLost struct{ Records }

func (a answerLost) FinishImport(ctx context.Context, upload upslope.Upload, crawl upslope.Crawl, base *upslope.Crawl, result upslope.ImportResult) error {
	return errors.Join(a.Records.FinishImport(ctx, upload, crawl, base, result), errKilled)
}

// forgetful is an engine that acknowledges the rows of a table, and loses them.
type forgetful struct {
	Facts
	table string
}

func (f forgetful) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	if table == f.table {
		return nil
	}
	return f.Facts.InsertColumns(ctx, table, token, names, columns...)
}

func TestRowsThatTheEngineLosesAreImportedAgain(t *testing.T) {
	for table, lines := range map[string][]string{
		"pages": internal,
		"links": {"Type,Source,Destination,Anchor", "Hyperlink,https://shop.example/,https://shop.example/a,a"},
	} {
		w := newWorkbench(t)
		job := w.begin(table+".csv", lines...)
		w.Importer.Facts = forgetful{w.facts, table}
		if err := w.Import(t.Context(), w.account, job.ID); upslope.CodeOf(err) != upslope.Unavailable {
			t.Errorf("%s: %v, want an outage", table, err)
		}
		w.Importer.Facts = w.facts
		if err := w.Import(t.Context(), w.account, job.ID); err != nil {
			t.Errorf("%s: %v", table, err)
		}
	}
}

func TestImportThatWasCommittedIsNotUndone(t *testing.T) {
	w := newWorkbench(t)
	job := w.begin("internal_all.csv", internal...)
	w.Importer.Records = answerLost{w.db}
	if err := w.Import(t.Context(), w.account, job.ID); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	if err := w.Import(t.Context(), w.account, job.ID); err != nil {
		t.Errorf("%v: the job is done", err)
	}
	if pages, _, issues := w.sweep(); pages != 2 || issues != 1 {
		t.Errorf("%d pages and %d issues are left", pages, issues)
	}
}

func TestJobRunAgainAfterItsCommitKeepsItsOwnResultAlthoughANewerCrawlCame(t *testing.T) {
	w := newWorkbench(t)
	healthy := *w.Importer
	job := w.begin("internal_all.csv", internal...)
	w.Importer.Records = answerLost{w.db}
	if err := w.Import(t.Context(), w.account, job.ID); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	w.Importer = &healthy
	w.at = w.at.AddDate(0, 0, 7)
	w.mustUpload("internal_new.csv", internal[0], internal[1])
	result, err := w.do(job)
	if err != nil {
		t.Fatal(err)
	}
	if result.Unchanged || result.Message != "2 pages read, 1 issue found" {
		t.Errorf("%+v", result)
	}
	if crawls := w.crawls(); len(crawls) != 2 || crawls[1].Pages != 2 || crawls[1].Issues != 1 {
		t.Errorf("%+v", crawls)
	}
}

func TestKilledAtAnyStepTheImportIsDoneOnceByTheNext(t *testing.T) {
	for step := int64(0); ; step++ {
		w := newWorkbench(t)
		w.mustUpload("internal_all.csv", internal...)
		job := w.begin("meta_description_all.csv", descriptions...)
		healthy := *w.Importer
		broken := &dying{Records: w.db, Facts: w.facts}
		broken.left.Store(step)
		w.Importer.Records, w.Importer.Facts = broken, broken
		err := w.Import(t.Context(), w.account, job.ID)
		if err == nil {
			if step < 5 {
				t.Errorf("an import of %d steps: the test sees too few of them", step)
			}
			return
		}
		if !errors.Is(err, errKilled) {
			t.Fatalf("step %d: %v", step, err)
		}
		if crawls := w.crawls(); len(crawls) != 1 || crawls[0].Issues != 1 || len(crawls[0].Uploads) != 1 {
			t.Errorf("killed at step %d it left %+v", step, crawls)
		}
		w.Importer = &healthy
		if _, err := w.do(job); err != nil {
			t.Fatalf("killed at step %d: %v", step, err)
		}
		if crawls := w.crawls(); len(crawls) != 1 || crawls[0].Issues != 3 || len(crawls[0].Uploads) != 2 {
			t.Errorf("killed at step %d it became %+v", step, crawls)
		}
		if pages, _, issues := w.sweep(); pages != 2+2+2 || issues != 3+1 {
			t.Errorf("killed at step %d: %d pages and %d issues are left, want 6 and 4", step, pages, issues)
		}
	}
}
