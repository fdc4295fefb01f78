package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// StartSending starts an attempt of a job's sending, and returns it with its e-mails; NotFound when there is
// nothing to do.
func (db *DB) StartSending(ctx context.Context, accountID, jobID string) (upslope.ReportSending, error) {
	var sending upslope.ReportSending
	err := db.write(ctx, accountID, func(tx *Tx) error {
		if _, err := one[upslope.Job](ctx, tx, "job_start", pgx.NamedArgs{"account_id": accountID, "id": jobID, "message": "Making the report."}); err != nil {
			return err
		}
		row, err := one[struct {
			ID, AccountID, ScheduleID string
			DueAt                     time.Time
			Attempt                   int
			Made, File                []byte
			FileName                  string
		}](ctx, tx, "sending_start", pgx.NamedArgs{"account_id": accountID, "job_id": jobID})
		if err != nil {
			return err
		}
		sending = upslope.ReportSending{
			ID: row.ID, AccountID: row.AccountID, DueAt: row.DueAt, Attempt: row.Attempt, Made: row.Made, File: row.File, FileName: row.FileName,
		}
		if sending.Schedule, err = schedule(ctx, tx, accountID, row.ScheduleID); err != nil {
			return err
		}
		if sending.Sender, err = reportSender(ctx, tx, accountID, sending.Schedule.SiteID, sending.Schedule.ClientID); err != nil {
			return err
		}
		mails := pgx.NamedArgs{"account_id": accountID, "sending_id": row.ID}
		if err := exec(ctx, tx, "sending_unsubscribed", mails); err != nil {
			return err
		}
		sending.Mails, err = many[upslope.ReportMail](ctx, tx, "sending_mails", mails)
		return err
	})
	return sending, err
}

// KeepMade stores the content of a sending, so that retries send the same.
func (db *DB) KeepMade(ctx context.Context, sending upslope.ReportSending) error {
	return exec(ctx, db, "sending_made", pgx.NamedArgs{
		"account_id": sending.AccountID, "id": sending.ID, "made": sending.Made, "file": sending.File, "file_name": sending.FileName,
	})
}

// BeginMail claims an e-mail for sending, and stores the hash of its unsubscribe token. NotFound when it was
// sent, when its recipient has unsubscribed, or when another attempt claimed it after stale and may be
// sending it.
func (db *DB) BeginMail(ctx context.Context, accountID, mailID string, tokenHash []byte, now, stale time.Time) error {
	_, err := one[string](ctx, db, "mail_begin", pgx.NamedArgs{"account_id": accountID, "id": mailID, "token_hash": tokenHash, "now": now, "stale": stale})
	return err
}

// EndMail sets the status of a claimed e-mail: sent, waiting or failed, with the reason.
func (db *DB) EndMail(ctx context.Context, accountID, mailID, status, why string, now time.Time) error {
	return exec(ctx, db, "mail_end", pgx.NamedArgs{"account_id": accountID, "id": mailID, "status": status, "error": why, "now": now})
}

// SendingMails returns the e-mails of a sending with their status.
func (db *DB) SendingMails(ctx context.Context, accountID, sendingID string) ([]upslope.ReportMail, error) {
	return many[upslope.ReportMail](ctx, db, "sending_mails", pgx.NamedArgs{"account_id": accountID, "sending_id": sendingID})
}

// EndAttempt ends an attempt of a sending and its job: message is the result, failure the error or "". sentAt
// is nil when nobody received it. again is the time of the retry; nil ends the sending.
func (db *DB) EndAttempt(ctx context.Context, sending upslope.ReportSending, jobID, message, failure string, sentAt, again *time.Time, now time.Time) error {
	return db.write(ctx, sending.AccountID, func(tx *Tx) error {
		s := sending.Schedule
		err := exec(ctx, tx, "schedule_sent", pgx.NamedArgs{"account_id": sending.AccountID, "id": s.ID, "sent_at": sentAt, "error": failure})
		if err != nil {
			return err
		}
		if again != nil {
			err = exec(ctx, tx, "sending_retry", pgx.NamedArgs{"account_id": sending.AccountID, "id": sending.ID, "retry_at": *again})
		} else {
			err = exec(ctx, tx, "sending_end", pgx.NamedArgs{"account_id": sending.AccountID, "id": sending.ID, "now": now})
		}
		if err != nil {
			return err
		}
		kind := "report.sent"
		if failure != "" {
			kind, message = "report.failed", failure
		}
		if again == nil { // a retry is reported when it ends
			if err := addActivity(ctx, tx, sending.AccountID, s.SiteID, kind, s.Title+": "+message); err != nil {
				return err
			}
		}
		if failure != "" {
			return failJob(ctx, tx, sending.AccountID, jobID, upslope.Errorf(upslope.Conflict, "%s", failure))
		}
		return finishJob(ctx, tx, sending.AccountID, s.SiteID, jobID, message, map[string]string{"message": message})
	})
}

// UnsubscribeLink returns the recipient of the e-mail with an unsubscribe token, or NotFound.
func (db *DB) UnsubscribeLink(ctx context.Context, tokenHash []byte) (upslope.Unsubscribe, error) {
	return one[upslope.Unsubscribe](ctx, db, "unsubscribe_recipient", pgx.NamedArgs{"token_hash": tokenHash})
}

// Unsubscribe sets whether the recipient of an e-mail is unsubscribed from the account's reports, from mails
// about what concerns a member, or from its alerts.
func (db *DB) Unsubscribe(ctx context.Context, link upslope.Unsubscribe, off bool, now time.Time) error {
	return db.write(ctx, link.AccountID, func(tx *Tx) error {
		if link.Alerts {
			return unsubscribeFromAlerts(ctx, tx, link, off)
		}
		if link.UserID != "" {
			return exec(ctx, tx, "member_mails_set", pgx.NamedArgs{"account_id": link.AccountID, "user_id": link.UserID, "mails": !off})
		}
		args := pgx.NamedArgs{"account_id": link.AccountID, "recipient": link.Recipient}
		var err error
		if off {
			err = exec(ctx, tx, "unsubscribe_add", pgx.NamedArgs{"account_id": link.AccountID, "recipient": link.Recipient, "now": now})
		} else {
			err = exec(ctx, tx, "unsubscribe_delete", args)
		}
		if err != nil {
			return err
		}
		return exec(ctx, tx, "unsubscribe_tell", args)
	})
}
