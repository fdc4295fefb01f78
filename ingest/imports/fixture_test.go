package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
	"upslope/infra/objects"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// workbench is an importer with its own databases, and one account with one site, shop.example.
type workbench struct {
	*Importer
	t       *testing.T
	db      *postgres.DB
	facts   *clickhouse.DB
	objects *objects.Store
	account string
	site    upslope.Site
	at      time.Time
}

func newWorkbench(t *testing.T) *workbench {
	t.Helper()
	w := &workbench{t: t, db: postgrestest.Open(t), facts: clickhousetest.Open(t), at: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	var err error
	if w.objects, err = objects.Open(t.Context(), "", t.TempDir()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.objects.Close() })
	w.Importer = &Importer{
		Records: w.db, Facts: w.facts, Objects: w.objects, Issues: issueRules(t), Now: func() time.Time { return w.at }, Log: slog.New(slog.DiscardHandler),
	}
	user, err := w.db.SignIn(t.Context(), upslope.Identity{Subject: "user_ana", Email: "ana@example.com"}, w.at, 14)
	if err != nil {
		t.Fatal(err)
	}
	w.account = user.AccountID
	w.site = w.addSite("shop.example")
	return w
}

func (w *workbench) addSite(domain string) upslope.Site {
	w.t.Helper()
	currency, zone := "EUR", "UTC"
	site, _, err := w.db.AddSite(w.t.Context(), w.account, upslope.SiteEdit{Name: &domain, Domain: &domain, Currency: &currency, TimeZone: &zone})
	if err != nil {
		w.t.Fatal(err)
	}
	return site
}

// begin stores a file and queues its import.
func (w *workbench) begin(name string, lines ...string) upslope.Job {
	w.t.Helper()
	content := strings.Join(lines, "\n") + "\n"
	hash := sha256.Sum256([]byte(content))
	upload := upslope.Upload{
		ID: uuid.NewString(), AccountID: w.account, SiteID: w.site.ID, FileName: name, Bytes: int64(len(content)), SHA256: hex.EncodeToString(hash[:]),
	}
	upload.ObjectKey = "uploads/" + upload.ID
	if err := w.objects.Put(w.t.Context(), upload.ObjectKey, strings.NewReader(content)); err != nil {
		w.t.Fatal(err)
	}
	job, _, err := w.db.StartImport(w.t.Context(), upload, time.Now().Add(-time.Minute))
	if err != nil {
		w.t.Fatal(err)
	}
	return job
}

// upload imports a file a minute after the last one, and returns its result.
func (w *workbench) upload(name string, lines ...string) (upslope.ImportResult, error) {
	w.t.Helper()
	w.at = w.at.Add(time.Minute)
	return w.do(w.begin(name, lines...))
}

// do runs a job like the worker.
func (w *workbench) do(job upslope.Job) (result upslope.ImportResult, err error) {
	w.t.Helper()
	if err := w.Import(w.t.Context(), w.account, job.ID); err != nil {
		if fault := (*upslope.Error)(nil); asFault(err, &fault) {
			if err := w.db.FailJob(w.t.Context(), w.account, job.ID, fault); err != nil {
				w.t.Fatal(err)
			}
		}
		return result, err
	}
	done, err := w.db.Job(w.t.Context(), w.account, job.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return result, json.Unmarshal(done.Result, &result)
}

// confirm imports a stopped upload for the workbench's site.
func (w *workbench) confirm(uploadID string) upslope.ImportResult {
	w.t.Helper()
	job, err := w.db.ConfirmImport(w.t.Context(), w.account, uploadID, w.site.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	result, err := w.do(job)
	if err != nil {
		w.t.Fatal(err)
	}
	return result
}

func asFault(err error, fault **upslope.Error) bool {
	problem, isFault := errors.AsType[*upslope.Error](err)
	*fault = problem
	return isFault
}

// mustUpload is upload, and fails the test on an error.
func (w *workbench) mustUpload(name string, lines ...string) upslope.ImportResult {
	w.t.Helper()
	result, err := w.upload(name, lines...)
	if err != nil {
		w.t.Fatalf("%s: %v", name, err)
	}
	return result
}

// crawls returns the site's crawls, newest first.
func (w *workbench) crawls() []upslope.Crawl {
	w.t.Helper()
	crawls, _, err := w.db.Crawls(w.t.Context(), w.account, w.site.ID, 100, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	return crawls
}

// rows returns the result of a query about the newest crawl, cells joined by " | ", one row a line.
func (w *workbench) rows(sql string) string {
	w.t.Helper()
	crawl := w.crawls()[0]
	links := crawl.LinksImportID
	if links == "" {
		links = uuid.Nil.String()
	}
	var lines []string
	err := w.facts.Query(w.t.Context(), sql, map[string]any{"import_id": crawl.ImportID, "links_import_id": links}, func(_ []string, values []any) error {
		cells := make([]string, len(values))
		for i, value := range values {
			text, err := json.Marshal(value)
			if err != nil {
				return err
			}
			cells[i] = strings.Trim(string(text), `"`)
		}
		lines = append(lines, strings.Join(cells, " | "))
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// sweep handles the outbox's sweep events, and returns the remaining rows per table.
func (w *workbench) sweep() (pages, links, issues uint64) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 10*time.Second)
	defer cancel()
	// A last event marks the end: once it arrives, all earlier ones were handled.
	last := uuid.NewString()
	w.addSite(last + ".example")
	var swept sync.Once
	_ = w.db.Relay(ctx, postgrestest.Publish(func(ctx context.Context, event postgres.Event) error {
		var message struct {
			SiteID              string
			Imports, ObjectKeys []string
		}
		if event.Topic == "job.sweep" {
			if err := json.Unmarshal(event.Payload, &message); err != nil {
				return err
			}
			return w.Sweep(ctx, w.account, message.SiteID, message.Imports, message.ObjectKeys)
		}
		if event.Topic == "event.activity" && w.isLast(event, last) {
			swept.Do(cancel)
		}
		return nil
	}))
	var counts []struct {
		Pages  uint64 `ch:"pages"`
		Links  uint64 `ch:"links"`
		Issues uint64 `ch:"issues"`
	}
	const sql = "select (select count() from pages) as pages, (select count() from links) as links, (select count() from technical_issues) as issues"
	if err := w.facts.Select(w.t.Context(), &counts, sql, nil); err != nil {
		w.t.Fatal(err)
	}
	return counts[0].Pages, counts[0].Links, counts[0].Issues
}

// isLast reports whether the event is about the site with that name.
func (w *workbench) isLast(event postgres.Event, name string) bool {
	site, err := w.db.Site(w.t.Context(), w.account, event.SiteID)
	return err == nil && site.Domain == name+".example"
}

// stored returns a file of object storage, "" when it is missing.
func (w *workbench) stored(key string) string {
	w.t.Helper()
	body, _, err := w.objects.Open(w.t.Context(), key)
	if upslope.CodeOf(err) == upslope.NotFound {
		return ""
	}
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = body.Close() }()
	content, err := io.ReadAll(body)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(content)
}

// issuesFolder holds the issue rules; they belong to another part, so tests read the files.
const issuesFolder = "../../analytics/issues/rules/"

// issueRules returns the product's rules, limited to the types these tests compare.
func issueRules(t *testing.T) IssueRules {
	t.Helper()
	read := func(pattern string) string {
		files, err := filepath.Glob(issuesFolder + pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		var sql []byte
		for _, file := range files {
			step, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sql = append(sql, step...)
		}
		return string(sql)
	}
	return IssueRules{FindSQL: read("find/*.sql"), SummarySQL: read("summary.sql"), Detectable: detectable}
}

func detectable(files []upslope.Upload) (types []string) {
	for _, c := range []struct{ field, issueType string }{
		{"status_code", "server_error"}, {"title", "missing_title"}, {"title", "duplicate_title"}, {"title", "long_title"}, {"title", "short_title"},
		{"inlinks", "broken_page"}, {"redirect_url", "linked_redirect"}, {"description", "missing_description"}, {"description", "duplicate_description"}, {"description", "long_description"},
		{"description", "short_description"}, {"h1", "missing_h1"}, {"images_without_alt", "images_without_alt"}, {"canonical", "canonical_to_noindex"},
	} {
		if slices.ContainsFunc(files, func(file upslope.Upload) bool {
			return slices.ContainsFunc(file.Recognition, func(tab upslope.RecognizedTab) bool {
				return hasField(tab, c.field) && (tab.Scope == "site" || tab.Scope == "html" || slices.Contains(tab.Covers, c.issueType))
			})
		}) {
			types = append(types, c.issueType)
		}
	}
	return types
}
