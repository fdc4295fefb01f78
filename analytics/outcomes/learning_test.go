package outcomes_test

import (
	"math"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/features"
	"upslope/analytics/insights"
	"upslope/analytics/outcomes"
)

func TestHowOftenFixesWorkedReplacesWhatTheMethodAssumes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		prior            float64
		measured, worked int
		want             float64
	}{
		{.35, 0, 0, .35},
		{.35, 4, 3, 6.5 / 14},
		{.35, 4, 0, 3.5 / 14},
		{.35, 1000, 800, 803.5 / 1010},
		{1, 3, 3, 1},
		{0, 3, 0, 0},
		{math.NaN(), 10, 5, .25},
	} {
		if got := outcomes.SuccessProbability(c.prior, upslope.HitRate{Measured: c.measured, Worked: c.worked}); !analyticstest.Close(got, c.want) && got != c.want {
			t.Errorf("%d of %d from %v: %v, want %v", c.worked, c.measured, c.prior, got, c.want)
		}
	}
	db := analyticstest.OpenWithCrawl(t, analyticstest.ParsePages(t, []byte("url,status_code,h1,inlinks\nhttps://example.com/,200,Example,9\nhttps://example.com/jobs/{1..5},200,,{n}\n")))
	crawl := &upslope.Crawl{ImportID: analyticstest.ImportID, ImportedAt: analyticstest.Today}
	store := &analyticstest.Store{Crawl: crawl, Hits: []upslope.HitRate{{Type: "meta_issues", Measured: 4, Worked: 3, Prior: .4}, {Type: "content_decay", Measured: 9, Worked: 9, Prior: .5}}}
	engine, err := insights.New(db, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.Recompute(t.Context(), analyticstest.AccountID, "job"); err != nil {
		t.Fatal(err)
	}
	got := store.Insights[0]
	if got.Type != "meta_issues" || got.Evidence["probabilityFix"] != .5 || got.Evidence["probabilityFixAssumed"] != .4 ||
		got.Evidence["pastFixes"] != "3 of 4 fixes of this kind worked here" || got.Confidence != 48 {
		t.Errorf("%d %%, %v", got.Confidence, got.Evidence)
	}
	rates, err := engine.HitRates(t.Context(), analyticstest.AccountID, analyticstest.SiteID)
	if err != nil || len(rates) != 2 || !analyticstest.Close(rates[0].Rate, .5) || !analyticstest.Close(rates[1].Rate, 14./19) {
		t.Errorf("%+v, %v", rates, err)
	}
}

func TestWhatWasMeasuredCountsAtOnceAndIsKept(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	world{pages: 40, level: 30, effect: 1.5, shock: 1}.addTo(t, db, 5)
	store := &analyticstest.Store{Connected: analyticstest.AllConnections(), Waiting: []upslope.StoredOutcome{waitingFor(decay, nil)}}
	engine, err := insights.New(db, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	g, err := features.NewReader(db, store, func() time.Time { return analyticstest.Today }).Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, hits, err := engine.Learn(t.Context(), analyticstest.AccountID, analyticstest.SiteID, g)
	if err != nil {
		t.Fatal(err)
	}
	if hit := hits["content_decay"]; hit.Measured != 1 || hit.Worked != 1 {
		t.Errorf("%+v", hit)
	}
	if err := engine.Recompute(t.Context(), analyticstest.AccountID, "job"); err != nil || len(store.Outcomes) != 1 || said(store.Outcomes[0]) != "worked" {
		t.Errorf("kept %+v, %v", store.Outcomes, err)
	}
}
