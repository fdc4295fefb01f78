package crawler

import (
	"context"
	"crypto/md5" //nolint:gosec // the hash that crawlers compare pages by, no secret
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// maxBare is how long the HTML of a page that is empty without scripts may be.
const maxBare = 2 << 20

// Bare is a page before its scripts have run.
type Bare struct {
	URL    string
	Header http.Header
	Body   []byte
	// May decides about what its scripts ask for, and may delay it; an error refuses it.
	May func(ctx context.Context, method string, address *url.URL) error
	// Answered is told how a request was answered.
	Answered func(address *url.URL, status int, header http.Header)
}

// whole keeps what is written to it, unless that is longer than maxBare.
type whole struct {
	kept    []byte
	tooLong bool
}

// Write implements io.Writer.
func (w *whole) Write(p []byte) (int, error) {
	if w.tooLong = w.tooLong || len(w.kept)+len(p) > maxBare; w.tooLong {
		w.kept = nil
	} else {
		w.kept = append(w.kept, p...)
	}
	return len(p), nil
}

// render reads a page as its scripts make it when it is empty without them. Pages that search engines leave
// out of their index are not rendered by them, either.
func (r *run) render(ctx context.Context, page *Page, sent Bare) {
	if r.Render == nil || r.settings.Options.WithoutScripts || page.HTML == nil || page.Unchanged || !page.HTML.isEmpty() || len(sent.Body) == 0 || page.HTML.RefreshTo != "" ||
		forbids("noindex", page.HTML.MetaRobots) || forbids("noindex", page.XRobotsTag) {
		return
	}
	base, err := url.Parse(page.URL)
	if err != nil {
		return
	}
	sent.URL, sent.May, sent.Answered = page.URL, r.mayAsk, r.answered
	html, address, err := r.Render(ctx, sent)
	if err != nil {
		r.Log.InfoContext(ctx, "a page was not rendered", "url", page.URL, "error", err)
		return
	}
	document, bare := extract(base, strings.NewReader(html)), page.HTML
	if target := resolve(base, address); target != "" && target != resolve(base, page.URL) {
		bare.RefreshTo, document.RefreshTo = target, target
	}
	if document.isEmpty() {
		return
	}
	document.Rendered = true
	document.HTTPCanonical, document.NoFollow = bare.HTTPCanonical, document.NoFollow || forbids("nofollow", page.XRobotsTag)
	if document.Canonical == "" {
		document.Canonical = bare.HTTPCanonical
	}
	_, alternates := linkHeader(base, sent.Header.Values("Link"))
	document.Hreflangs = append(document.Hreflangs, alternates...)
	hash := md5.Sum([]byte(html)) //nolint:gosec // see above
	page.HTML, page.Hash = document, hex.EncodeToString(hash[:])
}

// maxHosts bounds the hosts that scripts may ask in a crawl.
const maxHosts = 200

// mayAsk lets scripts of a page ask for what robots.txt allows: the site at the speed of the crawl, others
// slowly, and without sending them anything.
func (r *run) mayAsk(ctx context.Context, method string, address *url.URL) error {
	pace := r.pace
	if !r.isOfSite(address) {
		pace = r.others
		if method == http.MethodPost || r.countHosts() > maxHosts {
			return fmt.Errorf("%s is not of the site", address)
		}
	}
	if !r.robotsOf(ctx, address).allows(address) {
		return fmt.Errorf("robots.txt forbids %s", address)
	}
	return pace.wait(ctx)
}

func (r *run) countHosts() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.hosts)
}

// answered leaves the site alone when it asks for that.
func (r *run) answered(address *url.URL, status int, header http.Header) {
	if r.isOfSite(address) && (status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable) {
		r.pace.pause(retryAfter(header.Get("Retry-After"), r.Now()))
	}
}
