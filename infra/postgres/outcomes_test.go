package postgres_test

import (
	"testing"
	"time"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// fixed marks an insight of the owner's site as done and returns it as waiting for measurement.
func fixed(t *testing.T, db *postgres.DB, user upslope.User, site upslope.Site, insight upslope.StoredInsight, at time.Time) upslope.StoredOutcome {
	t.Helper()
	if _, _, err := db.SetInsightStatus(t.Context(), user.AccountID, insight.ID, upslope.Done, "", at); err != nil {
		t.Fatal(err)
	}
	waiting, err := db.WaitingOutcomes(t.Context(), user.AccountID, site.ID)
	if err != nil || len(waiting) != 1 {
		t.Fatalf("%+v, %v: want one to be measured", waiting, err)
	}
	return waiting[0]
}

// measure stores outcomes in a recompute, then changes insights.
func measure(t *testing.T, db *postgres.DB, user upslope.User, site upslope.Site, changes upslope.InsightChanges) {
	t.Helper()
	job, err := db.Recompute(t.Context(), user.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	replace(t, db, user, site, job, changes)
}

func TestAFixKeepsItsForecastUntilItIsMeasured(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	insight := found("a")
	insight.Value = &upslope.Value{Low: 10, Mid: 20, High: 30, Unit: "currency", Currency: "EUR"}
	insight.Evidence = map[string]any{"probabilityFix": .4, "probabilityFixAssumed": .35, "clickValue": .5}
	addInsights(t, db, ana, site, insight)
	outcome := fixed(t, db, ana, site, insight, now)
	if outcome.Status != "waiting" || !outcome.FixedAt.Equal(now) || !outcome.DueAt.Equal(now.AddDate(0, 0, 31)) || *outcome.Forecast != *insight.Value ||
		outcome.Gain != nil || outcome.Compared != nil || *outcome.ProbabilityFix != .35 || outcome.Insight.Entity != insight.Entity ||
		outcome.Insight.Evidence["clickValue"] != .5 || outcome.Insight.Type != insight.Type || outcome.Insight.ID != insight.ID {
		t.Fatalf("%+v", outcome)
	}
	shown, err := db.Insight(t.Context(), ana.AccountID, insight.ID)
	if err != nil || shown.Outcome == nil || shown.Outcome.Status != "waiting" || *shown.Outcome.Forecast != *insight.Value {
		t.Fatalf("%+v, %v", shown.Outcome, err)
	}

	outcome.Compared = []upslope.Entity{{Page: "b"}, {Page: "c"}}
	measure(t, db, ana, site, upslope.InsightChanges{Outcomes: []upslope.StoredOutcome{outcome}})
	if shown, err = db.Insight(t.Context(), ana.AccountID, insight.ID); err != nil || shown.Outcome.Controls != 2 || shown.Outcome.Status != "waiting" {
		t.Fatalf("%+v, %v", shown.Outcome, err)
	}

	outcome.Status, outcome.MeasuredAt, outcome.Worked, outcome.Reason = "measured", new(now.AddDate(0, 0, 31)), new(true), "It brought more."
	outcome.Gain = &upslope.Value{Low: -1, Mid: 15, High: 31, Unit: "currency", Currency: "EUR"}
	measure(t, db, ana, site, upslope.InsightChanges{Outcomes: []upslope.StoredOutcome{outcome}})
	list, _, err := db.Insights(t.Context(), ana.AccountID, upslope.InsightFilter{Limit: 1, Now: now})
	if err != nil || list[0].Outcome == nil {
		t.Fatalf("%+v, %v", list, err)
	}
	got := *list[0].Outcome
	if got.Status != "measured" || *got.Gain != *outcome.Gain || *got.Forecast != *insight.Value || !*got.Worked || got.Controls != 2 ||
		got.Reason != "It brought more." || !got.MeasuredAt.Equal(*outcome.MeasuredAt) {
		t.Errorf("%+v", got)
	}
	if waiting, err := db.WaitingOutcomes(t.Context(), ana.AccountID, site.ID); err != nil || len(waiting) > 0 {
		t.Errorf("%+v still wait, %v", waiting, err)
	}
	rates, err := db.HitRates(t.Context(), ana.AccountID, site.ID)
	if err != nil || len(rates) != 1 || rates[0] != (upslope.HitRate{Type: insight.Type, Measured: 1, Worked: 1, Prior: .35}) {
		t.Errorf("%+v, %v", rates, err)
	}
}

func TestAnUnknownForecastIsMeasuredInTheUnitOfTheGain(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	insight := found("a")
	addInsights(t, db, ana, site, insight)
	outcome := fixed(t, db, ana, site, insight, now)
	outcome.Status, outcome.Gain, outcome.Worked = "measured", &upslope.Value{Low: -3, Mid: -2, High: -1, Unit: "clicks"}, new(false)
	measure(t, db, ana, site, upslope.InsightChanges{Outcomes: []upslope.StoredOutcome{outcome}})
	shown, err := db.Insight(t.Context(), ana.AccountID, insight.ID)
	if err != nil || shown.Outcome == nil || shown.Outcome.Forecast != nil || *shown.Outcome.Gain != *outcome.Gain {
		t.Errorf("%+v, %v", shown.Outcome, err)
	}
}

func TestReopeningDropsTheOutcomeButKeepsMeasurements(t *testing.T) {
	for name, reopen := range map[string]func(*postgres.DB, upslope.User, upslope.Site, upslope.StoredInsight){
		"by its owner": func(db *postgres.DB, ana upslope.User, _ upslope.Site, insight upslope.StoredInsight) {
			if _, _, err := db.SetInsightStatus(t.Context(), ana.AccountID, insight.ID, upslope.Open, "", now.AddDate(0, 0, 40)); err != nil {
				t.Fatal(err)
			}
		},
		"by a recompute": func(db *postgres.DB, ana upslope.User, site upslope.Site, insight upslope.StoredInsight) {
			insight.StatusAt = now.AddDate(0, 0, 40)
			measure(t, db, ana, site, upslope.InsightChanges{Updated: []upslope.StoredInsight{insight}})
		},
	} {
		for _, measured := range []bool{false, true} {
			db := postgrestest.Open(t)
			ana, site := owner(t, db, "ana")
			insight := found("a")
			addInsights(t, db, ana, site, insight)
			outcome := fixed(t, db, ana, site, insight, now)
			if measured {
				outcome.Status, outcome.Worked = "measured", new(false)
				measure(t, db, ana, site, upslope.InsightChanges{Outcomes: []upslope.StoredOutcome{outcome}})
			}
			reopen(db, ana, site, insight)
			shown, err := db.Insight(t.Context(), ana.AccountID, insight.ID)
			if err != nil || shown.Status != upslope.Open || shown.Outcome != nil {
				t.Errorf("%s: %s with %+v, %v", name, shown.Status, shown.Outcome, err)
			}
			rates, err := db.HitRates(t.Context(), ana.AccountID, site.ID)
			if err != nil || (len(rates) == 1) != measured {
				t.Errorf("%s, measured %v: hit rates %+v, %v", name, measured, rates, err)
			}
			again := fixed(t, db, ana, site, insight, now.AddDate(0, 0, 50))
			if !again.FixedAt.Equal(now.AddDate(0, 0, 50)) {
				t.Errorf("%s: fixed at %s", name, again.FixedAt)
			}
			// An earlier outcome of the fix does not apply to this one.
			outcome.Status = "unknown"
			measure(t, db, ana, site, upslope.InsightChanges{Outcomes: []upslope.StoredOutcome{outcome}})
			if waiting, err := db.WaitingOutcomes(t.Context(), ana.AccountID, site.ID); err != nil || len(waiting) != 1 {
				t.Errorf("%s: %+v wait, %v", name, waiting, err)
			}
		}
	}
}

func TestAWarningAboutTheWholeSiteHasNoOutcome(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	insight := found("")
	insight.EntityType = "site"
	addInsights(t, db, ana, site, insight)
	done, _, err := db.SetInsightStatus(t.Context(), ana.AccountID, insight.ID, upslope.Done, "", now)
	if err != nil || done.Outcome != nil {
		t.Errorf("%+v, %v", done.Outcome, err)
	}
}

func TestOutcomesOfOtherAccountsAreInvisible(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, own := owner(t, db, "bo")
	insight := found("a")
	addInsights(t, db, ana, site, insight)
	outcome := fixed(t, db, ana, site, insight, now)
	outcome.Status, outcome.Worked = "measured", new(true)
	measure(t, db, bo, own, upslope.InsightChanges{Outcomes: []upslope.StoredOutcome{outcome}})
	if waiting, err := db.WaitingOutcomes(t.Context(), ana.AccountID, site.ID); err != nil || len(waiting) != 1 {
		t.Fatalf("a stranger's recompute measured it: %+v, %v", waiting, err)
	}
	waiting, err := db.WaitingOutcomes(t.Context(), bo.AccountID, site.ID)
	targets, errTargets := db.Targets(t.Context(), bo.AccountID, site.ID)
	measure(t, db, ana, site, upslope.InsightChanges{Outcomes: []upslope.StoredOutcome{outcome}})
	rates, errRates := db.HitRates(t.Context(), bo.AccountID, site.ID)
	if len(waiting)+len(targets)+len(rates) > 0 || err != nil || errTargets != nil || errRates != nil {
		t.Errorf("a stranger sees %v, %v, %v; %v, %v, %v", waiting, targets, rates, err, errTargets, errRates)
	}
	targets, err = db.Targets(t.Context(), ana.AccountID, site.ID)
	if err != nil || len(targets) != 1 || targets[0].Entity != insight.Entity || targets[0].FixedAt == nil || !targets[0].FixedAt.Equal(now) {
		t.Errorf("%+v, %v", targets, err)
	}
}
