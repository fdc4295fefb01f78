package crawler

import (
	"context"
	"net/url"

	"upslope"
)

// rules are the robots.txt of a host, once it is read.
type rules struct {
	read chan struct{} // closed then
	robots
}

// robotsOf returns the rules of an address's host. They are read once, however many wait for them; when ctx
// ends before, they allow nothing.
func (r *run) robotsOf(ctx context.Context, address *url.URL) robots {
	host := address.Scheme + "://" + address.Host
	r.mu.Lock()
	found, known := r.hosts[host]
	if !known {
		found = &rules{read: make(chan struct{})}
		r.hosts[host] = found
		go func() {
			defer close(found.read)
			// others may wait for them, too: only the fetcher's timeout ends this
			found.robots = r.fetcher.readRobots(context.WithoutCancel(ctx), address)
			if r.isOfSite(address) {
				r.pace.obey(found.delay())
			}
		}()
	}
	r.mu.Unlock()
	select {
	case <-found.read:
		return found.robots
	case <-ctx.Done():
		return robots{closed: "the crawl was stopped"}
	}
}

// isOfSite reports whether an address is on one of the site's hosts, crawled or not.
func (r *run) isOfSite(address *url.URL) bool {
	return r.start != nil && address.Hostname() == r.start.Hostname() || r.site.Owns(address.Hostname())
}

// owns reports whether an address is part of the crawl.
func (r *run) owns(address *url.URL) bool {
	if address.Host == r.start.Host {
		return true
	}
	return !r.settings.Options.OneHost && r.site.Owns(address.Hostname()) && address.Port() == ""
}

// discover queues an address of the site that is new.
func (r *run) discover(address string, depth int) {
	address = r.scope.Strip(address)
	parsed, err := url.Parse(address)
	if err != nil || !r.owns(parsed) {
		return
	}
	if depth != 0 && !r.scope.Admits(parsed) {
		r.frontier.leave(leftScope, address)
		return
	}
	if added, isNew := r.frontier.add(address, depth); isNew {
		r.found = append(r.found, upslope.CrawledAddress{Position: added.Position, URL: added.URL, Depth: added.Depth})
	}
}

// list sends the addresses of the sitemaps, then those that visitors came to.
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
	if !send() {
		return
	}
	batch = r.known(ctx)
	send()
}

// known returns the addresses that visitors came to.
func (r *run) known(ctx context.Context) (addresses []string) {
	pages, err := r.Known(ctx, r.settings.AccountID, r.settings.SiteID, r.settings.MaxPages)
	if err != nil {
		r.Log.WarnContext(ctx, "a crawl goes on without the pages that visitors know", "job", r.settings.JobID, "error", err)
		return nil
	}
	for _, page := range pages {
		if address, err := url.Parse(page); err == nil {
			addresses = append(addresses, clean(address))
		}
	}
	return addresses
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
