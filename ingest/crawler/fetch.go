package crawler

import (
	"bufio"
	"context"
	"crypto/md5" //nolint:gosec // the hash that crawlers compare pages by, no secret
	"crypto/tls"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html/charset"
)

const (
	maxHTML      = 10 << 20
	fetchTimeout = 20 * time.Second
)

// fetcher asks for one URL at a time: no redirects, no cookies, no credentials.
type fetcher struct {
	client    *http.Client
	userAgent string
	now       func() time.Time
}

func newFetcher(transport http.RoundTripper, userAgent string, now func() time.Time) *fetcher {
	return &fetcher{userAgent: userAgent, now: now, client: &http.Client{
		Transport:     transport,
		Timeout:       fetchTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// fetch asks for an address; if earlier has what was read of it before, only for what has changed. A failure
// is a page with status 0 and the reason; wait is how long the server asks to be left alone.
func (f *fetcher) fetch(ctx context.Context, address string, earlier *Page) (page Page, sent Bare, wait time.Duration) {
	page = Page{URL: address, Size: -1, CrawledAt: f.now().UTC()}
	request, err := f.request(ctx, address, "text/html,application/xhtml+xml,*/*;q=0.8")
	if err != nil {
		page.StatusText = "Invalid Address"
		return page, sent, 0
	}
	conditional := earlier != nil && earlier.HTML != nil && !earlier.HTML.Rendered && !earlier.HTML.isEmpty() && earlier.setConditions(request.Header)
	response, err := f.client.Do(request)
	page.ResponseTime = f.now().UTC().Sub(page.CrawledAt)
	if err != nil {
		page.StatusText = reasonOf(err)
		return page, sent, 0
	}
	defer func() { _ = response.Body.Close() }()
	if conditional && response.StatusCode == http.StatusNotModified {
		same := *earlier
		same.CrawledAt, same.ResponseTime, same.Unchanged = page.CrawledAt, page.ResponseTime, true
		return same, sent, 0
	}
	page.Status, page.StatusText = response.StatusCode, http.StatusText(response.StatusCode)
	page.ETag, page.Modified, page.Protocol = response.Header.Get("ETag"), response.Header.Get("Last-Modified"), response.Proto
	page.ContentType = response.Header.Get("Content-Type")
	page.XRobotsTag = strings.Join(response.Header.Values("X-Robots-Tag"), ", ")
	if modified, err := http.ParseTime(response.Header.Get("Last-Modified")); err == nil {
		page.LastModified = modified.UTC()
	}
	page.Size = response.ContentLength
	base := response.Request.URL
	if location := response.Header.Get("Location"); page.Status >= 300 && page.Status < 400 && location != "" {
		page.Redirect = resolve(base, location)
	}
	if page.Status == http.StatusTooManyRequests || page.Status == http.StatusServiceUnavailable {
		wait = retryAfter(response.Header.Get("Retry-After"), f.now())
	}
	if kind, _, _ := mime.ParseMediaType(page.ContentType); page.Status != http.StatusOK || kind != "text/html" && kind != "application/xhtml+xml" && kind != "" {
		return page, sent, wait
	}
	page.MissingSecurity = missingSecurity(base, response.Header)
	sent = Bare{Header: response.Header, Body: f.readHTML(&page, base, response)}
	return page, sent, wait
}

// setConditions asks for a page only if it has changed, and reports whether the server has said how to.
func (p Page) setConditions(header http.Header) bool {
	if p.ETag != "" {
		header.Set("If-None-Match", p.ETag)
	}
	if p.Modified != "" {
		header.Set("If-Modified-Since", p.Modified)
	}
	return p.ETag+p.Modified != ""
}

// securityHeaders are those that crawlers look for; the first only counts with TLS.
var securityHeaders = []string{"Strict-Transport-Security", "Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy"}

func missingSecurity(address *url.URL, header http.Header) (missing []string) {
	for _, name := range securityHeaders {
		framed := name == "X-Frame-Options" && strings.Contains(header.Get("Content-Security-Policy"), "frame-ancestors")
		if header.Get(name) == "" && !framed && (name != "Strict-Transport-Security" || address.Scheme == "https") {
			missing = append(missing, name)
		}
	}
	return missing
}

func (f *fetcher) request(ctx context.Context, address, accept string) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err //nolint:wrapcheck // becomes a reason
	}
	request.Header.Set("User-Agent", f.userAgent)
	request.Header.Set("Accept", accept)
	return request, nil
}

func (f *fetcher) get(ctx context.Context, address, accept string) (*http.Response, error) {
	request, err := f.request(ctx, address, accept)
	if err != nil {
		return nil, err
	}
	return f.client.Do(request) //nolint:wrapcheck // becomes a reason
}

// readHTML reads a page, and returns its HTML when that is short.
func (f *fetcher) readHTML(page *Page, base *url.URL, response *http.Response) []byte {
	hash, start := md5.New(), &whole{} //nolint:gosec // see above
	counted := &counter{source: io.TeeReader(io.LimitReader(response.Body, maxHTML), io.MultiWriter(hash, start))}
	buffered := bufio.NewReaderSize(counted, 4096)
	if page.ContentType == "" {
		start, _ := buffered.Peek(512)
		if page.ContentType = http.DetectContentType(start); !strings.HasPrefix(page.ContentType, "text/html") {
			return nil
		}
	}
	text, err := charset.NewReader(buffered, page.ContentType)
	if err != nil {
		text = buffered // an empty or unreadable body
	}
	page.HTML = extract(base, text)
	_, _ = io.Copy(io.Discard, buffered)
	page.HTML.truncated = counted.bytes >= maxHTML
	page.Size, page.Hash = counted.bytes, hex.EncodeToString(hash.Sum(nil))
	if counted.err != nil && ctxEnded(counted.err) {
		page.Status, page.StatusText, page.HTML = 0, reasonOf(counted.err), nil
		return nil
	}
	page.HTML.NoFollow = page.HTML.NoFollow || forbids("nofollow", page.XRobotsTag)
	canonical, alternates := linkHeader(base, response.Header.Values("Link"))
	page.HTML.HTTPCanonical = canonical
	if page.HTML.Canonical == "" {
		page.HTML.Canonical = canonical
	}
	page.HTML.Hreflangs = append(page.HTML.Hreflangs, alternates...)
	return start.kept
}

func ctxEnded(err error) bool {
	var timeout net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.As(err, &timeout) && timeout.Timeout()
}

// counter counts what is read.
type counter struct {
	source io.Reader
	bytes  int64
	err    error
}

// Read implements io.Reader.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.source.Read(p)
	c.bytes += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return n, err //nolint:wrapcheck // io.EOF must stay itself
}

// defaultPause is how long a server is left alone that asks for it without a time.
const (
	defaultPause = 10 * time.Second
	minPause     = 100 * time.Millisecond
	maxPause     = 2 * time.Minute
)

func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil && seconds >= 0 {
		return min(max(time.Duration(min(seconds, 3600))*time.Second, minPause), maxPause)
	}
	if at, err := http.ParseTime(header); err == nil {
		return min(max(at.Sub(now), minPause), maxPause)
	}
	return defaultPause
}

// reasonOf says in crawlers' words why a request had no response.
func reasonOf(err error) string {
	var (
		name        *net.DNSError
		certificate *tls.CertificateVerificationError
		header      tls.RecordHeaderError
	)
	switch {
	case errors.As(err, &name):
		return "DNS Lookup Failed"
	case errors.As(err, &certificate), errors.As(err, &header):
		return "Certificate Error"
	case ctxEnded(err):
		return "Connection Timeout"
	case strings.Contains(err.Error(), "refused"):
		return "Connection Refused"
	case strings.Contains(err.Error(), "prohibited"), strings.Contains(err.Error(), "not permitted"):
		return "Not a Public Address"
	}
	return "Connection Error"
}
