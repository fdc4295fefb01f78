// Package notices mails people about alerts: at once, or as a digest in their time zone.
//
// It owns when a mail is due, what it says, and how often it is tried. It owns neither which alerts there are
// nor the mail protocol. Nobody is mailed twice about an alert: each is recorded with its mail.
package notices

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"upslope"
)

// Records stores mails about alerts.
type Records interface {
	// AlertReaders returns the members of all accounts who still have to be mailed about alerts.
	AlertReaders(ctx context.Context) ([]upslope.AlertReader, error)
	// AddAlertMail adds a mail with all alerts that a member still has to be mailed about, if there are any.
	AddAlertMail(ctx context.Context, reader upslope.AlertReader) error
	// LeaseAlertMails takes mails that are due. Those that are not settled are due again in ten minutes.
	LeaseAlertMails(ctx context.Context) ([]upslope.AlertMail, error)
	// AlertsOfMail returns what a mail is about, and stores the hash of its unsubscribe token.
	AlertsOfMail(ctx context.Context, mail upslope.AlertMail, tokenHash []byte) ([]upslope.Alert, error)
	// PendingAlerts returns what the next mail to a member is about so far.
	PendingAlerts(ctx context.Context, accountID, userID string) ([]upslope.Alert, error)
	SettleAlertMail(ctx context.Context, mail upslope.AlertMail, status, problem string, wait time.Duration) error
	NotificationSettings(ctx context.Context, accountID, userID string) (upslope.NotificationSettings, error)
	Sites(ctx context.Context, accountID string) ([]upslope.Site, error)
}

// Mailer hands a mail to the mail server. An Invalid Error is permanent, any other temporary.
type Mailer interface {
	SendAlerts(ctx context.Context, letter Letter) error
}

// Letter is one mail to one member.
type Letter struct {
	ID, To, Subject, Text, HTML string // ID stays in every attempt: mail services drop a second copy
	UnsubscribeURL, List        string
}

// Service mails people about alerts.
type Service struct {
	Records   Records
	Mailer    Mailer
	PublicURL string
	Now       func() time.Time
	Log       *slog.Logger
}

const pollInterval = 15 * time.Second

// waits are the times between attempts; the last one repeats, for a day.
var waits = []time.Duration{5 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour, 12 * time.Hour}

// Run plans and sends mails until ctx ends. Several workers share them.
func (s *Service) Run(ctx context.Context) error {
	failing := ""
	for {
		err := errors.Join(s.Plan(ctx), s.Send(ctx))
		if err != nil && ctx.Err() == nil && err.Error() != failing {
			s.Log.WarnContext(ctx, "nobody is mailed about alerts now", "error", err)
			failing = err.Error()
		}
		if err == nil {
			failing = ""
		}
		select {
		case <-ctx.Done():
			return ctx.Err() //nolint:wrapcheck // the process stops
		case <-time.After(pollInterval):
		}
	}
}

// Plan adds the mails that are due.
func (s *Service) Plan(ctx context.Context) error {
	readers, err := s.Records.AlertReaders(ctx)
	if err != nil {
		return fmt.Errorf("find who is to be mailed about alerts: %w", err)
	}
	for _, reader := range readers {
		if !reader.Due(s.Now()) {
			continue
		}
		if err := s.Records.AddAlertMail(ctx, reader); err != nil {
			return fmt.Errorf("plan a mail about alerts: %w", err)
		}
	}
	return nil
}

// Send sends the mails that are due.
func (s *Service) Send(ctx context.Context) error {
	due, err := s.Records.LeaseAlertMails(ctx)
	if err != nil {
		return fmt.Errorf("find mails about alerts: %w", err)
	}
	for _, mail := range due {
		if err := s.send(ctx, mail); err != nil {
			return err
		}
	}
	return nil
}

// send makes one attempt and records it. A process killed in between sends it again, with the same ID.
func (s *Service) send(ctx context.Context, mail upslope.AlertMail) error {
	settings, err := s.Records.NotificationSettings(ctx, mail.AccountID, mail.UserID)
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil // the member left, and the mail with them
	}
	if err != nil {
		return fmt.Errorf("read how a member hears of alerts: %w", err)
	}
	if settings.Email == upslope.EmailOff {
		return s.settle(ctx, mail, "unsubscribed", "", 0)
	}
	token := rand.Text() + rand.Text()
	hash := sha256.Sum256([]byte(token))
	alerts, err := s.Records.AlertsOfMail(ctx, mail, hash[:])
	if err != nil {
		return fmt.Errorf("read the alerts of a mail: %w", err)
	}
	if len(alerts) == 0 {
		return s.settle(ctx, mail, "failed", "Its alerts were deleted.", 0)
	}
	letter, err := s.letter(ctx, mail, alerts, s.PublicURL+"/unsubscribe/"+token)
	if err != nil {
		return err
	}
	err = s.Mailer.SendAlerts(ctx, letter)
	switch {
	case err == nil:
		return s.settle(ctx, mail, "sent", "", 0)
	case ctx.Err() != nil:
		return ctx.Err() //nolint:wrapcheck // the process stops: it is due again in ten minutes
	case upslope.CodeOf(err) == upslope.Invalid:
		return s.settle(ctx, mail, "failed", err.Error(), 0)
	}
	return s.settle(ctx, mail, "waiting", err.Error(), waits[min(mail.Attempts-1, len(waits)-1)])
}

// letter writes a mail.
func (s *Service) letter(ctx context.Context, mail upslope.AlertMail, alerts []upslope.Alert, unsubscribe string) (Letter, error) {
	sites, err := s.Records.Sites(ctx, mail.AccountID)
	if err != nil {
		return Letter{}, fmt.Errorf("read the sites of a mail: %w", err)
	}
	return letterOf(mail, alerts, sites, s.PublicURL, unsubscribe)
}

// settle records an attempt even during shutdown: without the record it would be sent again.
func (s *Service) settle(ctx context.Context, mail upslope.AlertMail, status, problem string, wait time.Duration) error {
	if err := s.Records.SettleAlertMail(context.WithoutCancel(ctx), mail, status, problem, wait); err != nil {
		return fmt.Errorf("record what became of a mail about alerts: %w", err)
	}
	return nil
}
