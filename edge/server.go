// Package edge answers HTTP: the calls of openapi.yaml, the built web app and the health of the process.
// It owns sign-in, limits, security headers and the shape of errors. It owns no data and no rule of the product:
// handlers parse, call an interface declared in deps.go, and answer.
package edge

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope/edge/api"
)

const (
	headerLimit  = 16 << 10 // two session cookies of Clerk take up to 8 KB
	writeBuffer  = 16 << 10 // most reports go in one call of the system, which is what an answer costs
	readTimeout  = 30 * time.Second
	writeTimeout = 30 * time.Second
	idleTimeout  = 90 * time.Second
	// stopTimeout is how long requests that run when the server stops may go on.
	stopTimeout = 10 * time.Second
)

// Config is what the edge must be told.
type Config struct {
	PublicURL       string // the origin people open, such as https://app.example.com
	Environment     string // production or development
	TrialDays       int    // of a new account
	SignInURL       string // Clerk's hosted sign-in page; "" with a local sign-in
	ClerkOrigin     string // where the browser loads and asks Clerk; "" with a local sign-in
	ClerkKey        string // Clerk's publishable one, which the app loads it with; "" with a local sign-in
	StorageOrigin   string // where the browser sends the parts of large files; "" when that is here
	SupportEmail    string // where people can ask an expert; "" offers nobody
	Mail            bool   // whether e-mails can be sent
	StripeKey       string // the publishable one, for the form in the app; "" where people pay on Stripe's page
	StripeTest      bool   // whether nothing is charged
	CompanionURL    string // where Companion listens; "" when files are not fetched from elsewhere
	CompanionSecret string // shared with Companion
	OpensAlone      bool   // an edge that runs by itself is ready as soon as it can open reports, whatever else there is

	// ClientAddressHeader is where a proxy in front says whose request it is, such as Fly-Client-IP; "" nowhere.
	ClientAddressHeader string
	SessionCookies      []string // the names to look for a session token under, in this order; __session unless set
}

// Server is the HTTP server.
type Server struct {
	config       Config
	deps         Deps
	public       *url.URL // PublicURL
	app          *fiber.App
	contract     *contract
	people       *people
	streams      *streams
	health       *health
	answers      *answers
	companion    *companion // nil when there is none
	site         *webApp
	reportLog    *slog.Logger
	credentials  *credentials
	observe      observer
	guesses      *limit // of addresses of reports and of unsubscribing, by network
	passwords    *limit // of reports, by network and report
	strangers    *limit // that nobody signed in for, by network
	limits       limits
	queries      queries
	docs         func() (*file, error) // /api/docs, made when it is first asked for
	contractFile func() (*file, error)
	policy       string // the Content-Security-Policy

	requests context.Context // of all requests; ends when they had their time to finish
	abort    context.CancelFunc
	stopping context.Context // ends first: streams and waits then end, so that the rest can
	stop     context.CancelFunc
}

// New makes a server that listens nowhere yet.
func New(config Config, deps Deps) (*Server, error) {
	if (deps.Verifier == nil) == (deps.Local == nil) {
		return nil, errors.New("make the edge: exactly one of Clerk and the local sign-in must check sessions")
	}
	public, err := url.Parse(config.PublicURL)
	if err != nil || public.Host == "" || config.PublicURL != public.Scheme+"://"+public.Host {
		return nil, fmt.Errorf("make the edge: PUBLIC_URL %q is not an origin such as https://app.example.com", config.PublicURL)
	}
	if len(config.SessionCookies) == 0 {
		config.SessionCookies = []string{sessionCookie}
	}
	s := &Server{config: config, deps: deps, public: public, streams: newStreams(), health: newHealth(deps.Checks, deps.Pages, config.OpensAlone, deps.Now)}
	s.reportLog = deps.Log.With("route", reportRoute)
	s.policy = contentSecurityPolicy(config.ClerkOrigin, config.StorageOrigin, config.StripeKey != "")
	s.people = &people{users: deps.Users, sessions: deps.Sessions, trialDays: config.TrialDays, now: deps.Now}
	if s.answers, err = newAnswers(); err != nil {
		return nil, err
	}
	if s.guesses, err = newLimit(guessesAtOnce, guessEvery); err != nil {
		return nil, err
	}
	if s.passwords, err = newLimit(passwordsAtOnce, passwordEvery); err != nil {
		return nil, err
	}
	s.docs = sync.OnceValues(func() (*file, error) { return makeDocs(config.PublicURL) })
	s.contractFile = sync.OnceValues(func() (*file, error) { return newFile(".yaml", Contract) })
	if s.strangers, err = newLimit(strangersAtOnce, strangerEvery); err != nil {
		return nil, err
	}
	if s.limits, err = newLimits(); err != nil {
		return nil, err
	}
	if s.credentials, err = newCredentials(); err != nil {
		return nil, err
	}
	if s.contract, err = loadContract(); err != nil {
		return nil, err
	}
	if s.site, err = loadWebApp(deps.App); err != nil {
		return nil, err
	}
	if config.ClerkKey != "" {
		s.site.tell(clerkKeyName, config.ClerkKey)
	}
	if config.CompanionURL != "" {
		if s.companion, err = newCompanion(config.CompanionURL, config.CompanionSecret); err != nil {
			return nil, err
		}
	}
	s.requests, s.abort = context.WithCancel(context.Background())
	s.stopping, s.stop = context.WithCancel(s.requests)
	return s, s.mount()
}

// mount says what happens to a request, from the outside in.
func (s *Server) mount() error {
	s.app = fiber.New(fiber.Config{
		CaseSensitive: true, StrictRouting: true,
		DisableHeadAutoRegister: true, // it would come after the route that takes anything else
		Immutable:               true, // what handlers keep of a request outlives it
		StreamRequestBody:       true, DisablePreParseMultipartForm: true,
		ReadBufferSize: headerLimit, WriteBufferSize: writeBuffer, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		ErrorHandler: s.answerError,
	})
	server := s.app.Server()
	server.ErrorHandler = s.answerProtocolError
	server.HeaderReceived = uploadsMayTakeLonger
	server.CloseOnShutdown = true

	server.Handler = s.plain(s.reportsFirst(server.Handler))

	var err error
	if s.observe, err = newObserver(s.deps.Metrics); err != nil {
		return err
	}
	s.app.Use(s.begin, s.secure, s.logAccess, s.countRequests, s.answerErrors, s.recoverPanic)
	s.app.Post(reportRoute, s.unlockReport) // the password is what it takes, from wherever the form was sent
	s.app.Use(s.sameOrigin)
	s.app.Add([]string{fiber.MethodGet, fiber.MethodHead}, "/healthz", healthz)
	s.app.Add([]string{fiber.MethodGet, fiber.MethodHead}, "/readyz", s.readyz)
	routes := contractRouter{Router: s.app, server: s}
	api.RegisterHandlers(routes, api.NewStrictHandler(&handlers{s}, nil))
	routes.Get("/api/login", s.login)
	routes.Get("/api/events", s.streamEvents)
	routes.Get(googlePath+"/authorize", s.authorizeGoogle)
	routes.Get(googlePath+"/callback", s.finishGoogle)
	for _, path := range s.contract.tables() {
		name := strings.TrimPrefix(path, "/api/")
		if table, isFile := strings.CutSuffix(name, ".csv"); isFile {
			routes.Get(path, s.exportTable(table))
		} else {
			routes.Get(path, s.listTable(name))
		}
	}
	routes.Get("/api/technical/sf-issues.csv", s.exportIssues)
	routes.Get("/api/technical/uploads/:id/rejected.csv", s.downloadRejected)
	routes.Post("/api/upload/sf-csv", s.postCrawl)
	routes.Put("/api/upload/sf-csv", s.putCrawl)
	routes.Get("/api/storage/s3/params", s.formAddress)
	routes.Get("/api/storage/s3/sts", s.noCredentials)
	routes.Post("/api/storage/s3/multipart", s.beginParts)
	routes.Get("/api/storage/s3/multipart/:uploadId", s.listParts)
	routes.Delete("/api/storage/s3/multipart/:uploadId", s.abortParts)
	routes.Post("/api/storage/s3/multipart/:uploadId/complete", s.completeParts)
	routes.Get("/api/storage/s3/multipart/:uploadId/:partNumber", s.signPart)
	routes.Put("/api/storage/local/:uploadId/:partNumber", s.receivePart)
	routes.Get("/api/companion/sources", s.listSources)
	routes.Get("/api/companion/ticket", s.issueTicket)
	routes.Post(companionUpload, s.receiveFromCompanion)
	routes.Get(unsubscribePath+":token", s.showUnsubscribe)
	routes.Post(unsubscribePath+":token", s.unsubscribe)
	routes.Post("/api/webhooks/stripe", s.takeStripeEvent)
	routes.Post("/api/webhooks/clerk", s.takeClerkEvent)
	routes.Get("/api/docs", s.showDocs)
	routes.Get("/api/openapi.yaml", s.sendContract)
	routes.Get("/api/account/export", s.exportAccount)
	routes.Delete("/api/account", s.deleteAccount)
	s.app.Add([]string{fiber.MethodGet, fiber.MethodPost}, companionPaths+"/*", s.passToCompanion)
	s.app.All("/*", s.anythingElse)
	return nil
}

// Serve serves on the listener until ctx ends; then it accepts nothing more, ends event streams and waits, and gives
// all other requests ten seconds. A server serves once.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	defer s.abort()
	served := make(chan error, 1)
	go func() {
		served <- s.app.Listener(lingeringListener{listener}, fiber.ListenConfig{DisableStartupMessage: true})
	}()
	select {
	case err := <-served:
		return fmt.Errorf("serve on %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	s.stop()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	err := s.app.ShutdownWithContext(grace)
	// A server that had not begun to listen yet does not know the listener.
	if closeErr := listener.Close(); closeErr != nil && !errors.Is(closeErr, net.ErrClosed) {
		err = errors.Join(err, closeErr)
	}
	if err != nil {
		return fmt.Errorf("stop serving on %s: %w", listener.Addr(), err)
	}
	<-served //nolint:errcheck // it ends because it was told to
	return nil
}

// secureTransport says whether people reach the product over https.
func (s *Server) secureTransport() bool { return strings.HasPrefix(s.config.PublicURL, "https://") }
