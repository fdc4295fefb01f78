package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// FinishImport makes what was read of an upload visible, as a new crawl or as part of base when crawl has its id, ends
// the job, says so and asks for the site's recompute, all in one transaction. Rows that nothing counts any more are
// swept afterwards.
//
// base is the site's newest crawl that everything was worked out against, nil for none: when it is another by now, or
// the same bytes were imported meanwhile, it changes nothing and answers Conflict.
func (db *DB) FinishImport(ctx context.Context, upload upslope.Upload, crawl upslope.Crawl, base *upslope.Crawl, result upslope.ImportResult) error {
	return db.write(ctx, upload.AccountID, func(tx *Tx) error {
		if err := unchanged(ctx, tx, upload, base); err != nil {
			return err
		}
		var err error
		if result.CrawlID, err = putCrawl(ctx, tx, upload, crawl); err != nil {
			return err
		}
		if err := putUpload(ctx, tx, upload, result.CrawlID, base); err != nil {
			return err
		}
		if err := finishJob(ctx, tx, upload.AccountID, upload.SiteID, upload.JobID, result.Message, result); err != nil {
			return err
		}
		if err := addActivity(ctx, tx, upload.AccountID, upload.SiteID, "crawl.imported", upload.FileName+": "+result.Message+"."); err != nil {
			return err
		}
		return queueRecompute(ctx, tx, upload.AccountID, upload.SiteID)
	})
}

// unchanged answers Conflict when base is not the site's newest crawl any more, or the upload not the first of its bytes.
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
		return upslope.Errorf(upslope.Conflict, "Another file was imported for this site at the same time.")
	}
	return nil
}

// current answers Unavailable when crawl is not the site's newest one any more, with the rows it had; nil is no crawl.
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
		return upslope.Errorf(upslope.Unavailable, "The crawl of the site has just been replaced. Try again in a moment.")
	}
	return nil
}

func putCrawl(ctx context.Context, tx *Tx, upload upslope.Upload, crawl upslope.Crawl) (crawlID string, err error) {
	args := pgx.NamedArgs{
		"account_id": upload.AccountID, "import_id": crawl.ImportID, "links_import_id": crawl.LinksImportID,
		"pages": crawl.Pages, "links": crawl.Links, "issues": crawl.Issues, "issues_by_severity": crawl.IssuesBySeverity,
		"new_issues": crawl.NewIssues, "still_there_issues": crawl.StillThereIssues, "gone_issues": crawl.GoneIssues,
		"judged": filled(crawl.Judged), "crawled_at": crawl.CrawledAt,
	}
	if crawl.ID != "" {
		args["id"] = crawl.ID
		return one[string](ctx, tx, "crawl_update", args)
	}
	args["site_id"], args["imported_at"] = upload.SiteID, crawl.ImportedAt
	return one[string](ctx, tx, "crawl_add", args)
}

// putUpload makes the upload part of the crawl, and has swept what this puts out of use.
func putUpload(ctx context.Context, tx *Tx, upload upslope.Upload, crawlID string, base *upslope.Crawl) error {
	scope := pgx.NamedArgs{"account_id": upload.AccountID, "id": upload.ID, "crawl_id": crawlID}
	if upload.Links > 0 {
		if err := exec(ctx, tx, "upload_replaced", scope); err != nil {
			return err
		}
	}
	imports, err := one[[]string](ctx, tx, "upload_finish", pgx.NamedArgs{
		"account_id": upload.AccountID, "id": upload.ID, "site_id": upload.SiteID, "crawl_id": crawlID, "import_id": upload.ImportID,
		"recognition": filled(upload.Recognition), "warnings": filled(upload.Warnings), "pages": upload.Pages, "links": upload.Links,
		"rejected": upload.Rejected, "imported_at": upload.ImportedAt,
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

// DropUpload ends the job of an upload whose bytes were imported before, and forgets the upload with its file.
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

// sweep has the rows of imports deleted that nothing counts, and files of the upload.
func sweep(ctx context.Context, tx *Tx, upload upslope.Upload, imports []string, objectKeys ...string) error {
	return exec(ctx, tx, "sweep", pgx.NamedArgs{
		"account_id": upload.AccountID, "site_id": upload.SiteID, "imports": imports, "object_keys": filled(objectKeys),
	})
}

// filled makes a missing list an empty one: PostgreSQL tells them apart.
func filled[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
