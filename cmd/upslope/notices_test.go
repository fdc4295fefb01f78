package main

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/reports/mailing"
	"upslope/infra/mail/mailtest"
	"upslope/infra/postgres"
)

func TestWhoIsAssignedOrMentionedGetsOneMailAndCanEndThem(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana := p.signIn("ana@example.com")
	own, _ := ana.accounts()
	site := ana.addSite("noted.example")
	bo, boID := ana.invite("bo@example.com", "member")
	if status, answer := ana.send("PUT", "/api/upload/sf-csv?siteId="+site+"&filename=a.csv", "text/csv", strings.NewReader(string(crawlOf("noted.example", 40))), nil); status != ok {
		t.Fatalf("%d %s", status, answer)
	}
	id := ana.insights(1)[0].ID
	var insight struct{ Assignee, AssigneeID, DueOn string }
	if status, answer := ana.call("PATCH", "/api/insights/"+id, map[string]any{"assignee": "bo" + p.tag + "@example.com", "dueOn": "2026-12-01"}, &insight); status != ok || insight.AssigneeID != boID || insight.DueOn != "2026-12-01" {
		t.Fatalf("%d %s", status, answer)
	}
	if status, answer := ana.call("POST", "/api/insights/"+id+"/comments", map[string]any{"text": "@bo" + p.tag + "@example.com please look"}, nil); status != 201 {
		t.Fatalf("%d %s", status, answer)
	}
	for query, want := range map[string]string{"assignee=me&sort=due": id, "assignee=" + boID: id} {
		if status, answer := bo.as(own, "GET", "/api/insights?"+query, ""); status != ok || !strings.Contains(answer, want) {
			t.Errorf("%s: %d %s", query, status, answer)
		}
	}
	// What one is answered about themselves is not another's, whoever asked first.
	if status, answer := ana.call("GET", "/api/insights?assignee=me&sort=due", nil, nil); status != ok || answer != "[]\n" && answer != "[]" {
		t.Errorf("%d %s", status, answer)
	}
	box := mailtest.Start(t)
	server, err := Config{SMTPURL: box.URL, PublicURL: p.url}.mailServer()
	if err != nil {
		t.Fatal(err)
	}
	db, err := postgres.Open(t.Context(), p.databaseURL())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	notifier := &mailing.Notifier{Records: db, Mailer: mailer{server}, PublicURL: p.url, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	for range 2 { // twice: nothing is sent again
		if err := notifier.Send(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var mails []mailtest.Mail
	for _, mail := range box.Mails() {
		if strings.Contains(mail.To, "bo"+p.tag) {
			mails = append(mails, mail)
		}
	}
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	text := string(mails[0].Parts["text/plain"])
	if !strings.Contains(text, " assigned you: “") || !strings.Contains(text, " mentioned you in a comment on “") || !strings.Contains(mails[0].Subject(), " assigned you: “") || !strings.Contains(text, "/opportunities?o="+id) {
		t.Error(text)
	}
	link := strings.Trim(mails[0].Header.Get("List-Unsubscribe"), "<>")
	if status, answer := bo.send("POST", strings.TrimPrefix(link, p.url), "application/x-www-form-urlencoded", strings.NewReader(""), nil); status != ok || !strings.Contains(answer, "mentions and assignments") {
		t.Errorf("%d %s", status, answer)
	}
	if status, _ := ana.call("POST", "/api/insights/"+id+"/comments", map[string]any{"text": "@bo" + p.tag + "@example.com again"}, nil); status != 201 {
		t.Errorf("comment: %d", status)
	}
	if notices, err := db.TakeNotices(t.Context(), time.Now().Add(time.Hour), 100); err != nil {
		t.Error(err)
	} else {
		for _, notice := range notices {
			if notice.UserID == boID {
				t.Errorf("still told: %+v", notice)
			}
		}
	}
	var activity []upslope.Activity
	if ana.call("GET", "/api/activity?siteId="+site, nil, &activity); len(activity) == 0 || activity[0].Actor == "" || activity[0].InsightID != id {
		t.Errorf("%+v", activity)
	}
}
