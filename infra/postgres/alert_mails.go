package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// NotificationSettings returns how a member hears of alerts.
func (db *DB) NotificationSettings(ctx context.Context, accountID, userID string) (upslope.NotificationSettings, error) {
	return one[upslope.NotificationSettings](ctx, db, "notification_settings", pgx.NamedArgs{"account_id": accountID, "user_id": userID})
}

// SetNotifications stores how a member wants to hear of alerts, and returns the account's version.
func (db *DB) SetNotifications(ctx context.Context, accountID, userID string, settings upslope.NotificationSettings) (version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if err := knownSites(ctx, tx, accountID, settings.SiteIDs); err != nil {
			return err
		}
		err := exec(ctx, tx, "notification_settings_put", pgx.NamedArgs{
			"account_id": accountID, "user_id": userID, "email": settings.Email, "hour": settings.Hour, "weekday": settings.Weekday,
			"time_zone": settings.TimeZone, "quiet_from": settings.QuietFrom, "quiet_to": settings.QuietTo, "rules": filled(settings.Rules),
			"site_ids": filled(settings.SiteIDs),
		})
		if err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// AlertReaders returns the members of all accounts who still have to be mailed about alerts.
func (db *DB) AlertReaders(ctx context.Context) ([]upslope.AlertReader, error) {
	return many[upslope.AlertReader](ctx, db, "alert_readers", pgx.NamedArgs{})
}

var errNothingToMail = errors.New("nothing to mail")

// AddAlertMail adds a mail with all alerts that a member still has to be mailed about, if there are any.
func (db *DB) AddAlertMail(ctx context.Context, reader upslope.AlertReader) error {
	err := db.write(ctx, reader.AccountID, func(tx *Tx) error {
		noted, err := one[int64](ctx, tx, "alert_mail_add", pgx.NamedArgs{"account_id": reader.AccountID, "user_id": reader.UserID, "kind": reader.Email})
		if err == nil && noted == 0 {
			return errNothingToMail // another process was first
		}
		return err
	})
	if errors.Is(err, errNothingToMail) {
		return nil
	}
	return err
}

// LeaseAlertMails takes mails that are due. No other worker takes them for ten minutes.
func (db *DB) LeaseAlertMails(ctx context.Context) ([]upslope.AlertMail, error) {
	return many[upslope.AlertMail](ctx, db, "alert_mails_lease", pgx.NamedArgs{})
}

// AlertsOfMail returns what a mail is about, and stores the hash of its unsubscribe token.
func (db *DB) AlertsOfMail(ctx context.Context, mail upslope.AlertMail, tokenHash []byte) ([]upslope.Alert, error) {
	err := exec(ctx, db, "alert_unsubscribe_token_add", pgx.NamedArgs{"account_id": mail.AccountID, "user_id": mail.UserID, "token_hash": tokenHash})
	if err != nil {
		return nil, err
	}
	return alertsOfMail(ctx, db, mail)
}

// PendingAlerts returns what the next mail to a member is about so far.
func (db *DB) PendingAlerts(ctx context.Context, accountID, userID string) ([]upslope.Alert, error) {
	return alertsOfMail(ctx, db, upslope.AlertMail{AccountID: accountID, UserID: userID})
}

func alertsOfMail(ctx context.Context, db *DB, mail upslope.AlertMail) ([]upslope.Alert, error) {
	return many[upslope.Alert](ctx, db, "alert_mail_alerts", pgx.NamedArgs{"account_id": mail.AccountID, "user_id": mail.UserID, "mail_id": mail.ID})
}

// SettleAlertMail records an attempt: sent, waiting for another one, failed or unsubscribed, with the reason.
func (db *DB) SettleAlertMail(ctx context.Context, mail upslope.AlertMail, status, problem string, wait time.Duration) error {
	return exec(ctx, db, "alert_mail_settle", pgx.NamedArgs{
		"account_id": mail.AccountID, "id": mail.ID, "status": status, "problem": problem, "wait": wait,
	})
}

// ForgetAlertMails deletes mails from before the given time.
func (db *DB) ForgetAlertMails(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "alert_mails_forget", pgx.NamedArgs{"before": before})
}

func unsubscribeFromAlerts(ctx context.Context, tx *Tx, link upslope.Unsubscribe, off bool) error {
	email := upslope.EmailDaily
	if off {
		email = upslope.EmailOff
	}
	return exec(ctx, tx, "alert_unsubscribe", pgx.NamedArgs{"account_id": link.AccountID, "user_id": link.UserID, "email": email})
}
