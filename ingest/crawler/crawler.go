// Package crawler reads a website: from its home page and sitemaps, by its links, politely.
//
// What it reads becomes a file like those that desktop crawlers export, and is imported like one: the same
// tables, issues and comparisons. It owns fetching and extraction. It does not own file formats (package
// crawl), imports (package imports), or which addresses may be connected to (its Transport).
package crawler

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"upslope"
)

// Name is the crawler's name in robots.txt.
const Name = "UpslopeBot"

// UserAgent is what the crawler calls itself; publicURL has a page about it.
func UserAgent(publicURL string) string { return fmt.Sprintf("%s/1.0 (+%s/bot)", Name, publicURL) }

// Crawler crawls sites.
type Crawler struct {
	Records   Records
	Objects   Objects
	Transport http.RoundTripper // refuses addresses that are not public
	// Import imports the file that a job's crawl has become, and ends the job.
	Import func(ctx context.Context, accountID, jobID string) error
	// Known returns the URLs of pages that visitors came to, the most visited first: a crawl reads them
	// although no link leads to them. A failure costs only these.
	Known func(ctx context.Context, accountID, siteID string, most int) ([]string, error)
	// Require returns a Forbidden Error when a crawl is larger or faster than the site's proof of ownership
	// allows; nil where none needs one.
	Require func(ctx context.Context, crawl upslope.SiteCrawl, site upslope.Site) error
	// Render runs the scripts of a page; nil without a browser. A failure costs only what scripts add.
	Render    func(ctx context.Context, page Bare) (html, url string, err error)
	PublicURL string // has a page about the crawler
	// PagesPerSecond and AtOnce bound the requests to a site; 0 pages are unlimited.
	PagesPerSecond float64
	AtOnce         int
	// TitlePixels and DescriptionPixels are the widths of texts in search results.
	TitlePixels, DescriptionPixels func(string) float64
	Now                            func() time.Time
	Log                            *slog.Logger
}

// Polite sets the speed that no site minds.
func (c *Crawler) Polite() *Crawler {
	c.PagesPerSecond, c.AtOnce = politeRate, politeAtOnce
	return c
}

// Records stores crawls while they run.
type Records interface {
	// StartJob marks the job as running; NotFound when it has ended or been deleted.
	StartJob(ctx context.Context, accountID, jobID, message string) (upslope.Job, error)
	JobProgress(ctx context.Context, accountID, jobID string, progress float64, message string) error
	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	SiteCrawl(ctx context.Context, accountID, jobID string) (upslope.SiteCrawl, error)
	// UploadOfJob returns what a job imports; NotFound until FinishCrawl.
	UploadOfJob(ctx context.Context, accountID, jobID string) (upslope.Upload, error)
	// CrawledAddresses returns the known addresses of a crawl, in the order of discovery.
	CrawledAddresses(ctx context.Context, crawl upslope.SiteCrawl) ([]upslope.CrawledAddress, error)
	// SaveCrawl adds addresses and what was read of earlier ones. It returns what its owner wants of the
	// crawl, and is NotFound when the crawl was deleted.
	SaveCrawl(ctx context.Context, crawl upslope.SiteCrawl, found []upslope.CrawledAddress, read []upslope.CrawledPage) (upslope.CrawlWish, error)
	// RestCrawl puts a paused crawl aside; false when it was resumed or stopped meanwhile.
	RestCrawl(ctx context.Context, crawl upslope.SiteCrawl, message string) (rests bool, err error)
	// EarlierPage returns what the site's last crawl read of an address, or NotFound.
	EarlierPage(ctx context.Context, crawl upslope.SiteCrawl, url string) (record []byte, err error)
	// EachCrawledPage calls each with what was read of every address, in the order of discovery.
	EachCrawledPage(ctx context.Context, crawl upslope.SiteCrawl, each func(record []byte) error) error
	CrawlPart(ctx context.Context, crawl upslope.SiteCrawl) (upslope.CrawlPart, error)
	// ImportPart queues the import of a crawl's first pages, in place of fewer of them.
	ImportPart(ctx context.Context, crawl upslope.SiteCrawl, upload upslope.Upload) error
	// FinishCrawl makes the upload the one that the job imports, in place of the first pages. Conflict while
	// these are being imported.
	FinishCrawl(ctx context.Context, crawl upslope.SiteCrawl, upload upslope.Upload) error
}

// Objects stores files.
type Objects interface {
	Put(ctx context.Context, key string, body io.Reader) error
}

// Crawl runs the job: it reads the site, and imports what it has read. After a restart it goes on where it
// was. An upslope.Error is for its owner; after any other error the job can be retried.
func (c *Crawler) Crawl(ctx context.Context, accountID, jobID string) error {
	_, err := c.Records.StartJob(ctx, accountID, jobID, "Looking at robots.txt.")
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil // already done, or deleted
	}
	if err != nil {
		return fmt.Errorf("start crawl %s: %w", jobID, err)
	}
	_, err = c.Records.UploadOfJob(ctx, accountID, jobID)
	if upslope.CodeOf(err) == upslope.NotFound {
		err = c.crawl(ctx, accountID, jobID)
	}
	if upslope.CodeOf(err) == upslope.NotFound || errors.Is(err, errRests) {
		return nil // its site was deleted meanwhile, or its owner lets it wait
	}
	if err != nil {
		return err
	}
	return c.Import(ctx, accountID, jobID)
}

func (c *Crawler) crawl(ctx context.Context, accountID, jobID string) error {
	settings, err := c.Records.SiteCrawl(ctx, accountID, jobID)
	if err != nil {
		return fmt.Errorf("find crawl %s: %w", jobID, err)
	}
	site, err := c.Records.Site(ctx, accountID, settings.SiteID)
	if err != nil {
		return fmt.Errorf("find the site of crawl %s: %w", jobID, err)
	}
	unproven := false
	if c.Require != nil {
		err := c.Require(ctx, settings, site)
		if unproven = upslope.CodeOf(err) == upslope.Forbidden; unproven {
			settings = settings.WithoutProof()
		} else if err != nil {
			return fmt.Errorf("look up whose site crawl %s is of: %w", jobID, err)
		}
	}
	perSecond, atOnce := c.PagesPerSecond, max(c.AtOnce, 1)
	if settings.Options.Fast {
		perSecond, atOnce = fastFactor*perSecond, fastFactor*atOnce
	}
	r := &run{
		unproven: unproven, atOnce: atOnce,
		Crawler: c, settings: settings, scope: settings.Options.Scope(), site: site, progress: progress{began: c.Now()}, hops: map[string]int{}, frontier: newFrontier(settings.MaxPages), pace: newPace(perSecond),
		others: newPace(othersRate), fetcher: newFetcher(c.Transport, UserAgent(c.PublicURL), c.Now), hosts: map[string]*rules{}, tries: map[string]int{},
	}
	if err := r.begin(ctx); err != nil {
		return err
	}
	if err := r.read(ctx); err != nil {
		return err
	}
	return r.finish(ctx)
}

// begin continues a crawl, or finds where it starts.
func (r *run) begin(ctx context.Context) error {
	known, err := r.Records.CrawledAddresses(ctx, r.settings)
	if err != nil {
		return fmt.Errorf("read what crawl %s knows: %w", r.settings.JobID, err)
	}
	for _, address := range known {
		r.frontier.restore(Address{Position: address.Position, URL: address.URL, Depth: address.Depth, Read: address.Read})
		if address.Read {
			r.started++
		}
	}
	if len(known) > 0 {
		r.start, err = url.Parse(known[0].URL)
		return err //nolint:wrapcheck // an address that was parsed before
	}
	if r.start, err = r.findStart(ctx); err != nil {
		return err
	}
	r.discover(clean(r.start), 0)
	return nil
}

// findStart returns the address to begin with: the one asked for, else the first home page that answers.
func (r *run) findStart(ctx context.Context) (*url.URL, error) {
	candidates := []string{"https://" + r.site.Domain + "/", "https://www." + r.site.Domain + "/", "http://" + r.site.Domain + "/"}
	if r.settings.URL != "" {
		candidates = []string{r.settings.URL}
	}
	var first robots
	for i, candidate := range candidates {
		address, err := url.Parse(candidate)
		if err != nil {
			return nil, upslope.FieldErrorf("url", "%s is not a web address.", candidate)
		}
		rules := r.robotsOf(ctx, address)
		if ctx.Err() != nil {
			return nil, ctx.Err() //nolint:wrapcheck // the process stops
		}
		if rules.closed == "" {
			return address, nil
		}
		if i == 0 {
			first = rules
		}
		if !rules.unreachable {
			first = rules
			break
		}
	}
	if first.unreachable {
		return nil, upslope.Errorf(upslope.Unprocessable, "The site cannot be read: %s. Check that its address is right and that it is online, then crawl it again.", first.closed)
	}
	return nil, upslope.Errorf(upslope.Unprocessable, "The site cannot be read: %s, and without its rules no page may be read. Crawl again when it answers.", first.closed)
}
