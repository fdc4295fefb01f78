package gads_test

import (
	"math"
	"net/http/httptest"
	"reflect"
	"testing"
	"time"

	"golang.org/x/oauth2/google"

	"upslope/ingest/providers"
	"upslope/ingest/providers/gads"
	"upslope/ingest/remote"
	"upslope/simulator"
	"upslope/simulator/world"
)

// simulate starts the simulator with transient faults, and returns a source and a client with a service
// account.
func simulate(t *testing.T, worlds ...string) (*simulator.Server, *gads.Source, providers.Access) {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }
	server, err := simulator.New(simulator.Config{Seed: 7, Worlds: worlds, Now: now, Unlimited: true, Faults: []simulator.Fault{
		{Source: "gads", Every: 5, Kind: simulator.Truncated}, {Source: "gads", Every: 7, Kind: simulator.ServerError}, {Source: "gads", Every: 11, Kind: simulator.TooMany},
		{Source: "gads", Page: 2, Every: 2, Kind: simulator.ServerError}, // in the middle of a response
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
	account, err := google.JWTConfigFromJSON(file, gads.Scope)
	if err != nil {
		t.Fatal(err)
	}
	limits := gads.Limits()
	limits.PerSecond, limits.Backoff = 0, time.Millisecond
	client := remote.NewClient(remote.Options{Provider: gads.Name, Tokens: remote.ServiceAccountTokens(account, nil), Limits: limits})
	today := func(zone *time.Location) time.Time {
		year, month, day := now().In(zone).Date()
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	return server, gads.New(listener.URL, "v26", today), providers.Access{HTTP: client, Account: account.Email}
}

// sums adds up the figures of a batch in millionths, which avoids rounding errors, and counts its rows.
func sums(total map[string]int64, batch providers.Batch) {
	for _, column := range batch.Columns {
		values := reflect.ValueOf(column.Values)
		for i := range values.Len() {
			switch column.Name {
			case "impressions", "clicks":
				total[column.Name] += int64(values.Index(i).Uint()) * 1e6
			case "cost", "conversions", "conversion_value":
				total[column.Name] += int64(math.Round(values.Index(i).Float() * 1e6))
			case "currency":
				total["rows"]++
			}
		}
	}
}

func TestTheTotalsOfAWorldAreReadExactlyThroughFaultsThatPass(t *testing.T) {
	server, source, access := simulate(t, world.Demo, world.Small, world.Odd, world.Empty)
	from, to := time.Date(2026, 11, 9, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for _, w := range server.Worlds() {
		access.Property = w.AdsID
		for _, report := range source.Reports() {
			if report.Snapshot {
				continue
			}
			got := map[string]map[string]int64{}
			for batch, err := range report.Fetch(t.Context(), access, from, to) {
				if err != nil {
					t.Fatalf("%s %s: %v", w.Name, report.Table, err)
				}
				day := batch.Day.Format(time.DateOnly)
				if got[day] == nil {
					got[day] = map[string]int64{}
				}
				sums(got[day], batch)
			}
			totals, err := server.Totals(w, report.Table, world.DayOf(from), world.DayOf(to))
			if err != nil {
				t.Fatal(err)
			}
			if len(totals) != len(got) {
				t.Errorf("%s %s: %d days instead of %d", w.Name, report.Table, len(got), len(totals))
			}
			for _, total := range totals {
				want := map[string]int64{"rows": int64(total.Rows)}
				for name, sum := range total.Sums {
					want[name] = int64(math.Round(sum * 1e6))
				}
				if !reflect.DeepEqual(got[total.Day], want) {
					t.Errorf("%s %s %s: %v instead of %v", w.Name, report.Table, total.Day, got[total.Day], want)
				}
			}
		}
	}
}

func TestEveryKeywordOfAWorldIsRead(t *testing.T) {
	server, source, access := simulate(t, world.Demo)
	w := server.World(world.Demo)
	access.Property = w.AdsID
	want := map[string]int{"ad_group": len(w.Keywords())}
	for _, group := range w.AdGroups() {
		want["ad_group"] += len(group.Negatives)
	}
	for _, campaign := range w.Campaigns {
		want["campaign"] += len(campaign.Negatives)
		for _, list := range w.SharedLists() {
			if campaign.Type == "SEARCH" {
				want["shared"] += len(list.Keywords)
			}
		}
	}
	reports := source.Reports()
	got := map[string]int{}
	for batch, err := range reports[len(reports)-1].Fetch(t.Context(), access, time.Now(), time.Now()) {
		if err != nil {
			t.Fatal(err)
		}
		levels := batch.Columns[0].Values.([]string)
		for _, level := range levels {
			got[level]++
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v instead of %v", got, want)
	}
}

func TestClientsOfAnAgencyAreFoundThroughItsManager(t *testing.T) {
	server, source, access := simulate(t, world.Agency)
	offered, err := source.Properties(t.Context(), access)
	if err != nil || len(offered) != len(server.Worlds()) {
		t.Fatalf("%d customers of %d, %v", len(offered), len(server.Worlds()), err)
	}
	access.Property = offered[0].ID
	found, err := source.Test(t.Context(), access)
	if err != nil || found.Currency == "" || found.TimeZone == "" || found.Name != offered[0].Name {
		t.Errorf("%+v, %v", found, err)
	}
	access.Property = world.AgencyManager
	if _, err := source.Test(t.Context(), access); err == nil {
		t.Error("the manager is taken for a customer")
	}
}
