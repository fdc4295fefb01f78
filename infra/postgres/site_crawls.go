package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// StartCrawl queues a crawl of a site by Upslope, or joins the waiting or running one.
func (db *DB) StartCrawl(ctx context.Context, crawl upslope.SiteCrawl) (upslope.Job, error) {
	if _, err := db.Site(ctx, crawl.AccountID, crawl.SiteID); err != nil {
		return upslope.Job{}, err
	}
	return one[upslope.Job](ctx, db, "crawl_join", pgx.NamedArgs{
		"account_id": crawl.AccountID, "site_id": crawl.SiteID, "url": crawl.URL, "max_pages": crawl.MaxPages,
	})
}

// StopCrawl stops a crawl soon; what it has read becomes its result. NotFound when the account has no such job,
// Conflict when the job is no crawl. A crawl that has ended stays as it is.
func (db *DB) StopCrawl(ctx context.Context, accountID, jobID string) (version int64, err error) {
	job, err := db.Job(ctx, accountID, jobID)
	if err != nil {
		return 0, err
	}
	if job.Kind != upslope.CrawlSite {
		return 0, upslope.Errorf(upslope.Conflict, "Only a crawl can be stopped; this job ends by itself.")
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if _, err := one[string](ctx, tx, "crawl_stop", pgx.NamedArgs{"account_id": accountID, "job_id": jobID}); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// SiteCrawl returns what a crawl was asked for, or NotFound.
func (db *DB) SiteCrawl(ctx context.Context, accountID, jobID string) (upslope.SiteCrawl, error) {
	return one[upslope.SiteCrawl](ctx, db, "crawl_settings", pgx.NamedArgs{"account_id": accountID, "job_id": jobID})
}

// CrawledAddresses returns the known addresses of a crawl, in the order of discovery.
func (db *DB) CrawledAddresses(ctx context.Context, crawl upslope.SiteCrawl) ([]upslope.CrawledAddress, error) {
	return many[upslope.CrawledAddress](ctx, db, "crawl_addresses", pgx.NamedArgs{"account_id": crawl.AccountID, "job_id": crawl.JobID})
}

// SaveCrawl adds addresses and what was read of earlier ones, and reports whether the owner has stopped the crawl.
func (db *DB) SaveCrawl(ctx context.Context, crawl upslope.SiteCrawl, found []upslope.CrawledAddress, read []upslope.CrawledPage) (stopped bool, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		stopped, err = one[bool](ctx, tx, "crawl_stopped", pgx.NamedArgs{"account_id": crawl.AccountID, "job_id": crawl.JobID})
		if err != nil || len(found)+len(read) == 0 {
			return err
		}
		positions, urls, depths := make([]int, len(found)), make([]string, len(found)), make([]int, len(found))
		for i, address := range found {
			positions[i], urls[i], depths[i] = address.Position, address.URL, address.Depth
		}
		err := exec(ctx, tx, "crawl_found", pgx.NamedArgs{"account_id": crawl.AccountID, "job_id": crawl.JobID, "positions": positions, "urls": urls, "depths": depths})
		if err != nil {
			return err
		}
		positions, records := make([]int, len(read)), make([][]byte, len(read))
		for i, page := range read {
			positions[i], records[i] = page.Position, page.Record
		}
		return exec(ctx, tx, "crawl_read", pgx.NamedArgs{"account_id": crawl.AccountID, "job_id": crawl.JobID, "positions": positions, "records": records})
	})
	return stopped, err
}

// EachCrawledPage calls each with what was read of every address, in the order of discovery.
func (db *DB) EachCrawledPage(ctx context.Context, crawl upslope.SiteCrawl, each func(record []byte) error) error {
	for after := -1; ; {
		pages, err := many[upslope.CrawledPage](ctx, db, "crawl_pages", pgx.NamedArgs{"account_id": crawl.AccountID, "job_id": crawl.JobID, "after": after})
		if err != nil || len(pages) == 0 {
			return err
		}
		for _, page := range pages {
			if err := each(page.Record); err != nil {
				return err
			}
			after = page.Position
		}
	}
}

// FinishCrawl makes the upload the one that the job imports, and deletes what the crawl has kept.
func (db *DB) FinishCrawl(ctx context.Context, crawl upslope.SiteCrawl, upload upslope.Upload) error {
	return db.Tx(ctx, func(tx *Tx) error {
		if err := claimObject(ctx, tx, upload.ObjectKey); err != nil {
			return err
		}
		err := exec(ctx, tx, "crawl_upload", pgx.NamedArgs{
			"id": upload.ID, "account_id": crawl.AccountID, "site_id": crawl.SiteID, "job_id": crawl.JobID, "object_key": upload.ObjectKey,
			"file_name": upload.FileName, "bytes": upload.Bytes, "sha256": upload.SHA256, "ended_early": upload.EndedEarly, "notes": filled(upload.Notes),
		})
		if err != nil {
			return err
		}
		return exec(ctx, tx, "crawl_forget", pgx.NamedArgs{"account_id": crawl.AccountID, "job_id": crawl.JobID})
	})
}
