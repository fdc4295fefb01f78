// Package imports brings the files of crawlers into ClickHouse.
//
// It owns how rows become columns, which files make one crawl, and that an import is complete or not there at all. It does
// not own file formats (crawl does), what counts as a technical issue (it is given IssueRules), HTTP or queues.
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

// IssueRules say what is wrong with the pages of a crawl.
type IssueRules struct {
	FindSQL    string // writes the technical issues of an import
	SummarySQL string // counts them, and compares them with those of earlier crawls
	// Detectable answers the types of issue that can be found in a crawl of these files.
	Detectable func(files []upslope.Upload) []string
}

// Records keeps jobs, uploads and crawls.
type Records interface {
	// StartJob answers NotFound when the job is finished or gone.
	StartJob(ctx context.Context, accountID, jobID, message string) (upslope.Job, error)
	JobProgress(ctx context.Context, accountID, jobID string, progress float64, message string) error
	UploadOfJob(ctx context.Context, accountID, jobID string) (upslope.Upload, error)
	Sites(ctx context.Context, accountID string) ([]upslope.Site, error)
	// HeaderMeanings answers what the account has said that headers mean: header in lower case → field.
	HeaderMeanings(ctx context.Context, accountID string) (map[string]string, error)
	// ImportedBefore answers another upload by which the same bytes are in a crawl of the same site already, or nil.
	ImportedBefore(ctx context.Context, upload upslope.Upload) (*upslope.Upload, error)
	// BeginAttempt records an import id before rows are written under it.
	BeginAttempt(ctx context.Context, upload upslope.Upload, importID string) error
	// CurrentCrawl answers the newest crawl of the site, nil when it has none.
	CurrentCrawl(ctx context.Context, accountID, siteID string) (*upslope.Crawl, error)
	// UploadsOfCrawl answers the files of a crawl, in the order they came.
	UploadsOfCrawl(ctx context.Context, accountID, crawlID string) ([]upslope.Upload, error)
	// TypesBefore answers, for each of the types of issue, the newest crawl that looked for it, the given one aside.
	TypesBefore(ctx context.Context, accountID, siteID, crawlID string, types []string) ([]upslope.ComparedType, error)
	// FinishImport makes the upload visible as part of the crawl, and ends the job, in one transaction. It answers
	// Conflict, and changes nothing, when base is not the site's newest crawl any more. A crawl that has an id is base.
	FinishImport(ctx context.Context, upload upslope.Upload, crawl upslope.Crawl, base *upslope.Crawl, result upslope.ImportResult) error
	// DropUpload ends the job of an upload that brings nothing new, and forgets the upload.
	DropUpload(ctx context.Context, upload upslope.Upload, result upslope.ImportResult) error
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
	Put(ctx context.Context, key string, body io.Reader) error
	Delete(ctx context.Context, key string) error
}

// Import does the job: it reads the uploaded file and makes a crawl of it, or adds it to one, whole or not at all. An
// upslope.Error is the file's fault; after any other error the same job can be done again.
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
	attempt := &attempt{Importer: i, upload: upload, site: site, mapping: mapping, before: upload.ImportID}
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

// mapping is what the headers of an upload mean: as its owner said of it, else as they said of an earlier file.
func (i *Importer) mapping(ctx context.Context, upload upslope.Upload) (map[string]crawl.Field, error) {
	remembered, err := i.Records.HeaderMeanings(ctx, upload.AccountID)
	if err != nil {
		return nil, fmt.Errorf("read what headers mean: %w", err)
	}
	return mergeMeanings(remembered, upload.Mapping), nil
}

// attempt is one try to import one file. All rows of the file carry the import id of its upload.
type attempt struct {
	*Importer
	upload  upslope.Upload
	site    upslope.Site
	mapping map[string]crawl.Field
	before  string // the import id of what was read of the file before

	progress progress
	pages    batch[upslope.Page]
	links    batch[upslope.Link]
	tabRows  map[int]int64 // read, by the tab's place in the file
	began    []string      // the import ids under which there may be rows
}

func (a *attempt) run(ctx context.Context) error {
	file, err := a.read(ctx)
	if err != nil {
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

// undo deletes what the attempt wrote, as far as it can: rows that stay are invisible, and the next attempt sweeps them.
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

// dropDuplicate ends the import of a file that is part of a crawl of the site already.
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

// aboutUpload adds to a fault of a file which file it is, and which headers it has when its columns are not known.
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
