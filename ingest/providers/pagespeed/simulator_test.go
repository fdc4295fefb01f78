package pagespeed_test

import (
	"context"
	"math"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"upslope"
	"upslope/ingest/providers"
	"upslope/ingest/providers/pagespeed"
	"upslope/ingest/remote"
	"upslope/simulator"
	"upslope/simulator/world"
)

// The simulator allows 60 tests of a site a minute, then replies with an ordinary 500: 50 pages on two
// devices need a rest.
func TestAllPagesOfASiteAreTestedThoughItIsThrottled(t *testing.T) {
	var clock atomic.Int64
	clock.Store(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC).UnixNano())
	server, err := simulator.New(simulator.Config{Seed: 7, Worlds: []string{world.Demo}, Now: func() time.Time { return time.Unix(0, clock.Load()) }, Faults: []simulator.Fault{
		{Source: "pagespeed", Every: 9, Kind: simulator.Truncated},
	}})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(server.Handler())
	t.Cleanup(listener.Close)
	w := server.World(world.Demo)
	limits := pagespeed.Limits()
	limits.PerSecond, limits.Backoff = 0, time.Millisecond
	access := providers.Access{Domain: w.Domain, Origin: w.Origin, Key: simulator.PageSpeedKey, HTTP: remote.NewClient(remote.Options{Provider: pagespeed.Name, Limits: limits})}
	pageOf := map[string]world.Page{}
	for _, page := range w.Pages[:49] {
		access.Pages = append(access.Pages, page.URL)
		key, err := upslope.NormalizeURL(page.URL)
		if err != nil {
			t.Fatal(err)
		}
		pageOf[key] = page
	}
	access.Pages = append(access.Pages, w.Origin+"/gone")
	rests := 0
	source := pagespeed.New(listener.URL, func(_ context.Context, rest time.Duration) error {
		clock.Add(int64(rest))
		rests++
		return nil
	})
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	rows := 0
	for batch, err := range source.Reports()[0].Fetch(t.Context(), access, day, day) {
		if err != nil {
			t.Fatal(err)
		}
		pages, devices := column[[]string](batch, "page"), column[[]string](batch, "device")
		for i, score := range column[[]*uint8](batch, "score") {
			page, known := pageOf[pages[i]]
			if !known {
				t.Fatalf("tested %s", pages[i])
			}
			want := w.SpeedOf(page, devices[i] == "mobile", world.DayOf(day))
			lcp, cls := column[[]*uint32](batch, "field_lcp_ms")[i], column[[]*float64](batch, "field_cls")[i]
			if *score != uint8(math.Round(want.Score*100)) || int(*lcp) != want.LCP || math.Abs(*cls-want.CLS) > .0001 || len(column[[][]string](batch, "recommendations")[i]) != len(want.Advice) {
				t.Errorf("%s on %s: %d points, %d ms, %f; wanted %+v", pages[i], devices[i], *score, *lcp, *cls, want)
			}
			rows++
		}
	}
	if rows != 98 || rests == 0 {
		t.Errorf("%d rows after %d rests", rows, rests)
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
