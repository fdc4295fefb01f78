package edge

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"upslope"
)

// Pages opens reports by the tokens in their addresses, from this machine alone.
type Pages interface {
	// Page answers NotFound for a token that opens nothing (any more), Unauthenticated for a page with a password unless key opens it,
	// Unavailable when it is not known whether the page may still be shown.
	Page(token, key string) (upslope.ReportPage, error)
	// Unlock answers the page and the key that opens it from now on; Unauthenticated for a wrong password.
	Unlock(ctx context.Context, token, password string) (page upslope.ReportPage, key string, err error)
	// Position says which change of the replica pages come from, and when that was last known to be the newest; zero: never.
	Position() (position uint64, newest time.Time)
	Ready(ctx context.Context) error
}

// Views counts how often pages were answered in full.
type Views interface {
	Add(tokenHash [32]byte) error
}

const (
	reportRoute  = "/r/:token"
	reportCookie = "report" // the key of a page with a password; its path is the page's
	// reportPolicy lets a page show what is in it, and nothing else. A report has no script and fetches nothing.
	reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	// longestForm is the most that the form with a password sends.
	longestForm = 4 << 10
)

// What a report's address answers instead of the report.
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
		panic(err) // our own words in our own template
	}
	return b.Bytes()
}

var (
	noReport     = notice{Title: "There is no report here", Text: "The address may be wrong, the report may have expired, or its owner may have withdrawn it. Ask whoever sent it to you for a new link."}.page()
	askPassword  = notice{Title: "This report has a password", Text: "Whoever sent you the link can tell it to you.", Form: true}.page()
	askAgain     = notice{Title: "That is not the password", Text: "Check it and try again.", Form: true}.page()
	tooMany      = notice{Title: "Too many tries", Text: "There were too many wrong addresses or passwords from where you are. Wait a minute and try again."}.page()
	notNow       = notice{Title: "This report cannot be shown right now", Text: "For too long it could not be checked whether it may still be shown. It opens again by itself; try later."}.page()
	brokenReport = notice{Title: "Something went wrong", Text: apology}.page()
)

// reportsFirst answers GET of a link before anything else sees it, so that it is fast and needs nobody: no session, no account, no database.
func (s *Server) reportsFirst(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		token, isReport := strings.CutPrefix(string(c.Path()), "/r/")
		if !isReport || token == "" || strings.Contains(token, "/") || !c.IsGet() && !c.IsHead() {
			next(c)
			return
		}
		if c.Request.BodyStream() != nil {
			c.SetConnectionClose() // nobody reads it, and the next request would begin in its middle
		}
		start := time.Now()
		s.openReport(c, token)
		took, status := time.Since(start), c.Response.StatusCode()
		method := fiber.MethodGet
		if c.IsHead() {
			method = fiber.MethodHead
		}
		s.reportLog.LogAttrs(context.Background(), slog.LevelInfo, "request",
			slog.String("method", method), slog.Int("status", status), slog.Int64("ms", took.Milliseconds()))
		s.observe(method, reportRoute, status, took)
	}
}

func (s *Server) openReport(c *fasthttp.RequestCtx, token string) {
	defer func() {
		if cause := recover(); cause != nil { // which would end the process
			s.sendReport(c, upslope.ReportPage{}, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	page, err := s.deps.Pages.Page(token, string(c.Request.Header.Cookie(reportCookie)))
	s.sendReport(c, page, err)
}

// unlockReport answers the form with the password.
func (s *Server) unlockReport(c fiber.Ctx) error {
	token := c.Params("token")
	// A page that is not there, or has no password, is answered as to GET: trying passwords on it says nothing.
	page, err := s.deps.Pages.Page(token, "")
	if upslope.CodeOf(err) != upslope.Unauthenticated {
		s.sendReport(c.RequestCtx(), page, err)
		return nil
	}
	password, err := readPassword(c)
	if err != nil {
		return err
	}
	tries := networkOf(s.clientAddress(c.RequestCtx())) + " " + token
	if wait := s.passwords.wait(tries, s.deps.Now()); wait > 0 {
		s.sendTooMany(c.RequestCtx(), wait)
		return nil
	}
	page, key, err := s.deps.Pages.Unlock(c.Context(), token, password)
	if upslope.CodeOf(err) == upslope.Unauthenticated {
		s.passwords.take(tries, s.deps.Now())
		s.setReportHeaders(c.RequestCtx(), true)
		sendNotice(c.RequestCtx(), http.StatusUnauthorized, askAgain)
		return nil
	}
	if err == nil && key != "" {
		c.Cookie(&fiber.Cookie{
			Name: reportCookie, Value: key, Path: "/r/" + token, HTTPOnly: true, SameSite: fiber.CookieSameSiteLaxMode, Secure: s.secureTransport(), SessionOnly: true,
		})
	}
	s.sendReport(c.RequestCtx(), page, err)
	return nil
}

func readPassword(c fiber.Ctx) (string, error) {
	b := requestOf(c.Context()).body
	if b == nil {
		return "", nil
	}
	if err := b.atMost(longestForm, upslope.Errorf(upslope.TooLarge, "The form is too large.")); err != nil {
		return "", err
	}
	form, err := io.ReadAll(b)
	if err != nil {
		return "", err //nolint:wrapcheck // it says what was wrong with the request
	}
	values, err := url.ParseQuery(string(form))
	if err != nil {
		return "", upslope.Errorf(upslope.Invalid, "The form cannot be read.")
	}
	return values.Get("password"), nil
}

// sendReport answers a page, or why there is none, and says with which status.
func (s *Server) sendReport(c *fasthttp.RequestCtx, page upslope.ReportPage, err error) int {
	if err == nil {
		return s.sendPageOfReport(c, page)
	}
	s.setReportHeaders(c, true)
	switch upslope.CodeOf(err) {
	case upslope.NotFound:
		network := networkOf(s.clientAddress(c))
		if wait := s.guesses.take(network, s.deps.Now()); wait > 0 {
			return s.sendTooMany(c, wait)
		}
		sendNotice(c, http.StatusNotFound, noReport)
	case upslope.Unauthenticated:
		sendNotice(c, http.StatusUnauthorized, askPassword)
	case upslope.Unavailable:
		s.deps.Log.LogAttrs(context.Background(), slog.LevelWarn, "a report cannot be shown", slog.Any("error", err))
		c.Response.Header.Set(fiber.HeaderRetryAfter, "60")
		sendNotice(c, http.StatusServiceUnavailable, notNow)
	default:
		if !errors.Is(err, context.Canceled) {
			s.deps.Log.LogAttrs(context.Background(), slog.LevelError, "a report cannot be opened", slog.Any("error", err))
		}
		sendNotice(c, http.StatusInternalServerError, brokenReport)
	}
	return c.Response.StatusCode()
}

func (s *Server) sendTooMany(c *fasthttp.RequestCtx, wait time.Duration) int {
	s.setReportHeaders(c, true)
	c.Response.Header.Set(fiber.HeaderRetryAfter, strconv.Itoa(seconds(wait)))
	sendNotice(c, http.StatusTooManyRequests, tooMany)
	return http.StatusTooManyRequests
}

func sendNotice(c *fasthttp.RequestCtx, status int, page []byte) {
	c.Response.Header.SetContentType(contentType(".html"))
	c.SetStatusCode(status)
	c.Response.SetBodyRaw(page)
}

// sendPageOfReport answers the page as it is stored, or that the browser has it already. The whole page is a view.
func (s *Server) sendPageOfReport(c *fasthttp.RequestCtx, page upslope.ReportPage) int {
	s.setReportHeaders(c, false)
	header := &c.Response.Header
	packed := accepts(string(c.Request.Header.Peek(fiber.HeaderAcceptEncoding)), "gzip")
	tag := `"` + page.Tag + `"`
	if packed {
		tag = `"` + page.Tag + `-gzip"`
	}
	header.SetCanonical(varyKey, acceptEncoding)
	header.SetCanonical(tagKey, []byte(tag))
	if !c.IsPost() && strings.Contains(string(c.Request.Header.Peek(fiber.HeaderIfNoneMatch)), tag) {
		c.SetStatusCode(http.StatusNotModified)
		return http.StatusNotModified
	}
	body := page.Gzip
	if packed {
		header.SetCanonical(contentEncoding, gzipped)
	} else {
		reader, err := gzip.NewReader(bytes.NewReader(page.Gzip))
		if err == nil {
			body, err = io.ReadAll(reader)
		}
		if err != nil {
			return s.sendReport(c, page, err)
		}
	}
	if !c.IsHead() {
		if err := s.deps.Views.Add(page.TokenHash); err != nil {
			s.deps.Log.LogAttrs(context.Background(), slog.LevelError, "a view is not counted", slog.Any("error", err))
		}
	}
	header.SetContentType(contentType(".html"))
	c.Response.SetBodyRaw(body)
	return http.StatusOK
}

// setReportHeaders tells programs not to list or keep the page, and where it comes from. A browser may keep the page of a report, but asks
// each time whether it still may show it.
func (s *Server) setReportHeaders(c *fasthttp.RequestCtx, isNotice bool) {
	header := &c.Response.Header
	for _, h := range reportHeaders {
		header.SetCanonical(h.key, h.value)
	}
	if s.secureTransport() {
		header.Set(fiber.HeaderStrictTransportSecurity, "max-age=31536000; includeSubDomains")
	}
	if isNotice {
		header.SetCanonical(cacheControl, neverKept)
	} else {
		header.SetCanonical(cacheControl, askedAgain)
	}
	position, newest := s.deps.Pages.Position()
	var number [20]byte
	header.SetCanonical(replicaPosition, strconv.AppendUint(number[:0], position, 10))
	if !newest.IsZero() {
		header.SetCanonical(replicaAge, strconv.AppendInt(number[:0], int64(max(0, s.deps.Now().Sub(newest))/time.Second), 10))
	}
}

// Headers as they go over the wire: a page has a dozen, and to write each one the usual way takes as long as to find the page.
var (
	reportHeaders = []struct{ key, value []byte }{
		{[]byte(fiber.HeaderContentSecurityPolicy), []byte(reportPolicy)},
		{[]byte(fiber.HeaderReferrerPolicy), []byte("no-referrer")},
		{[]byte(fiber.HeaderXContentTypeOptions), []byte("nosniff")},
		{[]byte("X-Robots-Tag"), []byte("noindex, nofollow")},
	}
	cacheControl, neverKept, askedAgain = []byte(fiber.HeaderCacheControl), []byte("no-store"), []byte("private, no-cache")
	varyKey, acceptEncoding             = []byte(fiber.HeaderVary), []byte(fiber.HeaderAcceptEncoding)
	contentEncoding, gzipped            = []byte(fiber.HeaderContentEncoding), []byte("gzip")
	tagKey                              = []byte("Etag")
	replicaPosition, replicaAge         = []byte("X-Replica-Position"), []byte("X-Replica-Age")
)
