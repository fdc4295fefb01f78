package postgres_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// addInsights adds insights to a site.
func addInsights(t *testing.T, db *postgres.DB, user upslope.User, site upslope.Site, insights ...upslope.StoredInsight) {
	t.Helper()
	job, err := db.Recompute(t.Context(), user.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	replace(t, db, user, site, job, upslope.InsightChanges{Added: insights})
}

func TestSnoozedInsightIsListedUnlessFilteredOut(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	awake, sleeping := found("awake"), found("sleeping")
	addInsights(t, db, ana, site, awake, sleeping)
	until := now.AddDate(0, 0, 7)
	edited, version, err := db.EditInsight(t.Context(), ana.AccountID, sleeping.ID, upslope.InsightEdit{SnoozedUntil: new(&until), Assignee: new("Ben"), Reason: new("After the launch")}, now)
	if err != nil || version == 0 || edited.SnoozedUntil == nil || !edited.SnoozedUntil.Equal(until) || edited.Assignee != "Ben" || edited.Reason != "After the launch" {
		t.Fatalf("%+v at version %d, %v", edited, version, err)
	}
	for _, c := range []struct {
		filter upslope.InsightFilter
		want   []string
	}{
		{upslope.InsightFilter{}, []string{awake.ID, sleeping.ID}},
		{upslope.InsightFilter{Statuses: []upslope.Status{upslope.Open}}, []string{awake.ID, sleeping.ID}},
		{upslope.InsightFilter{Snoozed: new(true)}, []string{sleeping.ID}},
		{upslope.InsightFilter{Snoozed: new(false)}, []string{awake.ID}},
		{upslope.InsightFilter{Snoozed: new(true), Now: until.Add(time.Second)}, nil},
		{upslope.InsightFilter{Snoozed: new(false), Now: until.Add(time.Second)}, []string{awake.ID, sleeping.ID}},
		{upslope.InsightFilter{Assignee: "Ben"}, []string{sleeping.ID}},
		{upslope.InsightFilter{Assignee: "ben"}, nil},
	} {
		if c.filter.Now.IsZero() {
			c.filter.Now = now
		}
		c.filter.Limit = 10
		list, total, err := db.Insights(t.Context(), ana.AccountID, c.filter)
		var ids []string
		for _, insight := range list {
			ids = append(ids, insight.ID)
		}
		slices.Sort(ids)
		slices.Sort(c.want)
		if err != nil || int(total) != len(c.want) || !slices.Equal(ids, c.want) {
			t.Errorf("%+v lists %v of %d, want %v; %v", c.filter, ids, total, c.want, err)
		}
	}
	edited, _, err = db.EditInsight(t.Context(), ana.AccountID, sleeping.ID, upslope.InsightEdit{SnoozedUntil: new((*time.Time)(nil))}, now)
	if err != nil || edited.SnoozedUntil != nil || edited.Assignee != "Ben" || edited.Reason != "After the launch" {
		t.Errorf("awake it is %+v, %v: want the rest as it was", edited, err)
	}
}

func TestAStatusChangeWakesAndHasItsOwnReason(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	insight := found("a")
	addInsights(t, db, ana, site, insight)
	until := now.AddDate(0, 0, 7)
	for _, step := range []struct {
		status       upslope.Status
		reason, want string
	}{
		{upslope.Dismissed, "Not ours", "Not ours"},
		{upslope.Dismissed, "Really not ours", "Really not ours"},
		{upslope.Dismissed, "", "Really not ours"},
		{upslope.Open, "", ""},
		{upslope.Done, "Done by the agency", "Done by the agency"},
		{upslope.Open, "It was not", "It was not"},
	} {
		if _, _, err := db.EditInsight(t.Context(), ana.AccountID, insight.ID, upslope.InsightEdit{SnoozedUntil: new(&until), Assignee: new("Ben")}, now); err != nil {
			t.Fatal(err)
		}
		before, err := db.Insight(t.Context(), ana.AccountID, insight.ID)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := db.SetInsightStatus(t.Context(), ana.AccountID, insight.ID, step.status, step.reason, now)
		if err != nil || got.Status != step.status || got.Reason != step.want || got.Assignee != "Ben" || (got.SnoozedUntil == nil) != (before.Status != step.status) {
			t.Errorf("%+v: %+v, %v", step, got, err)
		}
	}
}

func TestInsightStatusChangesAreSiteChanges(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	insight := found("a")
	insight.Title = "Fix " + strings.Repeat("ä", 2000)
	addInsights(t, db, ana, site, insight)
	late := time.Date(2026, 11, 21, 23, 30, 0, 0, time.UTC) // the 22nd in Berlin
	if _, _, err := db.SetInsightStatus(t.Context(), ana.AccountID, insight.ID, upslope.Done, "", late); err != nil {
		t.Fatal(err)
	}
	job, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	replace(t, db, ana, site, job, upslope.InsightChanges{Changes: []upslope.SiteChange{{Kind: "status", Text: "No longer found: b", CreatedAt: late.AddDate(0, 0, 1)}}})
	changes, total, err := db.SiteChanges(t.Context(), ana.AccountID, site.ID, "", "", 10, 0)
	if err != nil || total != 2 || len(changes) != 2 {
		t.Fatalf("%+v of %d, %v", changes, total, err)
	}
	if c := changes[0]; c.Text != "No longer found: b" || c.Day != "2026-11-23" || c.Kind != "status" || c.InsightID != "" {
		t.Errorf("the newest is %+v", c)
	}
	if c := changes[1]; !strings.HasPrefix(c.Text, "Done: Fix ää") || len([]rune(c.Text)) != 1000 || c.Day != "2026-11-22" || c.InsightID != insight.ID || c.SiteID != site.ID || !c.CreatedAt.Equal(late) {
		t.Errorf("the older is %+v", c)
	}
}

func TestCrawlsAreChangesWithTheirCountsInWords(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	crawl := func(importedAt, crawledAt string, pages, issues int, newIssues, gone any) {
		t.Helper()
		sql := `insert into crawls (account_id, site_id, import_id, pages, issues, new_issues, gone_issues, imported_at, crawled_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, nullif($9, '')::timestamptz)`
		if err := db.Run(t.Context(), sql, ana.AccountID, site.ID, uuid.NewString(), pages, issues, newIssues, gone, importedAt, crawledAt); err != nil {
			t.Fatal(err)
		}
	}
	crawl("2026-11-02T10:00:00Z", "", 1203, 45, nil, nil)
	crawl("2026-11-09T10:00:00Z", "2026-11-08T23:30:00Z", 1203, 50, 14, 3)
	crawl("2026-11-16T10:00:00Z", "", 1, 1, 1, 0)
	crawl("2026-11-17T10:00:00Z", "", 0, 0, 0, 0)
	changes, total, err := db.SiteChanges(t.Context(), ana.AccountID, site.ID, "2026-11-02", "2026-11-16", 10, 0)
	var got []string
	for _, c := range changes {
		got = append(got, fmt.Sprintf("%s %s %s", c.Day, c.Kind, c.Text))
	}
	want := []string{
		"2026-11-16 crawl Crawl of 1 page: 1 new issue, 0 gone",
		"2026-11-09 crawl Crawl of 1,203 pages: 14 new issues, 3 gone",
		"2026-11-02 crawl Crawl of 1,203 pages: 45 issues",
	}
	if err != nil || total != 3 || !slices.Equal(got, want) {
		t.Errorf("%d: %q, %v", total, got, err)
	}
	second, total, err := db.SiteChanges(t.Context(), ana.AccountID, site.ID, "", "", 1, 1)
	if err != nil || total != 4 || len(second) != 1 || second[0].Text != "Crawl of 1 page: 1 new issue, 0 gone" {
		t.Errorf("the second of %d is %+v, %v", total, second, err)
	}
	first, _, err := db.SiteChanges(t.Context(), ana.AccountID, site.ID, "", "", 1, 0)
	if err != nil || first[0].Text != "Crawl of 0 pages: no new issues, none gone" {
		t.Errorf("%+v, %v", first, err)
	}
}

func TestNotesAreCheckedKeptAndDeleted(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	for _, c := range []struct{ day, text, field string }{
		{"2026-11-21", "  \n ", "text"},
		{"2026-11-21", strings.Repeat("ä", 1001), "text"},
		{"2026-11-21", "a\x00b", "text"},
		{"2026-11-21", "a\u202eb", "text"},
		{"2014-12-31", "Relaunch", "day"},
		{"2026-11-23", "Relaunch", "day"},
		{"2026-02-30", "Relaunch", "day"},
		{"9999-01-01", "Relaunch", "day"},
	} {
		_, _, err := db.AddSiteNote(t.Context(), ana.AccountID, site.ID, c.day, c.text, now)
		var problem *upslope.Error
		if !errors.As(err, &problem) || problem.Code != upslope.Invalid || problem.Field != c.field {
			t.Errorf("%s %q: %v, want an error of %s", c.day, c.text, err, c.field)
		}
	}
	note, version, err := db.AddSiteNote(t.Context(), ana.AccountID, site.ID, "2026-11-22", " "+strings.Repeat("ä", 1000)+"\n", now)
	if err != nil || version == 0 || note.Text != strings.Repeat("ä", 1000) || note.Day != "2026-11-22" || note.Kind != "note" || !note.CreatedAt.Equal(now) {
		t.Fatalf("%+v at %d, %v", note, version, err)
	}
	insight := found("a")
	addInsights(t, db, ana, site, insight)
	if _, _, err := db.SetInsightStatus(t.Context(), ana.AccountID, insight.ID, upslope.Done, "", now); err != nil {
		t.Fatal(err)
	}
	changes, _, err := db.SiteChanges(t.Context(), ana.AccountID, site.ID, "", "", 10, 0)
	if err != nil || len(changes) != 2 || changes[0].ID != note.ID {
		t.Fatalf("%+v, %v", changes, err)
	}
	_, err = db.DeleteSiteNote(t.Context(), ana.AccountID, site.ID, changes[1].ID)
	wantCode(t, err, upslope.NotFound) // changes recorded by the product cannot be deleted
	after, err := db.DeleteSiteNote(t.Context(), ana.AccountID, site.ID, note.ID)
	if err != nil || after <= version {
		t.Errorf("version %d, %v", after, err)
	}
	_, err = db.DeleteSiteNote(t.Context(), ana.AccountID, site.ID, note.ID)
	wantCode(t, err, upslope.NotFound)
	if changes, total, err := db.SiteChanges(t.Context(), ana.AccountID, site.ID, "", "", 10, 0); err != nil || total != 1 || changes[0].Kind != "status" {
		t.Errorf("%+v, %v", changes, err)
	}
}

func TestChangesAndInsightsOfAnotherAccountAreNotFound(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, own := owner(t, db, "bo")
	insight := found("a")
	addInsights(t, db, ana, site, insight)
	note, _, err := db.AddSiteNote(t.Context(), ana.AccountID, site.ID, "2026-11-21", "Relaunch", now)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{site.ID, "", "x", uuid.NewString()} {
		_, _, err = db.SiteChanges(t.Context(), bo.AccountID, id, "", "", 10, 0)
		wantCode(t, err, upslope.NotFound)
		_, _, err = db.AddSiteNote(t.Context(), bo.AccountID, id, "2026-11-21", "Mine", now)
		wantCode(t, err, upslope.NotFound)
		_, err = db.DeleteSiteNote(t.Context(), bo.AccountID, id, note.ID)
		wantCode(t, err, upslope.NotFound)
	}
	_, err = db.DeleteSiteNote(t.Context(), bo.AccountID, own.ID, note.ID)
	wantCode(t, err, upslope.NotFound)
	_, _, err = db.EditInsight(t.Context(), bo.AccountID, insight.ID, upslope.InsightEdit{Assignee: new("Bo")}, now)
	wantCode(t, err, upslope.NotFound)
	if got, err := db.Insight(t.Context(), ana.AccountID, insight.ID); err != nil || got.Assignee != "" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, total, err := db.SiteChanges(t.Context(), ana.AccountID, site.ID, "", "", 10, 0); err != nil || total != 1 {
		t.Errorf("%d changes, %v", total, err)
	}
	if _, err := db.DeleteSite(t.Context(), ana.AccountID, site.ID); err != nil {
		t.Error(err) // with all its changes
	}
}
