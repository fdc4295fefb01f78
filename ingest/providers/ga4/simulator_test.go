package ga4_test

import (
	"math"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"golang.org/x/oauth2/google"

	"upslope"
	"upslope/ingest/providers"
	"upslope/ingest/providers/ga4"
	"upslope/ingest/remote"
	"upslope/simulator"
	"upslope/simulator/world"
)

// figures are the sums of a day; money in hundredths.
type figures struct{ sessions, engaged, users, conversions, cents int64 }

func (f figures) add(batch providers.Batch) figures {
	for _, column := range batch.Columns {
		total := 0.0
		switch values := column.Values.(type) {
		case []uint32:
			for _, value := range values {
				total += float64(value)
			}
		case []uint64:
			for _, value := range values {
				total += float64(value)
			}
		case []float64:
			for _, value := range values {
				total += value
			}
		}
		switch column.Name {
		case "sessions":
			f.sessions += int64(total)
		case "engaged_sessions":
			f.engaged += int64(total)
		case "users":
			f.users += int64(total)
		case "conversions":
			f.conversions += int64(total)
		case "revenue":
			f.cents += int64(math.Round(total * 100))
		}
	}
	return f
}

// truth returns the expected sums of a report on a day. Reports by page omit withheld rows and users.
func truth(w *world.World, at time.Time, table string) (want figures) {
	for _, visit := range w.Visits(world.DayOf(at), 1) {
		if table != "ga4_totals" && w.Withheld && visit.Sessions < 2 {
			continue
		}
		if sources, _ := upslope.AIAssistantSources(); table == "ga4_assistants" && !slices.Contains(sources, simulator.SourceOf(visit)) {
			continue
		}
		want.sessions += int64(visit.Sessions)
		want.engaged += int64(visit.Engaged)
		want.conversions += int64(visit.Conversions)
		want.cents += visit.RevenueCents
		if table == "ga4_totals" {
			want.users += int64(visit.Users)
		}
	}
	return want
}

func TestTheTotalsOfAWorldAreReadExactlyThroughFaultsThatPass(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }
	server, err := simulator.New(simulator.Config{Seed: 7, Worlds: []string{world.Small, world.Odd, world.Empty}, Now: now, Faults: []simulator.Fault{
		{Source: "ga4", Every: 3, Kind: simulator.Truncated}, {Source: "ga4", Every: 4, Kind: simulator.ServerError},
	}})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(server.Handler())
	t.Cleanup(listener.Close)
	file, err := server.ServiceAccountJSON(listener.URL + "/token")
	if err != nil {
		t.Fatal(err)
	}
	account, err := google.JWTConfigFromJSON(file, ga4.Scope)
	if err != nil {
		t.Fatal(err)
	}
	limits := ga4.Limits()
	limits.Backoff = time.Millisecond
	client := remote.NewClient(remote.Options{Provider: ga4.Name, Tokens: remote.ServiceAccountTokens(account, nil), Limits: limits})
	source := ga4.New(listener.URL, listener.URL, now)
	from, to := day("2026-10-20"), day("2026-11-17")
	for _, w := range server.Worlds() {
		access := providers.Access{HTTP: client, Property: w.GA4ID, Origin: w.Origin, Account: account.Email}
		for _, report := range source.Reports() {
			got := map[time.Time]figures{}
			for batch, err := range report.Fetch(t.Context(), access, from, to) {
				if err != nil {
					t.Fatalf("%s %s: %v", w.Name, report.Table, err)
				}
				if slices.Contains(batch.Notes, providers.Thresholded) != (w.Withheld && report.Table != "ga4_totals") {
					t.Errorf("%s %s has the notes %v", w.Name, report.Table, batch.Notes)
				}
				got[batch.Day] = got[batch.Day].add(batch)
			}
			for at := from; !at.After(to); at = at.AddDate(0, 0, 1) {
				if want := truth(w, at, report.Table); got[at] != want {
					t.Errorf("%s %s %s: %+v instead of %+v", w.Name, report.Table, at.Format(time.DateOnly), got[at], want)
				}
			}
		}
		if found, err := source.Test(t.Context(), access); err != nil || found.Currency != w.Currency || found.TimeZone != w.Zone || found.Name == "" {
			t.Errorf("%s: %+v: %v", w.Name, found, err)
		}
	}
	properties, err := source.Properties(t.Context(), providers.Access{HTTP: client})
	if err != nil || len(properties) != 3 || properties[0].Domain != server.Worlds()[0].Domain {
		t.Errorf("%+v: %v", properties, err)
	}
}
