// Package ingest brings what others have measured into ClickHouse: crawler files today, providers' rows next.
//
// It owns how files become rows and how an import ends: whole or not at all. It does not judge what the rows are worth
// (analytics does), and knows neither HTTP nor queues.
package ingest

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"upslope"
	"upslope/ingest/crawl"
)

// Importer turns an uploaded file into a crawl: pages, links and technical issues.
type Importer struct {
	Records Records
	Facts   Facts
	Objects Objects
	Now     func() time.Time
	Log     *slog.Logger
}

// Records keeps jobs, uploads and crawls.
type Records interface {
	// StartJob answers NotFound when the job is finished or gone.
	StartJob(ctx context.Context, accountID, jobID, message string) (upslope.Job, error)
	JobProgress(ctx context.Context, accountID, jobID string, progress float64, message string) error
	FailJob(ctx context.Context, accountID, jobID string, problem *upslope.Error) error
	UploadOfJob(ctx context.Context, accountID, jobID string) (upslope.Upload, error)
	Sites(ctx context.Context, accountID string) ([]upslope.Site, error)
	// BeginAttempt records an import id before rows are written under it.
	BeginAttempt(ctx context.Context, upload upslope.Upload, importID string) error
	// CurrentCrawl answers the newest crawl of the site, nil when it has none.
	CurrentCrawl(ctx context.Context, accountID, siteID string) (*upslope.Crawl, error)
	// FinishImport makes the crawl visible and ends the job in one transaction, and answers the import ids of attempts
	// that came to nothing. A crawl that has an id is there already and gets what is new.
	FinishImport(ctx context.Context, upload upslope.Upload, crawl upslope.Crawl, report string, recognition any, message string) (swept []string, err error)
}

// Facts is where rows go.
type Facts interface {
	InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error
	Exec(ctx context.Context, sql string, params map[string]any) error
	Select(ctx context.Context, rows any, sql string, params map[string]any) error
}

// Objects is where uploaded files lie.
type Objects interface {
	Open(ctx context.Context, key string) (io.ReadCloser, int64, error)
	Delete(ctx context.Context, key string) error
}

//go:embed issues.sql
var issuesSQL string

//go:embed issue_count.sql
var issueCountSQL string

// batchRows is how many rows are sent to ClickHouse at a time: enough to be cheap there, few enough to hold.
const batchRows = 20_000

// Import does the job: it reads the uploaded file and makes a crawl of it, whole or not at all. An upslope.Error is the
// file's fault; after any other error the same job can be done again.
func (i *Importer) Import(ctx context.Context, accountID, jobID string) error {
	if _, err := i.Records.StartJob(ctx, accountID, jobID, "Reading the file."); upslope.CodeOf(err) == upslope.NotFound {
		return nil // done already
	} else if err != nil {
		return fmt.Errorf("start job %s: %w", jobID, err)
	}
	upload, err := i.Records.UploadOfJob(ctx, accountID, jobID)
	if err != nil {
		return fmt.Errorf("find the upload of job %s: %w", jobID, err)
	}
	site, err := i.siteOf(ctx, upload)
	if err != nil {
		return err
	}
	attempt := &attempt{Importer: i, upload: upload, site: site, importID: uuid.NewString()}
	if err := i.Records.BeginAttempt(ctx, upload, attempt.importID); err != nil {
		return fmt.Errorf("begin to import %s: %w", upload.FileName, err)
	}
	if err := attempt.run(ctx); err != nil {
		attempt.undo(ctx)
		return err
	}
	return nil
}

// attempt is one try to import one file. All its rows carry its import id.
type attempt struct {
	*Importer
	upload   upslope.Upload
	site     upslope.Site
	importID string

	progress progress
	pages    batch[upslope.Page]
	links    batch[upslope.Link]
}

func (a *attempt) run(ctx context.Context) error {
	importedAt := a.Now()
	file, err := a.read(ctx)
	if err != nil {
		return err
	}
	recognition := file.Recognition()
	crawled := upslope.Crawl{
		SiteID: a.site.ID, ImportID: a.importID, Pages: a.pages.sent, Links: a.links.sent, Rejected: file.Summary().Rejected,
		ImportedAt: importedAt,
	}
	if at := file.Summary().CrawledAt; !at.IsZero() {
		crawled.CrawledAt = &at
	}
	if a.pages.sent > 0 {
		a.progress.say(ctx, readingShare, "Looking for issues.")
		if crawled.Issues, err = a.findIssues(ctx, importedAt); err != nil {
			return err
		}
	} else if err := a.join(ctx, &crawled); err != nil {
		return err
	}
	if a.links.sent > 0 {
		crawled.LinksImportID = a.importID
	}
	swept, err := a.Records.FinishImport(ctx, a.upload, crawled, recognition.Tabs[0].Report, recognition, a.message(crawled, file.Summary()))
	if err != nil {
		return fmt.Errorf("finish the import of %s: %w", a.upload.FileName, err)
	}
	if len(swept) == 0 {
		return nil
	}
	if err := a.erase(ctx, a.upload.AccountID, a.site.ID, swept); err != nil {
		a.Log.WarnContext(ctx, "rows of earlier attempts are left", "imports", swept, "error", err) // invisible, only in the way
	}
	return nil
}

// read sends the rows of the file to ClickHouse and answers the file, closed, for what it tells about itself.
func (a *attempt) read(ctx context.Context) (file *crawl.File, err error) {
	body, size, err := a.Objects.Open(ctx, a.upload.ObjectKey)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", a.upload.ObjectKey, err)
	}
	defer func() { err = errors.Join(err, body.Close()) }()
	a.progress = progress{attempt: a, body: body, size: size}
	if file, err = crawl.Open(&a.progress, crawl.Options{Name: a.upload.FileName, Size: size}); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	a.pages.table = pagesTable(a.upload.AccountID, a.site.ID, a.importID)
	a.links.table = linksTable(a.upload.AccountID, a.site.ID, a.importID)
	for row, err := range file.Rows() {
		if err == nil {
			err = a.add(ctx, &row)
		}
		if err != nil {
			return nil, err
		}
	}
	return file, errors.Join(a.pages.send(ctx, a.Facts), a.links.send(ctx, a.Facts))
}

func (a *attempt) add(ctx context.Context, row *crawl.Row) error {
	switch row.Kind {
	case crawl.Pages:
		if a.pages.add(row.Page) {
			a.progress.tell(ctx, a.pages.sent+batchRows)
			return a.pages.send(ctx, a.Facts)
		}
	case crawl.Links:
		if a.links.add(row.Link) {
			a.progress.tell(ctx, a.links.sent+batchRows)
			return a.links.send(ctx, a.Facts)
		}
	case crawl.Issues: // the crawler's own counts; ours are found in the pages
	}
	return nil
}

// findIssues writes the technical issues of the import's pages and answers how many there are.
func (a *attempt) findIssues(ctx context.Context, importedAt time.Time) (int64, error) {
	params := map[string]any{"account_id": a.upload.AccountID, "site_id": a.site.ID, "import_id": a.importID, "imported_at": importedAt}
	if err := a.Facts.Exec(ctx, issuesSQL, params); err != nil {
		return 0, fmt.Errorf("find technical issues: %w", err)
	}
	var found []struct {
		Issues uint64 `ch:"issues"`
	}
	if err := a.Facts.Select(ctx, &found, issueCountSQL, params); err != nil {
		return 0, fmt.Errorf("count technical issues: %w", err)
	}
	return int64(found[0].Issues), nil
}

// join gives a file without pages to the crawl that it belongs to.
func (a *attempt) join(ctx context.Context, crawled *upslope.Crawl) error {
	if a.links.sent == 0 {
		return upslope.Errorf(upslope.Unprocessable, "%s has counts of issues, but no pages. Export the Internal tab as CSV instead; Upslope finds the issues itself.", a.upload.FileName)
	}
	current, err := a.Records.CurrentCrawl(ctx, a.upload.AccountID, a.site.ID)
	if err != nil {
		return fmt.Errorf("find the crawl of the links: %w", err)
	}
	if current == nil {
		return upslope.Errorf(upslope.Unprocessable, "%s has links, but no pages yet to put them on. Upload the Internal export of the same crawl first.", a.upload.FileName)
	}
	crawled.ID, crawled.ImportID = current.ID, current.ImportID
	return nil
}

// undo deletes what the attempt wrote, as far as it can: rows that stay are invisible, and the next attempt sweeps them.
func (a *attempt) undo(ctx context.Context) {
	if a.pages.sent+a.links.sent == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := a.erase(ctx, a.upload.AccountID, a.site.ID, []string{a.importID}); err != nil {
		a.Log.WarnContext(ctx, "rows of a failed import are left", "import", a.importID, "error", err)
	}
}

// message says what came of the import, such as "4,175 pages read, 312 issues found".
func (a *attempt) message(crawled upslope.Crawl, summary crawl.Summary) string {
	english := message.NewPrinter(language.English)
	var said strings.Builder
	switch {
	case a.pages.sent > 0 && a.links.sent > 0:
		english.Fprintf(&said, "%d pages and %d links read, %d issues found", a.pages.sent, a.links.sent, crawled.Issues)
	case a.pages.sent > 0:
		english.Fprintf(&said, "%d pages read, %d issues found", a.pages.sent, crawled.Issues)
	default:
		english.Fprintf(&said, "%d links read", a.links.sent)
	}
	if crawled.Rejected > 0 {
		english.Fprintf(&said, ", %d rows could not be read", crawled.Rejected)
	}
	var here, all int64
	for host, addresses := range summary.Hosts {
		all += addresses
		if upslope.HostBelongsTo(host, a.site.Domain) {
			here += addresses
		}
	}
	if here*2 < all {
		english.Fprintf(&said, ". Warning: most addresses are not on %s", a.site.Domain)
	}
	return said.String()
}

// batch holds rows until there are enough to send.
type batch[R any] struct {
	table table[R]
	rows  []R
	sent  int64
}

// add keeps a row and says whether the batch is full.
func (b *batch[R]) add(row R) (full bool) {
	if b.rows == nil {
		b.rows = make([]R, 0, batchRows)
	}
	b.rows = append(b.rows, row)
	return len(b.rows) == batchRows
}

func (b *batch[R]) send(ctx context.Context, facts Facts) error {
	if len(b.rows) == 0 {
		return nil
	}
	names, values := b.table.columns(b.rows)
	if err := facts.InsertColumns(ctx, b.table.name, "", names, values...); err != nil {
		return fmt.Errorf("insert %s: %w", b.table.name, err)
	}
	b.sent += int64(len(b.rows))
	clear(b.rows) // the texts may go
	b.rows = b.rows[:0]
	return nil
}
