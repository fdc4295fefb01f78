package bing_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/providers/bing"
	"upslope/ingest/remote"
	"upslope/simulator"
	"upslope/simulator/world"
)

func TestTheWeeksOfAWorldAreReadExactlyThroughFaultsThatPass(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }
	server, err := simulator.New(simulator.Config{Seed: 7, Worlds: []string{world.Demo, world.Small, world.Odd, world.Empty}, Now: now, Faults: []simulator.Fault{
		{Source: "bing", Every: 3, Kind: simulator.Truncated}, {Source: "bing", Every: 4, Kind: simulator.ServerError},
	}})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(server.Handler())
	t.Cleanup(listener.Close)
	source := bing.New(listener.URL)
	newest := time.Date(2026, 11, 13, 0, 0, 0, 0, time.UTC) // the last Friday whose figures are there
	for _, w := range server.Worlds() {
		access := providers.Access{Domain: w.Domain, Key: simulator.BingKey, HTTP: remote.NewClient(remote.Options{Provider: bing.Name, Limits: providers.Limits{Backoff: time.Millisecond}})}
		for i, report := range source.Reports()[:2] {
			read, want := [2]int{}, [2]int{}
			for batch, err := range report.Fetch(t.Context(), access, newest.AddDate(0, 0, -6), newest.AddDate(0, 0, 7)) {
				if err != nil {
					t.Fatalf("%s %s: %v", w.Name, report.Table, err)
				}
				if !batch.Day.Equal(newest) {
					t.Errorf("%s %s: a week of %s", w.Name, report.Table, batch.Day)
				}
				for row, impressions := range column[[]uint32](batch, "impressions") {
					read[0], read[1] = read[0]+int(impressions), read[1]+int(column[[]uint32](batch, "clicks")[row])
				}
			}
			for _, result := range w.Bing(world.DayOf(newest)) {
				if i == 1 || result.Query != world.Hidden { // rare queries are in the figures of pages only
					want[0], want[1] = want[0]+result.Impressions, want[1]+result.Clicks
				}
			}
			if read != want {
				t.Errorf("%s %s: %d impressions and clicks, want %d", w.Name, report.Table, read, want)
			}
		}
		issues := 0
		for batch, err := range source.Reports()[2].Fetch(t.Context(), access, newest, newest) {
			if err != nil {
				t.Fatalf("%s: %v", w.Name, err)
			}
			issues += len(column[[]string](batch, "page"))
		}
		if issues != len(w.BingIssues()) {
			t.Errorf("%s: %d issues of %d", w.Name, issues, len(w.BingIssues()))
		}
	}
}

func column[T any](batch providers.Batch, name string) (values T) {
	for _, column := range batch.Columns {
		if column.Name == name {
			values = column.Values.(T)
		}
	}
	return values
}
