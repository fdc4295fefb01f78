package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"upslope"
	"upslope/analytics/insights"
	"upslope/analytics/issues"
	"upslope/analytics/issues/rules"
	"upslope/analytics/overview"
	"upslope/analytics/portfolio"
	"upslope/analytics/reports"
	"upslope/analytics/tables"
	"upslope/analytics/trackers"
	"upslope/analytics/webhooks"
	"upslope/edge"
	"upslope/edge/feed"
	"upslope/infra/monitoring"
	"upslope/infra/nats"
	"upslope/infra/pdf"
	"upslope/infra/render"
	"upslope/infra/stripe"
	"upslope/ingest/connections"
	"upslope/ingest/crawl"
	"upslope/ingest/imports"
	"upslope/ingest/sync"
	"upslope/web"
)

// wiring connects each part to the engines and the other parts.
type wiring struct {
	config      Config
	engines     *engines
	log         *slog.Logger
	metrics     *monitoring.Monitoring
	analyst     *insights.Engine
	connections *connections.Service // between sites and providers
	syncer      *sync.Syncer
	shop        *demoShop
	printer     *pdf.Printer
	opener      *opener // of links; nil without an edge
	tables      *tables.Analysis
	kpis        *overview.Cached
	stripe      *stripe.Client // nil without billing
	ready       atomic.Bool    // the databases have this program's schema
	embedded    bool           // this process starts the databases
	space       *space
	crawling    http.RoundTripper // of the crawler
	renderer    *render.Renderer  // of pages that are empty without scripts
	webhooks    *webhooks.Service
	trackers    *trackers.Service
	feed        *feed.Feed // of changes, for the edge
}

func wire(config Config, engines *engines, log *slog.Logger, metrics *monitoring.Monitoring) (*wiring, error) {
	analyst, err := insights.New(engines.facts, engines.records, time.Now)
	if err != nil {
		return nil, err
	}
	tables, err := tables.New(engines.facts, engines.records)
	if err != nil {
		return nil, err
	}
	kpis, err := overview.NewCached(&overview.KPIs{Tables: engines.facts, Records: engines.records}, engines.records)
	if err != nil {
		return nil, err
	}
	shop := newDemoShop(config)
	providers, err := connect(config, engines, shop, log)
	if err != nil {
		return nil, err
	}
	w := &wiring{
		config: config, engines: engines, log: log, metrics: metrics, analyst: analyst, tables: tables, kpis: kpis, connections: providers, shop: shop,
		printer: pdf.New(config.ChromePath),
		syncer:  newSyncer(config, engines, providers, log),
		feed:    feed.New(time.Now),
	}
	if err := w.openCrawling(); err != nil {
		return nil, err
	}
	if err = w.openOutgoing(); err != nil {
		return nil, err
	}
	if config.StripeSecretKey != "" {
		w.stripe, err = newStripeClient(config)
	}
	return w, err
}

// Concurrent jobs per process by kind, which bound its memory rather than its speed.
const (
	maxImports    = 2
	maxCrawls     = 8 // they mostly wait for sites
	maxRecomputes = 2
	maxCleanups   = 1
)

// edge creates the HTTP server. An edge-only process is ready as soon as it can open links.
func (w *wiring) edge(alone bool) (*edge.Server, error) {
	if err := w.openLinks(); err != nil {
		return nil, err
	}
	records := w.engines.records
	storage, err := w.engines.files.Origin()
	if err != nil {
		return nil, err
	}
	shared, err := w.reportLinks()
	if err != nil {
		return nil, err
	}
	config := edge.Config{
		PublicURL: w.config.PublicURL, Environment: w.config.AppEnv, TrialDays: w.config.TrialDays, StorageOrigin: storage,
		SupportEmail: w.config.SupportEmail, OpensAlone: alone, Drain: w.config.drain(), ClientAddressHeader: w.config.ClientAddressHeader, Mail: w.config.SMTPURL != "",
		CompanionURL: w.config.CompanionURL, CompanionSecret: w.config.CompanionSecret, CrawlAllowPrivate: w.config.CrawlAllowPrivate, PrimaryRegion: w.config.PrimaryRegion, Region: w.config.Region, PrimaryURL: w.config.PrimaryURL,
	}
	deps := edge.Deps{
		Users: records, Accounts: records, Versions: records, Feed: w.feed, Sessions: records, Sites: records, Insights: records, Crawls: records, Ownership: w.ownership(), Activity: records, SavedViews: records, Jobs: records, Syncs: records,
		Audit:    records,
		Facts:    &tables.FactsExport{Facts: w.engines.facts, Records: records},
		Changes:  records,
		Tokens:   records,
		Members:  records,
		Outgoing: w.webhooks, Trackers: w.trackers,
		Alerts: records, AlertMails: w.alertMails(nil),
		Rules:        &insights.Rules{Engine: w.analyst, Records: records},
		Portfolio:    &portfolio.Portfolio{Records: records, Traffic: &overview.KPIs{Tables: w.engines.facts, Records: records}},
		InsightRules: w.analyst.InsightRules(),
		Issues:       &issues.Issues{Tables: w.engines.facts, Records: records, Now: time.Now},
		Evidence:     w.analyst,
		Reports:      w.reports(),
		Branding:     records, LinkDomains: w.linkDomains(),
		Comments:     records,
		Clients:      records,
		Links:        shared,
		Pages:        w.opener.pages,
		Views:        w.opener.views,
		Schedules:    records,
		Unsubscribes: records,
		Tables:       w.tables,
		KPIs:         w.kpis, Overviews: &overview.Preparer{KPIs: w.kpis, Tables: w.tables, Log: w.log},
		Totals:       &portfolio.Totals{Records: records, Now: time.Now},
		InsightTypes: w.analyst.Types(),
		CrawlFields:  crawl.Fields(),
		Objects:      w.engines.files,
		Parts:        w.engines.files,
		PartsKey:     w.engines.files.PartsKey(),
		Events:       accountEvents{w.engines.bus},
		Integrations: w.connections,
		Checks:       w.checks(),
		Stored:       w.storedJobs,
		Started:      w.started,
		Writable:     w.space.check,
		Peers:        otherEdges{w.engines.bus},
		App:          web.FS(),
		Log:          w.log,
		Metrics:      w.metrics.Registry,
		Now:          time.Now,
	}
	w.welcome(&deps)
	if w.config.GoogleClientID != "" {
		deps.Google = w.connections
	}
	if w.config.SMTPURL != "" {
		server, err := w.config.mailServer()
		if err != nil {
			return nil, err
		}
		deps.Mailer = invitationMailer{server}
	}
	if err := errors.Join(w.sell(&config, &deps), w.signIn(&config, &deps), w.traceBrowsers(&deps)); err != nil {
		return nil, err
	}
	return edge.New(config, deps)
}

// reports returns the service that renders and prints reports.
func (w *wiring) reports() clientReports {
	return clientReports{printer: w.printer, Maker: &reports.Maker{
		Facts: w.tables, Records: w.engines.records, Portfolio: &portfolio.Portfolio{Records: w.engines.records},
		Totals: &portfolio.Totals{Records: w.engines.records, Now: time.Now}, Now: time.Now,
	}}
}

// started reports whether the API can answer. A separate edge needs only the system of record: without
// ClickHouse most of the API works.
func (w *wiring) started() bool {
	return w.ready.Load() || !w.embedded && w.engines.recordsMigrated.Load()
}

// otherEdges share the limits of accounts over the bus.
type otherEdges struct{ bus *nats.Bus }

const limitsUsed = "limits.used"

// Publish implements middleware.Peers.
func (e otherEdges) Publish(data []byte) error { return e.bus.Publish(limitsUsed, data) }

// Subscribe implements middleware.Peers.
func (e otherEdges) Subscribe(receive func([]byte)) (stop func(), err error) {
	return e.bus.Subscribe(limitsUsed, func(_ string, data []byte) { receive(data) })
}

// storedJobs returns how safely jobs are stored, with an error if that is less than NATS_REPLICAS asks for.
func (w *wiring) storedJobs(ctx context.Context) (any, error) {
	found, err := w.engines.queue.Replication(ctx)
	if err == nil && found.Current < found.Wanted {
		err = fmt.Errorf("%d of %d copies of each job are current", found.Current, found.Wanted)
	}
	return found, err
}

// checks returns the checks of /readyz.
func (w *wiring) checks() map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"postgres":   w.engines.records.Ping,
		"clickhouse": w.engines.facts.Ping,
		"nats":       w.engines.bus.Ping,
		"disk":       w.space.checkFree,
		"schema": func(context.Context) error {
			if !w.ready.Load() {
				return errors.New("the databases are being brought up to date")
			}
			return nil
		},
	}
}

// healthTimeout bounds a check of a process that answers no public requests.
const healthTimeout = time.Second

// healthy returns what the process lacks, for platforms that watch workers.
func (w *wiring) healthy(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	checks := w.checks()
	results := make(chan error, len(checks))
	for name, check := range checks {
		go func() {
			err := check(ctx)
			if err != nil {
				err = fmt.Errorf("%s: unavailable", name)
			}
			results <- err
		}()
	}
	var lacks error
	for range checks {
		select {
		case err := <-results:
			lacks = errors.Join(lacks, err)
		case <-ctx.Done(): // a check ignores its context
			return errors.Join(lacks, errors.New("not everything answered within a second"))
		}
	}
	return lacks
}

// ingest returns the consumers that import uploads, read providers, and delete data.
func (w *wiring) ingest() []nats.Consumer {
	importer := w.importer()
	return append(append(w.syncs(), w.accountDeletions()...),
		w.space.whileSpace(inLanes(0, workOn(w.engines.records, upslope.ImportCrawl, maxImports, importer.Import))),
		w.space.whileSpace(workOn(w.engines.records, upslope.CrawlSite, maxCrawls, w.crawler(importer).Crawl)),
		cleanup("erase", func(ctx context.Context, message jobMessage) error {
			return w.eraseSite(ctx, message.AccountID, message.SiteID)
		}),
		cleanup("sweep", func(ctx context.Context, message jobMessage) error {
			return importer.Sweep(ctx, message.AccountID, message.SiteID, message.Imports, message.ObjectKeys)
		}),
	)
}

func (w *wiring) importer() *imports.Importer {
	return &imports.Importer{
		Records: w.engines.records, Facts: w.engines.facts, Objects: w.engines.files, Now: time.Now, Log: w.log,
		Issues: imports.IssueRules{FindSQL: rules.Find(), SummarySQL: rules.Summary(), Detectable: issues.Detectable},
	}
}

// analytics returns the consumers that find and rank insights, count link views, and send reports.
func (w *wiring) analytics() ([]nats.Consumer, error) {
	sendings, err := w.sendings()
	return append(sendings,
		w.space.whileSpace(inLanes(1, workOn(w.engines.records, upslope.RecomputeInsights, maxRecomputes, w.analyst.Recompute))),
		w.countViews(),
	), err
}
