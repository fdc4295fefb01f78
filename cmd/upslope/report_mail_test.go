package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/reports/mailing"
	"upslope/infra/mail/mailtest"
	"upslope/infra/postgres"
)

func TestReportIsRenderedOnceAndSentWithLinkFileAndUnsubscribe(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	schedule, job := p.schedule("al@example.com", "jo@example.com")
	p.send(job)
	p.send(job) // the queue delivered it twice
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

func TestTemporarilyRefusedMailIsRetriedAlone(t *testing.T) {
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

func TestPermanentRefusalIsReportedAndNotRetried(t *testing.T) {
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

// forgetful loses the mail server's response, like a process that dies at that moment.
type forgetful struct{ *postgres.DB }

func (f forgetful) EndMail(context.Context, string, string, string, string, time.Time) error {
	return nil
}

func TestMailWithUnknownResultIsResentWithTheSameID(t *testing.T) {
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

func TestInterruptedAttemptIsResumed(t *testing.T) {
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

// once simulates a process that dies after an e-mail.
type once struct {
	mailing.Mailer
	end func()
}

func (o once) Send(ctx context.Context, mail mailing.Mail) error {
	defer o.end()
	return o.Mailer.Send(ctx, mail)
}

func TestWithoutABrowserOnlyTheLinkIsSentAndWithoutLinksOnlyTheFile(t *testing.T) {
	t.Parallel()
	away := upslope.Errorf(upslope.Unavailable, "away")
	p := newPost(t)
	p.noFile = away
	_, job := p.schedule("jo@example.com")
	p.send(job)
	mail := p.server.Mails()[0]
	if text := string(mail.Parts["text/plain"]); mail.Parts["application/pdf"] != nil || !strings.Contains(text, "is unavailable this time") || !strings.Contains(text, "/r/abc") {
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

func TestReportThatCannotBeRenderedFailsWithAnError(t *testing.T) {
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
