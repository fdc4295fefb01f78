package crawler

import (
	"context"
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
)

// run is one crawl in progress. All but robotsOf and fetch happens in one goroutine.
type run struct {
	*Crawler
	settings upslope.SiteCrawl
	site     upslope.Site
	start    *url.URL
	frontier *frontier
	fetcher  *fetcher
	pace     *pace

	mu    sync.Mutex
	hosts map[string]robots

	started int // addresses asked for
	tries   map[string]int
	ended   string // a sentence: why the crawl ends before the site does
	found   []upslope.CrawledAddress
	pages   []upslope.CrawledPage
}

// result is what came of one address.
type result struct {
	address  Address
	page     Page
	wait     time.Duration
	blocked  bool // by robots.txt
	canceled bool
}

// robotsOf returns the rules of an address's host, which are read once.
func (r *run) robotsOf(ctx context.Context, address *url.URL) robots {
	host := address.Scheme + "://" + address.Host
	r.mu.Lock()
	defer r.mu.Unlock()
	rules, known := r.hosts[host]
	if !known {
		rules = r.fetcher.readRobots(ctx, address)
		if ctx.Err() == nil {
			r.hosts[host] = rules
			r.pace.obey(rules.delay())
		}
	}
	return rules
}

// owns reports whether an address is part of the crawl.
func (r *run) owns(address *url.URL) bool {
	if address.Host == r.start.Host {
		return true
	}
	return r.site.Owns(address.Hostname()) && address.Port() == ""
}

// discover queues an address of the site that is new.
func (r *run) discover(address string, depth int) {
	parsed, err := url.Parse(address)
	if err != nil || !r.owns(parsed) {
		return
	}
	if added, isNew := r.frontier.add(address, depth); isNew {
		r.found = append(r.found, upslope.CrawledAddress{Position: added.Position, URL: added.URL, Depth: added.Depth})
	}
}

// read asks for addresses until none are left, the limit is reached, or the owner stops the crawl.
func (r *run) read(ctx context.Context) error {
	fetching, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	work, results, listed := make(chan Address), make(chan result, max(r.AtOnce, 1)), make(chan []string)
	defer func() {
		cancel()
		workers.Wait()
	}()
	for range max(r.AtOnce, 1) {
		workers.Go(func() { r.fetchAll(fetching, work, results) })
	}
	workers.Go(func() { r.list(fetching, listed) })
	ticks := time.NewTicker(saveEvery)
	defer ticks.Stop()
	for inFlight, listing := 0, true; ; {
		next, has := r.next()
		if !has && inFlight == 0 && (!listing || r.started >= r.settings.MaxPages) {
			_, err := r.save(ctx)
			return err
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
			stopped, err := r.save(ctx)
			if err != nil {
				return err
			}
			if stopped && r.ended == "" {
				r.ended = "You stopped the crawl, so pages may be missing."
			}
		case <-ctx.Done():
			_, _ = r.save(context.WithoutCancel(ctx)) // what is not saved is read again
			return ctx.Err()                          //nolint:wrapcheck // the process stops
		}
		if has {
			r.putBack(next)
		}
		if r.ended != "" {
			cancel()
		}
	}
}

// next takes an address to ask for, while any may be.
func (r *run) next() (address Address, has bool) {
	if r.ended != "" {
		return address, false
	}
	if r.started >= r.settings.MaxPages {
		return address, false
	}
	return r.frontier.next()
}

// putBack returns an address that no worker was free for.
func (r *run) putBack(address Address) {
	r.frontier.turn--
	if address.Depth < 0 {
		r.frontier.listed = append([]Address{address}, r.frontier.listed...)
		return
	}
	r.frontier.again(address)
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
		got.page, got.wait = r.fetcher.fetch(ctx, address.URL)
	}
	got.canceled = ctx.Err() != nil
	return got
}

// list sends the addresses of the sitemaps.
func (r *run) list(ctx context.Context, listed chan<- []string) {
	defer close(listed)
	rules := r.robotsOf(ctx, r.start)
	maps := append(append([]string{}, rules.sitemaps...), (&url.URL{Scheme: r.start.Scheme, Host: r.start.Host, Path: "/sitemap.xml"}).String())
	var batch []string
	send := func() bool {
		select {
		case listed <- batch:
			batch = nil
			return true
		case <-ctx.Done():
			return false
		}
	}
	left := r.frontier.most
	r.fetcher.readSitemaps(ctx, maps, func(address *url.URL) bool { return r.owns(address) }, func(address string) bool {
		batch = append(batch, address)
		left--
		return left > 0 && (len(batch) < 200 || send())
	})
	send()
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
	}
	record, err := got.page.encode()
	if err != nil { // every page can be encoded
		r.Log.Error("a crawled page is left out", "error", err)
		return
	}
	r.pages = append(r.pages, upslope.CrawledPage{Position: got.address.Position, Record: record})
	depth := max(got.address.Depth, 0) + 1
	for _, address := range leadsTo(got.page) {
		r.discover(address, depth)
	}
}

// leadsTo returns the addresses that a search engine would go on to from a page.
func leadsTo(page Page) (addresses []string) {
	add := func(address string) {
		if address != "" {
			addresses = append(addresses, address)
		}
	}
	add(page.Redirect)
	if page.HTML == nil {
		return addresses
	}
	add(page.HTML.RefreshTo)
	add(page.HTML.Canonical)
	for _, link := range page.HTML.Links {
		if !link.Image && link.Follow && !page.HTML.NoFollow {
			add(link.To)
		}
	}
	return addresses
}

// save stores what is new, and tells the owner how far the crawl is.
func (r *run) save(ctx context.Context) (stopped bool, err error) {
	stopped, err = r.Records.SaveCrawl(ctx, r.settings, r.found, r.pages)
	if err != nil {
		return false, fmt.Errorf("save crawl %s: %w", r.settings.JobID, err)
	}
	changed := len(r.found)+len(r.pages) > 0
	r.found, r.pages = nil, nil
	if !changed {
		return stopped, nil
	}
	waiting := min(r.frontier.waiting(), max(r.settings.MaxPages-r.started, 0))
	text := amount(r.started, "page", "pages") + " crawled."
	if waiting > 0 {
		text = number(r.started) + " of about " + amount(r.started+waiting, "page", "pages") + " crawled."
	}
	// A crawl learns how large the site is on its way: the first pages say little.
	known := float64(r.started) / float64(r.started+firstPages)
	err = r.Records.JobProgress(ctx, r.settings.AccountID, r.settings.JobID, readingPart*known*float64(r.started)/float64(max(r.started+waiting, 1)), text)
	if err != nil {
		r.Log.WarnContext(ctx, "the progress of a crawl was not told", "job", r.settings.JobID, "error", err)
	}
	return stopped, nil
}
