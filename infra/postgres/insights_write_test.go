package postgres_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres/postgrestest"
)

func TestInsightsAreSortedByAnyColumnWithUnknownValuesLast(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	a, b, c, d := found("a"), found("b"), found("c"), found("d")
	a.Value, a.Score, a.Effort, a.Confidence, a.Assignee = &upslope.Value{Low: 1, Mid: 5, High: 9, Unit: "currency", Currency: "EUR"}, 10, 50, 80, "Zoe"
	b.Value, b.Score, b.Effort, b.Confidence = &upslope.Value{Low: 1, Mid: 7, High: 9, Unit: "currency", Currency: "EUR"}, 20, 30, 70
	c.Value, c.Score, c.Effort, c.Confidence = &upslope.Value{Low: 1, Mid: 900, High: 950, Unit: "clicks"}, 30, 10, 90
	d.Score, d.Effort, d.Confidence, d.Status = 40, 90, 10, upslope.Done
	a.CreatedAt, b.CreatedAt, c.CreatedAt, d.CreatedAt = now.Add(3*time.Hour), now.Add(2*time.Hour), now.Add(time.Hour), now
	addInsights(t, db, ana, site, a, b, c, d)
	if _, _, err := db.EditInsight(t.Context(), ana.AccountID, a.ID, upslope.InsightEdit{Assignee: new("Zoe")}, now); err != nil {
		t.Fatal(err)
	}
	for sort, want := range map[string]string{
		"": "cbad", "-value": "bacd", "value": "abcd", "-score": "dcba", "effort": "cbad", "-confidence": "cabd", "createdAt": "dcba",
		"-createdAt": "abcd", "title": "abcd", "-title": "dcba", "assignee": "adcb", "-assignee": "adcb", "status": "dcba",
	} {
		order, err := upslope.ParseInsightSort(sort)
		if err != nil {
			t.Fatal(err)
		}
		filter := upslope.InsightFilter{Sort: order, Limit: 10}
		list, _, err := db.Insights(t.Context(), ana.AccountID, filter)
		ranked, _, rankedErr := db.RankedInsights(t.Context(), ana.AccountID, filter, upslope.AccountRanking{
			Ease: []float64{1, 1, 1, 1, 1}, ImpactWeight: 1, EaseExponent: 1, UsualCap: 1, Usual: upslope.SiteScale{Floor: 1, Top: 1000},
		})
		if err != nil || rankedErr != nil {
			t.Fatal(err, rankedErr)
		}
		if got := pages(list); got != want {
			t.Errorf("sorted by %q: %s, want %s", sort, got, want)
		}
		// Scores of the account differ from those of the site, and break the ties.
		if got := pages(ranked); got != want && sort != "" && sort != "-score" && sort != "assignee" && sort != "-assignee" && sort != "status" {
			t.Errorf("ranked in the account and sorted by %q: %s, want %s", sort, got, want)
		}
	}
}

func pages(list []upslope.Insight) (names string) {
	for _, insight := range list {
		names += insight.Entity.Page
	}
	return names
}

func TestManyInsightsAreChangedInOneTransaction(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	ben, other := owner(t, db, "ben")
	var all []upslope.StoredInsight
	var ids []string
	for i := range 300 {
		insight := found(fmt.Sprint("page ", i))
		all, ids = append(all, insight), append(ids, insight.ID)
	}
	addInsights(t, db, ana, site, all...)
	foreign := found("foreign")
	addInsights(t, db, ben, other, foreign)
	if _, _, err := db.SetInsightStatus(t.Context(), ana.AccountID, ids[0], upslope.Dismissed, "No", now); err != nil {
		t.Fatal(err)
	}

	edit := upslope.InsightsEdit{Status: upslope.InProgress, InsightEdit: upslope.InsightEdit{Assignee: new("Zoe")}}
	edited, version, err := db.EditInsights(t.Context(), ana.AccountID, append(slices.Clone(ids), foreign.ID, uuid.NewString(), "nonsense"), edit, now)
	if err != nil || version == 0 || len(edited.Changed) != 299 || len(edited.Failed) != 4 || edited.Failed[0].ID != ids[0] || edited.Failed[1].ID != foreign.ID {
		t.Fatalf("%d changed, %v failed at version %d, %v", len(edited.Changed), edited.Failed, version, err)
	}
	if theirs, err := db.Insight(t.Context(), ben.AccountID, foreign.ID); err != nil || theirs.Status != upslope.Open || theirs.Assignee != "" {
		t.Errorf("the insight of another account is %s, given to %q, %v", theirs.Status, theirs.Assignee, err)
	}
	started := upslope.InsightFilter{Statuses: []upslope.Status{upslope.InProgress}, Assignee: "Zoe", Limit: 1}
	if _, total, err := db.Insights(t.Context(), ana.AccountID, started); err != nil || total != 299 {
		t.Errorf("%d were started, %v", total, err)
	}
	// By id, a filter finds what is its account's and its site's.
	some := upslope.InsightFilter{IDs: []string{ids[5], foreign.ID, ids[7], "no id at all"}, Limit: 10}
	if found, total, err := db.Insights(t.Context(), ana.AccountID, some); err != nil || total != 2 || len(found) != 2 {
		t.Errorf("%d of the ids are found, %d in all, %v", len(found), total, err)
	}
	some.SiteID = other.ID
	if found, total, err := db.Insights(t.Context(), ana.AccountID, some); err != nil || total != 0 || len(found) != 0 {
		t.Errorf("%d of the ids are found on another site, %d in all, %v", len(found), total, err)
	}
	// Each fix is measured and marked on the charts; the activity says it in one line.
	if _, _, err := db.EditInsights(t.Context(), ana.AccountID, ids[1:], upslope.InsightsEdit{Status: upslope.Done}, now); err != nil {
		t.Fatal(err)
	}
	waiting, err := db.WaitingOutcomes(t.Context(), ana.AccountID, site.ID)
	if err != nil || len(waiting) != 299 {
		t.Errorf("%d fixes wait to be measured, %v", len(waiting), err)
	}
	activity, _, err := db.Activity(t.Context(), ana.AccountID, upslope.Scope{SiteID: site.ID}, 10, 0)
	if err != nil || !slices.ContainsFunc(activity, func(a upslope.Activity) bool {
		return strings.HasPrefix(a.Text, "Done: 299 opportunities, including “Fix page ")
	}) {
		t.Errorf("%+v, %v", activity, err)
	}
}

func TestDoneStepsOutliveARecomputeAndBelongToTheirAccount(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	ben, _ := owner(t, db, "ben")
	insight := found("a")
	addInsights(t, db, ana, site, insight)
	steps := []string{"Open the template.", "Add a title."}
	edit := upslope.InsightEdit{DoneSteps: &steps}
	if got, _, err := db.EditInsight(t.Context(), ana.AccountID, insight.ID, edit, now); err != nil || !slices.Equal(got.DoneSteps, steps) {
		t.Fatalf("%v, %v", got.DoneSteps, err)
	}
	if _, _, err := db.EditInsight(t.Context(), ben.AccountID, insight.ID, upslope.InsightEdit{DoneSteps: new([]string{})}, now); err == nil {
		t.Error("another account changed the steps")
	}
	if _, _, err := db.EditInsight(t.Context(), ana.AccountID, insight.ID, upslope.InsightEdit{Assignee: new("Zoe")}, now); err != nil {
		t.Fatal(err)
	}
	addInsights(t, db, ana, site, insight)
	if got, err := db.Insight(t.Context(), ana.AccountID, insight.ID); err != nil || !slices.Equal(got.DoneSteps, steps) || got.Assignee != "Zoe" {
		t.Errorf("after a recompute: %v, %v", got.DoneSteps, err)
	}
}

func TestSavedViewsAreOnePersonsOwn(t *testing.T) {
	db := postgrestest.Open(t)
	ana, _ := owner(t, db, "ana")
	ben, _ := owner(t, db, "ben")
	views := []upslope.View{{Name: "Quick wins", Screen: "/opportunities", Query: "sort=effort", Columns: []string{"title", "effort"}}}
	for _, put := range [][]upslope.View{{}, views} {
		if version, err := db.SetViews(t.Context(), ana.AccountID, ana.ID, put); err != nil || version == 0 {
			t.Fatal(version, err)
		}
	}
	// The ids of another account match nothing.
	if _, err := db.SetViews(t.Context(), ben.AccountID, ana.ID, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := db.Views(t.Context(), ana.AccountID, ana.ID); err != nil || len(got) != 1 || !slices.Equal(got[0].Columns, views[0].Columns) || got[0].Query != views[0].Query {
		t.Errorf("%+v, %v", got, err)
	}
	for _, ids := range [][2]string{{ben.AccountID, ben.ID}, {ben.AccountID, ana.ID}} {
		if got, err := db.Views(t.Context(), ids[0], ids[1]); err != nil || got == nil || len(got) != 0 {
			t.Errorf("%v sees %+v, %v", ids, got, err)
		}
	}
}
