// Package pages serves everything opened in a browser: the web app, shared reports, the links in e-mails and
// the API documentation.
package pages

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"upslope/edge/problem"
	"upslope/edge/ratelimit"
	"upslope/edge/request"
)

// notice.html is shown for an address without a report.
//
//go:embed notice.html
var noticePage string

var notices = template.Must(template.New("notice").Parse(noticePage))

type notice struct {
	Title, Text string
	Form        bool
}

func (n notice) page() []byte {
	var b bytes.Buffer
	if err := notices.Execute(&b, n); err != nil {
		panic(err) // our own text in our own template
	}
	return b.Bytes()
}

var (
	noReport     = notice{Title: "Report not found", Text: "The link may be wrong, expired or revoked. Ask the sender for a new link."}.page()
	askPassword  = notice{Title: "This report is password-protected", Text: "Ask the sender of the link for the password.", Form: true}.page()
	askAgain     = notice{Title: "Wrong password", Text: "Check it and try again.", Form: true}.page()
	tooMany      = notice{Title: "Too many attempts", Text: "Too many wrong links or passwords from your network. Wait a minute and try again."}.page()
	tooManyFiles = notice{Title: "Too many PDFs", Text: "Too many PDFs were requested from your network. Wait a minute and try again."}.page()
	noFile       = notice{Title: "The PDF cannot be made right now", Text: "Try again in a minute, or open the report and print it to a PDF with your browser."}.page()
	notNow       = notice{Title: "Report temporarily unavailable", Text: "Try again later."}.page()
	aboutCrawler = notice{Title: "UpslopeBot", Text: "UpslopeBot reads the pages of a website for the people who look after it with Upslope. It obeys robots.txt and Crawl-delay, requests at most five pages a second and two at a time, or up to four times that if a verified site owner turns on faster crawling, and slows down when a site is slow or answers 429 or 503. It sends no cookies and fills in no forms. Pages that are empty without JavaScript are rendered in a browser without cookies, which loads scripts and data but no trackers. Sites that it has read are read again every week, or every day, until the site's team turns that off; each time, it asks only for pages that have changed. To keep it out, add two lines to robots.txt: User-agent: UpslopeBot and Disallow: /"}.page()
	reportsOnly  = notice{Title: "Nothing here", Text: "Open the link to your report again."}.page()
	brokenReport = notice{Title: "Something went wrong", Text: problem.Apology}.page()
)

// Notices responds to invalid addresses, and limits guessing them.
type Notices struct {
	store   ReportStore
	guesses *ratelimit.Limiter // wrong addresses, by network
	header  request.AddressHeader
	address Address
	now     func() time.Time
}

// NewNotices makes the notices. guesses bounds wrong addresses from one network.
func NewNotices(store ReportStore, guesses *ratelimit.Limiter, header request.AddressHeader, address Address, now func() time.Time) *Notices {
	return &Notices{store: store, guesses: guesses, header: header, address: address, now: now}
}

// limitGuess counts a wrong address and reports whether it responded with 429.
func (n *Notices) limitGuess(c *fasthttp.RequestCtx) bool {
	wait := n.guesses.Take(n.header.Network(c), n.now())
	if wait > 0 {
		n.sendTooMany(c, wait)
	}
	return wait > 0
}

func (n *Notices) sendTooMany(c *fasthttp.RequestCtx, wait time.Duration) int {
	n.setHeaders(c, true)
	c.Response.Header.Set(fiber.HeaderRetryAfter, strconv.Itoa(ratelimit.Seconds(wait)))
	sendNotice(c, http.StatusTooManyRequests, tooMany)
	return http.StatusTooManyRequests
}

func sendNotice(c *fasthttp.RequestCtx, status int, page []byte) {
	c.Response.Header.SetContentType(contentType(".html"))
	c.SetStatusCode(status)
	c.Response.SetBodyRaw(page)
}

// setHeaders keeps a page out of search engines and caches, and adds its freshness. A browser may cache a
// report, but revalidates it each time.
func (n *Notices) setHeaders(c *fasthttp.RequestCtx, isNotice bool) {
	header := &c.Response.Header
	for _, h := range reportHeaders {
		header.SetCanonical(h.key, h.value)
	}
	if n.address.Secure {
		// Not of subdomains: the domain may be an agency's.
		header.Set(fiber.HeaderStrictTransportSecurity, "max-age=31536000")
	}
	if isNotice {
		header.SetCanonical(cacheControl, noStore)
	} else {
		header.SetCanonical(cacheControl, revalidated)
	}
	position, newest := n.store.Position()
	var number [20]byte
	header.SetCanonical(replicaPosition, strconv.AppendUint(number[:0], position, 10))
	if !newest.IsZero() {
		header.SetCanonical(replicaAge, strconv.AppendInt(number[:0], int64(max(0, n.now().Sub(newest))/time.Second), 10))
	}
}

// Headers as canonical bytes: a page has a dozen, and setting them as strings takes as long as finding the
// page.
var (
	reportHeaders = []struct{ key, value []byte }{
		{[]byte(fiber.HeaderContentSecurityPolicy), []byte(reportPolicy)},
		{[]byte(fiber.HeaderReferrerPolicy), []byte("no-referrer")},
		{[]byte(fiber.HeaderXContentTypeOptions), []byte("nosniff")},
		{[]byte("X-Robots-Tag"), []byte("noindex, nofollow")},
	}
	cacheControl, noStore, revalidated = []byte(fiber.HeaderCacheControl), []byte("no-store"), []byte("private, no-cache")
	varyKey, acceptEncoding            = []byte(fiber.HeaderVary), []byte(fiber.HeaderAcceptEncoding)
	contentEncoding, gzipped           = []byte(fiber.HeaderContentEncoding), []byte("gzip")
	tagKey                             = []byte("Etag")
	replicaPosition, replicaAge        = []byte("X-Replica-Position"), []byte("X-Replica-Age")
)
