package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Crawls returns one page of the account's crawls with their files, newest first, and the total count; siteID
// "" is every site.
func (db *DB) Crawls(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.Crawl, int64, error) {
	return page[upslope.Crawl](ctx, db, "crawls", pgx.NamedArgs{"account_id": accountID, "site_id": siteID}, limit, offset)
}

// NewestCrawls returns the newest crawl of each site; siteID "" is every site.
func (db *DB) NewestCrawls(ctx context.Context, accountID, siteID string) ([]upslope.Crawl, error) {
	return many[upslope.Crawl](ctx, db, "crawls_newest", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// CurrentCrawl returns the newest crawl of the site, or nil.
func (db *DB) CurrentCrawl(ctx context.Context, accountID, siteID string) (*upslope.Crawl, error) {
	crawls, err := db.NewestCrawls(ctx, accountID, siteID)
	if err != nil || len(crawls) == 0 {
		return nil, err
	}
	return &crawls[0], nil
}

// DeleteCrawl deletes a crawl and its files, and queues a recompute, in which the previous crawl counts. It
// returns the account's version.
func (db *DB) DeleteCrawl(ctx context.Context, accountID, id string) (version int64, err error) {
	if !isID(id) {
		return 0, errNoCrawl
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		type crawl struct {
			SiteID, Names       string
			ObjectKeys, Imports []string
		}
		deleted, err := one[crawl](ctx, tx, "crawl_delete", pgx.NamedArgs{"account_id": accountID, "id": id})
		if upslope.CodeOf(err) == upslope.NotFound {
			return errNoCrawl
		}
		if err != nil {
			return err
		}
		files := make([]string, 0, 2*len(deleted.ObjectKeys))
		for _, key := range deleted.ObjectKeys {
			files = append(files, key, upslope.Upload{ObjectKey: key}.RejectedKey())
		}
		if err := sweep(ctx, tx, upslope.Upload{AccountID: accountID, SiteID: deleted.SiteID}, deleted.Imports, files...); err != nil {
			return err
		}
		if err := addActivity(ctx, tx, accountID, deleted.SiteID, "crawl.deleted", "The crawl "+deleted.Names+" was deleted."); err != nil {
			return err
		}
		if err := queueRecompute(ctx, tx, accountID, deleted.SiteID); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

var errNoCrawl = upslope.Errorf(upslope.NotFound, "This crawl does not exist.")

// CrawlImports returns the import ids of the issues of all crawls; siteID "" is every site.
func (db *DB) CrawlImports(ctx context.Context, accountID, siteID string) ([]string, error) {
	return many[string](ctx, db, "crawl_imports", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// FixedIssues returns the ids of technical issues that are marked as fixed and absent from newer crawls.
func (db *DB) FixedIssues(ctx context.Context, accountID, siteID string) ([]string, error) {
	return many[string](ctx, db, "marks", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// ReopenedIssues returns the ids of technical issues that were marked as fixed before the newest crawl; those
// that this crawl contains are open again.
func (db *DB) ReopenedIssues(ctx context.Context, accountID, siteID string) ([]string, error) {
	return many[string](ctx, db, "marks_reopened", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// MarkIssue sets or clears the fixed mark of a technical issue, and returns the account's version.
func (db *DB) MarkIssue(ctx context.Context, accountID, siteID, issueID string, fixed bool, now time.Time) (version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		query, args := "mark_open", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "issue_id": issueID}
		if fixed {
			query, args["marked_at"] = "mark_fixed", now
		}
		if err := exec(ctx, tx, query, args); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// InsightsOfPage returns the ids of the open and in-progress insights about a page, best first.
func (db *DB) InsightsOfPage(ctx context.Context, accountID, siteID, page string) ([]string, error) {
	return many[string](ctx, db, "insights_of_page", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "page": page})
}

// FinishImport publishes the import of an upload, as a new crawl or as part of base when crawl has its id,
// ends the job, records activity and queues the site's recompute, all in one transaction. Unused rows are
// swept later.
//
// base is the site's newest crawl at the start of the import, nil for none. When the site has a newer one by
// now, or the same bytes were imported meanwhile, nothing changes and FinishImport returns Conflict.
//
// The crawl takes the waiting files that it names among its uploads; Conflict when one no longer waits.
func (db *DB) FinishImport(ctx context.Context, upload upslope.Upload, crawl upslope.Crawl, base *upslope.Crawl, result upslope.ImportResult) error {
	return db.write(ctx, upload.AccountID, func(tx *Tx) error {
		if err := unchanged(ctx, tx, upload, base); err != nil {
			return err
		}
		var err error
		if result.CrawlID, err = putCrawl(ctx, tx, upload, crawl); err != nil {
			return err
		}
		if err := joinWaiting(ctx, tx, upload, result.CrawlID, crawl); err != nil {
			return err
		}
		if err := putUpload(ctx, tx, upload, result.CrawlID, base); err != nil {
			return err
		}
		if err := finishJob(ctx, tx, upload.AccountID, upload.SiteID, upload.JobID, result.Message, result); err != nil {
			return err
		}
		if !upload.Part { // the crawl goes on
			if err := addActivity(ctx, tx, upload.AccountID, upload.SiteID, "crawl.imported", upload.FileName+": "+result.Message+"."); err != nil {
				return err
			}
		}
		if err := addPageChanges(ctx, tx, upload.AccountID, upload.SiteID, result.CrawlID, crawl.Changes, crawl.ImportedAt); err != nil {
			return err
		}
		return queueRecompute(ctx, tx, upload.AccountID, upload.SiteID)
	})
}

// unchanged returns Conflict unless base is the site's newest crawl and the upload the first with its bytes.
func unchanged(ctx context.Context, tx *Tx, upload upslope.Upload, base *upslope.Crawl) error {
	err := current(ctx, tx, upload.AccountID, upload.SiteID, base)
	if err != nil && upslope.CodeOf(err) != upslope.Unavailable {
		return err
	}
	twin, failure := importedBefore(ctx, tx, upload)
	if failure != nil {
		return failure
	}
	if err != nil || twin != nil {
		return errOtherImport
	}
	return nil
}

// current returns Unavailable unless crawl is still the site's newest one, with the same rows; nil means no
// crawl.
func current(ctx context.Context, tx *Tx, accountID, siteID string, crawl *upslope.Crawl) error {
	newest, err := many[upslope.Crawl](ctx, tx, "crawls_newest", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
	if err != nil {
		return err
	}
	same := crawl == nil
	if len(newest) > 0 {
		same = crawl != nil && crawl.ID == newest[0].ID && crawl.ImportID == newest[0].ImportID && crawl.LinksImportID == newest[0].LinksImportID
	}
	if !same {
		return upslope.Errorf(upslope.Unavailable, "The site's crawl was just replaced. Try again in a moment.")
	}
	return nil
}

func putCrawl(ctx context.Context, tx *Tx, upload upslope.Upload, crawl upslope.Crawl) (crawlID string, err error) {
	args := pgx.NamedArgs{
		"account_id": upload.AccountID, "import_id": crawl.ImportID, "links_import_id": crawl.LinksImportID,
		"pages": crawl.Pages, "links": crawl.Links, "issues": crawl.Issues, "issues_by_severity": crawl.IssuesBySeverity,
		"new_issues": crawl.NewIssues, "still_there_issues": crawl.StillThereIssues, "gone_issues": crawl.GoneIssues,
		"judged": filled(crawl.Judged), "partial": crawl.Partial, "crawled_at": crawl.CrawledAt,
	}
	if crawl.ID != "" {
		args["id"] = crawl.ID
		return one[string](ctx, tx, "crawl_update", args)
	}
	args["site_id"], args["imported_at"] = upload.SiteID, crawl.ImportedAt
	return one[string](ctx, tx, "crawl_add", args)
}

// putUpload adds the upload to the crawl, and queues the sweep of rows that this replaces.
func putUpload(ctx context.Context, tx *Tx, upload upslope.Upload, crawlID string, base *upslope.Crawl) error {
	imports, err := one[[]string](ctx, tx, "upload_finish", pgx.NamedArgs{
		"account_id": upload.AccountID, "id": upload.ID, "site_id": upload.SiteID, "crawl_id": crawlID, "import_id": upload.ImportID,
		"recognition": filled(upload.Recognition), "warnings": filled(upload.Warnings), "pages": upload.Pages, "links": upload.Links,
		"rejected": upload.Rejected, "imported_at": upload.ImportedAt, "partial": upload.Partial, "foreign_pages": upload.ForeignPages,
		"waiting": crawlID == "" && upload.Waiting,
	})
	if err != nil {
		return err
	}
	if base != nil {
		imports = append(imports, base.ImportID)
		if base.LinksImportID != "" {
			imports = append(imports, base.LinksImportID)
		}
	}
	err = exec(ctx, tx, "header_meanings_put", pgx.NamedArgs{"account_id": upload.AccountID, "mapping": upload.Mapping, "said_at": upload.ImportedAt})
	if err != nil {
		return err
	}
	return sweep(ctx, tx, upload, imports)
}

// joinWaiting adds waiting files to a new crawl built with their rows, so none may be missing or added.
func joinWaiting(ctx context.Context, tx *Tx, upload upslope.Upload, crawlID string, crawl upslope.Crawl) error {
	if crawl.ID != "" {
		return nil
	}
	waiting, err := many[upslope.Upload](ctx, tx, "uploads_waiting", pgx.NamedArgs{
		"account_id": upload.AccountID, "site_id": upload.SiteID, "since": upload.ImportedAt.Add(-upslope.MaxUploadWait),
	})
	if err != nil {
		return err
	}
	expected := 0
	for _, file := range waiting {
		if file.ID == upload.ID {
			continue
		}
		expected++
		if !slices.Contains(crawl.Uploads, file.ID) {
			return errOtherImport
		}
	}
	if expected != len(crawl.Uploads) {
		return errOtherImport
	}
	return exec(ctx, tx, "upload_join", pgx.NamedArgs{"account_id": upload.AccountID, "crawl_id": crawlID, "ids": filled(crawl.Uploads)})
}

var errOtherImport = upslope.Errorf(upslope.Conflict, "Another file was imported for this site at the same time.")

// KeepImport stores the import of an upload without a crawl, which may wait for the pages of one, and ends
// the job. Like FinishImport it returns Conflict, without changes, when base is no longer the newest crawl.
func (db *DB) KeepImport(ctx context.Context, upload upslope.Upload, base *upslope.Crawl, result upslope.ImportResult) error {
	return db.write(ctx, upload.AccountID, func(tx *Tx) error {
		if err := unchanged(ctx, tx, upload, base); err != nil {
			return err
		}
		upload.Waiting = result.Waiting
		if err := putUpload(ctx, tx, upload, "", nil); err != nil {
			return err
		}
		return finishJob(ctx, tx, upload.AccountID, upload.SiteID, upload.JobID, result.Message, result)
	})
}

// DropUpload ends the job of an upload whose bytes were imported before, and deletes the upload with its
// file.
func (db *DB) DropUpload(ctx context.Context, upload upslope.Upload, result upslope.ImportResult) error {
	return db.write(ctx, upload.AccountID, func(tx *Tx) error {
		imports, err := one[[]string](ctx, tx, "upload_delete", pgx.NamedArgs{"account_id": upload.AccountID, "id": upload.ID})
		if err != nil {
			return err
		}
		if err := sweep(ctx, tx, upload, imports, upload.ObjectKey, upload.RejectedKey()); err != nil {
			return err
		}
		return finishJob(ctx, tx, upload.AccountID, upload.SiteID, upload.JobID, result.Message, result)
	})
}

// sweep queues the deletion of unused import rows, and of the upload's files.
func sweep(ctx context.Context, tx *Tx, upload upslope.Upload, imports []string, objectKeys ...string) error {
	return exec(ctx, tx, "sweep", pgx.NamedArgs{
		"account_id": upload.AccountID, "site_id": upload.SiteID, "imports": imports, "object_keys": filled(objectKeys),
	})
}
