package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/reports"
	"upslope/analytics/reports/mailing"
	"upslope/infra/mail/mailtest"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// post is a sender on a real database and a real mail server; what it makes reports of is not.
type post struct {
	*mailing.Sender
	t      *testing.T
	db     *postgres.DB
	server *mailtest.Server
	user   upslope.User
	at     time.Time
	made   int   // reports
	links  int   // that were made
	noLink error // why none can be
	noFile error // why none can be printed
}

func (p *post) Make(_ context.Context, _ string, settings upslope.ReportSettings) (reports.Report, error) {
	p.made++
	return reports.Report{
		Title: settings.Title, About: "shop.example", MadeAt: p.at, Summary: reports.Summary{Changed: []string{"Clicks rose <b>."}},
		Figures: []reports.Figure{{Title: "Clicks from search", Value: "3,600", Change: "+20%", Good: new(true)}},
	}, nil
}

func (p *post) Publish(context.Context, string, upslope.ReportSettings, []byte) (string, error) {
	p.links++
	return "https://app.example.com/r/abc", p.noLink
}

func (p *post) Print(context.Context, reports.Report) ([]byte, error) {
	return []byte("%PDF-1.7"), p.noFile
}

func newPost(t *testing.T) *post {
	p := &post{t: t, db: postgrestest.Open(t), server: mailtest.Start(t), at: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	var err error
	if p.user, err = p.db.SignIn(t.Context(), upslope.Identity{Subject: "user_ana", Email: "ana@acme.example"}, p.at, 14); err != nil {
		t.Fatal(err)
	}
	if _, _, err = p.db.EditBranding(t.Context(), p.user.AccountID, upslope.BrandingEdit{Name: new("Acme"), Color: new("#ffe600")}); err != nil {
		t.Fatal(err)
	}
	server, err := Config{SMTPURL: p.server.URL, PublicURL: "https://app.example.com"}.mailServer()
	if err != nil {
		t.Fatal(err)
	}
	p.Sender = &mailing.Sender{
		Records: p.db, Reports: p, Links: p, Printer: p, Mailer: mailer{server}, PublicURL: "https://app.example.com",
		Now: func() time.Time { return p.at }, Log: slog.New(slog.DiscardHandler),
	}
	return p
}

// schedule adds one and answers it with a job that sends it.
func (p *post) schedule(recipients ...string) (upslope.ReportSchedule, string) {
	p.t.Helper()
	schedule, _, err := p.db.AddReportSchedule(p.t.Context(), p.user.AccountID, upslope.ReportSchedule{
		ReportSettings: upslope.ReportSettings{Title: "Weekly", DateRange: "last-7-days", IncludeKPIs: true},
		Frequency:      "weekly", Weekday: 1, MonthDay: 1, Hour: 8, Recipients: recipients, Active: true,
	}, p.at)
	if err != nil {
		p.t.Fatal(err)
	}
	job, err := p.db.QueueReport(p.t.Context(), p.user.AccountID, schedule.ID, p.at)
	if err != nil {
		p.t.Fatal(err)
	}
	return schedule, job.ID
}

func (p *post) send(jobID string) {
	p.t.Helper()
	if err := p.Send(p.t.Context(), p.user.AccountID, jobID); err != nil {
		p.t.Fatal(err)
	}
}

// later is the job of the next attempt, so long after the last.
func (p *post) later(schedule upslope.ReportSchedule, wait time.Duration) string {
	p.t.Helper()
	p.at = p.at.Add(wait)
	if _, err := p.db.PlanReports(p.t.Context(), p.at, 10); err != nil {
		p.t.Fatal(err)
	}
	job, err := p.db.QueueReport(p.t.Context(), p.user.AccountID, schedule.ID, p.at)
	if err != nil {
		p.t.Fatal(err)
	}
	return job.ID
}

func (p *post) now(schedule upslope.ReportSchedule) upslope.ReportSchedule {
	p.t.Helper()
	schedule, err := p.db.ReportSchedule(p.t.Context(), p.user.AccountID, schedule.ID)
	if err != nil {
		p.t.Fatal(err)
	}
	return schedule
}

// to are the recipients of all mails, in order.
func (p *post) to() (all []string) {
	for _, mail := range p.server.Mails() {
		all = append(all, mail.To)
	}
	slices.Sort(all)
	return all
}

func TestAReportIsMadeOnceAndSentToEachWithItsLinkItsFileAndAWayOut(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	schedule, job := p.schedule("al@example.com", "jo@example.com")
	p.send(job)
	p.send(job) // given twice by the queue
	if got := p.to(); !slices.Equal(got, []string{"al@example.com", "jo@example.com"}) || p.made != 1 || p.links != 1 {
		t.Fatalf("%q, %d reports, %d links", got, p.made, p.links)
	}
	mails := p.server.Mails()
	html, text := string(mails[0].Parts["text/html"]), string(mails[0].Parts["text/plain"])
	for _, part := range []string{"https://app.example.com/r/abc", "3,600", "Acme", "Weekly"} {
		if !strings.Contains(html, part) || !strings.Contains(text, part) {
			t.Errorf("there is no %q in\n%s\n%s", part, text, html)
		}
	}
	if strings.Contains(html, "<b>") || !strings.Contains(html, "#ffe600") || !strings.Contains(html, "color:#000000") || string(mails[0].Parts["application/pdf"]) != "%PDF-1.7" {
		t.Error(html)
	}
	out := mails[0].Header.Get("List-Unsubscribe")
	if other := mails[1].Header.Get("List-Unsubscribe"); other == out || !strings.Contains(html, strings.Trim(out, "<>")) {
		t.Errorf("%s, %s", out, other)
	}
	if s := p.now(schedule); s.LastError != "" || s.LastSentAt == nil {
		t.Errorf("%+v", s)
	}
	if job, err := p.db.Job(t.Context(), p.user.AccountID, job); err != nil || job.Message != "Sent to 2 recipients." {
		t.Errorf("%+v, %v", job, err)
	}
}

func TestWhatTheMailServerRefusesForNowIsSentLaterAndOnlyThat(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	p.server.Refuse(func(to string) error {
		if to == "jo@example.com" {
			return mailtest.Refusal(451, "come back later")
		}
		return nil
	})
	schedule, job := p.schedule("al@example.com", "jo@example.com")
	p.send(job)
	if s := p.now(schedule); !strings.Contains(s.LastError, "Sent to 1 of 2 recipients.") || !strings.Contains(s.LastError, "come back later") || !strings.Contains(s.LastError, "again in 5 minutes") {
		t.Errorf("%q", s.LastError)
	}
	p.server.Refuse(nil)
	p.send(p.later(schedule, 6*time.Minute))
	if got := p.to(); !slices.Equal(got, []string{"al@example.com", "jo@example.com"}) || p.made != 1 || p.links != 1 {
		t.Errorf("%q, %d reports, %d links", got, p.made, p.links)
	}
	if s := p.now(schedule); s.LastError != "" {
		t.Errorf("%q", s.LastError)
	}
}

func TestWhatTheMailServerRefusesForGoodIsSaidAndNotTriedAgain(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	p.server.Refuse(func(to string) error { return mailtest.Refusal(550, "no such person") })
	schedule, job := p.schedule("jo@example.com")
	p.send(job)
	if s := p.now(schedule); !strings.Contains(s.LastError, "no such person") || s.LastSentAt != nil || strings.Contains(s.LastError, "again") {
		t.Errorf("%+v", s)
	}
	p.server.Refuse(nil)
	p.at = p.at.Add(time.Hour)
	if planned, err := p.db.PlanReports(t.Context(), p.at, 10); err != nil || planned != 0 {
		t.Errorf("%d, %v", planned, err)
	}
}

// forgetful loses the answer of the mail server, as a process does that ends at that moment.
type forgetful struct{ *postgres.DB }

func (f forgetful) EndMail(context.Context, string, string, string, string, time.Time) error {
	return nil
}

func TestAMailWhoseEndNobodySawGoesOnceMoreAsTheSameMail(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	schedule, job := p.schedule("jo@example.com")
	p.Records = forgetful{p.db}
	p.send(job)
	p.Records = p.db
	p.send(p.later(schedule, 12*time.Minute))
	mails := p.server.Mails()
	if len(mails) != 2 || mails[0].Header.Get("Message-Id") != mails[1].Header.Get("Message-Id") {
		t.Fatalf("%d mails", len(mails))
	}
	if s := p.now(schedule); s.LastError != "" || s.LastSentAt == nil {
		t.Errorf("%+v", s)
	}
}

func TestAnAttemptThatEndedInItsMidstGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	_, job := p.schedule("al@example.com", "jo@example.com")
	ctx, cancel := context.WithCancel(t.Context())
	p.Mailer = once{p.Mailer, cancel}
	if err := p.Send(ctx, p.user.AccountID, job); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	p.send(job)
	if got := p.to(); !slices.Equal(got, []string{"al@example.com", "jo@example.com"}) || p.made != 1 || p.links != 1 {
		t.Errorf("%q, %d reports, %d links", got, p.made, p.links)
	}
}

// once ends its process after a mail.
type once struct {
	mailing.Mailer
	end func()
}

func (o once) Send(ctx context.Context, mail mailing.Mail) error {
	defer o.end()
	return o.Mailer.Send(ctx, mail)
}

func TestWithoutABrowserTheLinkGoesAloneAndWithoutLinksTheFile(t *testing.T) {
	t.Parallel()
	away := upslope.Errorf(upslope.Unavailable, "away")
	p := newPost(t)
	p.noFile = away
	_, job := p.schedule("jo@example.com")
	p.send(job)
	mail := p.server.Mails()[0]
	if text := string(mail.Parts["text/plain"]); mail.Parts["application/pdf"] != nil || !strings.Contains(text, "could not be made this time") || !strings.Contains(text, "/r/abc") {
		t.Error(text)
	}
	p = newPost(t)
	p.noLink = away
	_, job = p.schedule("jo@example.com")
	p.send(job)
	mail = p.server.Mails()[0]
	if text := string(mail.Parts["text/plain"]); mail.Parts["application/pdf"] == nil || strings.Contains(text, "/r/") {
		t.Error(text)
	}
	p = newPost(t)
	p.noLink, p.noFile = away, away
	schedule, job := p.schedule("jo@example.com")
	p.send(job)
	if s := p.now(schedule); len(p.server.Mails()) != 0 || !strings.Contains(s.LastError, "Neither a link nor a PDF") {
		t.Errorf("%+v", s)
	}
}

func TestAReportThatCannotBeMadeIsGivenUpAndSaysSo(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	schedule, job := p.schedule("jo@example.com")
	if err := p.GiveUp(t.Context(), p.user.AccountID, job, errors.New("a mistake of ours")); err != nil {
		t.Fatal(err)
	}
	if s := p.now(schedule); s.LastError != "The report could not be made. Something went wrong on our side." {
		t.Errorf("%+v", s)
	}
	if _, err := p.db.QueueReport(t.Context(), p.user.AccountID, schedule.ID, p.at.Add(time.Second)); err != nil {
		t.Errorf("it cannot be sent any more: %v", err)
	}
}

// The whole program: a schedule is made, sent now, its link opens, and one click ends it.
func TestAScheduleGoesOutAndEndsWithOneClick(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t)
	p := start(t, t.TempDir(), "SMTP_URL="+server.URL, "SUPPORT_EMAIL=help@upslope.example")
	ana := p.signIn("ana@acme.example")
	site := ana.addSite("shop.example")
	var schedule upslope.ReportSchedule
	body := map[string]any{"siteId": site, "title": "Weekly", "recipients": []string{"client@example.com"}}
	if status, text := ana.call("POST", "/api/report-schedules", body, &schedule); status != http.StatusCreated {
		t.Fatalf("%d %s", status, text)
	}
	send := func() (said struct{ ID, Message string }) {
		t.Helper()
		status, text := ana.call("POST", "/api/report-schedules/"+schedule.ID+"/send", nil, &said)
		if status == http.StatusAccepted {
			if job, message, err := ana.awaitJob(said.ID, 2*time.Minute); err != nil || job != "done" {
				t.Fatalf("%s %s %v", job, message, err)
			}
		} else if status != http.StatusOK {
			t.Fatalf("%d %s", status, text)
		}
		return said
	}
	send()
	mails := server.Mails()
	if len(mails) != 1 || mails[0].From != "help@upslope.example" || mails[0].Header.Get("Reply-To") != "<ana@acme.example>" {
		t.Fatalf("%+v", mails)
	}
	text := string(mails[0].Parts["text/plain"])
	_, address, _ := strings.Cut(text, "The whole report: ")
	address, _, _ = strings.Cut(address, "\n")
	page, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	html, err := io.ReadAll(page.Body)
	_ = page.Body.Close()
	if err != nil || page.StatusCode != http.StatusOK || !bytes.Contains(html, []byte("shop.example")) {
		t.Errorf("%s: %d, %v", address, page.StatusCode, err)
	}
	if file := mails[0].Parts["application/pdf"]; !bytes.HasPrefix(file, []byte("%PDF-")) && !strings.Contains(text, "could not be made") {
		t.Error("there is no PDF, and nobody says why")
	}
	out := strings.Trim(mails[0].Header.Get("List-Unsubscribe"), "<>")
	clicked, err := http.PostForm(out, url.Values{"List-Unsubscribe": {"One-Click"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = clicked.Body.Close()
	if clicked.StatusCode != http.StatusOK {
		t.Errorf("one click: %d", clicked.StatusCode)
	}
	send()
	if got := len(server.Mails()); got != 1 {
		t.Errorf("%d mails: one went to somebody who wants none", got)
	}
	var list []upslope.ReportSchedule
	if _, text := ana.call("GET", "/api/report-schedules", nil, nil); json.Unmarshal([]byte(text), &list) != nil || len(list) != 1 || len(list[0].Unsubscribed) != 1 {
		t.Error(text)
	}
}
