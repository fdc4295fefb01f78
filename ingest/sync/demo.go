package sync

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"upslope"
)

// Shop is what the demo of every account is made of.
type Shop struct {
	Site       upslope.Site                // its name, domain, currency and time zone
	Properties map[string]upslope.Property // provider → what is read of it
	// Crawl answers a crawler's export of the shop, whose history leads up to a day.
	Crawl func(anchor time.Time) (fileName string, content []byte, err error)
}

// Demo fills one site of an account with a shop whose providers are simulated, through the same sync and the same import as all others.
type Demo struct {
	*Syncer
	Shop    Shop
	Records DemoRecords
	Objects Objects
}

// DemoRecords is what loading the demo keeps besides.
type DemoRecords interface {
	// AddDemo answers the account's demo site, and adds what is missing of it. A new one is of today.
	AddDemo(ctx context.Context, accountID string, site upslope.Site, properties map[string]upslope.Property, today time.Time) (upslope.Site, error)
	CurrentCrawl(ctx context.Context, accountID, siteID string) (*upslope.Crawl, error)
	StartImport(ctx context.Context, upload upslope.Upload, since time.Time) (job upslope.Job, joined bool, err error)
	Job(ctx context.Context, accountID, jobID string) (upslope.Job, error)
	FinishDemo(ctx context.Context, job upslope.Job, result upslope.DemoResult) error
}

// Objects is where uploaded files lie.
type Objects interface {
	Put(ctx context.Context, key string, body io.Reader) error
}

// Of the job, this much is done when the last days are there, and when all are.
const (
	demoRecent = 0.3
	demoRead   = 0.8
)

// demoPatience is how long the job waits for what was imported and scored; the demo is there by then, if not complete.
const demoPatience = time.Minute

// Load does a demo job. The last days come first and are scored while the others are read. Loaded a second time it changes nothing.
func (d *Demo) Load(ctx context.Context, accountID, jobID string) error {
	job, err := d.Syncer.Records.StartJob(ctx, accountID, jobID, "Opening the demo shop.")
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil // done already
	} else if err != nil {
		return fmt.Errorf("start job %s: %w", jobID, err)
	}
	site, err := d.Records.AddDemo(ctx, accountID, d.Shop.Site, d.Shop.Properties, d.Today(zone(d.Shop.Site.TimeZone)))
	if err != nil {
		return fmt.Errorf("add the demo site: %w", err)
	}
	waiting, err := d.importCrawl(ctx, site)
	if err != nil {
		return fmt.Errorf("import the demo's crawl: %w", err)
	}
	result := upslope.DemoResult{SiteID: site.ID, Message: "The demo shop " + site.Name + " was loaded before."}
	for _, part := range []struct {
		kind     string
		from, to float64
	}{{recent, 0, demoRecent}, {backfill, demoRecent, demoRead}} {
		came, err := d.readSite(ctx, accountID, site.ID, part.kind, d.progressOf(job, part.from, part.to))
		if err != nil {
			return fmt.Errorf("read the demo site: %w", err)
		}
		if came.days == 0 {
			continue
		}
		result.Message = "The demo shop " + site.Name + " is loaded: " + count(int64(d.BackfillDays), "day") + " of figures that are not measured."
		scored, err := d.Syncer.Records.Recompute(ctx, accountID, site.ID)
		if err != nil {
			return fmt.Errorf("queue the recompute of the demo site: %w", err)
		}
		waiting = append(waiting, scored.ID)
	}
	if err := d.await(ctx, job, waiting); err != nil {
		return err
	}
	if err := d.Records.FinishDemo(ctx, job, result); err != nil {
		return fmt.Errorf("finish job %s: %w", jobID, err)
	}
	return nil
}

// importCrawl queues the import of the shop's crawl, unless the site has one, and answers its job.
func (d *Demo) importCrawl(ctx context.Context, site upslope.Site) (jobs []string, err error) {
	present, err := d.Records.CurrentCrawl(ctx, site.AccountID, site.ID)
	if err != nil || present != nil {
		return nil, err
	}
	name, content, err := d.Shop.Crawl(site.CreatedAt)
	if err != nil {
		return nil, err
	}
	id, hash := uuid.NewString(), sha256.Sum256(content)
	upload := upslope.Upload{
		ID: id, AccountID: site.AccountID, SiteID: site.ID, FileName: name, ObjectKey: "uploads/" + site.AccountID + "/" + id,
		Bytes: int64(len(content)), SHA256: hex.EncodeToString(hash[:]),
	}
	if err := d.Objects.Put(ctx, upload.ObjectKey, bytes.NewReader(content)); err != nil {
		return nil, err
	}
	job, _, err := d.Records.StartImport(ctx, upload, d.Now().Add(-time.Minute))
	return []string{job.ID}, err
}

// await waits until jobs are done. One that is gone, with its site, is.
func (d *Demo) await(ctx context.Context, job upslope.Job, ids []string) error {
	if err := d.Syncer.Records.JobProgress(ctx, job.AccountID, job.ID, demoRead, "Looking for opportunities."); err != nil {
		return fmt.Errorf("tell how far job %s is: %w", job.ID, err)
	}
	patience, cancel := context.WithTimeout(ctx, demoPatience)
	defer cancel()
	for _, id := range ids {
		for {
			waited, err := d.Records.Job(ctx, job.AccountID, id)
			if err != nil && upslope.CodeOf(err) != upslope.NotFound {
				return fmt.Errorf("look at job %s: %w", id, err)
			}
			if waited.Status == upslope.JobFailed {
				return fmt.Errorf("a part of the demo failed: %s", waited.Message)
			}
			if err != nil || waited.Finished() {
				break
			}
			select {
			case <-patience.Done():
				return ctx.Err()
			case <-time.After(100 * time.Millisecond):
			}
		}
	}
	return nil
}
