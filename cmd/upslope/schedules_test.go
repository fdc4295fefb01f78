package main

import (
	"bytes"
	"context"
	"encoding/json"
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

// post is a sender with a real database and mail server, and fake reports.
type post struct {
	*mailing.Sender
	t      *testing.T
	db     *postgres.DB
	server *mailtest.Server
	user   upslope.User
	at     time.Time
	made   int   // number of reports
	links  int   // number of links
	noLink error // error when creating a link
	noFile error // error when printing
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

// schedule adds a schedule and returns it with a job that sends it.
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

// later returns the job of the next attempt after a pause.
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

// to returns the recipients of all e-mails, in order.
func (p *post) to() (all []string) {
	for _, mail := range p.server.Mails() {
		all = append(all, mail.To)
	}
	slices.Sort(all)
	return all
}

// End to end: a schedule is created and sent, its link opens, and one click unsubscribes.
func TestScheduledReportIsSentAndUnsubscribedWithOneClick(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t)
	p := start(t, t.TempDir(), "SMTP_URL="+server.URL, "SUPPORT_EMAIL=help@upslope.example", withBrowser())
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
	_, address, _ := strings.Cut(text, "View the report: ")
	address, _, _ = strings.Cut(address, "\n")
	read := func(address string) (*http.Response, []byte) {
		answer, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		return answer, body
	}
	if page, html := read(address); page.StatusCode != http.StatusOK || !bytes.Contains(html, []byte("shop.example")) || !bytes.Contains(html, []byte(`<a href="?pdf" download>Save as PDF</a>`)) {
		t.Errorf("%s: %d %s", address, page.StatusCode, html)
	}
	if answer, file := read(address + "?pdf"); answer.StatusCode == http.StatusOK && (!bytes.HasPrefix(file, []byte("%PDF-")) || !strings.Contains(answer.Header.Get("Content-Disposition"), "filename=Weekly_20")) ||
		// Without a browser.
		answer.StatusCode != http.StatusOK && !bytes.Contains(file, []byte("The PDF cannot be made right now")) {
		t.Errorf("the PDF of the link: %d %v", answer.StatusCode, answer.Header)
	}
	if file := mails[0].Parts["application/pdf"]; !bytes.HasPrefix(file, []byte("%PDF-")) && !strings.Contains(text, "is unavailable this time") {
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
