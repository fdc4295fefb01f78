package crawler

import (
	"context"
	"fmt"
	"strconv"
	"time"
)

// progress counts what this process has read.
type progress struct {
	began     time.Time
	read      int
	errors    int // no answer, or one of 400 and above
	unchanged int // since the last crawl, as the server said
}

func (p *progress) count(page Page) {
	p.read++
	if page.Status == 0 || page.Status >= 400 {
		p.errors++
	}
	if page.Unchanged {
		p.unchanged++
	}
}

// save stores what is new, heeds what the owner wants, and tells them how far the crawl is.
func (r *run) save(ctx context.Context) error {
	wish, err := r.Records.SaveCrawl(ctx, r.settings, r.found, r.pages)
	if err != nil {
		return fmt.Errorf("save crawl %s: %w", r.settings.JobID, err)
	}
	if wish.Stopped && r.ended == "" {
		r.ended = "You stopped the crawl, so pages may be missing."
	}
	r.paused = wish.Paused
	changed := len(r.found)+len(r.pages) > 0
	r.found, r.pages = nil, nil
	if !changed {
		return nil
	}
	waiting := min(r.frontier.waiting(), max(r.settings.MaxPages-r.started, 0))
	// A crawl learns how large the site is on its way: the first pages say little.
	known := float64(r.started) / float64(r.started+firstPages)
	share := readingPart * known * float64(r.started) / float64(max(r.started+waiting, 1))
	if err := r.Records.JobProgress(ctx, r.settings.AccountID, r.settings.JobID, share, r.sentence(waiting)); err != nil {
		r.Log.WarnContext(ctx, "the progress of a crawl was not told", "job", r.settings.JobID, "error", err)
	}
	return nil
}

// sentence says how far the crawl is, as in "212 of about 500 pages read, 3 errors, 4.8 pages a second."
func (r *run) sentence(waiting int) string {
	text := amount(r.started, "page", "pages") + " read"
	if waiting > 0 {
		text = number(r.started) + " of about " + amount(r.started+waiting, "page", "pages") + " read"
	}
	if r.progress.errors > 0 {
		text += ", " + amount(r.progress.errors, "error", "errors")
	}
	if took := r.Now().Sub(r.progress.began); took >= 2*time.Second && r.progress.read > 0 {
		text += ", " + strconv.FormatFloat(float64(r.progress.read)/took.Seconds(), 'f', 1, 64) + " pages a second"
	}
	return text + "."
}
