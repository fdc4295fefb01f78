package sync

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"upslope"
	"upslope/ingest/providers"
	"upslope/ingest/providers/ga4"
	"upslope/ingest/providers/gads"
	"upslope/ingest/providers/gsc"
	"upslope/ingest/remote"
	"upslope/simulator"
	"upslope/simulator/world"
)

// atProviders connects the workbench's site to a simulated world through the real providers.
type atProviders struct {
	*workbench
	simulator *simulator.Server
	world     *world.World
	client    *http.Client
	sources   map[string]providers.Source
}

func newAtProviders(t testing.TB, name string, faults ...simulator.Fault) *atProviders {
	t.Helper()
	w := &atProviders{workbench: newWorkbench(t)}
	var err error
	w.simulator, err = simulator.New(simulator.Config{
		Worlds: []string{strings.Split(name, "/")[0]}, Now: time.Now, Today: func() time.Time { return w.Today(time.UTC) }, StaticToken: "token", Unlimited: true, Faults: faults,
	})
	if err != nil {
		t.Fatal(err)
	}
	w.world = w.simulator.World(name)
	server := httptest.NewServer(w.simulator.Handler())
	t.Cleanup(server.Close)
	w.client = remote.NewClient(remote.Options{
		Provider: "The provider", Limits: providers.Limits{Backoff: time.Millisecond, Concurrency: 8},
		Tokens: remote.NewTokens(func(context.Context) (*oauth2.Token, error) {
			return &oauth2.Token{AccessToken: "token", Expiry: time.Now().Add(time.Hour)}, nil
		}),
	})
	w.sources = map[string]providers.Source{
		upslope.GSC:  gsc.New(server.URL, w.Today),
		upslope.GA4:  ga4.New(server.URL, server.URL, time.Now),
		upslope.GAds: gads.New(server.URL, "v26", w.Today),
	}
	w.Connections = w
	for provider, property := range map[string]string{upslope.GSC: w.world.GSCSite, upslope.GA4: w.world.GA4ID, upslope.GAds: w.world.AdsID} {
		connection := upslope.Connection{
			AccountID: w.account, SiteID: w.site.ID, Provider: provider, Property: property, TimeZone: w.world.Zone, Status: upslope.Connected,
		}
		if _, err := w.db.KeepConnection(t.Context(), connection, false, false, ""); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// Open implements Connections.
func (w *atProviders) Open(_ context.Context, _ upslope.Site, connection upslope.Connection) (providers.Source, providers.Access, error) {
	return w.sources[connection.Provider], providers.Access{
		HTTP: w.client, Property: connection.Property, Domain: w.world.Domain, Origin: w.world.Origin,
	}, nil
}

// checkTotals compares the visible rows of each report with the world.
func (w *atProviders) checkTotals() {
	w.t.Helper()
	for _, c := range []struct{ provider, report, sum, of string }{
		{upslope.GSC, "gsc_totals", "clicks", "clicks"},
		{upslope.GSC, "gsc_pages", "impressions", "impressions"},
		{upslope.GSC, "gsc_queries", "clicks", "clicks"},
		{upslope.GSC, "gsc_query_pages", "impressions", "impressions"},
		{upslope.GA4, "ga4_totals", "revenue", "revenue"},
		{upslope.GA4, "ga4_pages", "sessions", "sessions"},
		{upslope.GAds, "gads_campaigns", "cost", "cost"},
		{upslope.GAds, "gads_search_terms", "clicks", "clicks"},
	} {
		today := world.DayOf(w.Today(time.UTC))
		truth, err := w.simulator.Totals(w.world, c.report, today-480, today-1)
		if err != nil {
			w.t.Fatal(err)
		}
		var rows, days uint64
		var sum float64
		for _, day := range truth {
			rows, days, sum = rows+uint64(day.Rows), days+1, sum+day.Sums[c.of]
		}
		var found []struct {
			Rows uint64  `ch:"all_rows"`
			Days uint64  `ch:"all_days"`
			Sum  float64 `ch:"of_all"`
		}
		err = w.facts.Select(w.t.Context(), &found, `
			select count() as all_rows, uniqExact(day) as all_days, sum(toFloat64({column:Identifier})) as of_all
			from {report:Identifier}
			where account_id = {account_id:UUID}
			  and sync_id in (select sync_id from current_days final where account_id = {account_id:UUID} and report = {name:String})`,
			map[string]any{"account_id": w.account, "report": c.report, "name": c.report, "column": c.sum})
		if err != nil {
			w.t.Fatal(err)
		}
		if got := found[0]; got.Rows != rows || got.Days != days || fmt.Sprintf("%.2f", got.Sum) != fmt.Sprintf("%.2f", sum) {
			w.t.Errorf("%s: there are %d rows of %d days with %s %.2f, want %d, %d, %.2f", c.report, got.Rows, got.Days, c.sum, got.Sum, rows, days, sum)
		}
	}
}

// The worker is interrupted repeatedly and providers fail now and then: in the end nothing is lost or
// duplicated.
func TestTotalsAreTheWorldsThoughReadingIsInterruptedAndProvidersFail(t *testing.T) {
	w := newAtProviders(t, world.Agency+"/0",
		simulator.Fault{Source: "gsc", Every: 40, Kind: simulator.ServerError},
		simulator.Fault{Source: "ga4", Every: 5, Kind: simulator.Truncated},
		simulator.Fault{Source: "gads", Every: 7, Kind: simulator.TooMany},
	)
	job := w.queueSync()
	for interruptions := 0; ; interruptions++ {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(200+100*interruptions)*time.Millisecond)
		err := w.Sync(ctx, w.account, job.ID)
		cancel()
		if err == nil {
			t.Logf("the sync was interrupted %d times", interruptions)
			break
		}
	}
	w.score(job.ID)
	older := w.queued(upslope.Backfill)
	for interruptions := 0; ; interruptions++ {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(500+300*interruptions)*time.Millisecond)
		err := w.Backfill(ctx, w.account, older.ID)
		cancel()
		if err == nil {
			t.Logf("the backfill was interrupted %d times", interruptions)
			break
		}
	}
	for _, run := range w.runs() {
		if run.Status == "failed" && *run.Error != "It was interrupted, and begun again." {
			t.Errorf("%s failed: %s", run.Provider, *run.Error)
		}
	}
	w.checkTotals()
}

// BenchmarkDemo measures the demo without crawl and scoring.
func BenchmarkDemo(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		w := newAtProviders(b, world.Demo)
		b.StartTimer()
		w.sync()
		b.Logf("the last days took %v", b.Elapsed())
		w.backfill()
		b.StopTimer()
		w.checkTotals()
		b.StartTimer()
	}
}
