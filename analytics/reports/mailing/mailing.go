// Package mailing sends scheduled reports: it renders each once, creates its link and PDF, and hands a mail
// for each recipient to the mail server.
//
// It owns the content of mails and the retry policy. The rendered report is stored until every recipient has
// it, and each mail is recorded before and after sending, so that neither a crash nor a retry loses or
// repeats one. Decision 26 has the one case that cannot be decided.
package mailing

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"upslope"
	"upslope/analytics/reports"
)

// Records stores sendings and their mails. NotFound: it does not exist or is complete.
type Records interface {
	// StartSending starts an attempt of a job's sending.
	StartSending(ctx context.Context, accountID, jobID string) (upslope.ReportSending, error)
	// KeepMade stores the rendered report: Made, File and FileName.
	KeepMade(ctx context.Context, sending upslope.ReportSending) error
	// BeginMail claims a mail; NotFound if another attempt claimed it after stale, it was sent, or its
	// recipient unsubscribed.
	BeginMail(ctx context.Context, accountID, mailID string, tokenHash []byte, now, stale time.Time) error
	EndMail(ctx context.Context, accountID, mailID, status, why string, now time.Time) error
	SendingMails(ctx context.Context, accountID, sendingID string) ([]upslope.ReportMail, error)
	// EndAttempt ends the attempt and its job; a nil again ends the sending.
	EndAttempt(ctx context.Context, sending upslope.ReportSending, jobID, message, failure string, sentAt, again *time.Time, now time.Time) error
}

// Reports renders reports.
type Reports interface {
	Make(ctx context.Context, accountID string, settings upslope.ReportSettings) (reports.Report, error)
}

// Links creates a link for a rendered report; Unavailable if it cannot at the moment.
type Links interface {
	Publish(ctx context.Context, accountID string, settings upslope.ReportSettings, html []byte) (address string, err error)
}

// Printer prints a report to PDF; Unavailable without a browser.
type Printer interface {
	Print(ctx context.Context, report reports.Report) (file []byte, err error)
}

// Mailer hands a mail to the mail server. An Invalid Error is permanent, any other temporary.
type Mailer interface {
	Send(ctx context.Context, mail Mail) error
}

// Sender sends reports. It is safe for concurrent use.
type Sender struct {
	Records   Records
	Reports   Reports
	Links     Links
	Printer   Printer
	Mailer    Mailer
	PublicURL string
	Now       func() time.Time
	Log       *slog.Logger
}

// lost is the age at which a claimed mail counts as abandoned by its process; longer than any mail server
// takes.
const lost = 10 * time.Minute

// waits are the pauses between attempts; there is no attempt after the last.
var waits = []time.Duration{5 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour, 12 * time.Hour}

// Send runs the job of a sending. A temporary failure schedules another attempt and returns nil.
func (s *Sender) Send(ctx context.Context, accountID, jobID string) error {
	sending, err := s.Records.StartSending(ctx, accountID, jobID)
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil // complete, or its schedule was deleted
	}
	if err != nil {
		return fmt.Errorf("begin a sending: %w", err)
	}
	says, err := s.made(ctx, &sending)
	if err != nil {
		return err
	}
	var why string
	if says.URL == "" && sending.File == nil {
		why = "Neither a link nor a PDF of the report could be made."
	} else if why, err = s.sendMails(ctx, sending, says); err != nil {
		return err
	}
	return s.end(ctx, sending, jobID, why)
}

// made returns the content rendered by an earlier attempt, or renders it.
func (s *Sender) made(ctx context.Context, sending *upslope.ReportSending) (content, error) {
	var says content
	if sending.Made != nil {
		if err := json.Unmarshal(sending.Made, &says); err != nil {
			return says, fmt.Errorf("read what was made: %w", err)
		}
		return says, nil
	}
	settings := sending.Schedule.ReportSettings
	report, err := s.Reports.Make(ctx, sending.AccountID, settings)
	if err != nil {
		return says, fmt.Errorf("make the report: %w", err)
	}
	report.Shared = true
	html, err := report.HTML()
	if err != nil {
		return says, err
	}
	says = contentOf(report)
	if says.URL, err = s.Links.Publish(ctx, sending.AccountID, settings, html); err != nil {
		if ctx.Err() != nil || upslope.CodeOf(err) != upslope.Unavailable {
			return says, fmt.Errorf("make the link: %w", err)
		}
		s.Log.WarnContext(ctx, "a report goes out without a link", "account", sending.AccountID, "error", err)
		says.URL = ""
	}
	if sending.File, err = s.Printer.Print(ctx, report); err != nil {
		if ctx.Err() != nil {
			return says, ctx.Err()
		}
		s.Log.WarnContext(ctx, "a report goes out without its PDF", "account", sending.AccountID, "error", err)
		sending.File = nil
	}
	says.HasFile = sending.File != nil
	if says.URL == "" && !says.HasFile {
		return says, nil // nothing worth storing
	}
	sending.FileName = report.FileName()
	if sending.Made, err = json.Marshal(says); err != nil {
		return says, fmt.Errorf("keep what was made: %w", err)
	}
	if err := s.Records.KeepMade(ctx, *sending); err != nil {
		return says, fmt.Errorf("keep what was made: %w", err)
	}
	return says, nil
}

// sendMails sends the remaining mails, and returns why some failed for now.
func (s *Sender) sendMails(ctx context.Context, sending upslope.ReportSending, says content) (why string, err error) {
	for _, mail := range sending.Mails {
		if mail.Status != "waiting" && mail.Status != "sending" {
			continue
		}
		token, now := rand.Text()+rand.Text(), s.Now()
		hash := sha256.Sum256([]byte(token))
		err := s.Records.BeginMail(ctx, sending.AccountID, mail.ID, hash[:], now, now.Add(-lost))
		if upslope.CodeOf(err) == upslope.NotFound {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("begin a mail: %w", err)
		}
		letter, err := s.letter(sending, says, mail, s.PublicURL+"/unsubscribe/"+token)
		if err != nil {
			return "", err
		}
		status, said := "sent", ""
		if err := s.Mailer.Send(ctx, letter); err != nil {
			status, said = "waiting", messageOf(err)
			if upslope.CodeOf(err) == upslope.Invalid {
				status = "failed"
			}
			why = said
		}
		if err := s.endMail(ctx, sending.AccountID, mail.ID, status, said); err != nil {
			return "", err
		}
	}
	return why, nil
}

// endMail records the result of a mail, with retries and even during shutdown: without the record it would be
// sent again.
func (s *Sender) endMail(ctx context.Context, accountID, mailID, status, why string) error {
	ctx = context.WithoutCancel(ctx)
	var err error
	for wait := 100 * time.Millisecond; wait < 10*time.Second; wait *= 2 {
		if err = s.Records.EndMail(ctx, accountID, mailID, status, why, s.Now()); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return fmt.Errorf("record what became of a mail: %w", err)
}

// end records the result of an attempt and schedules the next one.
func (s *Sender) end(ctx context.Context, sending upslope.ReportSending, jobID, why string) error {
	mails, err := s.Records.SendingMails(ctx, sending.AccountID, sending.ID)
	if err != nil {
		return fmt.Errorf("read what became of the mails: %w", err)
	}
	count := map[string]int{}
	for _, mail := range mails {
		count[mail.Status]++
	}
	left, now := count["waiting"]+count["sending"], s.Now()
	var again, sentAt *time.Time
	if left > 0 && sending.Attempt <= len(waits) {
		again = new(now.Add(max(waits[sending.Attempt-1], inFlight(count["sending"]))))
	}
	if count["sent"] > 0 {
		sentAt = &now
	}
	message := outcome(count, len(mails))
	failure := ""
	if left+count["failed"] > 0 {
		failure = strings.TrimSpace(strings.Join([]string{message, why, next(again, now, left)}, " "))
	}
	if err := s.Records.EndAttempt(ctx, sending, jobID, message, failure, sentAt, again, now); err != nil {
		return fmt.Errorf("end a sending: %w", err)
	}
	return nil
}

// inFlight is how long to wait for mails that another process may be sending.
func inFlight(mails int) time.Duration {
	if mails == 0 {
		return 0
	}
	return lost + time.Minute
}

func outcome(count map[string]int, all int) string {
	wanted := all - count["unsubscribed"]
	switch {
	case wanted == 0:
		return "Not sent: all recipients have unsubscribed."
	case count["sent"] == wanted && wanted == 1:
		return "Sent to 1 recipient."
	case count["sent"] == wanted:
		return fmt.Sprintf("Sent to %d recipients.", wanted)
	case count["sent"] == 0:
		return "Not delivered."
	}
	return fmt.Sprintf("Sent to %d of %d recipients.", count["sent"], wanted)
}

func next(again *time.Time, now time.Time, left int) string {
	switch {
	case left == 0:
		return ""
	case again == nil:
		return "It was tried for a day and given up."
	}
	if wait := again.Sub(now); wait < time.Hour {
		return fmt.Sprintf("It is tried again in %d minutes.", int(wait.Minutes()))
	} else if wait < 2*time.Hour {
		return "It is tried again in an hour."
	} else {
		return fmt.Sprintf("It is tried again in %d hours.", int(wait.Hours()))
	}
}

// messageOf words an error for the owner of a schedule.
func messageOf(err error) string {
	if problem, is := errors.AsType[*upslope.Error](err); is && problem.Code != upslope.Internal {
		return problem.Message
	}
	return "Something went wrong on our side."
}

// GiveUp ends the sending of a job that failed permanently.
func (s *Sender) GiveUp(ctx context.Context, accountID, jobID string, cause error) error {
	sending, err := s.Records.StartSending(ctx, accountID, jobID)
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil
	}
	if err != nil {
		return fmt.Errorf("give a sending up: %w", err)
	}
	failure := "The report could not be made. " + messageOf(cause)
	if err := s.Records.EndAttempt(ctx, sending, jobID, "", failure, nil, nil, s.Now()); err != nil {
		return fmt.Errorf("give a sending up: %w", err)
	}
	return nil
}
