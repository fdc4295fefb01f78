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

// acme is a provider that exists nowhere else: one table of days and one of snapshots.
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

// acmeTables are what a migration would make.
var acmeTables = []string{
	`create table acme_visits (account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64, visits UInt32)
	 engine = MergeTree order by (account_id, site_id, day)`,
	`create table acme_ranks (account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64, query String)
	 engine = MergeTree order by (account_id, site_id, day)`,
}

// A new provider is its folder and its line in the registry: nothing else has to know it to connect, sync, show and erase it.
func TestANewProviderNeedsItsRegistrationOnly(t *testing.T) {
	ctx := t.Context()
	db, facts := postgrestest.Open(t), clickhousetest.Open(t)
	for _, sql := range acmeTables {
		if err := facts.Exec(ctx, sql, nil); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("key") != "a-key-of-acme" {
			w.WriteHeader(http.StatusUnauthorized)
		}
		_, _ = w.Write([]byte(`{}`))
	}))
	t.Cleanup(server.Close)
	all := append(registry.All(), acme(server.URL))
	settings := all.Read(map[string]string{})
	if settings["ACME_BASE_URL"] != server.URL || settings["SEMRUSH_DATABASE"] != "us" {
		t.Errorf("the settings are %v", settings)
	}

	keys, err := secrets.New()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	today := func(*time.Location) time.Time { return now.Truncate(24 * time.Hour) }
	log := slog.New(slog.DiscardHandler)
	service := connections.New(connections.Deps{
		Records: db, Facts: facts, Keys: keys, Providers: all, Settings: connections.Settings{BackfillDays: 30, Providers: settings},
		Today: today, Now: time.Now, Log: log,
	})
	syncer := sync.New(sync.Deps{
		Records: db, Facts: facts, Connections: service, Providers: all, BackfillDays: 30, Today: today, Now: time.Now, Log: log,
	})
	user, err := db.SignIn(ctx, upslope.Identity{Subject: "user_ana", Email: "ana@example.com"}, time.Now(), 14)
	if err != nil {
		t.Fatal(err)
	}
	name, currency, zone := "shop.example", "EUR", "Europe/Berlin"
	site, _, err := db.AddSite(ctx, user.AccountID, upslope.SiteEdit{Name: &name, Domain: &name, Currency: &currency, TimeZone: &zone})
	if err != nil {
		t.Fatal(err)
	}
	card := func() upslope.Integration {
		t.Helper()
		list, err := service.List(ctx, user.AccountID, site.ID)
		if err != nil || len(list) != 5 {
			t.Fatal(list, err)
		}
		return list[4]
	}

	shown := card()
	if shown.Name != "Acme Rank Tracker" || shown.Status != upslope.Disconnected || !slices.Equal(shown.MissingEnvVars, []string{"ACME_API_KEY"}) || shown.Property != name {
		t.Errorf("before it is connected: %+v", shown)
	}
	for _, key := range []string{"a-wrong-key", "a-key-of-acme"} {
		want := key == "a-key-of-acme"
		result, err := service.Connect(ctx, user.AccountID, site.ID, "acme", nil, map[string]any{"apiKey": key})
		if err != nil || result.Success != want {
			t.Errorf("connected with %s: %+v, %v", key, result, err)
		}
	}
	if result, err := service.Test(ctx, user.AccountID, site.ID, "acme"); err != nil || result.Message != "Acme knows shop.example." {
		t.Errorf("%+v, %v", result, err)
	}

	job, err := db.QueueSync(ctx, user.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := syncer.Sync(ctx, user.AccountID, job.ID); err != nil {
		t.Fatal(err)
	}
	if visits, ranks := rows(t, facts, "acme_visits"), rows(t, facts, "acme_ranks"); visits != 60 || ranks != 1 {
		t.Errorf("there are %d visits and %d ranks", visits, ranks)
	}
	if shown = card(); shown.Status != upslope.Connected || shown.DaysRead != 30 {
		t.Errorf("after it was read: %+v", shown)
	}
	runs, _, err := db.Syncs(ctx, user.AccountID, site.ID, 1, 0)
	if err != nil || len(runs) != 1 || runs[0].Status != "done" {
		t.Errorf("%+v, %v", runs, err)
	}

	// What the other parts know of it: their lists of reports, of snapshots and of what is exported.
	provider, _ := all.Find("acme")
	if tables := provider.Facts().Tables; !slices.Equal(tables, []upslope.ProviderTable{{Name: "acme_visits"}, {Name: "acme_ranks", Snapshot: true, LatestOnly: true}}) {
		t.Errorf("%+v", tables)
	}

	if err := syncer.EraseSite(ctx, user.AccountID, site.ID); err != nil {
		t.Fatal(err)
	}
	if left := rows(t, facts, "acme_visits") + rows(t, facts, "acme_ranks") + rows(t, facts, "current_days"); left != 0 {
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
