package semrush_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/providers/semrush"
	"upslope/ingest/remote"
	"upslope/simulator"
	"upslope/simulator/world"
)

func TestTheRankingsOfAWorldAreReadExactlyThroughFaultsThatPass(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }
	server, err := simulator.New(simulator.Config{Seed: 7, Worlds: []string{world.Demo, world.Small, world.Odd, world.Empty}, Now: now, Unlimited: true, Faults: []simulator.Fault{
		{Source: "semrush", Every: 3, Kind: simulator.Truncated}, {Source: "semrush", Every: 4, Kind: simulator.ServerError}, {Source: "semrush", Every: 5, Kind: simulator.TooMany},
	}})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(server.Handler())
	t.Cleanup(listener.Close)
	limits := semrush.Limits()
	limits.PerSecond, limits.Backoff = 0, time.Millisecond
	source := semrush.New(listener.URL, "us", now)
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	for _, w := range server.Worlds() {
		access := providers.Access{Domain: w.Domain, Key: simulator.SemrushKey, HTTP: remote.NewClient(remote.Options{Provider: semrush.Name, Limits: limits})}
		want := w.Rankings(world.DayOf(day))
		want = want[:min(len(want), 5_000)]
		volume, read := uint64(0), 0
		for batch, err := range source.Reports()[0].Fetch(t.Context(), access, day, day) {
			if err != nil {
				t.Fatalf("%s: %v", w.Name, err)
			}
			for i, position := range column[[]uint16](batch, "position") {
				ranking := want[read]
				if int(position) != ranking.Position || column[[]string](batch, "query")[i] != w.Queries[ranking.Query].Text {
					t.Fatalf("%s: row %d is %s at %d", w.Name, read, column[[]string](batch, "query")[i], position)
				}
				volume += *column[[]*uint64](batch, "volume")[i]
				read++
			}
		}
		wantVolume := uint64(0)
		for _, ranking := range want {
			wantVolume += uint64(ranking.Volume)
		}
		if read != len(want) || volume != wantVolume {
			t.Errorf("%s: %d rows of %d, volume %d of %d", w.Name, read, len(want), volume, wantVolume)
		}
		competitors := 0
		for batch, err := range source.Reports()[1].Fetch(t.Context(), access, day, day) {
			if err != nil {
				t.Fatalf("%s: %v", w.Name, err)
			}
			competitors += len(column[[]string](batch, "domain"))
		}
		if competitors != len(w.Competitors()) {
			t.Errorf("%s: %d competitors of %d", w.Name, competitors, len(w.Competitors()))
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
