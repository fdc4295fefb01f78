package postgres_test

import (
	"slices"
	"strings"
	"testing"

	"upslope"
	"upslope/infra/postgres/postgrestest"
)

func TestWhoLeavesPassesOpenWorkOnIfAskedTo(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	shop := addSite(t, db, ana, "shop.example")
	bo := joined(t, db, ana, "bo", upslope.MemberChange{Role: upslope.Editor})
	cy := joined(t, db, ana, "cy", upslope.MemberChange{Role: upslope.Client, SiteIDs: []string{site.ID}})
	dee := joined(t, db, ana, "dee", upslope.MemberChange{Role: upslope.Editor})
	vi := joined(t, db, ana, "vi", upslope.MemberChange{Role: upslope.Viewer})
	eve, _ := owner(t, db, "eve")
	open, steps, done := stepped(t, db, ana, site), stepped(t, db, ana, shop), open(t, db, ana, addSite(t, db, ana, "done.example"))
	ctx := upslope.WithActor(t.Context(), upslope.Actor{ID: ana.ID, Name: "Ana"})
	for _, id := range []string{open, done} {
		if _, _, err := db.EditInsight(ctx, ana.AccountID, id, upslope.InsightEdit{Assignee: &bo.ID}, now); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := db.SetInsightStatus(ctx, ana.AccountID, done, upslope.Done, "", now); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{open, steps} {
		if _, err := plan(t, db, ana, id, upslope.StepPlan{Step: "Open the template.", Assignee: bo.ID}, upslope.StepPlan{Step: "Cut the title.", Assignee: bo.ID}); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := db.EditInsight(ctx, ana.AccountID, open, upslope.InsightEdit{DoneSteps: &[]string{"Open the template."}}, now); err != nil {
		t.Fatal(err)
	}
	if got, err := db.MemberWork(t.Context(), ana.AccountID, bo.ID); err != nil || got != (upslope.MemberWork{Opportunities: 1, Steps: 3}) {
		t.Errorf("%+v, %v", got, err)
	}
	_, err := db.MemberWork(t.Context(), ana.AccountID, eve.ID)
	wantCode(t, err, upslope.NotFound)
	for workTo, want := range map[string]string{
		eve.ID: "not a member", "the intern": "the intern is not a member", bo.Email: "will no longer be a member", cy.Email: "can’t see all sites",
	} {
		_, err := db.RemoveMember(ctx, ana, bo.ID, workTo, now)
		if wantCode(t, err, upslope.Invalid); !strings.Contains(err.Error(), want) {
			t.Error(err)
		}
	}
	_, err = db.RemoveMember(ctx, vi, vi.ID, dee.ID, now)
	wantCode(t, err, upslope.Forbidden)
	if _, err := db.RemoveMember(ctx, ana, bo.ID, dee.ID, now); err != nil {
		t.Fatal(err)
	}
	if got, err := db.MemberWork(t.Context(), ana.AccountID, dee.ID); err != nil || got != (upslope.MemberWork{Opportunities: 1, Steps: 3}) {
		t.Errorf("%+v, %v", got, err)
	}
	for id, want := range map[string]string{open: "Dee Lee", done: "Bo Lee"} {
		if got, err := db.Insight(t.Context(), ana.AccountID, id); err != nil || got.Assignee != want {
			t.Errorf("%+v, %v; want %s", got, err, want)
		}
	}
	list, _, err := db.Activity(t.Context(), ana.AccountID, upslope.Scope{SiteID: site.ID}, 10, 0)
	told := slices.ContainsFunc(list, func(a upslope.Activity) bool {
		return a.Text == "Assigned to Dee Lee: 1 opportunity and 1 step of Bo Lee, including “Shorten a title”" && a.ForUserID == dee.ID
	})
	if err != nil || !told {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestWorkOfWhoLeavesIsUnassignedOrStays(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	shop := addSite(t, db, ana, "shop.example")
	for _, test := range []struct {
		site                    upslope.Site
		workTo, assignee, steps string
	}{{site, "", "Bo Lee", "Bo Lee, Bo Lee"}, {shop, upslope.NoMember, "", ""}} {
		bo := joined(t, db, ana, "bo", upslope.MemberChange{Role: upslope.Editor})
		id := stepped(t, db, ana, test.site)
		if _, _, err := db.EditInsight(t.Context(), ana.AccountID, id, upslope.InsightEdit{Assignee: &bo.ID}, now); err != nil {
			t.Fatal(err)
		}
		if _, err := plan(t, db, ana, id, upslope.StepPlan{Step: "Cut the title.", Assignee: bo.ID}, upslope.StepPlan{Step: "Open the template.", Assignee: bo.ID, DueDate: "2026-12-01"}); err != nil {
			t.Fatal(err)
		}
		if _, err := db.RemoveMember(t.Context(), ana, bo.ID, test.workTo, now); err != nil {
			t.Fatal(err)
		}
		got, err := db.Insight(t.Context(), ana.AccountID, id)
		steps := []string{}
		for _, one := range got.StepPlans {
			steps = append(steps, one.Assignee)
		}
		if err != nil || got.Assignee != test.assignee || strings.Join(steps, ", ") != test.steps {
			t.Errorf("%q: %+v, %v", test.workTo, got, err)
		}
	}
}
