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
	May func(ctx context.Context, address *url.URL) error
}

// beginning keeps what is written to it, unless that is too long.
type beginning struct{ kept []byte }

// Write implements io.Writer.
func (b *beginning) Write(p []byte) (int, error) {
	if len(b.kept)+len(p) <= maxBare {
		b.kept = append(b.kept, p...)
	} else {
		b.kept = b.kept[:0:0]
	}
	return len(p), nil
}

// render reads a page as its scripts make it when it is empty without them. Pages that search engines leave out of their
// index are not rendered by them, either.
func (r *run) render(ctx context.Context, page *Page, sent Bare) {
	if r.Render == nil || r.settings.Options.WithoutScripts || page.HTML == nil || page.Unchanged || !page.HTML.isEmpty() || len(sent.Body) == 0 || page.HTML.RefreshTo != "" ||
		strings.Contains(strings.ToLower(page.HTML.MetaRobots+page.XRobotsTag), "noindex") {
		return
	}
	base, err := url.Parse(page.URL)
	if err != nil {
		return
	}
	sent.URL, sent.May = page.URL, r.mayAsk
	html, address, err := r.Render(ctx, sent)
	if err != nil {
		r.Log.InfoContext(ctx, "a page was not rendered", "url", page.URL, "error", err)
		return
	}
	document, bare := extract(base, strings.NewReader(html)), page.HTML
	if document.isEmpty() {
		return
	}
	document.Rendered = true
	document.HTTPCanonical, document.NoFollow = bare.HTTPCanonical, document.NoFollow || forbidsFollowing(page.XRobotsTag)
	if document.Canonical == "" {
		document.Canonical = bare.HTTPCanonical
	}
	_, alternates := linkHeader(base, sent.Header.Values("Link"))
	document.Hreflangs = append(document.Hreflangs, alternates...)
	if target := resolve(base, address); target != "" && target != resolve(base, page.URL) {
		document.RefreshTo = target
	}
	hash := md5.Sum([]byte(html)) //nolint:gosec // see above
	page.HTML, page.Hash = document, hex.EncodeToString(hash[:])
}

// mayAsk lets scripts of a page ask its site for what robots.txt allows, at the polite speed, and other hosts for anything.
func (r *run) mayAsk(ctx context.Context, address *url.URL) error {
	if !r.owns(address) {
		return nil
	}
	if !r.robotsOf(ctx, address).allows(address) {
		return fmt.Errorf("robots.txt forbids %s", address)
	}
	return r.scripts.wait(ctx)
}
