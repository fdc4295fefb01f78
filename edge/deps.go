package edge

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"upslope"
)

// Deps is everything the edge needs from the other parts; cmd/upslope fills it in.
type Deps struct {
	Verifier  Verifier    // who is behind a session token of Clerk; nil on a development machine
	Local     LocalSignIn // the sign-in of a development machine; nil everywhere else
	Handshake Handshake   // brings the cookies of pages up to date; nil with a local sign-in
	UserNews  UserNews    // what Clerk tells of users; nil when nothing is heard
	Users     Users
	Accounts  Accounts
	Audit     Audit
	Facts     FactsExport
	Versions  Versions
	Sessions  Sessions
	Sites     Sites
	Insights  Insights
	Evidence  Evidence
	Issues    Issues
	KPIs      KPIs
	Totals    Totals
	Rules     Rules
	Changes   Changes
	Portfolio Portfolio
	Reports   Reports
	Branding  Branding
	Links     Links
	Pages     Pages
	Views     Views
	Schedules Schedules
	Billing   Billing // nil where nothing is sold
	Tokens    Tokens

	Unsubscribes Unsubscribes

	Tables   Tables
	Crawls   Crawls
	Activity Activity
	Jobs     Jobs
	Objects  Objects
	Parts    Parts
	Events   Events

	Integrations Integrations
	Google       GoogleSignIn // nil when customers cannot connect by signing in with Google
	Syncs        Syncs

	PartsKey     []byte                                 // signs the addresses of parts that are sent here; nil when the storage has its own
	InsightTypes []upslope.InsightType                  // what the detectors declare
	InsightRules []upslope.InsightRule                  // how each of them is found
	CrawlFields  []upslope.CrawlField                   // what a column of a crawler's file can be read as
	Checks       map[string]func(context.Context) error // of /readyz, by the name of what they ask
	App          fs.FS                                  // the built web app
	Log          *slog.Logger
	Metrics      prometheus.Registerer // nil: no metrics
	Now          func() time.Time
}

// Verifier tells who is behind a session token, or answers an Unauthenticated Error.
type Verifier interface {
	Verify(ctx context.Context, token string) (Session, error)
}

// Session is a verified session token.
type Session struct {
	upslope.Identity
	Expires time.Time // when the token, not the session, runs out
	EndsBy  time.Time // when no token that the session has by now is accepted any more
}

// LocalSignIn is the identity provider of a development machine.
type LocalSignIn interface {
	// SignIn makes a session for the person with that e-mail address; "" is a fixed developer.
	SignIn(email string) (token string, err error)
	// Renew answers the session of a token, which may have run out up to 30 days ago, and a token that has not.
	Renew(ctx context.Context, token string) (session Session, fresh string, err error)
}

// Users knows the people who sign in.
type Users interface {
	// SignIn answers the user behind an identity; the first sight of one creates the user, an account and its trial.
	SignIn(ctx context.Context, identity upslope.Identity, now time.Time, trialDays int) (upslope.User, error)
}

// Versions tells how often an account's data has changed.
type Versions interface {
	Version(ctx context.Context, accountID string) (int64, error)
}

// Sessions remembers which sessions were signed out before their tokens ran out.
type Sessions interface {
	EndSession(ctx context.Context, sessionID string, until time.Time) error
	SessionEnded(ctx context.Context, sessionID string, now time.Time) (bool, error)
}

// Sites keeps the sites of accounts. Writes answer the account's version after them.
type Sites interface {
	Sites(ctx context.Context, accountID string) ([]upslope.Site, error) // oldest first
	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	AddSite(ctx context.Context, accountID string, site upslope.SiteEdit) (upslope.Site, int64, error) // name, domain, currency and time zone are set
	EditSite(ctx context.Context, accountID, siteID string, edit upslope.SiteEdit) (upslope.Site, int64, error)
	DeleteSite(ctx context.Context, accountID, siteID string) (version int64, err error)
}

// Insights keeps what the detectors found.
type Insights interface {
	// Insights answers one page of those that match, in the order of the contract, and how many match in all.
	Insights(ctx context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error)
	Insight(ctx context.Context, accountID, insightID string) (upslope.Insight, error)
	// SetInsightStatus answers Conflict when the status may not follow the present one.
	SetInsightStatus(ctx context.Context, accountID, insightID string, status upslope.Status, reason string, now time.Time) (upslope.Insight, int64, error)
	EditInsight(ctx context.Context, accountID, insightID string, edit upslope.InsightEdit, now time.Time) (upslope.Insight, int64, error)
}

// Rules keeps what owners of sites say to the detectors.
type Rules interface {
	SiteRules(ctx context.Context, accountID, siteID string) (upslope.SiteRules, error)
	// EditSiteRules queues a recompute of the site, too; what cannot be is an Invalid Error that names the field.
	EditSiteRules(ctx context.Context, accountID, siteID string, edit upslope.SiteRulesEdit, now time.Time) (upslope.SiteRules, int64, error)
}

// Changes keeps what changed on sites.
type Changes interface {
	// SiteChanges answers one page of those between two days, "" open, the newest first, and how many there are in all.
	SiteChanges(ctx context.Context, accountID, siteID, from, to string, limit, offset int) ([]upslope.SiteChange, int64, error)
	AddSiteNote(ctx context.Context, accountID, siteID, day, text string, now time.Time) (upslope.SiteChange, int64, error)
	// DeleteSiteNote answers NotFound for what is no note of the site.
	DeleteSiteNote(ctx context.Context, accountID, siteID, changeID string) (int64, error)
}

// Portfolio ranks insights across sites.
type Portfolio interface {
	// Insights is that of Insights, each scored, and ordered, by what the whole account is worth.
	Insights(ctx context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error)
	// AddLeads adds to each insight the one that it stands under, as one task with it, and those that stand under it.
	AddLeads(ctx context.Context, accountID string, insights []upslope.Insight, now time.Time) error
	// Followers answers those that stand under insights, best first, by the id of the one that leads.
	Followers(ctx context.Context, accountID string, leads []upslope.Insight) (map[string][]upslope.Insight, error)
	// Plan answers what to do first in so many hours; siteID "" is every site.
	Plan(ctx context.Context, accountID, siteID string, hours float64, now time.Time) (upslope.Plan, error)
	// Sites answers one page of the account's sites, those with the most expected value first, and how many there are.
	Sites(ctx context.Context, accountID string, limit, offset int, now time.Time) ([]upslope.PortfolioSite, int64, error)
}

// Evidence reads the facts behind an insight.
type Evidence interface {
	Evidence(ctx context.Context, accountID string, insight upslope.Insight) (upslope.Evidence, error)
	Days(ctx context.Context, accountID string, insight upslope.Insight) (upslope.InsightDays, error)
	// Fixes answers what is ready to paste of an insight and of those that stand under it.
	Fixes(ctx context.Context, accountID string, insight upslope.Insight, followers []upslope.Insight) ([]upslope.Fix, error)
}

// Totals adds up what insights are worth.
type Totals interface {
	// InsightTotal answers that of one site, or of all together when siteID is "".
	InsightTotal(ctx context.Context, accountID, siteID string) (upslope.InsightTotal, error)
}

// KPIs works out the figures at the top of the Overview.
type KPIs interface {
	// KPIs answers what is known of one site, or of all together when siteID is "".
	KPIs(ctx context.Context, accountID, siteID string) (upslope.KPIs, error)
}

// Issues are the technical issues of the newest crawl of each site.
type Issues interface {
	Issues(ctx context.Context, accountID string, filter upslope.IssueFilter) ([]upslope.TechnicalIssue, int64, error)
	CountIssues(ctx context.Context, accountID, siteID string) ([]upslope.IssueCount, error)
	// ExportIssues gives all issues that match, one by one; an error of each ends it and is returned.
	ExportIssues(ctx context.Context, accountID string, filter upslope.IssueFilter, each func(upslope.TechnicalIssue) error) error
	// Page answers all that is known of a page, or NotFound; siteID "" looks in every site.
	Page(ctx context.Context, accountID, siteID, url string) (upslope.PageDetail, error)
	MarkIssue(ctx context.Context, accountID, issueID, status string) (upslope.TechnicalIssue, int64, error)
}

// Tables are the tables of analysis.
type Tables interface {
	// Table answers one page of a table, such as seo/queries.
	Table(ctx context.Context, accountID, name string, filter upslope.TableFilter) (upslope.Table, error)
	// ExportTable calls begin once with everything but the rows, and then gives all rows that match, one by one; an error of either
	// ends it and is returned.
	ExportTable(ctx context.Context, accountID, name string, filter upslope.TableFilter, begin func(upslope.Table) error, each func(row []any) error) error
}

// Crawls keeps crawls and starts their imports.
type Crawls interface {
	// Crawls answers one page, newest first, and how many there are in all; siteID "" is every site.
	Crawls(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.Crawl, int64, error)
	DeleteCrawl(ctx context.Context, accountID, crawlID string) (version int64, err error)
	// StartImport keeps the upload and queues the job that imports it. When the account uploaded the same bytes for
	// the same site after since, and they are being imported or came by PUT and come by POST now, it answers that job
	// and joined: the upload is then not kept.
	StartImport(ctx context.Context, upload upslope.Upload, since time.Time) (job upslope.Job, joined bool, err error)
	Upload(ctx context.Context, accountID, uploadID string) (upslope.Upload, error)
	// ImportAgain queues another import of an upload, with what its headers mean: header → field.
	ImportAgain(ctx context.Context, accountID, uploadID string, mapping map[string]string) (upslope.Job, error)
}

// Activity is what happened in an account.
type Activity interface {
	// Activity answers one page, newest first, and how much happened in all; siteID "" is every site.
	Activity(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.Activity, int64, error)
}

// Jobs keeps the work that outlives a request.
type Jobs interface {
	Job(ctx context.Context, accountID, jobID string) (upslope.Job, error)
	// QueueSync queues the sync and recompute of the site, or joins the run that waits or reads.
	QueueSync(ctx context.Context, accountID, siteID string) (upslope.Job, error)
	// LoadDemo queues what fills a site of the account with the data of a demo shop, or joins the one that waits or runs.
	LoadDemo(ctx context.Context, accountID string) (upslope.Job, error)
}

// Integrations connects sites to providers. What a provider or its credentials refuse is a result without success, not an error.
type Integrations interface {
	// List answers the four integrations of a site, or with siteID "" those that exist in the whole account.
	List(ctx context.Context, accountID, siteID string) ([]upslope.Integration, error)
	Integration(ctx context.Context, accountID, siteID, provider string) (upslope.Integration, error)
	Test(ctx context.Context, accountID, siteID, provider string) (upslope.IntegrationResult, error)
	// Connect keeps the credentials and the property that the request has, nil for those it has not, and then tests.
	Connect(ctx context.Context, accountID, siteID, provider string, property *string, credentials map[string]any) (upslope.IntegrationResult, error)
	Disconnect(ctx context.Context, accountID, siteID, provider string) (upslope.IntegrationResult, error)
	// Properties answers what the credentials open; siteID "" asks for the credentials of the account.
	Properties(ctx context.Context, accountID, siteID, provider string) ([]upslope.Property, error)
	// AddSites makes a site of each of Search Console's properties.
	AddSites(ctx context.Context, accountID string, properties []string, currency, timeZone string) (upslope.AddedSites, error)
}

// GoogleSignIn connects by signing in with Google. Browser is a secret that only the browser which began has.
type GoogleSignIn interface {
	// Begin answers the address of Google's page of consent.
	Begin(ctx context.Context, accountID, siteID, provider, browser string) (address string, err error)
	// Finish checks the state, connects, and answers what came of it. accountID is "" when the session has run out meanwhile.
	// An Error of it says that the browser did not begin this, or too long ago.
	Finish(ctx context.Context, accountID, browser string, answer upslope.GoogleAnswer) (upslope.SignedIn, error)
}

// Syncs tells when providers were read.
type Syncs interface {
	// Syncs answers one page of the runs of a site, newest first, and how many there are in all.
	Syncs(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.SyncRun, int64, error)
}

// Objects keeps uploaded files.
type Objects interface {
	// Put stores all that body has under the key. When body or ctx fails, nothing is stored.
	Put(ctx context.Context, key string, body io.Reader) error
	// Open answers a file and how many bytes it has, or NotFound.
	Open(ctx context.Context, key string) (io.ReadCloser, int64, error)
	Delete(ctx context.Context, key string) error
}

// Parts takes files in parts. An upload that is not of that key, or that there is not, is NotFound.
type Parts interface {
	// BeginParts begins the file that upload.ObjectKey names, and keeps its name and its site.
	BeginParts(ctx context.Context, upload upslope.Upload) (uploadID string, err error)
	// PartAddress answers the address that takes a part by PUT for so long, "" when parts are to be given to PutPart.
	PartAddress(ctx context.Context, key, uploadID string, number int, valid time.Duration) (string, error)
	// PutPart stores a part, in place of an earlier one, unless the file would have more than most bytes with it.
	PutPart(ctx context.Context, key, uploadID string, number int, body io.Reader, most int64) (etag string, err error)
	Parts(ctx context.Context, key, uploadID string) ([]upslope.Part, error) // in order
	// CompleteParts makes one file of stored parts.
	CompleteParts(ctx context.Context, key, uploadID string, list []upslope.Part) error
	// Completed answers that file's key, name, site and size.
	Completed(ctx context.Context, key, uploadID string) (upslope.Upload, error)
	AbortParts(ctx context.Context, key, uploadID string) error
}

// Events brings the news of accounts.
type Events interface {
	// Subscribe calls listen, which must not block, at every event of the account until stop is called.
	Subscribe(accountID string, listen func(upslope.Event)) (stop func(), err error)
}
