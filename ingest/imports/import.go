// Package imports loads crawler files into ClickHouse.
//
// It owns the mapping of rows to columns, the grouping of files into crawls, and the atomicity of an import.
// It does not own file formats (package crawl), the definition of technical issues (IssueRules), HTTP or
// queues.
package imports

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/ingest/crawl"
)

// Importer turns uploaded files into crawls: pages, links and technical issues.
type Importer struct {
	Records Records
	Facts   Facts
	Objects Objects
	Issues  IssueRules
	Now     func() time.Time
	Log     *slog.Logger
}

// IssueRules find the technical issues of a crawl.
type IssueRules struct {
	FindSQL    string // inserts the technical issues of an import
	SummarySQL string // counts them, and compares them with earlier crawls
	// Detectable returns the issue types that a crawl of these files can contain.
	Detectable func(files []upslope.Upload) []string
}

// Records stores jobs, uploads and crawls.
type Records interface {
	// StartJob fails with NotFound when the job is finished or deleted.
	StartJob(ctx context.Context, accountID, jobID, message string) (upslope.Job, error)
	JobProgress(ctx context.Context, accountID, jobID string, progress float64, message string) error
	UploadOfJob(ctx context.Context, accountID, jobID string) (upslope.Upload, error)
	Sites(ctx context.Context, accountID string) ([]upslope.Site, error)
	// HeaderMeanings returns the account's saved mapping: lower-case header → field.
	HeaderMeanings(ctx context.Context, accountID string) (map[string]string, error)
	// ImportedBefore returns another upload of the same bytes in a crawl of the same site, or nil.
	ImportedBefore(ctx context.Context, upload upslope.Upload) (*upslope.Upload, error)
	// BeginAttempt records an import id before rows are written under it.
	BeginAttempt(ctx context.Context, upload upslope.Upload, importID string) error
	// CurrentCrawl returns the newest crawl of the site, or nil.
	CurrentCrawl(ctx context.Context, accountID, siteID string) (*upslope.Crawl, error)
	// UploadsOfCrawl returns the files of a crawl in upload order.
	UploadsOfCrawl(ctx context.Context, accountID, crawlID string) ([]upslope.Upload, error)
	// TypesBefore returns, for each issue type, the newest other crawl that checked it.
	TypesBefore(ctx context.Context, accountID, siteID, crawlID string, types []string) ([]upslope.ComparedType, error)
	// WaitingUploads returns a site's files that wait for the pages of their crawl, imported after since.
	WaitingUploads(ctx context.Context, accountID, siteID string, since time.Time) ([]upslope.Upload, error)
	// FinishImport makes the upload visible as part of the crawl and ends the job, in one transaction. It
	// fails with Conflict, without changes, when base is no longer the site's newest crawl. A crawl with an
	// id is base; a new one takes the waiting files that its Uploads names.
	FinishImport(ctx context.Context, upload upslope.Upload, crawl upslope.Crawl, base *upslope.Crawl, result upslope.ImportResult) error
	// KeepImport ends the job of an upload that waits for the pages of its crawl. It fails like FinishImport.
	KeepImport(ctx context.Context, upload upslope.Upload, base *upslope.Crawl, result upslope.ImportResult) error
	// DropUpload ends the job of an upload without new data, and deletes the upload.
	DropUpload(ctx context.Context, upload upslope.Upload, result upslope.ImportResult) error
}

// Facts stores rows in ClickHouse.
type Facts interface {
	InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error
	Exec(ctx context.Context, sql string, params map[string]any) error
	Select(ctx context.Context, rows any, sql string, params map[string]any) error
}

// Objects stores the uploaded files.
type Objects interface {
	Open(ctx context.Context, key string) (io.ReadCloser, int64, error)
	Put(ctx context.Context, key string, body io.Reader) error
	Delete(ctx context.Context, key string) error
}

// Import runs the job: it turns the uploaded file into a crawl, or adds it to one, atomically. An
// upslope.Error is the file's fault; after any other error the job can be retried.
func (i *Importer) Import(ctx context.Context, accountID, jobID string) error {
	if _, err := i.Records.StartJob(ctx, accountID, jobID, "Reading the file."); upslope.CodeOf(err) == upslope.NotFound {
		return nil // already done
	} else if err != nil {
		return fmt.Errorf("start job %s: %w", jobID, err)
	}
	upload, err := i.Records.UploadOfJob(ctx, accountID, jobID)
	if err != nil {
		return fmt.Errorf("find the upload of job %s: %w", jobID, err)
	}
	if err := i.importUpload(ctx, upload); err != nil {
		return aboutUpload(err, upload)
	}
	return nil
}

func (i *Importer) importUpload(ctx context.Context, upload upslope.Upload) error {
	mapping, err := i.mapping(ctx, upload)
	if err != nil {
		return err
	}
	site, err := i.siteOf(ctx, upload, mapping)
	if err != nil {
		return err
	}
	attempt := &attempt{Importer: i, upload: upload, site: site, mapping: mapping, hadPages: hasPages(upload)}
	attempt.upload.SiteID, attempt.upload.ImportID = site.ID, uuid.NewString()
	if dropped, err := attempt.dropDuplicate(ctx); dropped || err != nil {
		return err
	}
	if err := attempt.begin(ctx, attempt.upload.ImportID); err != nil {
		return err
	}
	if err := attempt.run(ctx); err != nil {
		attempt.undo(ctx)
		return err
	}
	return nil
}

// mapping returns the header mapping of an upload: its own, else the account's saved one.
func (i *Importer) mapping(ctx context.Context, upload upslope.Upload) (map[string]crawl.Field, error) {
	remembered, err := i.Records.HeaderMeanings(ctx, upload.AccountID)
	if err != nil {
		return nil, fmt.Errorf("read what headers mean: %w", err)
	}
	return mergeMeanings(remembered, upload.Mapping), nil
}

// attempt is one attempt to import a file. All its rows carry the upload's import id.
type attempt struct {
	*Importer
	upload      upslope.Upload
	site        upslope.Site
	mapping     map[string]crawl.Field
	hadPages    bool // in the file's earlier import
	overlaps    bool // has most pages of the newest crawl, or other values of some
	sameRun     bool // has a page that was crawled at the same second
	saysTheSame bool // as the newest crawl, of whose pages it has all, or only some

	progress progress
	pages    batch[pageRow]
	links    batch[linkRow]
	tabs     []crawl.Tab
	tabRows  map[int]int64   // rows read, by the tab's index
	ownHosts map[string]bool // host → belongs to the site
	files    files
	repeats  *repeats
	began    []string // import ids that may have rows
}

func (a *attempt) run(ctx context.Context) error {
	file, err := a.read(ctx)
	if err != nil {
		return err
	}
	if err := a.inspect(file); err != nil {
		return err
	}
	if err := a.merge(ctx); err != nil {
		return err
	}
	a.describe(file)
	for {
		err := a.finish(ctx, file.Summary())
		if !errors.Is(err, errOvertaken) {
			return err
		}
		if dropped, err := a.dropDuplicate(ctx); dropped || err != nil {
			return err
		}
	}
}

// begin records an import id before rows are written under it.
func (a *attempt) begin(ctx context.Context, importID string) error {
	if err := a.Records.BeginAttempt(ctx, a.upload, importID); err != nil {
		return fmt.Errorf("begin to import %s: %w", a.upload.FileName, err)
	}
	a.began = append(a.began, importID)
	return nil
}

// undo deletes the attempt's rows if it can: remaining rows are invisible, and the next attempt sweeps them.
func (a *attempt) undo(ctx context.Context) {
	if a.pages.sent+a.links.sent == 0 || len(a.began) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := a.erase(ctx, a.upload.AccountID, a.site.ID, a.began, everyTable...); err != nil {
		a.Log.WarnContext(ctx, "rows of a failed import are left", "imports", a.began, "error", err)
	}
}

// dropDuplicate ends the import of a file already in a crawl of the site.
func (a *attempt) dropDuplicate(ctx context.Context) (dropped bool, err error) {
	duplicate, err := a.Records.ImportedBefore(ctx, a.upload)
	if err != nil || duplicate == nil {
		return false, err
	}
	current, err := a.Records.CurrentCrawl(ctx, a.upload.AccountID, a.site.ID)
	if err != nil {
		return false, err
	}
	if err := a.Records.DropUpload(ctx, a.upload, unchangedResult(*duplicate, current)); err != nil {
		return false, fmt.Errorf("drop %s, which was imported before: %w", a.upload.FileName, err)
	}
	a.undo(ctx)
	return true, nil
}

// aboutUpload adds the file to its error, and the headers when columns are unknown.
func aboutUpload(err error, upload upslope.Upload) error {
	fault, isOurs := errors.AsType[*upslope.Error](err)
	if !isOurs || fault.Code == upslope.Unavailable || fault.Code == upslope.Internal {
		return err
	}
	problem := *fault
	problem.UploadID = upload.ID
	if header, unknown := errors.AsType[*crawl.HeaderError](err); unknown {
		problem.Headers = []string{}
		for _, column := range header.Tab.Columns {
			problem.Headers = append(problem.Headers, column.Header)
		}
		problem.Headers = append(problem.Headers, header.Tab.Unknown...)
	}
	return &problem
}
