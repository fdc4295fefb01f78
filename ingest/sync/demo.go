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

// Shop is the content of every account's demo.
type Shop struct {
	Site       upslope.Site                // with name, domain, currency and time zone
	Properties map[string]upslope.Property // by provider
	// Crawl returns a crawler's export of the shop, whose history ends at anchor.
	Crawl func(anchor time.Time) (fileName string, content []byte, err error)
}

// Demo fills one site of an account from a shop with simulated providers, through the regular sync and
// import.
type Demo struct {
	*Syncer
	Shop    Shop
	Records DemoRecords
	Objects Objects
}

// DemoRecords is the additional storage of the demo.
type DemoRecords interface {
	// AddDemo returns the account's demo site, and adds its missing parts. A new one is anchored today.
	AddDemo(ctx context.Context, accountID string, site upslope.Site, properties map[string]upslope.Property, today time.Time) (upslope.Site, error)
	CurrentCrawl(ctx context.Context, accountID, siteID string) (*upslope.Crawl, error)
	StartImport(ctx context.Context, upload upslope.Upload, since time.Time) (job upslope.Job, joined bool, err error)
	Job(ctx context.Context, accountID, jobID string) (upslope.Job, error)
	FinishDemo(ctx context.Context, job upslope.Job, result upslope.DemoResult) error
}

// Objects stores uploaded files.
type Objects interface {
	Put(ctx context.Context, key string, body io.Reader) error
}

// Progress of the job after the recent days, and after all days.
const (
	demoRecent = 0.3
	demoRead   = 0.8
)

// demoTimeout bounds the wait for import and scoring, which take seconds unless the machine is crowded. After
// it the demo is usable, if not complete.
const demoTimeout = 5 * time.Minute

// Load runs a demo job. The recent days come first and are scored with the crawl while older ones are read.
// Loading again changes nothing.
func (d *Demo) Load(ctx context.Context, accountID, jobID string) error {
	job, err := d.Syncer.Records.StartJob(ctx, accountID, jobID, "Opening the demo shop.")
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil // already done
	} else if err != nil {
		return fmt.Errorf("start job %s: %w", jobID, err)
	}
	site, err := d.Records.AddDemo(ctx, accountID, d.Shop.Site, d.Shop.Properties, d.Today(zone(d.Shop.Site.TimeZone)))
	if err != nil {
		return fmt.Errorf("add the demo site: %w", err)
	}
	result := upslope.DemoResult{SiteID: site.ID, Message: "The demo shop " + site.Name + " was loaded before."}
	newer, err := d.readSite(ctx, accountID, site.ID, recent, d.progressOf(job, 0, demoRecent))
	if err != nil {
		return fmt.Errorf("read the last days of the demo site: %w", err)
	}
	imported, err := d.importCrawl(ctx, site) // which triggers the first scoring
	if err != nil {
		return fmt.Errorf("import the demo's crawl: %w", err)
	}
	older, err := d.readSite(ctx, accountID, site.ID, backfill, d.progressOf(job, demoRecent, demoRead))
	if err != nil {
		return fmt.Errorf("read the demo site: %w", err)
	}
	if newer.days+older.days > 0 || imported != "" {
		result.Message = "The demo shop " + site.Name + " is loaded: " + count(int64(d.BackfillDays), "day") + " of figures that are not measured."
		if err := d.complete(ctx, job, site, imported); err != nil {
			return err
		}
	}
	if err := d.Records.FinishDemo(ctx, job, result); err != nil {
		return fmt.Errorf("finish job %s: %w", jobID, err)
	}
	return nil
}

// complete waits for the import, if any, and until the site is scored with all data.
func (d *Demo) complete(ctx context.Context, job upslope.Job, site upslope.Site, imported string) error {
	if err := d.Syncer.Records.JobProgress(ctx, job.AccountID, job.ID, demoRead, "Looking for opportunities."); err != nil {
		return fmt.Errorf("tell how far job %s is: %w", job.ID, err)
	}
	patience, cancel := context.WithTimeout(ctx, demoTimeout)
	defer cancel()
	if imported != "" {
		if err := d.await(ctx, patience, job.AccountID, imported); err != nil {
			return err
		}
	}
	for range 2 {
		scored, err := d.Syncer.Records.Recompute(ctx, job.AccountID, site.ID)
		if err != nil {
			return fmt.Errorf("queue the recompute of the demo site: %w", err)
		}
		if err := d.await(ctx, patience, job.AccountID, scored.ID); err != nil {
			return err
		}
		if scored.Status != upslope.JobRunning {
			return nil
		}
		// It already ran, perhaps without the recent days: another one follows.
	}
	return nil
}

// importCrawl queues the import of the shop's crawl, unless the site has one, and returns its job.
func (d *Demo) importCrawl(ctx context.Context, site upslope.Site) (jobID string, err error) {
	present, err := d.Records.CurrentCrawl(ctx, site.AccountID, site.ID)
	if err != nil || present != nil {
		return "", err
	}
	name, content, err := d.Shop.Crawl(site.CreatedAt)
	if err != nil {
		return "", err
	}
	id, hash := uuid.NewString(), sha256.Sum256(content)
	upload := upslope.Upload{
		ID: id, AccountID: site.AccountID, SiteID: site.ID, FileName: name, ObjectKey: "uploads/" + site.AccountID + "/" + id,
		Bytes: int64(len(content)), SHA256: hex.EncodeToString(hash[:]),
	}
	if err := d.Objects.Put(ctx, upload.ObjectKey, bytes.NewReader(content)); err != nil {
		return "", err
	}
	job, _, err := d.Records.StartImport(ctx, upload, d.Now().Add(-time.Minute))
	return job.ID, err
}

// await waits until a job is done, or patience ends. A job deleted with its site is done.
func (d *Demo) await(ctx, patience context.Context, accountID, jobID string) error {
	for {
		waited, err := d.Records.Job(ctx, accountID, jobID)
		if upslope.CodeOf(err) == upslope.NotFound {
			return nil
		} else if err != nil {
			return fmt.Errorf("look at job %s: %w", jobID, err)
		}
		switch {
		case waited.Status == upslope.JobFailed:
			return fmt.Errorf("a part of the demo failed: %s", waited.Message)
		case waited.Finished():
			return nil
		}
		select {
		case <-patience.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}
