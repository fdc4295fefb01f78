package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// StartCrawl queues a crawl of a site by Upslope, or joins the waiting or running one. Crawls of the site by
// itself go on with the same settings.
func (db *DB) StartCrawl(ctx context.Context, crawl upslope.SiteCrawl, now time.Time) (job upslope.Job, err error) {
	if _, err := db.Site(ctx, crawl.AccountID, crawl.SiteID); err != nil {
		return upslope.Job{}, err
	}
	err = db.write(ctx, crawl.AccountID, func(tx *Tx) error {
		if job, err = joinCrawl(ctx, tx, crawl); err != nil {
			return err
		}
		args := settingsOf(crawl)
		args["now"] = now
		return exec(ctx, tx, "crawl_schedule_put", args)
	})
	return job, err
}

func joinCrawl(ctx context.Context, tx *Tx, crawl upslope.SiteCrawl) (upslope.Job, error) {
	return one[upslope.Job](ctx, tx, "crawl_join", settingsOf(crawl))
}

func settingsOf(crawl upslope.SiteCrawl) pgx.NamedArgs {
	return pgx.NamedArgs{"account_id": crawl.AccountID, "site_id": crawl.SiteID, "url": crawl.URL, "max_pages": crawl.MaxPages, "options": crawl.Options}
}

func ofCrawl(crawl upslope.SiteCrawl) pgx.NamedArgs {
	return pgx.NamedArgs{"account_id": crawl.AccountID, "job_id": crawl.JobID}
}

// crawlJob returns a job of the account that is a crawl, else an Error.
func (db *DB) crawlJob(ctx context.Context, accountID, jobID, otherwise string) (upslope.Job, error) {
	job, err := db.Job(ctx, accountID, jobID)
	if err == nil && job.Kind != upslope.CrawlSite {
		return job, upslope.Errorf(upslope.Conflict, "%s", otherwise)
	}
	return job, err
}

// StopCrawl stops a crawl soon; what it has read becomes its result. NotFound when the account has no such
// job, Conflict when the job is no crawl. A crawl that has ended stays as it is.
func (db *DB) StopCrawl(ctx context.Context, accountID, jobID string) (version int64, err error) {
	if _, err := db.crawlJob(ctx, accountID, jobID, "Only a crawl can be stopped; this job ends by itself."); err != nil {
		return 0, err
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		crawl := upslope.SiteCrawl{AccountID: accountID, JobID: jobID}
		if _, err := one[string](ctx, tx, "crawl_stop", ofCrawl(crawl)); err != nil {
			return err
		}
		if err := exec(ctx, tx, "crawl_resume", ofCrawl(crawl)); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// PauseCrawl pauses a crawl soon, or lets it go on where it was. NotFound when the account has no such job,
// Conflict when the job is no crawl or has ended.
func (db *DB) PauseCrawl(ctx context.Context, accountID, jobID string, paused bool) (upslope.Job, error) {
	if _, err := db.crawlJob(ctx, accountID, jobID, "Only a crawl can be paused; this job ends by itself."); err != nil {
		return upslope.Job{}, err
	}
	err := db.write(ctx, accountID, func(tx *Tx) error {
		args := ofCrawl(upslope.SiteCrawl{AccountID: accountID, JobID: jobID})
		args["paused"] = paused
		_, err := one[string](ctx, tx, "crawl_pause", args)
		if upslope.CodeOf(err) == upslope.NotFound {
			return upslope.Errorf(upslope.Conflict, "This crawl has ended. Start another one.")
		}
		if err != nil || paused {
			return err
		}
		return exec(ctx, tx, "crawl_resume", ofCrawl(upslope.SiteCrawl{AccountID: accountID, JobID: jobID}))
	})
	if err != nil {
		return upslope.Job{}, err
	}
	return db.Job(ctx, accountID, jobID)
}

// RestCrawl sets a paused crawl aside until its owner resumes it; false if they already did, or stopped it.
func (db *DB) RestCrawl(ctx context.Context, crawl upslope.SiteCrawl, message string) (rests bool, err error) {
	args := ofCrawl(crawl)
	args["message"] = message
	err = db.write(ctx, crawl.AccountID, func(tx *Tx) error {
		_, err := one[string](ctx, tx, "crawl_rest", args)
		rests = err == nil
		return ignoreMissing(err)
	})
	return rests, err
}

// SiteCrawl returns what a crawl was asked for, or NotFound.
func (db *DB) SiteCrawl(ctx context.Context, accountID, jobID string) (upslope.SiteCrawl, error) {
	return one[upslope.SiteCrawl](ctx, db, "crawl_settings", ofCrawl(upslope.SiteCrawl{AccountID: accountID, JobID: jobID}))
}

// CrawledAddresses returns the known addresses of a crawl, in the order of discovery.
func (db *DB) CrawledAddresses(ctx context.Context, crawl upslope.SiteCrawl) ([]upslope.CrawledAddress, error) {
	return many[upslope.CrawledAddress](ctx, db, "crawl_addresses", ofCrawl(crawl))
}

// SaveCrawl adds addresses and what was read of earlier ones, and returns what the owner wants of the crawl.
func (db *DB) SaveCrawl(ctx context.Context, crawl upslope.SiteCrawl, found []upslope.CrawledAddress, read []upslope.CrawledPage) (wish upslope.CrawlWish, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		wish, err = one[upslope.CrawlWish](ctx, tx, "crawl_wish", ofCrawl(crawl))
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
	return wish, err
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

// EarlierPage returns what the site's last crawl read of an address, or NotFound.
func (db *DB) EarlierPage(ctx context.Context, crawl upslope.SiteCrawl, url string) (record []byte, err error) {
	return one[[]byte](ctx, db, "crawl_earlier_page", pgx.NamedArgs{"account_id": crawl.AccountID, "site_id": crawl.SiteID, "url": url})
}

// CrawlPart returns the file of a crawl's first pages, and what may be done with it; NotFound once deleted.
func (db *DB) CrawlPart(ctx context.Context, crawl upslope.SiteCrawl) (upslope.CrawlPart, error) {
	return one[upslope.CrawlPart](ctx, db, "crawl_part", ofCrawl(crawl))
}

// ImportPart queues the import of a crawl's first pages while it goes on, replacing that of earlier parts. It
// does nothing while one of these runs, or if the site has another crawl: a part never replaces that.
func (db *DB) ImportPart(ctx context.Context, crawl upslope.SiteCrawl, upload upslope.Upload) error {
	return db.write(ctx, crawl.AccountID, func(tx *Tx) error {
		part, err := one[upslope.CrawlPart](ctx, tx, "crawl_part", ofCrawl(crawl))
		if err != nil || part.Busy || !part.Alone {
			return err
		}
		job, err := addImport(ctx, tx, crawl.AccountID, crawl.SiteID)
		if err != nil {
			return err
		}
		upload.JobID, upload.Part = job.ID, true
		if part.UploadID != "" {
			return replaceUpload(ctx, tx, part, upload)
		}
		if err := putCrawlUpload(ctx, tx, "crawl_upload", upload); err != nil {
			return err
		}
		args := ofCrawl(crawl)
		args["upload_id"] = upload.ID
		return exec(ctx, tx, "crawl_part_set", args)
	})
}

// FinishCrawl makes the upload the one that the job imports, in place of the crawl's first pages if these are
// the site's newest crawl. What the crawl kept goes, or stays for the next. Conflict during a part's import.
func (db *DB) FinishCrawl(ctx context.Context, crawl upslope.SiteCrawl, upload upslope.Upload) error {
	return db.write(ctx, crawl.AccountID, func(tx *Tx) error {
		part, err := one[upslope.CrawlPart](ctx, tx, "crawl_part", ofCrawl(crawl))
		switch {
		case err != nil:
			return err
		case part.Busy:
			return upslope.Errorf(upslope.Conflict, "The first pages of this crawl are being imported.")
		case part.Newest:
			err = replaceUpload(ctx, tx, part, upload)
		default:
			err = putCrawlUpload(ctx, tx, "crawl_upload", upload)
		}
		if err != nil {
			return err
		}
		if err := exec(ctx, tx, "crawl_finish", ofCrawl(crawl)); err != nil {
			return err
		}
		return exec(ctx, tx, "crawl_forget", pgx.NamedArgs{"account_id": crawl.AccountID, "site_id": crawl.SiteID, "job_id": crawl.JobID})
	})
}

// replaceUpload gives a part the newer file, and deletes its own.
func replaceUpload(ctx context.Context, tx *Tx, part upslope.CrawlPart, upload upslope.Upload) error {
	upload.ID = part.UploadID
	if err := putCrawlUpload(ctx, tx, "crawl_upload_replace", upload); err != nil {
		return err
	}
	return sweep(ctx, tx, upload, nil, part.ObjectKey, upslope.Upload{ObjectKey: part.ObjectKey}.RejectedKey())
}

func putCrawlUpload(ctx context.Context, tx *Tx, query string, upload upslope.Upload) error {
	if err := claimObject(ctx, tx, upload.ObjectKey); err != nil {
		return err
	}
	return exec(ctx, tx, query, pgx.NamedArgs{
		"id": upload.ID, "account_id": upload.AccountID, "site_id": upload.SiteID, "job_id": upload.JobID, "object_key": upload.ObjectKey,
		"file_name": upload.FileName, "bytes": upload.Bytes, "sha256": upload.SHA256, "part": upload.Part, "ended_early": upload.EndedEarly, "notes": filled(upload.Notes),
	})
}
