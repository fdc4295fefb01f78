package main

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"upslope/analytics/alerts"
	"upslope/analytics/alerts/notices"
	"upslope/infra/mail"
)

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
	mails := &notices.Service{Records: w.engines.records, Mailer: alertMailer{server}, PublicURL: w.config.PublicURL, Now: time.Now, Log: w.log}
	working.Go(func() error { return mails.Run(ctx) })
	return nil
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
