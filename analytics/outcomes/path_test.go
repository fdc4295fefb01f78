package outcomes_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
	"upslope/analytics/insights"
)

// shop is a site in PostgreSQL whose search figures are in ClickHouse, with a clock that moves.
type shop struct {
	analyticstest.OwnedSite
	t      *testing.T
	facts  *analyticstest.Site
	engine *insights.Engine
	now    time.Time
}

const shopPages = 40

func openShop(t *testing.T, now time.Time) *shop {
	t.Helper()
	s := &shop{t: t, OwnedSite: analyticstest.OpenRecords(t).NewOwner().NewSite("EUR"), facts: analyticstest.Open(t), now: now}
	_, err := s.KeepConnection(t.Context(), upslope.Connection{
		AccountID: s.AccountID, SiteID: s.ID, Provider: upslope.GSC, Property: "sc-domain:site1.example", Status: upslope.Connected,
	}, false, false, "Connected")
	if err != nil {
		t.Fatal(err)
	}
	if s.engine, err = insights.New(s.facts, s.Records, func() time.Time { return s.now }); err != nil {
		t.Fatal(err)
	}
	return s
}

// search writes the search figures of days: each page has a query, at position 8 and now and then clicked on;
// rise is how that changes.
func (s *shop) search(from, to time.Time, rise func(page int, at time.Time) (clicks, position float64)) {
	s.t.Helper()
	connections, err := s.Connections(s.t.Context(), s.AccountID, s.ID)
	if err != nil || len(connections) != 1 {
		s.t.Fatal(connections, err)
	}
	random := rand.New(rand.NewPCG(uint64(from.Unix()), 1))
	var pairs, pages, queries, totals, days factRows
	for at := from; !at.After(to); at = at.AddDate(0, 0, 1) {
		var clicksOfDay, impressionsOfDay uint32
		for i := range shopPages {
			times, position := rise(i, at)
			mean := 300 * .022 * (1 + .5*math.Sin(float64(i))) * times
			clicks := uint32(max(0, math.Round(mean+math.Sqrt(mean)*random.NormFloat64())))
			row := func(more map[string]any) map[string]any {
				more["clicks"], more["impressions"], more["position"] = clicks, uint32(300), float32(position)
				return more
			}
			page, query := fmt.Sprintf("https://site1.example/guide/%d", i), fmt.Sprintf("how to fix pump %d", i)
			pairs.add(at, row(map[string]any{"page": page, "query": query}))
			pages.add(at, row(map[string]any{"page": page}))
			queries.add(at, row(map[string]any{"query": query}))
			clicksOfDay, impressionsOfDay = clicksOfDay+clicks, impressionsOfDay+300
		}
		totals.add(at, map[string]any{"clicks": uint64(clicksOfDay), "impressions": uint64(impressionsOfDay), "position": 8.})
		for _, report := range []string{"gsc_query_pages", "gsc_pages", "gsc_queries", "gsc_totals"} {
			days.add(at, map[string]any{"report": report, "is_final": true, "read_on": at.AddDate(0, 0, 3)})
		}
	}
	for report, f := range map[string]*factRows{"gsc_query_pages": &pairs, "gsc_pages": &pages, "gsc_queries": &queries, "gsc_totals": &totals, "current_days": &days} {
		f.of = [3]string{s.AccountID, s.ID, connections[0].ID}
		f.insert(s.t, s.facts, report)
	}
}

func (s *shop) recompute() {
	s.t.Helper()
	job, err := s.Records.Recompute(s.t.Context(), s.AccountID, s.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.engine.Recompute(s.t.Context(), s.AccountID, job.ID); err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) insight(id string) upslope.Insight {
	s.t.Helper()
	insight, err := s.Insight(s.t.Context(), s.AccountID, id)
	if err != nil {
		s.t.Fatal(err)
	}
	return insight
}

// Two of many chances are taken: one page rises, of the other nothing comes. The site loses a third of its
// clicks meanwhile.
func TestAFixIsMeasuredAndWhatItTellsIsUsed(t *testing.T) {
	t.Parallel()
	day0 := facts.Day(2026, 9, 17)
	s := openShop(t, day0.AddDate(0, 0, 3).Add(9*time.Hour))
	asBefore := func(int, time.Time) (float64, float64) { return 1, 8 }
	s.search(day0.AddDate(0, 0, -200), day0, asBefore)
	s.recompute()
	open, _, err := s.Insights(t.Context(), s.AccountID, upslope.InsightFilter{SiteID: s.ID, Statuses: []upslope.Status{upslope.Open}, Type: "keyword_opportunity", Small: true, Limit: 100, Now: s.now})
	if err != nil || len(open) < 10 {
		t.Fatalf("%d insights, %v", len(open), err)
	}
	// Many have one value.
	slices.SortFunc(open, func(a, b upslope.Insight) int { return strings.Compare(a.Entity.Page, b.Entity.Page) })
	good, vain, left := open[0], open[2], open[1]
	assumed, _ := left.Evidence["probabilityFix"].(float64)
	for _, insight := range []upslope.Insight{good, vain} {
		done, _, err := s.SetInsightStatus(t.Context(), s.AccountID, insight.ID, upslope.Done, "", s.now)
		if err != nil || done.Outcome == nil || done.Outcome.Status != "waiting" || *done.Outcome.Forecast != *insight.Value || !done.Outcome.DueAt.Equal(s.now.AddDate(0, 0, 31)) {
			t.Fatalf("%+v, %v", done.Outcome, err)
		}
	}
	fixed := facts.DateOf(s.now)
	after := func(i int, at time.Time) (float64, float64) {
		times := 1.
		if at.After(fixed) {
			times = .67
		}
		if fmt.Sprintf("https://site1.example/guide/%d", i) == good.Entity.Page && at.After(fixed.AddDate(0, 0, 3)) {
			return 3.5 * times, 4
		}
		return times, 8
	}

	// A week later what they are compared with is known, and nothing else.
	s.search(day0.AddDate(0, 0, 1), day0.AddDate(0, 0, 7), after)
	s.now = s.now.AddDate(0, 0, 7)
	s.recompute()
	if got := s.insight(good.ID).Outcome; got == nil || got.Status != "waiting" || got.Controls < 10 || got.Gain != nil {
		t.Fatalf("after a week: %+v", got)
	}
	if rates, err := s.engine.HitRates(t.Context(), s.AccountID, s.ID); err != nil || len(rates) > 0 {
		t.Fatalf("%+v, %v", rates, err)
	}

	s.search(day0.AddDate(0, 0, 8), fixed.AddDate(0, 0, 28), after)
	s.now = s.now.AddDate(0, 0, 24)
	s.recompute()
	got := s.insight(good.ID)
	if got.Status != upslope.Done || got.Outcome == nil || got.Outcome.Status != "measured" || got.Outcome.Worked == nil || !*got.Outcome.Worked || got.Outcome.Gain.Low <= 0 {
		t.Fatalf("%s: %+v", got.Status, got.Outcome)
	}
	t.Logf("forecast %+v, measured %+v against %d", *got.Outcome.Forecast, *got.Outcome.Gain, got.Outcome.Controls)
	rates, err := s.engine.HitRates(t.Context(), s.AccountID, s.ID)
	if err != nil || len(rates) != 1 || rates[0].Measured != 2 || rates[0].Worked != 1 || !analyticstest.Close(rates[0].Rate, (10*rates[0].Prior+1)/12) {
		t.Fatalf("%+v, %v", rates, err)
	}
	// The other is found still, so that it is open again; that it did not work is not forgotten.
	if failed := s.insight(vain.ID); failed.Status != upslope.Open || failed.Outcome != nil || failed.Evidence["history"] == nil {
		t.Errorf("%s: %+v, %v", failed.Status, failed.Outcome, failed.Evidence)
	}
	learned := s.insight(left.ID)
	if learned.Evidence["pastFixes"] != "1 of 2 fixes of this kind worked here" || !is(figureOf(learned, "probabilityFixAssumed"), assumed) ||
		!is(figureOf(learned, "probabilityFix"), (10*assumed+1)/12) {
		t.Errorf("%v, it was %v", learned.Evidence, assumed)
	}

	days, err := s.engine.Days(t.Context(), s.AccountID, got)
	if err != nil || len(days.Metrics) == 0 || days.Days[len(days.Days)-1].Day != fixed.AddDate(0, 0, 28).Format(time.DateOnly) {
		t.Fatalf("%+v, %v", days.Metrics, err)
	}
	if !slices.ContainsFunc(days.Changes, func(c upslope.SiteChange) bool {
		return c.Text == "Done: "+good.Title && c.Day == fixed.Format(time.DateOnly) && c.InsightID == good.ID
	}) {
		t.Errorf("changes %+v", days.Changes)
	}
	changes, _, err := s.SiteChanges(t.Context(), s.AccountID, s.ID, s.now.Format(time.DateOnly), "", 100, 0)
	if err != nil || !slices.ContainsFunc(changes, func(c upslope.SiteChange) bool { return strings.HasPrefix(c.Text, "Reopened: ") }) {
		t.Errorf("changes %+v, %v", changes, err)
	}
	stranger := s.Records.NewOwner()
	if rates, err := s.engine.HitRates(t.Context(), stranger.AccountID, s.ID); err != nil || len(rates) > 0 {
		t.Errorf("a stranger sees %v, %v", rates, err)
	}
	if days, err := s.engine.Days(t.Context(), stranger.AccountID, got); upslope.CodeOf(err) != upslope.NotFound && len(days.Days) > 0 {
		t.Errorf("a stranger sees %d days, %v", len(days.Days), err)
	}
}

// figureOf is a number of an insight's evidence, nil when there is none.
func figureOf(insight upslope.Insight, name string) *float64 {
	if figure, ok := facts.Float(insight.Evidence[name]); ok {
		return &figure
	}
	return nil
}
