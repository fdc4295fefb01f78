package crawler

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"upslope"
)

const (
	saveEvery   = 500 * time.Millisecond
	maxTries    = 3  // of an address whose server asks to be left alone
	maxPauses   = 12 // for which a crawl waits
	readingPart = 0.85
	firstPages  = 20
	maxHops     = 10 // of redirects in a row; browsers give up at 20
)

// errRests reports that the owner paused the crawl: its job goes on when they say so.
var errRests = errors.New("the crawl is paused")

// run is one crawl in progress. All but robotsOf and fetch happens in one goroutine.
type run struct {
	*Crawler
	settings upslope.SiteCrawl
	scope    upslope.CrawlScope
	site     upslope.Site
	start    *url.URL
	frontier *frontier
	fetcher  *fetcher
	pace     *pace
	others   *pace // of what scripts ask other sites for

	mu    sync.Mutex
	hosts map[string]*rules

	atOnce   int
	unproven bool // the crawl is smaller or slower than asked for, for lack of a proof of ownership
	started  int  // addresses asked for
	tries    map[string]int
	hops     map[string]int // redirects in a row that lead to an address
	ended    string         // a sentence: why the crawl ends before the site does
	paused   bool
	found    []upslope.CrawledAddress
	pages    []upslope.CrawledPage
	progress progress
	part     part
}

// result is what came of one address.
type result struct {
	address  Address
	page     Page
	wait     time.Duration
	blocked  bool // by robots.txt
	canceled bool
}

// read asks for addresses until none are left, the limit is reached, or the owner stops the crawl.
func (r *run) read(ctx context.Context) error {
	fetching, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	work, results, listed := make(chan Address), make(chan result, r.atOnce), make(chan []string)
	defer func() {
		cancel()
		workers.Wait()
	}()
	for range r.atOnce {
		workers.Go(func() { r.fetchAll(fetching, work, results) })
	}
	workers.Go(func() { r.list(fetching, listed) })
	ticks := time.NewTicker(saveEvery)
	defer ticks.Stop()
	if err := r.save(ctx); err != nil { // it may have been stopped or paused before this attempt
		return err
	}
	var next Address // waits for a free worker
	for inFlight, listing, has := 0, true, false; ; {
		if has && (r.ended != "" || r.paused) {
			r.frontier.again(next)
			has = false
		}
		if !has {
			next, has = r.next()
		}
		if !has && inFlight == 0 {
			if done, err := r.idle(ctx, listing); done || err != nil {
				return err
			}
		}
		var out chan Address
		if has {
			out = work
		}
		select {
		case out <- next:
			inFlight++
			r.started++
			has = false
		case got := <-results:
			inFlight--
			r.handle(got)
		case addresses, more := <-listed:
			for _, address := range addresses {
				r.discover(address, -1)
			}
			if !more {
				listing, listed = false, nil
			}
		case <-ticks.C:
			if err := r.tick(ctx); err != nil {
				return err
			}
		case <-ctx.Done():
			_ = r.save(context.WithoutCancel(ctx)) // what is not saved is read again
			return ctx.Err()                       //nolint:wrapcheck // the process stops
		}
		if r.ended != "" {
			cancel()
		}
	}
}

// tick saves, and imports the first pages when that is due.
func (r *run) tick(ctx context.Context) error {
	if err := r.save(ctx); err != nil {
		return err
	}
	return r.importPart(ctx)
}

// idle is called when no address is in flight and none may be: the crawl is done, paused, or awaits sitemaps.
func (r *run) idle(ctx context.Context, listing bool) (done bool, err error) {
	if r.paused && r.ended == "" {
		if err := r.save(ctx); err != nil {
			return false, err
		}
		rests, err := r.Records.RestCrawl(ctx, r.settings, "Paused after "+amount(r.started, "page", "pages")+".")
		if err != nil {
			return false, fmt.Errorf("pause crawl %s: %w", r.settings.JobID, err)
		}
		if rests {
			return false, errRests
		}
		r.paused = false
		return false, nil
	}
	if listing && r.started < r.settings.MaxPages && r.ended == "" {
		return false, nil
	}
	return true, r.save(ctx)
}

// next takes an address to ask for, while any may be.
func (r *run) next() (address Address, has bool) {
	if r.ended != "" || r.paused || r.started >= r.settings.MaxPages {
		return address, false
	}
	return r.frontier.next()
}

func (r *run) fetchAll(ctx context.Context, work <-chan Address, results chan<- result) {
	for {
		select {
		case <-ctx.Done():
			return
		case address := <-work:
			results <- r.fetch(ctx, address)
		}
	}
}

func (r *run) fetch(ctx context.Context, address Address) result {
	got := result{address: address}
	parsed, err := url.Parse(address.URL)
	if err != nil { // it was parsed when it was found
		got.page = Page{URL: address.URL, StatusText: "Invalid Address", Size: -1}
		return got
	}
	rules := r.robotsOf(ctx, parsed)
	if ctx.Err() == nil && !rules.allows(parsed) {
		got.blocked = true
		got.page = Page{URL: address.URL, StatusText: blockedText, Size: -1, CrawledAt: r.Now().UTC()}
		return got
	}
	if r.pace.wait(ctx) == nil {
		var sent Bare
		got.page, sent, got.wait = r.fetcher.fetch(ctx, address.URL, r.earlier(ctx, address.URL))
		r.render(ctx, &got.page, sent)
	}
	got.canceled = ctx.Err() != nil
	return got
}

// handle records what came of an address, and queues what it links to.
func (r *run) handle(got result) {
	switch {
	case got.canceled:
		r.started--
		return
	case got.wait > 0:
		pauses := r.pace.pause(got.wait)
		if r.tries[got.address.URL]++; r.tries[got.address.URL] < maxTries && pauses <= maxPauses {
			r.started--
			r.frontier.again(got.address)
			return
		}
		if pauses > maxPauses {
			r.ended = "The site asked again and again to be crawled more slowly, so the crawl ended early and pages may be missing."
		}
	case got.blocked:
		r.started--
	default:
		r.pace.learn(got.page.ResponseTime)
		r.progress.count(got.page)
	}
	if got.page.HTML != nil {
		for i := range got.page.HTML.Links {
			got.page.HTML.Links[i].To = r.scope.Strip(got.page.HTML.Links[i].To)
		}
	}
	record, err := got.page.encode()
	if err != nil { // every page can be encoded
		r.Log.Error("a crawled page is left out", "error", err)
		return
	}
	r.pages = append(r.pages, upslope.CrawledPage{Position: got.address.Position, Record: record})
	depth := max(got.address.Depth, 0) + 1
	if got.page.Redirect != "" {
		if r.hops[got.page.Redirect] = r.hops[got.address.URL] + 1; r.hops[got.page.Redirect] > maxHops {
			r.frontier.leave(leftRedirects, got.page.Redirect)
			return
		}
	}
	for _, address := range leadsTo(got.page) {
		r.discover(address, depth)
	}
}

// earlier is what the site's last crawl read of an address; nil if it is asked for as if for the first time.
func (r *run) earlier(ctx context.Context, address string) *Page {
	record, err := r.Records.EarlierPage(ctx, r.settings, address)
	if err != nil {
		return nil // there is none, or it cannot be had now
	}
	page, err := decodePage(record)
	if err != nil {
		return nil
	}
	return &page
}
