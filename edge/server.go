// Package edge is the HTTP server: the API of openapi.yaml, the web app, shared reports and health checks.
//
// It owns sign-in, limits, security headers and error responses, but no data and no product rules: handlers
// parse a request, call an interface declared next to them, and respond.
package edge

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
	"time"

	"upslope"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"upslope/edge/assistants"
	"upslope/edge/auth"
	"upslope/edge/contract"
	"upslope/edge/health"
	"upslope/edge/middleware"
	"upslope/edge/pages"
	"upslope/edge/ratelimit"
	"upslope/edge/request"
	"upslope/edge/uploads"
)

// Contract is openapi.yaml.
//
//go:embed openapi.yaml
var Contract []byte

// loadContract parses it once per process, as that dominates the start of a server.
var loadContract = sync.OnceValues(func() (*contract.Contract, error) { return contract.Load(Contract) })

const (
	maxHeaders   = 16 << 10 // two session cookies of Clerk take up to 8 KB
	writeBuffer  = 16 << 10 // fits most reports into one system call, the main cost of sending them
	readTimeout  = 30 * time.Second
	writeTimeout = 30 * time.Second
	idleTimeout  = 90 * time.Second
	// shutdownTimeout bounds running requests when the server stops.
	shutdownTimeout = 10 * time.Second

	guessBurst    = 30 // wrong report addresses, tokens and sessions per network
	guessInterval = 2 * time.Second
)

// Server is the HTTP server.
type Server struct {
	app      *fiber.App
	contract *contract.Contract
	auth     *auth.Authenticator
	limits   *middleware.Limits
	queries  *middleware.Queries
	cache    *middleware.ResponseCache
	spans    *middleware.BrowserSpans
	primary  *middleware.Primary
	handle   fasthttp.RequestHandler // of requests that passed the checks of the protocol
	health   *health.Monitor
	handlers *handlers
	uploads  *uploads.Handlers

	assistants  *assistants.Server
	webApp      *pages.App
	docs        *pages.Docs
	reports     *pages.Reports
	unsubscribe *pages.Unsubscribe

	abort context.CancelFunc // ends the contexts of all requests
	stop  context.CancelFunc // ends event streams and waits for jobs, so that the rest can finish
}

// handlers implements the contract's operations. It is separate from Server to hide the generated names from
// cmd/upslope.
type handlers struct {
	config Config
	deps   Deps

	auth    *auth.Authenticator
	audit   *middleware.Audit
	jobs    *jobWaiter
	sites   siteLister
	streams *middleware.Streams
	spans   *middleware.BrowserSpans
	health  *health.Monitor

	requests context.Context // of all requests; ends after shutdownTimeout
	stopping context.Context // ends when the server starts to stop
}

// currentVersion returns the account's version after a write that does not return it.
func (h *handlers) currentVersion(ctx context.Context) *string {
	return currentVersion(ctx, h.deps.Versions)
}

// New makes a server that does not listen yet.
func New(config Config, deps Deps) (*Server, error) {
	if (deps.Verifier == nil) == (deps.Local == nil) {
		return nil, errors.New("make the edge: exactly one of Clerk and the local sign-in must check sessions")
	}
	public, err := url.Parse(config.PublicURL)
	if err != nil || public.Host == "" || config.PublicURL != public.Scheme+"://"+public.Host {
		return nil, fmt.Errorf("make the edge: PUBLIC_URL %q is not an origin such as https://app.example.com", config.PublicURL)
	}
	if len(config.SessionCookies) == 0 {
		config.SessionCookies = []string{auth.SessionCookie}
	}
	s := &Server{queries: &middleware.Queries{}, primary: middleware.NewPrimary(config.PrimaryRegion, config.Region, config.PrimaryURL, deps.Feed.Alive)}
	if s.contract, err = loadContract(); err != nil {
		return nil, err
	}
	// Whoever has an answer waits for nobody then: the checks find out when the origin is back.
	s.health = health.New(deps.Checks, deps.Pages, deps.Stored, config.OpensAlone, deps.Now)
	cut := func() bool { return s.health.Away(health.Postgres) }
	away := func() bool { return !deps.Feed.Alive() && cut() }
	if s.auth, err = newAuth(config, deps, public, cut); err != nil {
		return nil, err
	}
	if s.limits, err = middleware.NewLimits(request.AddressHeader(config.ClientAddressHeader), deps.Now); err != nil {
		return nil, err
	}
	if s.cache, err = middleware.NewResponseCache(middleware.CacheDeps{
		Feed: deps.Feed, Versions: deps.Versions, Primary: s.primary, Away: away, Now: deps.Now, Metrics: deps.Metrics,
	}, middleware.MaxAnswers); err != nil {
		return nil, err
	}
	if s.spans, err = middleware.NewBrowserSpans(deps.SpanKey, deps.SpanAs, deps.Now); err != nil {
		return nil, err
	}
	s.handlers = s.newHandlers(config, deps)
	if s.uploads, err = newUploads(s.handlers); err != nil {
		return nil, err
	}
	observe, err := middleware.NewObserver(deps.Metrics)
	if err != nil {
		return nil, err
	}
	if err := s.addPages(config, deps, observe); err != nil {
		return nil, err
	}
	s.mount(config, deps, observe)
	return s, nil
}

func newAuth(config Config, deps Deps, public *url.URL, away func() bool) (*auth.Authenticator, error) {
	attempts, err := ratelimit.New(guessBurst, guessInterval)
	if err != nil {
		return nil, err
	}
	return auth.New(auth.Config{
		PublicURL: public, SignInURL: config.SignInURL, TrialDays: config.TrialDays, SessionCookies: config.SessionCookies,
		AddressHeader: request.AddressHeader(config.ClientAddressHeader),
	}, auth.Deps{
		Verifier: deps.Verifier, Local: deps.Local, Handshake: deps.Handshake, Users: deps.Users, Sessions: deps.Sessions,
		Tokens: deps.Tokens, Demo: deps.Demo, Feed: deps.Feed, Away: away, Log: deps.Log, Now: deps.Now,
	}, attempts)
}

func (s *Server) newHandlers(config Config, deps Deps) *handlers {
	h := &handlers{
		config: config, deps: deps, auth: s.auth, sites: siteLister{deps.Sites}, streams: &middleware.Streams{}, spans: s.spans,
		health: s.health,
		audit: &middleware.Audit{
			Entries: deps.Audit, Header: request.AddressHeader(config.ClientAddressHeader), Log: deps.Log, Now: deps.Now,
		},
	}
	h.requests, s.abort = context.WithCancel(context.Background())
	h.stopping, s.stop = context.WithCancel(h.requests)
	h.jobs = &jobWaiter{Jobs: deps.Jobs, events: deps.Events, versions: deps.Versions, stopping: h.stopping}
	return h
}

func newUploads(h *handlers) (*uploads.Handlers, error) {
	return uploads.New(uploads.Config{
		PublicURL: h.config.PublicURL, CompanionURL: h.config.CompanionURL, CompanionSecret: h.config.CompanionSecret,
	}, uploads.Deps{
		Sites: h.sites, Crawls: h.deps.Crawls, Jobs: h.jobs, Objects: h.deps.Objects, Parts: h.deps.Parts, PartsKey: h.deps.PartsKey,
		Auth: h.auth, Streams: h.streams, Stopping: h.stopping, Log: h.deps.Log, Now: h.deps.Now,
	})
}

func (s *Server) addPages(config Config, deps Deps, observe middleware.Observer) (err error) {
	if s.webApp, err = pages.LoadApp(deps.App, s.auth, pages.AppConfig{ClerkKey: config.ClerkKey, Demo: deps.Demo != nil, Legal: deps.Legal}); err != nil {
		return err
	}
	limits := middleware.Numbers()
	limits["tokens"] = upslope.MaxTokens
	s.docs = pages.NewDocs(Contract, config.PublicURL, limits)
	guesses, err := ratelimit.New(guessBurst, guessInterval)
	if err != nil {
		return err
	}
	header := request.AddressHeader(config.ClientAddressHeader)
	notices := pages.NewNotices(deps.Pages, guesses, header, pages.AddressOf(s.auth), deps.Now)
	s.unsubscribe = pages.NewUnsubscribe(deps.Unsubscribes, notices, deps.Now)
	s.reports, err = pages.NewReports(pages.ReportDeps{
		Store: deps.Pages, Views: deps.Views, Print: deps.Reports.PrintPage, Observe: observe, Log: deps.Log, Now: deps.Now,
	}, notices)
	return err
}

// mount adds the middleware, from the outside in.
func (s *Server) mount(config Config, deps Deps, observe middleware.Observer) {
	headers := middleware.SecurityHeaders{
		Policy:      middleware.ContentSecurityPolicy(config.ClerkOrigin, config.StorageOrigin, config.StripeKey != ""),
		AllowPopups: config.CompanionURL != "",
		Secure:      s.auth.Secure(),
		Host:        s.auth.PublicHost(),
	}
	failures := &middleware.Errors{Log: deps.Log, Headers: headers, Limits: s.limits}
	s.app = fiber.New(fiber.Config{
		CaseSensitive: true, StrictRouting: true,
		DisableHeadAutoRegister: true, // it would be registered after the catch-all route
		Immutable:               true, // handlers keep strings beyond the request's end
		StreamRequestBody:       true, DisablePreParseMultipartForm: true,
		ReadBufferSize: maxHeaders, WriteBufferSize: writeBuffer,
		ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		ErrorHandler: failures.Answer,
	})
	server := s.app.Server()
	s.handle = server.Handler
	server.ErrorHandler = failures.AnswerProtocol
	server.HeaderReceived = uploads.ReadTimeouts
	server.CloseOnShutdown = true
	server.Handler = middleware.RejectSmuggling(s.reports.ServeFirst(s.handle), failures.AnswerStatus)

	scheme := "http"
	if s.auth.Secure() {
		scheme = "https"
	}
	s.app.Use(middleware.Begin(s.handlers.requests, scheme), s.spans.Trace, headers.Add, middleware.LogAccess(deps.Log), observe.Measure,
		failures.Handle, middleware.Recover)
	s.app.Post(pages.ReportRoute, s.reports.Unlock) // protected by the password, whatever the form's origin
	s.app.Use(middleware.SameOrigin(config.PublicURL, pages.UnsubscribePath))
	s.app.Add([]string{fiber.MethodGet, fiber.MethodHead}, "/healthz", healthz)
	s.app.Add([]string{fiber.MethodGet, fiber.MethodHead}, "/readyz", s.handlers.readyz)
	s.app.Use(s.handlers.awaitSchema, s.handlers.awaitSpace)
	s.mountRoutes()
}

// Serve serves on the listener until ctx ends. It then says that it is not ready, and serves on until proxies
// have noticed. Then it stops accepting, ends event streams and waits for jobs, and gives all other requests
// ten seconds. A server serves once.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	defer s.abort()
	go s.handlers.health.Run(s.handlers.requests)
	go s.cache.Reread(s.handlers.requests, s.handle)
	if peers := s.handlers.deps.Peers; peers != nil {
		go func() {
			if err := s.limits.Share(s.handlers.requests, peers); err != nil {
				s.handlers.deps.Log.ErrorContext(ctx, "limits hold on this edge only", "error", err)
			}
		}()
	}
	served := make(chan error, 1)
	go func() {
		served <- s.app.Listener(request.LingeringListener{Listener: listener}, fiber.ListenConfig{DisableStartupMessage: true})
	}()
	select {
	case err := <-served:
		return fmt.Errorf("serve on %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	s.handlers.health.Stop()
	select {
	case err := <-served:
		return fmt.Errorf("serve on %s: %w", listener.Addr(), err)
	case <-time.After(s.handlers.config.Drain):
	}
	s.stop()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	err := s.app.ShutdownWithContext(grace)
	// A server that never served does not know the listener.
	if closeErr := listener.Close(); closeErr != nil && !errors.Is(closeErr, net.ErrClosed) {
		err = errors.Join(err, closeErr)
	}
	if err != nil {
		return fmt.Errorf("stop serving on %s: %w", listener.Addr(), err)
	}
	<-served //nolint:errcheck // it was shut down above
	return nil
}
