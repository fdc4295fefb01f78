package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// StartImport queues the import of an upload that lies in object storage. The same bytes uploaded for the same site
// after since join that import, unless it failed; the caller may then delete its object.
func (db *DB) StartImport(ctx context.Context, upload upslope.Upload, since time.Time) (job upslope.Job, joined bool, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		// Two uploads of the same bytes at once must not both find that there is none.
		if err := exec(ctx, tx, "lock", pgx.NamedArgs{"name": upload.AccountID + upload.SHA256}); err != nil {
			return err
		}
		job, err = one[upslope.Job](ctx, tx, "upload_same_bytes", pgx.NamedArgs{
			"account_id": upload.AccountID, "site_id": upload.SiteID, "sha256": upload.SHA256, "since": since,
		})
		if joined = err == nil; joined || upslope.CodeOf(err) != upslope.NotFound {
			return err
		}
		job, err = one[upslope.Job](ctx, tx, "job_add", pgx.NamedArgs{
			"account_id": upload.AccountID, "site_id": upload.SiteID, "kind": upslope.ImportCrawl, "message": "Waiting to be read.",
		})
		if err != nil {
			return err
		}
		return exec(ctx, tx, "upload_add", pgx.NamedArgs{
			"id": upload.ID, "account_id": upload.AccountID, "site_id": upload.SiteID, "job_id": job.ID,
			"object_key": upload.ObjectKey, "file_name": upload.FileName, "bytes": upload.Bytes, "sha256": upload.SHA256,
		})
	})
	return job, joined, err
}

// UploadOfJob answers the upload that a job imports.
func (db *DB) UploadOfJob(ctx context.Context, accountID, jobID string) (upslope.Upload, error) {
	return one[upslope.Upload](ctx, db, "upload_by_job", pgx.NamedArgs{"account_id": accountID, "job_id": jobID})
}

// BeginAttempt records that rows will be written under importID, so that they can be swept away if it comes to nothing.
func (db *DB) BeginAttempt(ctx context.Context, upload upslope.Upload, importID string) error {
	return exec(ctx, db, "upload_attempt", pgx.NamedArgs{"account_id": upload.AccountID, "id": upload.ID, "import_id": importID})
}

// FinishImport makes a crawl visible, ends its job, says so and asks for the site's recompute, all in one transaction.
// A crawl that has an id is there already and gets the links that are new. It answers the import ids of earlier
// attempts, whose rows are rubbish now.
func (db *DB) FinishImport(ctx context.Context, upload upslope.Upload, crawl upslope.Crawl, report string, recognition any, message string) (swept []string, err error) {
	recognised, err := json.Marshal(recognition)
	if err != nil {
		return nil, fmt.Errorf("encode recognition: %w", err)
	}
	err = db.Tx(ctx, func(tx *Tx) error {
		crawlID, importID, err := putCrawl(ctx, tx, upload.AccountID, crawl)
		if err != nil {
			return err
		}
		swept, err = one[[]string](ctx, tx, "upload_finish", pgx.NamedArgs{
			"account_id": upload.AccountID, "id": upload.ID, "site_id": crawl.SiteID, "crawl_id": crawlID, "import_id": importID,
			"report": report, "recognition": recognised, "rejected": crawl.Rejected, "imported_at": crawl.ImportedAt,
		})
		if err != nil {
			return err
		}
		result := upslope.ImportResult{
			Message: message, CrawlID: crawlID, SiteID: crawl.SiteID, Pages: crawl.Pages, Issues: crawl.Issues, Rejected: crawl.Rejected,
		}
		if err := finishJob(ctx, tx, upload.AccountID, crawl.SiteID, upload.JobID, message, result); err != nil {
			return err
		}
		if err := addActivity(ctx, tx, upload.AccountID, crawl.SiteID, "crawl.imported", upload.FileName+": "+message+"."); err != nil {
			return err
		}
		return queueRecompute(ctx, tx, upload.AccountID, crawl.SiteID)
	})
	return swept, err
}

// putCrawl adds the crawl or gives its links to one that is there, and answers its id and the import id of what was read.
func putCrawl(ctx context.Context, tx *Tx, accountID string, crawl upslope.Crawl) (crawlID, importID string, err error) {
	if crawl.ID != "" {
		crawlID, err = one[string](ctx, tx, "crawl_join", pgx.NamedArgs{
			"account_id": accountID, "id": crawl.ID, "links_import_id": crawl.LinksImportID, "links": crawl.Links,
		})
		return crawlID, crawl.LinksImportID, err
	}
	crawlID, err = one[string](ctx, tx, "crawl_add", pgx.NamedArgs{
		"account_id": accountID, "site_id": crawl.SiteID, "import_id": crawl.ImportID, "links_import_id": crawl.LinksImportID,
		"pages": crawl.Pages, "links": crawl.Links, "issues": crawl.Issues, "crawled_at": crawl.CrawledAt, "imported_at": crawl.ImportedAt,
	})
	return crawlID, crawl.ImportID, err
}

// Crawls lists the account's crawls with the names of their files, newest first; siteID "" is every site.
func (db *DB) Crawls(ctx context.Context, accountID, siteID string, limit int) ([]upslope.Crawl, error) {
	return many[upslope.Crawl](ctx, db, "crawls", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "limit": limit})
}

// NewestCrawls answers the newest crawl of each site, whose rows are the ones to show; siteID "" is every site.
func (db *DB) NewestCrawls(ctx context.Context, accountID, siteID string) ([]upslope.Crawl, error) {
	return many[upslope.Crawl](ctx, db, "crawls_newest", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// FixedIssues answers the ids of the technical issues that are marked as fixed and were not seen by a newer crawl.
func (db *DB) FixedIssues(ctx context.Context, accountID, siteID string) ([]string, error) {
	return many[string](ctx, db, "marks", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// CurrentCrawl answers the newest crawl of the site, nil when it has none.
func (db *DB) CurrentCrawl(ctx context.Context, accountID, siteID string) (*upslope.Crawl, error) {
	crawls, err := db.NewestCrawls(ctx, accountID, siteID)
	if err != nil || len(crawls) == 0 {
		return nil, err
	}
	return &crawls[0], nil
}

// MarkIssue marks a technical issue of the site as fixed, or takes that back, and answers the account's version.
func (db *DB) MarkIssue(ctx context.Context, accountID, siteID, issueID string, fixed bool, now time.Time) (version int64, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
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
