package main

import (
	"context"
	"errors"
	"net/url"
	"time"

	"golang.org/x/sync/errgroup"

	"upslope"
	"upslope/analytics/alerts"
	"upslope/analytics/alerts/notices"
	"upslope/analytics/reports"
	"upslope/analytics/reports/mailing"
	"upslope/analytics/sharing"
	"upslope/infra/mail"
	"upslope/infra/nats"
)

// maxReports is how many scheduled reports a process sends concurrently.
const maxReports = 2

// schedulesPerTick is the batch size of planning; a tick plans until none is due.
const schedulesPerTick = 100

// tick queues due syncs, crawls and scheduled reports, and mails members what concerns them.
func (w *wiring) tick(ctx context.Context) error {
	return errors.Join(w.syncer.Tick(ctx), w.planCrawls(ctx), w.planReports(ctx), w.notify(ctx))
}

func (w *wiring) notify(ctx context.Context) error {
	if w.config.SMTPURL == "" {
		return nil
	}
	server, err := w.config.mailServer()
	if err != nil {
		return err
	}
	notifier := &mailing.Notifier{Records: w.engines.records, Mailer: mailer{server}, PublicURL: w.config.PublicURL, Now: time.Now, Log: w.log}
	return notifier.Send(ctx)
}

func (w *wiring) planCrawls(ctx context.Context) error {
	for {
		planned, err := w.engines.records.PlanCrawls(ctx, time.Now(), schedulesPerTick)
		if err != nil || planned < schedulesPerTick {
			return err
		}
	}
}

func (w *wiring) planReports(ctx context.Context) error {
	if w.config.SMTPURL == "" {
		return nil // reports wait for a mail server
	}
	for {
		planned, err := w.engines.records.PlanReports(ctx, time.Now(), schedulesPerTick)
		if err != nil || planned < schedulesPerTick {
			return err
		}
	}
}

// sendings returns the consumer that sends scheduled reports; none without a mail server.
func (w *wiring) sendings() ([]nats.Consumer, error) {
	if w.config.SMTPURL == "" {
		return nil, nil
	}
	sender, err := w.sender()
	if err != nil {
		return nil, err
	}
	consumer := workOn(w.engines.records, upslope.SendReport, maxReports, sender.Send)
	failed := consumer.Dead
	consumer.Dead = func(ctx context.Context, message nats.Message, cause error) error {
		job, unreadable := decode(message)
		if unreadable != nil {
			return nil //nolint:nilerr // nobody's job: there is nobody to tell
		}
		if err := sender.GiveUp(ctx, job.AccountID, job.JobID, cause); err != nil {
			return err
		}
		return failed(ctx, message, cause) // there was no sending to end
	}
	return []nats.Consumer{consumer}, nil
}

func (w *wiring) sender() (*mailing.Sender, error) {
	server, err := w.config.mailServer()
	if err != nil {
		return nil, err
	}
	shared, err := w.reportLinks()
	if err != nil {
		return nil, err
	}
	made := w.reports()
	return &mailing.Sender{
		Records: w.engines.records, Reports: made, Links: sentLinks{shared}, Printer: made, Mailer: mailer{server},
		PublicURL: w.config.PublicURL, Now: time.Now, Log: w.log,
	}, nil
}

// mailServer returns the Sender for SMTP_URL. Unless the URL sets one, the sender's address is at this
// installation's host.
func (c Config) mailServer() (*mail.Sender, error) {
	from := c.SupportEmail
	if public, err := url.Parse(c.PublicURL); from == "" && err == nil {
		from = "reports@" + public.Hostname()
	}
	return mail.New(c.SMTPURL, from)
}

// linkDays is how long the link in an e-mail works.
const linkDays = 30

// sentLinks publishes a rendered report as a link.
type sentLinks struct{ *sharing.Links }

// Publish implements mailing.Links.
func (s sentLinks) Publish(ctx context.Context, accountID string, settings upslope.ReportSettings, html []byte) (string, error) {
	ofThis := *s.Links
	ofThis.Reports = madePage(html)
	link, _, err := ofThis.CreateLink(ctx, accountID, settings, upslope.LinkTerms{Days: linkDays})
	return link.ShareableURL, err
}

// madePage is a rendered report.
type madePage []byte

// Page implements sharing.Reports.
func (p madePage) Page(context.Context, string, upslope.ReportSettings) ([]byte, error) {
	return p, nil
}

// Print implements mailing.Printer.
func (r clientReports) Print(ctx context.Context, report reports.Report) ([]byte, error) {
	document, err := documentOf(report)
	if err != nil {
		return nil, err
	}
	return r.printer.Print(ctx, document)
}

// mailer sends report e-mails through a mail server.
type mailer struct{ server *mail.Sender }

// Send implements mailing.Mailer.
func (m mailer) Send(ctx context.Context, letter mailing.Mail) error {
	message := mail.Message{
		ID: letter.ID, FromName: letter.FromName, ReplyTo: letter.ReplyTo, To: letter.To, Subject: letter.Subject, Text: letter.Text, HTML: letter.HTML,
		File: letter.File, FileName: letter.FileName, UnsubscribeURL: letter.UnsubscribeURL, UnsubscribeLabel: letter.List,
	}
	if len(letter.Logo) > 0 {
		message.Images = map[string][]byte{"logo": letter.Logo}
	}
	return m.server.Send(ctx, message)
}

// watchAlerts checks the sites that are due, and with a mail server mails people about their alerts.
func (w *wiring) watchAlerts(ctx context.Context, working *errgroup.Group) error {
	checks := &alerts.Service{
		Records: w.engines.records, Facts: w.engines.facts, Now: time.Now, Today: func() time.Time { return w.config.today(time.UTC) }, Log: w.log,
	}
	working.Go(func() error { return checks.Run(ctx) })
	if w.config.SMTPURL == "" {
		return nil // alerts wait for a mail server
	}
	server, err := w.config.mailServer()
	if err != nil {
		return err
	}
	mails := w.alertMails(server)
	working.Go(func() error { return mails.Run(ctx) })
	return nil
}

// alertMails returns the service that writes alert mails. An edge only previews them: without a mail server.
func (w *wiring) alertMails(server *mail.Sender) *notices.Service {
	return &notices.Service{Records: w.engines.records, Mailer: alertMailer{server}, PublicURL: w.config.PublicURL, Now: time.Now, Log: w.log}
}

// alertMailer sends mails about alerts through a mail server.
type alertMailer struct{ server *mail.Sender }

// SendAlerts implements notices.Mailer.
func (m alertMailer) SendAlerts(ctx context.Context, letter notices.Letter) error {
	return m.server.Send(ctx, mail.Message{
		ID: letter.ID, FromName: "Upslope", To: letter.To, Subject: letter.Subject, Text: letter.Text, HTML: letter.HTML,
		UnsubscribeURL: letter.UnsubscribeURL, UnsubscribeLabel: letter.List,
	})
}
