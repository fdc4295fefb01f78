package imports

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/ingest/crawl"
)

//go:embed queries/union_pages.sql
var unionPagesSQL string

// errOvertaken reports that another file changed the site's newest crawl during this attempt.
var errOvertaken = errors.New("another import finished first")

// finish adds the imported rows to a crawl and makes them visible. It can be retried after errOvertaken.
func (a *attempt) finish(ctx context.Context, summary crawl.Summary) error {
	base, err := a.Records.CurrentCrawl(ctx, a.upload.AccountID, a.site.ID)
	if err != nil {
		return fmt.Errorf("find the newest crawl: %w", err)
	}
	var others []upslope.Upload
	if base != nil {
		if others, err = a.otherFiles(ctx, base.ID); err != nil {
			return err
		}
	}
	now := a.Now()
	a.upload.ImportedAt = &now
	waiting, err := a.waitingFiles(ctx, now)
	if err != nil {
		return err
	}
	if err := a.overlap(ctx, base); err != nil {
		return err
	}
	plan, err := a.plan(base, others, waiting, summary.CrawledAt)
	if err != nil {
		return err
	}
	if plan.waits {
		return a.keep(ctx, base, plan)
	}
	if err := a.joinLinks(ctx, &plan); err != nil {
		return err
	}
	if len(plan.parts) > 0 {
		a.progress.report(ctx, readingShare, "Looking for issues.")
		if err := a.build(ctx, &plan); err != nil {
			return err
		}
		if plan.crawl.Changes, err = a.pageChanges(ctx, base, plan.crawl); err != nil {
			return err
		}
	}
	upload := a.upload
	upload.Warnings = append(upload.Warnings, plan.warnings...)
	err = a.Records.FinishImport(ctx, upload, plan.crawl, base, a.result(plan, upload))
	switch {
	case err == nil:
		return nil
	case upslope.CodeOf(err) != upslope.Conflict:
		a.began = nil // the commit may have succeeded despite the error: nothing visible may be undone
		return fmt.Errorf("finish the import of %s: %w", a.upload.FileName, err)
	}
	if err := a.unbuild(ctx, plan); err != nil {
		return fmt.Errorf("take back what was made of %s: %w", a.upload.FileName, err)
	}
	return errOvertaken
}

// keep ends the import of a file without pages, which may wait for those of its crawl.
func (a *attempt) keep(ctx context.Context, base *upslope.Crawl, plan plan) error {
	err := a.Records.KeepImport(ctx, a.upload, base, a.result(plan, a.upload))
	if upslope.CodeOf(err) == upslope.Conflict {
		return errOvertaken
	}
	if err != nil {
		a.began = nil // as in finish
		return fmt.Errorf("keep the import of %s: %w", a.upload.FileName, err)
	}
	return nil
}

// waitingFiles returns the site's other files that wait for pages.
func (a *attempt) waitingFiles(ctx context.Context, now time.Time) ([]upslope.Upload, error) {
	files, err := a.Records.WaitingUploads(ctx, a.upload.AccountID, a.site.ID, now.Add(-upslope.MaxUploadWait))
	if err != nil {
		return nil, fmt.Errorf("list the files that wait for pages: %w", err)
	}
	return slices.DeleteFunc(files, func(file upslope.Upload) bool { return file.ID == a.upload.ID }), nil
}

// joinLinks joins the links of the parts.
func (a *attempt) joinLinks(ctx context.Context, plan *plan) error {
	plan.crawl.LinksImportID, plan.crawl.Links = "", 0
	switch len(plan.linkParts) {
	case 0:
		plan.images = false
		return nil
	case 1:
		plan.crawl.LinksImportID = plan.linkParts[0]
	default:
		union := uuid.NewString()
		if err := a.begin(ctx, union); err != nil {
			return err
		}
		plan.unions = append(plan.unions, union)
		err := a.Facts.Exec(ctx, unionLinksSQL, map[string]any{
			"account_id": a.upload.AccountID, "site_id": a.site.ID, "import_id": union, "imports": plan.linkParts, "left_out_tabs": []uint16{},
		})
		if err != nil {
			return fmt.Errorf("join the links of several files: %w", err)
		}
		plan.crawl.LinksImportID = union
	}
	links, withoutAlt, err := a.countLinks(ctx, plan.crawl.LinksImportID)
	plan.crawl.Links = links
	plan.images = plan.images && withoutAlt > 0
	if plan.images && len(plan.parts) == 0 && a.upload.Links > 0 {
		plan.parts = []string{plan.crawl.ImportID} // the crawl's pages change after all
	}
	return err
}

// otherFiles returns the crawl's other files.
func (a *attempt) otherFiles(ctx context.Context, crawlID string) ([]upslope.Upload, error) {
	files, err := a.Records.UploadsOfCrawl(ctx, a.upload.AccountID, crawlID)
	if err != nil {
		return nil, fmt.Errorf("list the files of the newest crawl: %w", err)
	}
	others := files[:0]
	for _, file := range files {
		if file.ID != a.upload.ID {
			others = append(others, file)
		}
	}
	return others, nil
}

// build joins the pages of the parts and finds their issues.
func (a *attempt) build(ctx context.Context, plan *plan) error {
	plan.crawl.ImportID = plan.parts[0]
	for _, part := range plan.parts[1:] {
		union := uuid.NewString()
		if err := a.begin(ctx, union); err != nil {
			return err
		}
		plan.unions = append(plan.unions, union)
		err := a.Facts.Exec(ctx, unionPagesSQL, map[string]any{
			"account_id": a.upload.AccountID, "site_id": a.site.ID, "import_id": union, "older_import": plan.crawl.ImportID, "newer_import": part,
		})
		if err != nil {
			return fmt.Errorf("join the pages of two files: %w", err)
		}
		plan.crawl.ImportID = union
	}
	if plan.images {
		if err := a.addImages(ctx, plan); err != nil {
			return err
		}
	}
	scope := map[string]any{
		"account_id": a.upload.AccountID, "site_id": a.site.ID, "import_id": plan.crawl.ImportID, "imported_at": plan.crawl.ImportedAt,
	}
	if err := a.Facts.Exec(ctx, a.Issues.FindSQL, scope); err != nil {
		return fmt.Errorf("find technical issues: %w", err)
	}
	return a.compare(ctx, &plan.crawl, scope)
}

// compare counts the crawl's issues and the changes since earlier crawls.
func (a *attempt) compare(ctx context.Context, crawled *upslope.Crawl, scope map[string]any) error {
	earlier, err := a.Records.TypesBefore(ctx, a.upload.AccountID, a.site.ID, crawled.ID, crawled.Judged)
	if err != nil {
		return fmt.Errorf("find the crawls to compare with: %w", err)
	}
	types, imports := make([]string, len(earlier)), make([]string, len(earlier))
	for i, compared := range earlier {
		types[i], imports[i] = compared.IssueType, compared.ImportID
	}
	scope["types_before"], scope["imports_before"], scope["partial"] = types, imports, crawled.Partial
	var found []struct {
		Pages      uint64 `ch:"pages"`
		Critical   uint64 `ch:"critical"`
		High       uint64 `ch:"high"`
		Medium     uint64 `ch:"medium"`
		Low        uint64 `ch:"low"`
		New        uint64 `ch:"new_issues"`
		StillThere uint64 `ch:"still_there_issues"`
		Gone       uint64 `ch:"gone_issues"`
	}
	if err := a.Facts.Select(ctx, &found, a.Issues.SummarySQL, scope); err != nil {
		return fmt.Errorf("count technical issues: %w", err)
	}
	counts := found[0]
	crawled.Pages, crawled.Issues = int64(counts.Pages), int64(counts.Critical+counts.High+counts.Medium+counts.Low)
	crawled.IssuesBySeverity = upslope.SeverityCounts{
		Critical: int64(counts.Critical), High: int64(counts.High), Medium: int64(counts.Medium), Low: int64(counts.Low),
	}
	crawled.NewIssues, crawled.StillThereIssues, crawled.GoneIssues = nil, nil, nil
	if len(earlier) > 0 {
		crawled.NewIssues, crawled.StillThereIssues, crawled.GoneIssues = new(int64(counts.New)), new(int64(counts.StillThere)), new(int64(counts.Gone))
	}
	return nil
}

// unbuild deletes the output of build, and leaves the rows read from the file.
func (a *attempt) unbuild(ctx context.Context, plan plan) error {
	if len(plan.unions) > 0 {
		if err := a.erase(ctx, a.upload.AccountID, a.site.ID, plan.unions, everyTable...); err != nil {
			return err
		}
	}
	if len(plan.parts) != 1 || plan.crawl.ImportID != plan.parts[0] {
		return nil
	}
	return a.erase(ctx, a.upload.AccountID, a.site.ID, plan.parts, "technical_issues")
}
