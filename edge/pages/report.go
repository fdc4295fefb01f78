package pages

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"upslope/edge/ratelimit"
	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"upslope"
)

// ReportStore opens reports by the tokens in their addresses, using this machine alone.
type ReportStore interface {
	// Page fails with NotFound for an invalid or expired token and under a foreign domain ("" is the
	// product's), Unauthenticated for a page with a password unless key opens it, Unavailable while unknown.
	Page(host, token, key string) (upslope.ReportPage, error)
	// Unlock returns the page and the key that opens it from now on; Unauthenticated for a wrong password.
	Unlock(ctx context.Context, host, token, password string) (page upslope.ReportPage, key string, err error)
	// Position returns the replica's position, and when it was last known to be current; zero: never.
	Position() (position uint64, newest time.Time)
	Ready(ctx context.Context) error
}

// Views counts complete page views.
type Views interface {
	Add(tokenHash [32]byte) error
}

const (
	ReportRoute  = "/r/:token"
	asPDF        = "pdf"    // the parameter that asks for a report as PDF
	reportCookie = "report" // key of a page with a password; its path is the page's
	// reportPolicy allows only a report's content: no scripts and no external resources.
	reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	// maxForm bounds the password form.
	maxForm = 4 << 10
)

// Reports serves shared reports.
type Reports struct {
	ReportDeps

	notices   *Notices
	passwords *ratelimit.Limiter // wrong ones, by network and report
	taking    sync.Mutex         // of tokens, so that one try is the first
	retries   chan struct{}      // tries after the first take turns
	accessLog *slog.Logger
	printer   *printer
}

// ReportDeps are the dependencies of Reports.
type ReportDeps struct {
	Store   ReportStore
	Views   Views
	Print   Print // nil: reports cannot be printed
	Observe func(method, route string, status int, took time.Duration)
	Log     *slog.Logger
	Now     func() time.Time
}

const (
	passwordBurst    = 10
	passwordInterval = 30 * time.Second
	// maxPasswordWait bounds how long a try waits for the ones before it.
	maxPasswordWait = 10 * time.Second
)

// NewReports makes the pages.
func NewReports(deps ReportDeps, notices *Notices) (*Reports, error) {
	passwords, err := ratelimit.New(passwordBurst, passwordInterval)
	if err != nil {
		return nil, err //nolint:wrapcheck // says what failed
	}
	printer, err := newPrinter(deps.Print)
	return &Reports{
		ReportDeps: deps, notices: notices, passwords: passwords, printer: printer, retries: make(chan struct{}, 1), accessLog: deps.Log.With("route", ReportRoute),
	}, err
}

// ServeFirst serves GET of a report before Fiber: fast, without session, account or database.
func (r *Reports) ServeFirst(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		token, isReport := strings.CutPrefix(string(c.Path()), "/r/")
		if !isReport || token == "" || strings.Contains(token, "/") || !c.IsGet() && !c.IsHead() {
			next(c)
			return
		}
		if c.Request.BodyStream() != nil {
			c.SetConnectionClose() // the body stays unread, and the next request would start inside it
		}
		start := time.Now()
		r.open(c, token)
		took, status := time.Since(start), c.Response.StatusCode()
		method := fiber.MethodGet
		if c.IsHead() {
			method = fiber.MethodHead
		}
		r.accessLog.LogAttrs(context.Background(), slog.LevelInfo, "request",
			slog.String("method", method), slog.Int("status", status), slog.Int64("ms", took.Milliseconds()))
		r.Observe(method, ReportRoute, status, took)
	}
}

func (r *Reports) open(c *fasthttp.RequestCtx, token string) {
	defer func() {
		if cause := recover(); cause != nil { // a panic here would end the process
			r.send(c, upslope.ReportPage{}, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	page, err := r.Store.Page(r.notices.address.elsewhere(string(c.Host())), token, string(c.Request.Header.Cookie(reportCookie)))
	if err == nil && c.QueryArgs().Has(asPDF) {
		r.sendPDF(c, page)
		return
	}
	r.send(c, page, err)
}

// Unlock handles the password form.
func (r *Reports) Unlock(c fiber.Ctx) error {
	token := c.Params("token")
	// A missing page, or one without a password, gets the same response as to GET: trying passwords reveals
	// nothing.
	page, err := r.Store.Page(r.notices.address.elsewhere(c.Hostname()), token, "")
	if upslope.CodeOf(err) != upslope.Unauthenticated {
		r.send(c.RequestCtx(), page, err)
		return nil
	}
	password, err := readPassword(c)
	if err != nil {
		return err
	}
	key := r.notices.header.Network(c.RequestCtx()) + " " + token
	wait, first := r.takeTry(key)
	if wait > 0 {
		r.notices.sendTooMany(c.RequestCtx(), wait)
		return nil
	}
	page, pageKey, err := r.checkPassword(c, first, token, password)
	if upslope.CodeOf(err) == upslope.Unauthenticated {
		r.notices.setHeaders(c.RequestCtx(), true)
		sendNotice(c.RequestCtx(), http.StatusUnauthorized, askAgain)
		return nil
	}
	r.passwords.Return(key, r.Now()) // right, or not checked
	if err == nil && pageKey != "" {
		c.Cookie(&fiber.Cookie{
			Name: reportCookie, Value: pageKey, Path: "/r/" + token, HTTPOnly: true, SameSite: fiber.CookieSameSiteLaxMode, Secure: r.notices.address.Secure, SessionOnly: true,
		})
	}
	r.send(c.RequestCtx(), page, err)
	return nil
}

// takeTry takes a token for a try, or returns how long the key has to wait. One of the tries that come at
// once is the first.
func (r *Reports) takeTry(key string) (wait time.Duration, first bool) {
	r.taking.Lock()
	defer r.taking.Unlock()
	now := r.Now()
	wait = r.passwords.Take(key, now)
	return wait, r.passwords.Remaining(key, now) == passwordBurst-1
}

// checkPassword checks a password whose token is taken. Tries after a network's first take turns, so that
// whoever keeps guessing does not hold up a first try.
func (r *Reports) checkPassword(c fiber.Ctx, first bool, token, password string) (upslope.ReportPage, string, error) {
	ctx, cancel := request.Of(c.Context()).Client.WhileConnected(c.Context())
	defer cancel()
	ctx, cancelWait := context.WithTimeout(ctx, maxPasswordWait)
	defer cancelWait()
	if !first {
		select {
		case r.retries <- struct{}{}:
			defer func() { <-r.retries }()
		case <-ctx.Done():
			return upslope.ReportPage{}, "", errBusy
		}
	}
	page, pageKey, err := r.Store.Unlock(ctx, r.notices.address.elsewhere(c.Hostname()), token, password)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		err = errBusy
	}
	return page, pageKey, err
}

var errBusy = upslope.Errorf(upslope.Unavailable, "Too many attempts right now. Try again in a moment.")

func readPassword(c fiber.Ctx) (string, error) {
	b := request.Of(c.Context()).Body
	if b == nil {
		return "", nil
	}
	if err := b.Limit(maxForm, upslope.Errorf(upslope.TooLarge, "The form is too large.")); err != nil {
		return "", err
	}
	form, err := io.ReadAll(b)
	if err != nil {
		return "", err //nolint:wrapcheck // it says what was wrong with the request
	}
	values, err := url.ParseQuery(string(form))
	if err != nil {
		return "", upslope.Errorf(upslope.Invalid, "The form is not valid.")
	}
	return values.Get("password"), nil
}

// send sends a page, or the notice for its error, and returns the status.
func (r *Reports) send(c *fasthttp.RequestCtx, page upslope.ReportPage, err error) int {
	if err == nil {
		return r.sendPage(c, page)
	}
	r.notices.setHeaders(c, true)
	switch upslope.CodeOf(err) {
	case upslope.NotFound:
		if r.notices.limitGuess(c) {
			return http.StatusTooManyRequests
		}
		sendNotice(c, http.StatusNotFound, noReport)
	case upslope.Unauthenticated:
		sendNotice(c, http.StatusUnauthorized, askPassword)
	case upslope.Unavailable:
		r.Log.LogAttrs(context.Background(), slog.LevelWarn, "a report cannot be shown", slog.Any("error", err))
		c.Response.Header.Set(fiber.HeaderRetryAfter, "60")
		sendNotice(c, http.StatusServiceUnavailable, notNow)
	default:
		if !errors.Is(err, context.Canceled) {
			r.Log.LogAttrs(context.Background(), slog.LevelError, "a report cannot be opened", slog.Any("error", err))
		}
		sendNotice(c, http.StatusInternalServerError, brokenReport)
	}
	return c.Response.StatusCode()
}

// sendPage sends the page as stored, or 304. A complete response counts as a view.
func (r *Reports) sendPage(c *fasthttp.RequestCtx, page upslope.ReportPage) int {
	r.notices.setHeaders(c, false)
	header := &c.Response.Header
	compressed := accepts(string(c.Request.Header.Peek(fiber.HeaderAcceptEncoding)), "gzip")
	tag := `"` + page.Tag + `"`
	if compressed {
		tag = `"` + page.Tag + `-gzip"`
	}
	header.SetCanonical(varyKey, acceptEncoding)
	header.SetCanonical(tagKey, []byte(tag))
	if !c.IsPost() && strings.Contains(string(c.Request.Header.Peek(fiber.HeaderIfNoneMatch)), tag) {
		c.SetStatusCode(http.StatusNotModified)
		return http.StatusNotModified
	}
	body := page.Gzip
	if compressed {
		header.SetCanonical(contentEncoding, gzipped)
	} else {
		reader, err := gzip.NewReader(bytes.NewReader(page.Gzip))
		if err == nil {
			body, err = io.ReadAll(reader)
		}
		if err != nil {
			return r.send(c, page, err)
		}
	}
	if !c.IsHead() {
		if err := r.Views.Add(page.TokenHash); err != nil {
			r.Log.LogAttrs(context.Background(), slog.LevelError, "a view is not counted", slog.Any("error", err))
		}
	}
	header.SetContentType(contentType(".html"))
	c.Response.SetBodyRaw(body)
	return http.StatusOK
}
