package postgres_test

import (
	"slices"
	"strings"
	"testing"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// joined makes somebody a member of ana's account.
func joined(t *testing.T, db *postgres.DB, ana upslope.User, name string, terms upslope.MemberChange) upslope.User {
	t.Helper()
	identity := upslope.Identity{Subject: "user_" + name, Email: name + "@example.com", FirstName: strings.ToUpper(name[:1]) + name[1:], LastName: "Lee"}
	user, err := db.SignIn(t.Context(), identity, now, 14)
	if err != nil {
		t.Fatal(err)
	}
	hash := []byte(strings.Repeat(name[:1], 32))
	invitation := upslope.Invitation{Email: user.Email, Role: terms.Role, SiteIDs: terms.SiteIDs, ClientIDs: terms.ClientIDs}
	if _, _, err := db.Invite(t.Context(), ana, invitation, hash, now); err != nil {
		t.Fatal(err)
	}
	if _, _, err := db.AcceptInvitation(t.Context(), user, hash, now); err != nil {
		t.Fatal(err)
	}
	user.AccountID, user.Role = ana.AccountID, terms.Role
	return user
}

// open gives a site one open insight and returns its id.
func open(t *testing.T, db *postgres.DB, user upslope.User, site upslope.Site) string {
	t.Helper()
	insight := found("https://" + site.Domain + "/")
	insight.Title = "Shorten a title"
	addInsights(t, db, user, site, insight)
	return insight.ID
}

func TestAnAssigneeIsAMemberByIDEmailOrNameAndOtherTextStays(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo := joined(t, db, ana, "bo", upslope.MemberChange{Role: upslope.Editor})
	id := open(t, db, ana, site)
	assign := func(to string) (upslope.Insight, error) {
		got, _, err := db.EditInsight(t.Context(), ana.AccountID, id, upslope.InsightEdit{Assignee: &to}, now)
		return got, err
	}
	for _, name := range []string{bo.ID, "BO@example.com", "bo lee"} {
		if got, err := assign(name); err != nil || got.AssigneeID != bo.ID || got.Assignee != "Bo Lee" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		for _, filter := range []string{bo.ID, "bo@example.com", "Bo Lee"} {
			if list, total, err := db.Insights(t.Context(), ana.AccountID, upslope.InsightFilter{Assignee: filter, Now: now, Small: true, Limit: 10}); err != nil || total != 1 || len(list) != 1 {
				t.Errorf("%s's: %d, %v", filter, total, err)
			}
		}
	}
	if got, err := assign("the intern"); err != nil || got.AssigneeID != "" || got.Assignee != "the intern" {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := assign(""); err != nil || got.AssigneeID != "" || got.Assignee != "" {
		t.Errorf("%+v, %v", got, err)
	}
	cy, _ := owner(t, db, "cy")
	if _, err := assign(cy.ID); upslope.CodeOf(err) != upslope.Invalid {
		t.Errorf("assigned to a stranger: %v", err)
	}
}

func TestWhoCannotSeeASiteIsNeitherAssignedNorMentioned(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	other := addSite(t, db, ana, "other.example")
	cy := joined(t, db, ana, "cy", upslope.MemberChange{Role: upslope.Client, SiteIDs: []string{other.ID}})
	mine, theirs := open(t, db, ana, site), open(t, db, ana, other)
	edited, _, err := db.EditInsights(t.Context(), ana.AccountID, []string{mine, theirs}, upslope.InsightsEdit{InsightEdit: upslope.InsightEdit{Assignee: &cy.Email}}, now)
	if err != nil || len(edited.Changed) != 1 || edited.Changed[0] != theirs || len(edited.Failed) != 1 || !strings.Contains(edited.Failed[0].Err.Error(), "can’t see this site") {
		t.Errorf("%+v, %v", edited, err)
	}
	_, _, err = db.AddComment(t.Context(), ana, mine, "@cy@example.com please look")
	wantCode(t, err, upslope.Invalid)
	comment, _, err := db.AddComment(t.Context(), ana, theirs, "@cy@example.com please look")
	if err != nil || len(comment.Mentions) != 1 || comment.Mentions[0] != cy.ID {
		t.Errorf("%+v, %v", comment, err)
	}
	bo, _ := owner(t, db, "bo")
	_, _, err = db.AddComment(t.Context(), bo, theirs, "mine")
	wantCode(t, err, upslope.NotFound)
	if comments, err := db.Comments(t.Context(), bo.AccountID, theirs); err != nil || len(comments) != 0 {
		t.Errorf("a stranger reads %+v, %v", comments, err)
	}
}

func TestActivitySaysWhoDidWhatToWhichOpportunityAndForWhom(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo := joined(t, db, ana, "bo", upslope.MemberChange{Role: upslope.Editor})
	id := open(t, db, ana, site)
	ctx := upslope.WithActor(t.Context(), upslope.Actor{ID: ana.ID, Name: "Ana"})
	if _, _, err := db.EditInsight(ctx, ana.AccountID, id, upslope.InsightEdit{Assignee: &bo.ID, DueOn: new(new("2026-12-01"))}, now); err != nil {
		t.Fatal(err)
	}
	if _, _, err := db.AddComment(ctx, ana, id, "@Bo please look"); err != nil {
		t.Fatal(err)
	}
	list, _, err := db.Activity(t.Context(), ana.AccountID, upslope.Scope{SiteID: site.ID}, 10, 0)
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]upslope.Activity{}
	for _, one := range list {
		told[one.Kind] = one
	}
	for kind, want := range map[string]string{
		"insight.assigned": "Assigned to Bo Lee: “Shorten a title”", "insight.commented": "Commented on “Shorten a title”",
		"insight.mentioned": "Mentioned Bo Lee in a comment on “Shorten a title”",
	} {
		got := told[kind]
		if isFor := kind != "insight.commented"; got.Text != want || got.Actor != "Ana" || got.InsightID != id || (got.ForUserID == bo.ID) != isFor {
			t.Errorf("%s: %+v", kind, got)
		}
		if !slices.Contains(upslope.WebhookEvents, kind) {
			t.Errorf("no webhook can be told of %s", kind)
		}
	}
	if sorted, _, err := db.Insights(t.Context(), ana.AccountID, upslope.InsightFilter{Sort: upslope.InsightSort{Key: "dueOn"}, Now: now, Small: true, Limit: 5}); err != nil || *sorted[0].DueOn != "2026-12-01" {
		t.Errorf("%+v, %v", sorted, err)
	}
}

func TestACommentIsDeletedByItsAuthorOrAnAdmin(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo := joined(t, db, ana, "bo", upslope.MemberChange{Role: upslope.Editor})
	id := open(t, db, ana, site)
	hers, _, err := db.AddComment(t.Context(), ana, id, "One")
	if err != nil {
		t.Fatal(err)
	}
	his, _, err := db.AddComment(t.Context(), bo, id, "Two")
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.DeleteComment(t.Context(), bo, id, hers.ID)
	wantCode(t, err, upslope.Forbidden)
	if _, err := db.DeleteComment(t.Context(), ana, id, his.ID); err != nil {
		t.Error(err)
	}
	// Who is removed while writing writes nothing.
	if _, err := db.RemoveMember(t.Context(), ana, bo.ID, "", now); err != nil {
		t.Fatal(err)
	}
	_, _, err = db.AddComment(t.Context(), bo, id, "Three")
	wantCode(t, err, upslope.Forbidden)
}

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
		keepsID                 bool // so that screens can say that they left
	}{{site, "", "Bo Lee", "Bo Lee, Bo Lee", true}, {shop, upslope.NoMember, "", "", false}} {
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
			if (one.AssigneeID == bo.ID) != test.keepsID {
				t.Errorf("%q: %+v", test.workTo, one)
			}
		}
		if err != nil || got.Assignee != test.assignee || strings.Join(steps, ", ") != test.steps {
			t.Errorf("%q: %+v, %v", test.workTo, got, err)
		}
	}
}
