package edge

import (
	"context"
	"io/fs"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"upslope"
	"upslope/edge/auth"
	"upslope/edge/middleware"
	"upslope/edge/pages"
	"upslope/edge/uploads"
)

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
	Members      Members
	Mailer       Mailer // of invitations; nil without a mail server

	// Accounts.
	Versions   auth.Versions
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
	Issues       Issues
	Tables       Tables
	InsightTypes []upslope.InsightType
	InsightRules []upslope.InsightRule

	// Sources of facts.
	Integrations Integrations
	Google       GoogleSignIn // nil without an OAuth client
	Syncs        Syncs
	Crawls       Crawls
	CrawlFields  []upslope.CrawlField // fields a crawler file's column can be mapped to
	Objects      Objects
	Parts        uploads.Parts
	PartsKey     []byte // signs the addresses of parts received here; nil when the storage has its own

	// Reports.
	Reports      Reports
	Branding     Branding
	Links        Links
	Pages        pages.ReportStore
	Views        pages.Views
	Schedules    Schedules
	Unsubscribes pages.Unsubscribes

	Checks   map[string]func(context.Context) error // checks of /readyz by name
	Stored   func(context.Context) (any, error)     // how safely jobs are stored, for /readyz; nil: not said
	Started  func() bool                            // the databases have this program's schema; nil: they have
	Peers    middleware.Peers                       // the other edges, which share the limits of accounts; nil: none
	Writable func() error                           // why nothing can be stored now; nil: always
	App      fs.FS                                  // the built web app
	Log      *slog.Logger
	Metrics  prometheus.Registerer // nil: no metrics
	Now      func() time.Time
}
