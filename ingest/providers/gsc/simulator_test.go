package gsc_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"golang.org/x/oauth2/google"

	"upslope/ingest/providers"
	"upslope/ingest/providers/gsc"
	"upslope/ingest/remote"
	"upslope/simulator"
	"upslope/simulator/world"
)

// simulate starts the simulator with transient faults, and returns a source and a client with a service
// account.
func simulate(t *testing.T, worlds ...string) (*simulator.Server, *gsc.Source, providers.Access) {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }
	server, err := simulator.New(simulator.Config{Seed: 7, Worlds: worlds, Now: now, Unlimited: true, Faults: []simulator.Fault{
		{Source: "gsc", Every: 5, Kind: simulator.Truncated}, {Source: "gsc", Every: 7, Kind: simulator.ServerError}, {Source: "gsc", Every: 11, Kind: simulator.TooMany},
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
	account, err := google.JWTConfigFromJSON(file, gsc.Scope)
	if err != nil {
		t.Fatal(err)
	}
	limits := gsc.Limits()
	limits.PerSecond, limits.Backoff = 0, time.Millisecond
	client := remote.NewClient(remote.Options{Provider: gsc.Name, Tokens: remote.ServiceAccountTokens(account, nil), Limits: limits})
	today := func(zone *time.Location) time.Time {
		year, month, day := now().In(zone).Date()
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	return server, gsc.New(listener.URL, today), providers.Access{HTTP: client, Account: account.Email}
}

// truth returns the expected sums of a report on a day.
func truth(showings []world.Showing, table string) (clicks, impressions uint64) {
	for _, showing := range showings {
		byQuery := table != "gsc_totals" && table != "gsc_pages" && table != "gsc_page_countries"
		if byQuery && showing.Query == world.Hidden {
			continue
		}
		clicks += uint64(showing.Clicks)
		impressions += uint64(showing.Impressions)
		if table == "gsc_totals" || table == "gsc_queries" || table == "gsc_query_devices" {
			impressions -= uint64(showing.Shared) // once for the property, however many pages were shown
		}
	}
	return clicks, impressions
}

func sum(batch providers.Batch, column string) (total uint64) {
	for _, one := range batch.Columns {
		switch values := one.Values.(type) {
		case []uint32:
			for _, value := range values {
				if one.Name == column {
					total += uint64(value)
				}
			}
		case []uint64:
			for _, value := range values {
				if one.Name == column {
					total += value
				}
			}
		}
	}
	return total
}

func TestTheTotalsOfAWorldAreReadExactlyThroughFaultsThatPass(t *testing.T) {
	server, source, access := simulate(t, world.Small, world.Odd, world.Empty)
	from, to := day("2026-10-30"), day("2026-11-03") // the clocks go back on the first of November
	for _, w := range server.Worlds() {
		access.Property = w.GSCSite
		if final, err := source.FinalDay(t.Context(), access, day("2026-11-21")); err != nil || final != day("2026-11-18") {
			t.Fatalf("%s: the final day is %v: %v", w.Name, final, err)
		}
		for _, report := range source.Reports() {
			got := map[string][2]uint64{}
			for batch, err := range report.Fetch(t.Context(), access, from, to) {
				if err != nil {
					t.Fatalf("%s %s: %v", w.Name, report.Table, err)
				}
				name := batch.Day.Format(time.DateOnly)
				got[name] = [2]uint64{got[name][0] + sum(batch, "clicks"), got[name][1] + sum(batch, "impressions")}
			}
			for at := from; !at.After(to); at = at.AddDate(0, 0, 1) {
				clicks, impressions := truth(w.Search(world.DayOf(at), 1), report.Table)
				if name := at.Format(time.DateOnly); got[name] != [2]uint64{clicks, impressions} {
					t.Errorf("%s %s %s: %v instead of %d and %d", w.Name, report.Table, name, got[name], clicks, impressions)
				}
			}
		}
	}
}

func TestADayAtTheCapIsReadToTheCapAndMarked(t *testing.T) {
	server, source, access := simulate(t, world.Capped)
	w := server.World(world.Capped)
	access.Property = w.GSCSite
	rows, clicks, notes := 0, uint64(0), []providers.Note(nil)
	for batch, err := range report(t, source, "gsc_query_pages").Fetch(t.Context(), access, day("2026-11-10"), day("2026-11-10")) {
		if err != nil {
			t.Fatal(err)
		}
		rows += len(written(batch))
		clicks += sum(batch, "clicks")
		notes = append(notes, batch.Notes...)
	}
	byKey := map[[2]int]uint64{}
	for _, showing := range w.Search(world.DayOf(day("2026-11-10")), 1) {
		if showing.Query != world.Hidden {
			byKey[[2]int{showing.Query, showing.Page}] += uint64(showing.Clicks)
		}
	}
	var all []uint64
	for _, one := range byKey {
		all = append(all, one)
	}
	slices.Sort(all)
	want := uint64(0)
	for _, one := range all[len(all)-50_000:] {
		want += one
	}
	if rows != 50_000 || clicks != want || fmt.Sprint(notes) != "[truncated]" {
		t.Errorf("%d rows with %d clicks, %v; wanted %d clicks", rows, clicks, notes, want)
	}
}
