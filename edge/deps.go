package edge

import (
	"context"
	"io/fs"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"upslope"
	"upslope/edge/auth"
	"upslope/edge/feed"
	"upslope/edge/middleware"
	"upslope/edge/pages"
	"upslope/edge/uploads"
)

// Config configures the edge.
type Config struct {
	PublicURL         string // public origin, such as https://app.example.com
	Environment       string // production or development
	TrialDays         int    // of a new account
	SignInURL         string // Clerk's hosted sign-in page; "" with a local sign-in
	ClerkOrigin       string // Clerk's origin for browsers; "" with a local sign-in
	ClerkKey          string // Clerk's publishable key; "" with a local sign-in
	StorageOrigin     string // origin for parts of large files; "" for this server
	SupportEmail      string // "" without support
	Mail              bool   // e-mails can be sent
	StripeKey         string // publishable key for the form in the app; "" to pay on Stripe's page
	StripeTest        bool   // nothing is charged
	CompanionURL      string // "" without Companion
	CompanionSecret   string // shared with Companion
	OpensAlone        bool   // a separate edge is ready once it can open reports
	CrawlAllowPrivate bool   // crawls may start at any host: development only
	PrimaryRegion     string // where the databases are; "" without regions
	Region            string // of this edge
	PrimaryURL        string // of an edge in the primary region; "" has Fly's proxy send writes there

	// ClientAddressHeader is the proxy's header with the client's address, such as Fly-Client-IP; "" without
	// a proxy.
	ClientAddressHeader string
	Drain               time.Duration // how long a stopping server serves, unready, before it stops to listen
	SessionCookies      []string      // cookies to search for a session token, in this order; __session
}

// Deps are the edge's dependencies on the other parts; cmd/upslope provides them.
type Deps struct {
	// Sign-in. Exactly one of Verifier and Local is set.
	Verifier     auth.Verifier
	Local        auth.LocalSignIn
	Handshake    auth.Handshake // nil with a local sign-in
	ClerkWebhook ClerkWebhook   // nil without its secret
	Users        auth.Users
	Sessions     auth.Sessions
	Tokens       Tokens
	Demo         auth.Demo // nil without a public demo
	Members      Members
	Outgoing     Outgoing // webhooks
	Trackers     Trackers
	Alerts       Alerts
	AlertMails   AlertMails
	Mailer       Mailer // of invitations; nil without a mail server

	// Accounts.
	Versions   Versions
	Feed       *feed.Feed // of changes, which ends what is remembered
	Accounts   Accounts
	Audit      Audit
	Facts      FactsExport
	Activity   Activity
	SavedViews SavedViews
	Jobs       Jobs
	Events     Events
	Billing    Billing // nil where nothing is sold

	// Sites and their insights.
	Sites        Sites
	Rules        Rules
	Changes      Changes
	Insights     Insights
	Evidence     Evidence
	Portfolio    Portfolio
	Totals       Totals
	KPIs         KPIs
	Overviews    Overviews // nil: figures are computed when they are asked for
	Issues       Issues
	Tables       Tables
	InsightTypes []upslope.InsightType
	InsightRules []upslope.InsightRule

	// Sources of facts.
	Integrations Integrations
	Google       GoogleSignIn // nil without an OAuth client
	Syncs        Syncs
	Crawls       Crawls
	Ownership    Ownership
	CrawlFields  []upslope.CrawlField // fields a crawler file's column can be mapped to
	Objects      Objects
	Parts        uploads.Parts
	PartsKey     []byte // signs the addresses of parts received here; nil when the storage has its own

	// Reports.
	Reports      Reports
	Branding     Branding
	LinkDomains  LinkDomains
	Clients      Clients
	Comments     Comments
	Links        Links
	Pages        pages.ReportStore
	Views        pages.Views
	Schedules    Schedules
	Unsubscribes pages.Unsubscribes

	Checks   map[string]func(context.Context) error // checks of /readyz by name
	Stored   func(context.Context) (any, error)     // how safely jobs are stored, for /readyz; nil: not said
	Started  func() bool                            // whether the databases have this schema; nil: they have
	SpanKey  []byte                                 // seals spans that browsers complete; nil: none
	SpanAs   middleware.SpanAs                      // nil without SpanKey
	Peers    middleware.Peers                       // other edges, which share accounts' limits; nil: none
	Writable func() error                           // why nothing can be stored now; nil: always
	App      fs.FS                                  // the built web app
	Legal    fs.FS                                  // terms.html, privacy.html (operator's); nil: the build's
	Log      *slog.Logger
	Metrics  prometheus.Registerer // nil: no metrics
	Now      func() time.Time
}

// Versions returns the versions of accounts.
type Versions interface {
	middleware.Versions
	// Version returns the version of an account's data, which every write raises.
	Version(ctx context.Context, accountID string) (int64, error)
}
