package crawler

import (
	"context"
	"fmt"
	"time"

	"upslope"
)

// When the first pages of a crawl are imported while it goes on: soon, again when there are enough to rank
// by, and then whenever they have doubled, so that all parts together cost less than the whole.
const (
	firstPartAfter = 10 * time.Second
	minPartPages   = 10
	enoughPages    = 200
	partEvery      = 30 * time.Second
)

// part is the latest import of a crawl's first pages.
type part struct {
	pages int // addresses asked for by then; 0 before the first
	at    time.Time
	never bool // the site has another crawl, which counts until this one is complete
}

func (p part) due(read int, began, now time.Time) bool {
	switch {
	case p.never || read < minPartPages:
		return false
	case p.pages == 0:
		return read >= enoughPages || now.Sub(began) >= firstPartAfter
	case p.pages < enoughPages:
		return read >= enoughPages
	}
	return read >= 2*p.pages && now.Sub(p.at) >= partEvery
}

// importPart has what was read so far imported, when that is due. Links come with the complete crawl: of a
// part, most would seem to be missing.
func (r *run) importPart(ctx context.Context) error {
	if r.ended != "" || r.paused || !r.part.due(r.started, r.progress.began, r.Now()) {
		return nil
	}
	known, err := r.Records.CrawlPart(ctx, r.settings)
	if err != nil {
		return fmt.Errorf("find the first pages of crawl %s: %w", r.settings.JobID, err)
	}
	switch {
	case known.Busy:
		return nil
	case !known.Alone:
		r.part.never = true
		return nil
	}
	r.part.pages, r.part.at = r.started, r.Now()
	g, err := r.summarize(ctx)
	if err != nil {
		return fmt.Errorf("read crawl %s: %w", r.settings.JobID, err)
	}
	if g.html == 0 {
		return nil
	}
	upload := r.upload()
	upload.EndedEarly = "These are the first " + amount(g.pages, "page", "pages") + ": the crawl goes on."
	if upload, err = r.store(ctx, g, upload, false); err != nil {
		return err
	}
	if err := r.Records.ImportPart(ctx, r.settings, upload); err != nil {
		return fmt.Errorf("import the first pages of crawl %s: %w", r.settings.JobID, err)
	}
	return nil
}

// finishEvery is how often a complete crawl asks whether the import of its first pages has ended.
const finishEvery = 250 * time.Millisecond

// replaceParts makes the upload the result of the crawl, once no import of its first pages is running.
func (r *run) replaceParts(ctx context.Context, upload upslope.Upload) error {
	ticks := time.NewTicker(finishEvery)
	defer ticks.Stop()
	for {
		err := r.Records.FinishCrawl(ctx, r.settings, upload)
		if upslope.CodeOf(err) != upslope.Conflict {
			return err //nolint:wrapcheck // for finish
		}
		select {
		case <-ticks.C:
		case <-ctx.Done():
			return ctx.Err() //nolint:wrapcheck // the process stops
		}
	}
}
