package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// StartImport queues the import of an upload in object storage. The same bytes uploaded again for the site
// join that import while it is running; after a PUT, a POST of them joins it even when it is done. The caller
// may then delete the duplicate object.
func (db *DB) StartImport(ctx context.Context, upload upslope.Upload, since time.Time) (job upslope.Job, joined bool, err error) {
	err = db.write(ctx, upload.AccountID, func(tx *Tx) error {
		job, err = one[upslope.Job](ctx, tx, "upload_same_bytes", pgx.NamedArgs{
			"account_id": upload.AccountID, "site_id": upload.SiteID, "sha256": upload.SHA256, "put": upload.Put, "since": since,
		})
		if joined = err == nil; joined || upslope.CodeOf(err) != upslope.NotFound {
			return err
		}
		if err := claimObject(ctx, tx, upload.ObjectKey); err != nil {
			return err
		}
		if job, err = addImport(ctx, tx, upload.AccountID, upload.SiteID); err != nil {
			return err
		}
		return exec(ctx, tx, "upload_add", pgx.NamedArgs{
			"id": upload.ID, "account_id": upload.AccountID, "site_id": upload.SiteID, "job_id": job.ID,
			"object_key": upload.ObjectKey, "file_name": upload.FileName, "bytes": upload.Bytes, "sha256": upload.SHA256, "put": upload.Put,
			"confirmed": upload.Confirmed,
		})
	})
	return job, joined, err
}

// AddObject records an object before it is written, so that a sweep finds it whatever happens next.
func (db *DB) AddObject(ctx context.Context, key string) error { return claimObject(ctx, db, key) }

func claimObject(ctx context.Context, on runner, key string) error {
	_, err := one[string](ctx, on, "object_add", pgx.NamedArgs{"object_key": key})
	if upslope.CodeOf(err) == upslope.NotFound {
		return upslope.Errorf(upslope.Unavailable, "The upload took too long. Upload the file again.")
	}
	return err
}

// ForgetObject drops the record of an object that was deleted.
func (db *DB) ForgetObject(ctx context.Context, key string) error {
	return exec(ctx, db, "object_forget", pgx.NamedArgs{"object_key": key})
}

// UploadKeys lists where the uploads of an account are in object storage. For administrators only.
func (db *DB) UploadKeys(ctx context.Context, accountID string) ([]string, error) {
	return many[string](ctx, db, "upload_keys", pgx.NamedArgs{"account_id": accountID})
}

// SweepObjects calls erase for each object written before the given time that belongs to no upload. Erase
// deletes and forgets it; an object whose deletion fails is tried again by the next sweep.
func (db *DB) SweepObjects(ctx context.Context, before time.Time, erase func(ctx context.Context, key string) error) error {
	keys, err := many[string](ctx, db, "objects_abandoned", pgx.NamedArgs{"before": before})
	for _, key := range keys {
		err = errors.Join(err, erase(ctx, key))
	}
	return err
}

// ForgetUploads deletes uploads made before the given time that joined no crawl: files that waited in vain
// for its pages, and those whose question nobody answered. The queue deletes their rows and files.
func (db *DB) ForgetUploads(ctx context.Context, before time.Time) error {
	unused, err := many[struct{ AccountID, SiteID, ID, ObjectKey string }](ctx, db, "uploads_unused", pgx.NamedArgs{"before": before})
	for _, found := range unused {
		upload := upslope.Upload{ID: found.ID, AccountID: found.AccountID, SiteID: found.SiteID, ObjectKey: found.ObjectKey}
		err = errors.Join(err, db.write(ctx, upload.AccountID, func(tx *Tx) error {
			imports, err := one[[]string](ctx, tx, "upload_forget", pgx.NamedArgs{"account_id": upload.AccountID, "id": upload.ID})
			if upslope.CodeOf(err) == upslope.NotFound {
				return nil
			}
			if err != nil || upload.SiteID == "" { // no site: no rows, and its file is swept as nobody's
				return err
			}
			return sweep(ctx, tx, upload, imports, upload.ObjectKey, upload.RejectedKey())
		}))
	}
	return err
}

// ImportAgain queues another import of an upload with new header meanings. The previous import stays until it
// is done. Conflict when the upload is being imported, or when a newer crawl has replaced it.
func (db *DB) ImportAgain(ctx context.Context, accountID, uploadID string, mapping map[string]string) (job upslope.Job, err error) {
	upload, err := db.Upload(ctx, accountID, uploadID)
	if err != nil {
		return job, err
	}
	if upload.CrawlID != "" {
		current, err := db.CurrentCrawl(ctx, accountID, upload.SiteID)
		if err != nil {
			return job, err
		}
		if current == nil || current.ID != upload.CrawlID {
			return job, upslope.Errorf(upslope.Conflict, "A newer crawl was imported. Only files of the latest crawl can be imported again.")
		}
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if job, err = addImport(ctx, tx, accountID, upload.SiteID); err != nil {
			return err
		}
		_, err = one[string](ctx, tx, "upload_again", pgx.NamedArgs{"account_id": accountID, "id": uploadID, "job_id": job.ID, "mapping": mapping})
		if upslope.CodeOf(err) == upslope.NotFound {
			return upslope.Errorf(upslope.Conflict, "This file is being imported. Try again when the import is done.")
		}
		return err
	})
	return job, err
}

// ConfirmImport queues the import of an upload for the site, although it stopped as one of another. Conflict
// when it is being imported, or has been.
func (db *DB) ConfirmImport(ctx context.Context, accountID, uploadID, siteID string) (job upslope.Job, err error) {
	upload, err := db.Upload(ctx, accountID, uploadID)
	if err != nil {
		return job, err
	}
	if upload.CrawlID != "" || upload.Waiting {
		return job, upslope.Errorf(upslope.Conflict, "This file is already imported.")
	}
	if _, err := db.Site(ctx, accountID, siteID); err != nil {
		return job, err
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if job, err = addImport(ctx, tx, accountID, siteID); err != nil {
			return err
		}
		_, err = one[string](ctx, tx, "upload_confirm", pgx.NamedArgs{"account_id": accountID, "id": uploadID, "job_id": job.ID, "site_id": siteID})
		if upslope.CodeOf(err) == upslope.NotFound {
			return upslope.Errorf(upslope.Conflict, "This file is being imported. Try again when the import is done.")
		}
		return err
	})
	return job, err
}

// WaitingUploads returns a site's files that wait for the pages of their crawl and were imported after since.
func (db *DB) WaitingUploads(ctx context.Context, accountID, siteID string, since time.Time) ([]upslope.Upload, error) {
	return many[upslope.Upload](ctx, db, "uploads_waiting", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "since": since})
}

func addImport(ctx context.Context, tx *Tx, accountID, siteID string) (upslope.Job, error) {
	return one[upslope.Job](ctx, tx, "job_add", pgx.NamedArgs{
		"account_id": accountID, "site_id": siteID, "kind": upslope.ImportCrawl, "message": "Waiting to be read.",
	})
}

// Upload returns one upload of the account, or NotFound.
func (db *DB) Upload(ctx context.Context, accountID, id string) (upslope.Upload, error) {
	if !isID(id) {
		return upslope.Upload{}, upslope.Errorf(upslope.NotFound, "This upload does not exist.")
	}
	return one[upslope.Upload](ctx, db, "upload", pgx.NamedArgs{"account_id": accountID, "id": id})
}

// UploadOfJob returns the upload that a job imports.
func (db *DB) UploadOfJob(ctx context.Context, accountID, jobID string) (upslope.Upload, error) {
	return one[upslope.Upload](ctx, db, "upload_by_job", pgx.NamedArgs{"account_id": accountID, "job_id": jobID})
}

// UploadsOfCrawl returns the files of a crawl, in upload order.
func (db *DB) UploadsOfCrawl(ctx context.Context, accountID, crawlID string) ([]upslope.Upload, error) {
	return many[upslope.Upload](ctx, db, "uploads_of_crawl", pgx.NamedArgs{"account_id": accountID, "crawl_id": crawlID})
}

// ImportedBefore returns another upload that added the same bytes to a crawl of the same site, or nil.
func (db *DB) ImportedBefore(ctx context.Context, upload upslope.Upload) (*upslope.Upload, error) {
	return importedBefore(ctx, db, upload)
}

func importedBefore(ctx context.Context, on runner, upload upslope.Upload) (*upslope.Upload, error) {
	found, err := many[upslope.Upload](ctx, on, "upload_imported", pgx.NamedArgs{
		"account_id": upload.AccountID, "site_id": upload.SiteID, "sha256": upload.SHA256, "id": upload.ID,
	})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// HeaderMeanings returns the account's header mapping: header in lower case → field.
func (db *DB) HeaderMeanings(ctx context.Context, accountID string) (map[string]string, error) {
	rows, err := many[struct{ Header, Field string }](ctx, db, "header_meanings", pgx.NamedArgs{"account_id": accountID})
	meanings := make(map[string]string, len(rows))
	for _, row := range rows {
		meanings[row.Header] = row.Field
	}
	return meanings, err
}

// BeginAttempt records the import id under which rows will be written for the upload's site, so that they can
// be swept if the attempt fails.
func (db *DB) BeginAttempt(ctx context.Context, upload upslope.Upload, importID string) error {
	return exec(ctx, db, "upload_attempt", pgx.NamedArgs{
		"account_id": upload.AccountID, "id": upload.ID, "site_id": upload.SiteID, "import_id": importID,
	})
}
