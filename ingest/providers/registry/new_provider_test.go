package registry_test

import (
	"context"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
	"upslope/ingest/connections"
	"upslope/ingest/connections/secrets"
	"upslope/ingest/providers"
	"upslope/ingest/providers/registry"
	"upslope/ingest/remote"
	"upslope/ingest/sync"
)

type withPostgres struct{ m *testing.M }

func (w withPostgres) Run() int { return postgrestest.Main(w.m) }

func TestMain(m *testing.M) { clickhousetest.Main(withPostgres{m}) }

// acme is a test provider with one daily table and one of snapshots.
func acme(baseURL string) providers.Provider {
	return providers.Provider{
		ID: "acme", Name: "Acme Rank Tracker", ShortName: "Acme", Description: "Ranks and visits of a made-up provider.",
		KeyKind: "acme_key", KeySetting: "ACME_API_KEY",
		Settings: []providers.Setting{
			{Name: "ACME_API_KEY", Doc: "Acme: the key"}, {Name: "ACME_BASE_URL", Default: baseURL, Doc: "where Acme is", BaseURL: true},
		},
		MainTable: "acme_visits",
		NewSource: func(e providers.Environment) providers.Source { return acmeSource{e.Settings["ACME_BASE_URL"]} },
	}
}

type acmeSource struct{ baseURL string }

func (s acmeSource) Reports() []providers.Report {
	return []providers.Report{
		{Table: "acme_visits", Span: 10, Repull: 2, Fetch: s.visits},
		{Table: "acme_ranks", Span: 1, Snapshot: true, LatestOnly: true, Every: 7, Fetch: s.ranks},
	}
}

func (acmeSource) FinalDay(_ context.Context, _ providers.Access, today time.Time) (time.Time, error) {
	return today.AddDate(0, 0, -1), nil
}

func (s acmeSource) Test(ctx context.Context, access providers.Access) (providers.Found, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.baseURL+"?key="+access.Key, nil)
	if err != nil {
		return providers.Found{}, err
	}
	err = remote.JSON(access.HTTP, request, new(any))
	return providers.Found{Message: "Acme knows " + access.Property + ".", Domain: access.Domain}, err
}

func (acmeSource) Properties(context.Context, providers.Access) ([]providers.Property, error) {
	return nil, nil
}

func (acmeSource) visits(_ context.Context, _ providers.Access, from, to time.Time) iter.Seq2[providers.Batch, error] {
	return func(yield func(providers.Batch, error) bool) {
		for day := from; !day.After(to); day = day.AddDate(0, 0, 1) {
			if !yield(providers.Batch{Day: day, Columns: []providers.Column{{Name: "visits", Values: []uint32{3, 4}}}}, nil) {
				return
			}
		}
	}
}

func (acmeSource) ranks(_ context.Context, _ providers.Access, day, _ time.Time) iter.Seq2[providers.Batch, error] {
	return func(yield func(providers.Batch, error) bool) {
		yield(providers.Batch{Day: day, Columns: []providers.Column{{Name: "query", Values: []string{"tents"}}}}, nil)
	}
}

// acmeTables are the statements of its migration.
var acmeTables = []string{
	`create table acme_visits (account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64, visits UInt32)
	 engine = MergeTree order by (account_id, site_id, day)`,
	`create table acme_ranks (account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64, query String)
	 engine = MergeTree order by (account_id, site_id, day)`,
}

// fixture is the product's connections and sync with a sixth provider, and an account with one site.
type fixture struct {
	t       *testing.T
	all     providers.Registry
	db      *postgres.DB
	facts   *clickhouse.DB
	service *connections.Service
	syncer  *sync.Syncer
	site    upslope.Site
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t: t, db: postgrestest.Open(t), facts: clickhousetest.Open(t)}
	for _, sql := range acmeTables {
		if err := f.facts.Exec(t.Context(), sql, nil); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(http.HandlerFunc(answerAcmeKey))
	t.Cleanup(server.Close)
	f.all = append(registry.All(), acme(server.URL))
	keys, err := secrets.New()
	if err != nil {
		t.Fatal(err)
	}
	today := func(*time.Location) time.Time { return time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC) }
	log := slog.New(slog.DiscardHandler)
	f.service = connections.New(connections.Deps{
		Records: f.db, Facts: f.facts, Keys: keys, Providers: f.all, Today: today, Now: time.Now, Log: log,
		Settings: connections.Settings{BackfillDays: 30, Providers: f.all.Read(nil)},
	})
	f.syncer = sync.New(sync.Deps{
		Records: f.db, Facts: f.facts, Connections: f.service, Providers: f.all, BackfillDays: 30, Today: today, Now: time.Now, Log: log,
	})
	user, err := f.db.SignIn(t.Context(), upslope.Identity{Subject: "user_ana", Email: "ana@example.com"}, time.Now(), 14)
	if err != nil {
		t.Fatal(err)
	}
	domain, currency, zone := "shop.example", "EUR", "Europe/Berlin"
	edit := upslope.SiteEdit{Name: &domain, Domain: &domain, Currency: &currency, TimeZone: &zone}
	if f.site, _, err = f.db.AddSite(t.Context(), user.AccountID, edit); err != nil {
		t.Fatal(err)
	}
	return f
}

func answerAcmeKey(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("key") != "a-key-of-acme" {
		w.WriteHeader(http.StatusUnauthorized)
	}
	_, _ = w.Write([]byte(`{}`))
}

// card returns the new provider in the list of integrations, the last of five.
func (f *fixture) card() upslope.Integration {
	f.t.Helper()
	list, err := f.service.List(f.t.Context(), f.site.AccountID, f.site.ID)
	at := slices.IndexFunc(list, func(one upslope.Integration) bool { return one.Provider == "acme" })
	if err != nil || at < 0 {
		f.t.Fatal(list, err)
	}
	return list[at]
}

func (f *fixture) sync() {
	f.t.Helper()
	job, err := f.db.QueueSync(f.t.Context(), f.site.AccountID, f.site.ID)
	if err != nil {
		f.t.Fatal(err)
	}
	if err := f.syncer.Sync(f.t.Context(), f.site.AccountID, job.ID); err != nil {
		f.t.Fatal(err)
	}
}

// A new provider needs only its folder and its line in the registry to be connected, synced, shown and
// deleted.
func TestANewProviderNeedsItsRegistrationOnly(t *testing.T) {
	ctx, f := t.Context(), newFixture(t)
	shown := f.card()
	if shown.Name != "Acme Rank Tracker" || shown.Status != upslope.Disconnected || !slices.Equal(shown.MissingEnvVars, []string{"ACME_API_KEY"}) || shown.Property != "shop.example" {
		t.Errorf("before it is connected: %+v", shown)
	}
	for _, key := range []string{"a-wrong-key", "a-key-of-acme"} {
		result, err := f.service.Connect(ctx, f.site.AccountID, f.site.ID, "acme", nil, map[string]any{"apiKey": key})
		if err != nil || result.Success != (key == "a-key-of-acme") {
			t.Errorf("connected with %s: %+v, %v", key, result, err)
		}
	}
	if result, err := f.service.Test(ctx, f.site.AccountID, f.site.ID, "acme"); err != nil || result.Message != "Acme knows shop.example." {
		t.Errorf("%+v, %v", result, err)
	}

	f.sync()
	if visits, ranks := rows(t, f.facts, "acme_visits"), rows(t, f.facts, "acme_ranks"); visits != 60 || ranks != 1 {
		t.Errorf("there are %d visits and %d ranks", visits, ranks)
	}
	if shown = f.card(); shown.Status != upslope.Connected || shown.DaysRead != 30 {
		t.Errorf("after it was read: %+v", shown)
	}
	activity, _, err := f.db.Activity(ctx, f.site.AccountID, upslope.Scope{}, 1, 0)
	if err != nil || len(activity) != 1 || activity[0].Text != "Acme synced: 61 rows, 31 days." {
		t.Errorf("%+v, %v", activity, err)
	}

	// The other parts list its reports, its snapshots and its exported tables.
	provider, _ := f.all.Find("acme")
	want := []upslope.ProviderTable{{Name: "acme_visits"}, {Name: "acme_ranks", Snapshot: true, LatestOnly: true}}
	if tables := provider.Facts().Tables; !slices.Equal(tables, want) {
		t.Errorf("%+v", tables)
	}

	if err := f.syncer.EraseSite(ctx, f.site.AccountID, f.site.ID); err != nil {
		t.Fatal(err)
	}
	if left := rows(t, f.facts, "acme_visits") + rows(t, f.facts, "acme_ranks") + rows(t, f.facts, "current_days"); left != 0 {
		t.Errorf("%d rows are left", left)
	}
}

func rows(t *testing.T, facts *clickhouse.DB, table string) uint64 {
	t.Helper()
	var found []struct {
		Rows uint64 `ch:"found"`
	}
	if err := facts.Select(t.Context(), &found, "select count() as found from "+table, nil); err != nil {
		t.Fatal(err)
	}
	return found[0].Rows
}
