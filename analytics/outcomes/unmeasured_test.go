package outcomes_test

import (
	"slices"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
	"upslope/analytics/features"
	"upslope/analytics/insights"
	"upslope/analytics/outcomes"
)

// addFinalDays makes days after the last one final, as of a provider that is ahead of the others.
func addFinalDays(t *testing.T, db *analyticstest.Site, report string, ahead int) {
	t.Helper()
	var days []time.Time
	for i := range ahead {
		days = append(days, analyticstest.LastDay.AddDate(0, 0, i+1))
	}
	n := len(days)
	same := func(text string) []string { return slices.Repeat([]string{text}, n) }
	err := db.InsertColumns(t.Context(), "current_days", "", []string{"account_id", "site_id", "connection_id", "report", "day", "sync_id", "is_final", "read_on"},
		same(analyticstest.AccountID), same(analyticstest.SiteID), same(analyticstest.ConnectionID(report)), same(report), days, slices.Repeat([]uint64{analyticstest.SyncID + 1}, n), slices.Repeat([]bool{true}, n), days)
	if err != nil {
		t.Fatal(err)
	}
}

func TestAFixThatCannotBeMeasuredSaysWhy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		world
		insight upslope.Insight
		at      time.Time
		targets []upslope.Target
		want    string
	}{
		"few pages": {
			world{pages: 4, level: 10, effect: 1, shock: 1}, decay, analyticstest.Today, nil,
			"Too few others that are like it were left alone in those weeks: 3, where 5 are needed.",
		},
		"the others were fixed too": {
			world{pages: 20, level: 10, effect: 1, shock: 1}, decay, analyticstest.Today,
			[]upslope.Target{{Entity: upslope.Entity{Template: "/page-*"}, FixedAt: new(fixedOn.AddDate(0, 0, 3))}},
			"Too few others that are like it were left alone in those weeks: 0, where 5 are needed.",
		},
		"days did not come": {
			world{pages: 20, level: 10, effect: 1, shock: 1, bare: "0..39"}, decay, analyticstest.Today.AddDate(0, 0, 31), nil,
			"Only 11 of the 28 days before the fix and 21 of the 21 after it came.",
		},
		"no source": {
			world{pages: 0, bare: "0"}, upslope.Insight{Type: "underperforming_landing", EntityType: "page", Entity: upslope.Entity{Page: changedPage}},
			analyticstest.Today.AddDate(0, 0, 5), nil, "No connected source counts this day by day.",
		},
		"no longer looked for": {
			world{pages: 0, bare: "0"}, upslope.Insight{Type: "forgotten", EntityType: "page", Entity: upslope.Entity{Page: changedPage}}, analyticstest.Today, nil,
			"Nothing is counted of this day by day.",
		},
		"the source was given up": {
			world{pages: 20, level: 10, effect: 1, shock: 1, bare: "20..400"}, decay, analyticstest.Today.AddDate(0, 0, 31), nil,
			"The figures of the days after the fix did not come.",
		},
		"the page was never seen": {
			world{pages: 20, level: 10, effect: 1, shock: 1}, upslope.Insight{Type: "content_decay", EntityType: "page", Entity: upslope.Entity{Page: "https://example.com/none"}},
			analyticstest.Today, nil, "Nothing was counted of it around the fix.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := analyticstest.Open(t)
			if c.pages > 0 {
				c.addTo(t, db, 5)
			} else {
				analyticstest.AddDays(t, db, "gsc_pages", c.bare)
			}
			got := learned(t, db, &analyticstest.Store{Waiting: []upslope.StoredOutcome{waitingFor(c.insight, nil)}, Others: c.targets}, c.at)
			if got.Status != "unknown" || got.Reason != c.want || got.Gain != nil || got.Worked != nil || got.MeasuredAt == nil {
				t.Errorf("%+v, want %s", got.Outcome, c.want)
			}
		})
	}
}

func TestWhatAFixIsComparedWithIsChosenBeforeItIsMeasured(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	world{pages: 40, level: 10, effect: 1, shock: 1, bare: "20..400"}.addTo(t, db, 5)
	targets := []upslope.Target{
		{Entity: upslope.Entity{Page: otherPage(1)}},                          // open
		{Entity: upslope.Entity{Page: otherPage(2)}, FixedAt: new(fixedOn)},   // fixed meanwhile
		{Entity: upslope.Entity{Page: changedPage}, FixedAt: new(fixedOn)},    // itself
		{Entity: upslope.Entity{Template: "/page-3*"}, FixedAt: new(fixedOn)}, // with those of a template
		{Entity: upslope.Entity{Template: "/*"}, FixedAt: new(fixedOn)},       // with what is measured
		// long before
		{Entity: upslope.Entity{Template: "/page-1*"}, FixedAt: new(facts.DateOf(fixedOn.AddDate(0, 0, -60)))},
	}
	chosen := learned(t, db, &analyticstest.Store{Waiting: []upslope.StoredOutcome{waitingFor(decay, nil)}, Others: targets}, analyticstest.Today)
	if chosen.Status != "waiting" || len(chosen.Compared) != outcomes.MostControls || chosen.Gain != nil {
		t.Fatalf("%+v with %d", chosen.Outcome, len(chosen.Compared))
	}
	long := false
	for _, entity := range chosen.Compared {
		if slices.ContainsFunc(targets[:4], func(target upslope.Target) bool { return outcomes.Touches(target.Entity, entity) }) {
			t.Errorf("compared with %v", entity)
		}
		long = long || outcomes.Touches(targets[5].Entity, entity)
	}
	if !long {
		t.Error("what was fixed long before is left out")
	}

	// The rest of the days come; of what was chosen then, one was changed since.
	analyticstest.AddDays(t, db, "gsc_pages", "0..19")
	targets = append(targets, upslope.Target{Entity: chosen.Compared[0], FixedAt: new(analyticstest.LastDay)})
	got := learned(t, db, &analyticstest.Store{Waiting: []upslope.StoredOutcome{chosen}, Others: targets}, analyticstest.Today)
	if got.Status != "measured" || got.Controls != outcomes.MostControls-1 || slices.Contains(got.Compared, chosen.Compared[0]) {
		t.Errorf("%+v against %v", got.Outcome, got.Compared)
	}
}

func TestNothingIsToldWhileDaysMayStillCome(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	// Of the days before the fix, 11 came.
	world{pages: 20, level: 10, effect: 1, shock: 1, bare: "0..39"}.addTo(t, db, 5)
	got := learned(t, db, &analyticstest.Store{Waiting: []upslope.StoredOutcome{waitingFor(decay, nil)}}, analyticstest.Today)
	if got.Status != "waiting" || len(got.Compared) != 19 {
		t.Errorf("%+v against %d", got.Outcome, len(got.Compared))
	}
}

func TestNothingIsLookedAtBeforeTheDayOfTheFixCame(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_pages", "29..400")
	store := &analyticstest.Store{Connected: analyticstest.AllConnections(), Waiting: []upslope.StoredOutcome{waitingFor(decay, nil)}}
	engine, err := insights.New(db, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	g, err := features.NewReader(db, store, func() time.Time { return analyticstest.Today }).Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
	if err != nil {
		t.Fatal(err)
	}
	g.Windows.Newest["gsc_pages"] = fixedOn.AddDate(0, 0, -2)
	if changed, _, err := engine.Learn(t.Context(), analyticstest.AccountID, analyticstest.SiteID, g); err != nil || len(changed) > 0 {
		t.Errorf("%+v, %v", changed, err)
	}
}
