package postgres_test

import (
	"slices"
	"strings"
	"testing"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// stepped gives a site one open insight with two steps and returns its id.
func stepped(t *testing.T, db *postgres.DB, user upslope.User, site upslope.Site) string {
	t.Helper()
	insight := found("https://" + site.Domain + "/")
	insight.Title, insight.Instructions = "Shorten a title", "1. Open the template.\n2. Cut the title."
	addInsights(t, db, user, site, insight)
	return insight.ID
}

// plan sets the plans of an insight's steps.
func plan(t *testing.T, db *postgres.DB, user upslope.User, id string, plans ...upslope.StepPlan) (upslope.Insight, error) {
	t.Helper()
	ctx := upslope.WithActor(t.Context(), upslope.Actor{ID: user.ID, Name: user.FirstName})
	got, _, err := db.EditInsight(ctx, user.AccountID, id, upslope.InsightEdit{StepPlans: &plans}, now)
	return got, err
}

func TestPlansOfStepsOutliveARecomputeAndAreReplacedAtOnce(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo := joined(t, db, ana, "bo", upslope.MemberChange{Role: upslope.Editor})
	insight := found("a")
	addInsights(t, db, ana, site, insight)
	want := []upslope.StepPlan{{Step: "Two", Assignee: "Bo Lee", AssigneeID: bo.ID, DueDate: "2026-12-01"}, {Step: "One", DueDate: "2026-12-02"}, {Step: "Three", Assignee: "the intern"}}
	got, err := plan(t, db, ana, insight.ID, upslope.StepPlan{Step: "Two", Assignee: bo.Email, DueDate: "2026-12-01"}, want[1], want[2])
	if err != nil || !slices.Equal(got.StepPlans, want) {
		t.Fatalf("%+v, %v", got.StepPlans, err)
	}
	addInsights(t, db, ana, site, insight)
	list, _, err := db.Insights(t.Context(), ana.AccountID, upslope.InsightFilter{Now: now, Small: true, Limit: 5})
	if err != nil || len(list) != 1 || !slices.Equal(list[0].StepPlans, want) {
		t.Errorf("after a recompute: %+v, %v", list, err)
	}
	if got, err := plan(t, db, ana, insight.ID, want[1]); err != nil || !slices.Equal(got.StepPlans, want[1:2]) {
		t.Errorf("%+v, %v", got.StepPlans, err)
	}
	if got, err := plan(t, db, ana, insight.ID); err != nil || got.StepPlans != nil {
		t.Errorf("%+v, %v", got.StepPlans, err)
	}
	ben, _ := owner(t, db, "ben")
	_, err = plan(t, db, ben, insight.ID, want[1])
	wantCode(t, err, upslope.NotFound)
}

func TestAnOpportunityIsAlsoWorkOfWhoHasAnOpenStepOfIt(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo := joined(t, db, ana, "bo", upslope.MemberChange{Role: upslope.Editor})
	id := stepped(t, db, ana, site)
	work := func(who string) int64 {
		_, total, err := db.Insights(t.Context(), ana.AccountID, upslope.InsightFilter{Assignee: who, Now: now, Small: true, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		return total
	}
	if _, err := plan(t, db, ana, id, upslope.StepPlan{Step: "Cut the title.", Assignee: bo.ID}); err != nil {
		t.Fatal(err)
	}
	if work(bo.ID) != 1 || work("Bo Lee") != 1 || work(bo.Email) != 1 || work(ana.ID) != 0 {
		t.Errorf("Bo has %d, by name %d; Ana %d", work(bo.ID), work("Bo Lee"), work(ana.ID))
	}
	done := func(steps ...string) {
		if _, _, err := db.EditInsight(t.Context(), ana.AccountID, id, upslope.InsightEdit{DoneSteps: &steps}, now); err != nil {
			t.Fatal(err)
		}
	}
	if done("Open the template."); work(bo.ID) != 1 {
		t.Error("the step of somebody else ended Bo's work")
	}
	if done("Cut the title."); work(bo.ID) != 0 {
		t.Error("a done step is still work")
	}
	done()
	if _, err := plan(t, db, ana, id, upslope.StepPlan{Step: "Cut", Assignee: bo.ID}); err != nil || work(bo.ID) != 0 {
		t.Errorf("a step that the instructions no longer word is work: %v", err)
	}
}

func TestAStepIsGivenOnlyToWhoCanSeeTheSite(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	other := addSite(t, db, ana, "other.example")
	cy := joined(t, db, ana, "cy", upslope.MemberChange{Role: upslope.Client, SiteIDs: []string{other.ID}})
	stranger, _ := owner(t, db, "eve")
	id := stepped(t, db, ana, site)
	for who, want := range map[string]string{cy.Email: "can’t see this site", stranger.ID: "not a member"} {
		_, err := plan(t, db, ana, id, upslope.StepPlan{Step: "Cut the title.", Assignee: who})
		if wantCode(t, err, upslope.Invalid); !strings.Contains(err.Error(), want) {
			t.Error(err)
		}
	}
	if got, err := db.Insight(t.Context(), ana.AccountID, id); err != nil || got.StepPlans != nil {
		t.Errorf("%+v, %v", got.StepPlans, err)
	}
}

func TestWhoIsGivenAStepIsToldOnceAndNobodyOfTheirOwn(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo := joined(t, db, ana, "bo", upslope.MemberChange{Role: upslope.Editor})
	id := stepped(t, db, ana, site)
	first := upslope.StepPlan{Step: "Open the template.", Assignee: bo.ID}
	second := upslope.StepPlan{Step: "Cut the title.", Assignee: ana.Email, DueDate: "2026-12-01"}
	for _, plans := range [][]upslope.StepPlan{{first}, {{Step: first.Step, Assignee: "Bo Lee"}, second}, {second}} {
		if _, err := plan(t, db, ana, id, plans...); err != nil {
			t.Fatal(err)
		}
	}
	list, _, err := db.Activity(t.Context(), ana.AccountID, upslope.Scope{SiteID: site.ID}, 10, 0)
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]string{}
	for _, one := range list {
		if one.Kind == "insight.assigned" {
			told[one.Text] += "for " + one.ForUserID
		}
	}
	for text, want := range map[string]string{
		"Assigned to Bo Lee: step “Open the template.” of “Shorten a title”": "for " + bo.ID,
		"Unassigned: step “Open the template.” of “Shorten a title”":         "for ",
	} {
		if told[text] != want {
			t.Errorf("%s: %q", text, told[text])
		}
		delete(told, text)
	}
	for text, to := range told {
		if to != "for " || !strings.Contains(text, "step “Cut the title.”") || len(told) != 1 {
			t.Errorf("%s %s", text, to)
		}
	}
}

func TestAStepKeepsTheNameOfWhoIsGoneButIsNobodysWork(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo := joined(t, db, ana, "bo", upslope.MemberChange{Role: upslope.Editor})
	id := stepped(t, db, ana, site)
	if _, err := plan(t, db, ana, id, upslope.StepPlan{Step: "Cut the title.", Assignee: bo.ID}); err != nil {
		t.Fatal(err)
	}
	if err := db.Run(t.Context(), "delete from users where id = '"+bo.ID+"'"); err != nil {
		t.Fatal(err)
	}
	ids, err := postgres.Text(t.Context(), db, "select coalesce(string_agg(assignee_id::text, ','), 'none') from step_plans")
	if err != nil || ids != "none" {
		t.Errorf("%s, %v", ids, err)
	}
	// The others of its plans can still be changed.
	got, err := plan(t, db, ana, id, upslope.StepPlan{Step: "Cut the title.", Assignee: "Bo Lee"}, upslope.StepPlan{Step: "Open the template.", Assignee: ana.ID})
	if err != nil || len(got.StepPlans) != 2 || got.StepPlans[0].Assignee != "Bo Lee" {
		t.Errorf("%+v, %v", got.StepPlans, err)
	}
}
