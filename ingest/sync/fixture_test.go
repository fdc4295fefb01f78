package sync

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
	"upslope/ingest/providers"
	"upslope/ingest/providers/registry"
)

// workbench is a Syncer with its own databases, and one account with one site and fake providers.
type workbench struct {
	*Syncer
	t       testing.TB
	db      *postgres.DB
	facts   *clickhouse.DB
	account string
	site    upslope.Site
	at      time.Time // now; SYNC_TODAY derives from it

	mu      sync.Mutex
	sources map[string]*fake // by provider
	letters []string
	events  []postgres.Event // published events
}

func newWorkbench(t testing.TB) *workbench { return workbenchOn(t, clickhousetest.Shared(t)) }

func workbenchOn(t testing.TB, facts *clickhouse.DB) *workbench {
	t.Helper()
	w := &workbench{
		t: t, db: postgrestest.Open(t), facts: facts,
		at: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), sources: map[string]*fake{},
	}
	w.Syncer = New(Deps{
		Records: w.db, Facts: w.facts, Connections: w, DeadLetters: w, Providers: registry.All(), BackfillDays: 480,
		Today: func(zone *time.Location) time.Time {
			year, month, day := w.at.In(zone).Date()
			return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
		},
		Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	user, err := w.db.SignIn(t.Context(), upslope.Identity{Subject: "user_ana", Email: "ana@example.com"}, time.Now(), 14)
	if err != nil {
		t.Fatal(err)
	}
	w.account = user.AccountID
	domain, currency, zone := "shop.example", "EUR", "Europe/Berlin"
	if w.site, _, err = w.db.AddSite(t.Context(), w.account, upslope.SiteEdit{Name: &domain, Domain: &domain, Currency: &currency, TimeZone: &zone}); err != nil {
		t.Fatal(err)
	}
	return w
}

// Open implements Connections.
func (w *workbench) Open(_ context.Context, _ upslope.Site, connection upslope.Connection) (providers.Source, providers.Access, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	source := w.sources[connection.Provider]
	return source, providers.Access{Property: connection.Property}, source.refusal
}

// Dead implements Letters.
func (w *workbench) Dead(_ context.Context, kind, id string, data []byte, reason string) error {
	w.letters = append(w.letters, fmt.Sprintf("%s %s %s", kind, data, reason))
	return nil
}

// connect adds a connection to a fake.
func (w *workbench) connect(provider string, source *fake) upslope.Connection {
	w.t.Helper()
	w.sources[provider] = source
	connection := upslope.Connection{AccountID: w.account, SiteID: w.site.ID, Provider: provider, Property: "p", Status: upslope.Connected}
	if _, err := w.db.KeepConnection(w.t.Context(), connection, false, false, ""); err != nil {
		w.t.Fatal(err)
	}
	return w.connection(provider)
}

func (w *workbench) connection(provider string) upslope.Connection {
	w.t.Helper()
	connections, err := w.db.Connections(w.t.Context(), w.account, w.site.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, connection := range connections {
		if connection.Provider == provider {
			return connection
		}
	}
	w.t.Fatalf("there is no connection to %s", provider)
	return upslope.Connection{}
}

// queueSync queues a sync like a user.
func (w *workbench) queueSync() upslope.Job {
	w.t.Helper()
	job, err := w.db.QueueSync(w.t.Context(), w.account, w.site.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return job
}

// sync runs a sync like the worker, and completes its job like analytics.
func (w *workbench) sync() {
	w.t.Helper()
	job := w.queueSync()
	if err := w.Sync(w.t.Context(), w.account, job.ID); err != nil {
		w.t.Fatal(err)
	}
	w.score(job.ID)
}

// score completes a recompute like analytics.
func (w *workbench) score(jobID string) {
	w.t.Helper()
	if _, err := w.db.StartJob(w.t.Context(), w.account, jobID, "Scoring."); err != nil {
		w.t.Fatal(err)
	}
	err := w.db.ReplaceInsights(w.t.Context(), w.account, w.site.ID, jobID, func([]upslope.StoredInsight) (upslope.InsightChanges, error) {
		return upslope.InsightChanges{Message: "Scored."}, nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// backfill runs the queued backfill, which must exist.
func (w *workbench) backfill() upslope.Job {
	w.t.Helper()
	job := w.queued(upslope.Backfill)
	if job.ID == "" {
		w.t.Fatal("no backfill is queued")
	}
	if err := w.Backfill(w.t.Context(), w.account, job.ID); err != nil {
		w.t.Fatal(err)
	}
	return job
}

// queued returns the queued job of a kind, according to the outbox.
func (w *workbench) queued(kind string) (job upslope.Job) {
	w.t.Helper()
	for _, event := range w.outbox() {
		if strings.TrimSuffix(event.Topic, ".later") != "job."+kind { // in either lane
			continue
		}
		found, err := w.db.Job(w.t.Context(), w.account, idOf(w.t, event))
		if err != nil {
			w.t.Fatal(err)
		}
		if found.Status == upslope.JobQueued {
			job = found
		}
	}
	return job
}

// total returns the visible clicks, rows and days of gsc_pages.
func (w *workbench) total(provider string) (clicks, rows, days uint64) {
	w.t.Helper()
	var found []struct {
		Clicks uint64 `ch:"all_clicks"`
		Rows   uint64 `ch:"all_rows"`
		Days   uint64 `ch:"all_days"`
	}
	const sql = `
		select sum(clicks) as all_clicks, count() as all_rows, uniqExact(day) as all_days
		from gsc_pages
		where account_id = {account_id:UUID} and site_id = {site_id:UUID}
		  and sync_id in (select sync_id from current_days final where connection_id = {connection_id:UUID} and report = 'gsc_pages')`
	connection := w.connection(provider)
	err := w.facts.Select(w.t.Context(), &found, sql, map[string]any{"account_id": w.account, "site_id": w.site.ID, "connection_id": connection.ID})
	if err != nil {
		w.t.Fatal(err)
	}
	return found[0].Clicks, found[0].Rows, found[0].Days
}

// number runs a query for one number about the account.
func (w *workbench) number(sql string) (n uint64) {
	w.t.Helper()
	var found []struct {
		N uint64 `ch:"n"`
	}
	if err := w.facts.Select(w.t.Context(), &found, sql, map[string]any{"account_id": w.account}); err != nil {
		w.t.Fatal(err)
	}
	return found[0].N
}

// runs returns the site's runs, newest first.
func (w *workbench) runs() []upslope.SyncRun {
	w.t.Helper()
	runs, _, err := w.db.Syncs(w.t.Context(), w.account, w.site.ID, 100, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	return runs
}

// activity returns the account's activity, newest first.
func (w *workbench) activity() (texts []string) {
	w.t.Helper()
	entries, _, err := w.db.Activity(w.t.Context(), w.account, upslope.Scope{}, 100, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, entry := range entries {
		texts = append(texts, entry.Text)
	}
	return texts
}
