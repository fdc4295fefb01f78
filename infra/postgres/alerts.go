package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Alerts returns one page of the alerts that a member sees, open ones first, and the total count.
func (db *DB) Alerts(ctx context.Context, accountID string, filter upslope.AlertFilter) ([]upslope.Alert, int64, error) {
	return page[upslope.Alert](ctx, db, "alerts", alertArgs(accountID, filter), filter.Limit, filter.Offset)
}

// UnreadAlerts returns how many open alerts a member has not read.
func (db *DB) UnreadAlerts(ctx context.Context, accountID string, filter upslope.AlertFilter) (int64, error) {
	filter.Status, filter.Unread = upslope.AlertOpen, true
	return one[int64](ctx, db, "alerts_count", alertArgs(accountID, filter))
}

func alertArgs(accountID string, filter upslope.AlertFilter) pgx.NamedArgs {
	return pgx.NamedArgs{
		"account_id": accountID, "user_id": filter.UserID, "site_id": filter.SiteID, "site_ids": filter.SiteIDs, "client": filter.Client,
		"status": filter.Status, "unread": filter.Unread, "now": filter.Now,
	}
}

// EditAlerts records what a member does with alerts they see; returns their ids and the account's version.
func (db *DB) EditAlerts(ctx context.Context, accountID string, filter upslope.AlertFilter, edit upslope.AlertEdit) (ids []string, version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		args := pgx.NamedArgs{
			"account_id": accountID, "user_id": filter.UserID, "site_id": filter.SiteID, "site_ids": filter.SiteIDs, "client": filter.Client,
			"ids": edit.IDs, "now": filter.Now, "reads": edit.Read != nil, "read": edit.Read != nil && *edit.Read,
			"dismisses": edit.Dismissed != nil, "dismissed": edit.Dismissed != nil && *edit.Dismissed,
			"snoozes": edit.SnoozedUntil != nil, "snoozed_until": nil,
		}
		if edit.SnoozedUntil != nil {
			args["snoozed_until"] = *edit.SnoozedUntil
		}
		if ids, err = many[string](ctx, tx, "alerts_edit", args); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return ids, version, err
}

var (
	errNoAlert     = upslope.Errorf(upslope.NotFound, "This alert does not exist.")
	errNoAlertRule = upslope.Errorf(upslope.NotFound, "This rule does not exist.")
)

// DeleteAlert takes an alert off everybody's list. It is not told again while it has not recovered.
func (db *DB) DeleteAlert(ctx context.Context, accountID, id string) (version int64, err error) {
	if !isID(id) {
		return 0, errNoAlert
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if _, err := one[string](ctx, tx, "alert_delete", pgx.NamedArgs{"account_id": accountID, "id": id}); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// AlertRules returns the account's own rules and its sites'.
func (db *DB) AlertRules(ctx context.Context, accountID string) ([]upslope.AlertRule, error) {
	return many[upslope.AlertRule](ctx, db, "alert_rules", pgx.NamedArgs{"account_id": accountID})
}

// AlertRule returns a rule of the account, or NotFound.
func (db *DB) AlertRule(ctx context.Context, accountID, id string) (upslope.AlertRule, error) {
	if !isID(id) {
		return upslope.AlertRule{}, errNoAlertRule
	}
	rule, err := one[upslope.AlertRule](ctx, db, "alert_rule", pgx.NamedArgs{"account_id": accountID, "id": id})
	if upslope.CodeOf(err) == upslope.NotFound {
		err = errNoAlertRule
	}
	return rule, err
}

// PutAlertRule stores a rule of the account, or of one of its sites, whose alerts are looked at again.
func (db *DB) PutAlertRule(ctx context.Context, accountID string, rule upslope.AlertRule) (stored upslope.AlertRule, version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		id, err := one[string](ctx, tx, "alert_rule_put", pgx.NamedArgs{
			"account_id": accountID, "site_id": rule.SiteID, "rule": rule.Rule, "enabled": rule.Enabled, "percent": rule.Percent, "value": rule.Value,
			"channels": filled(rule.Channels),
		})
		if err != nil {
			return err
		}
		if stored, err = one[upslope.AlertRule](ctx, tx, "alert_rule", pgx.NamedArgs{"account_id": accountID, "id": id}); err != nil {
			return err
		}
		version, err = checkAgain(ctx, tx, accountID, rule.SiteID)
		return err
	})
	return stored, version, err
}

// DeleteAlertRule lets what applies without a rule apply again.
func (db *DB) DeleteAlertRule(ctx context.Context, accountID, id string) (version int64, err error) {
	if !isID(id) {
		return 0, errNoAlertRule
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		_, err := one[string](ctx, tx, "alert_rule_delete", pgx.NamedArgs{"account_id": accountID, "id": id})
		if upslope.CodeOf(err) == upslope.NotFound {
			return errNoAlertRule
		} else if err != nil {
			return err
		}
		version, err = checkAgain(ctx, tx, accountID, "")
		return err
	})
	return version, err
}

func checkAgain(ctx context.Context, tx *Tx, accountID, siteID string) (version int64, err error) {
	if err := exec(ctx, tx, "alert_checks_wish", pgx.NamedArgs{"account_id": accountID, "site_id": siteID}); err != nil {
		return 0, err
	}
	return versionOf(ctx, tx, accountID)
}

// LeaseAlertChecks takes due sites of one account. No other worker takes them for five minutes.
func (db *DB) LeaseAlertChecks(ctx context.Context, limit int) ([]upslope.AlertCheck, error) {
	return many[upslope.AlertCheck](ctx, db, "alert_checks_lease", pgx.NamedArgs{"limit": limit})
}

// AlertRecords returns what a check of an account's sites needs.
func (db *DB) AlertRecords(ctx context.Context, accountID string, siteIDs []string, now time.Time) (found upslope.AlertRecords, err error) {
	of := pgx.NamedArgs{"account_id": accountID, "site_ids": siteIDs}
	at := with(of, pgx.NamedArgs{"now": now})
	read := func(do func() error) {
		if err == nil {
			err = do()
		}
	}
	read(func() error { found.Sites, err = db.Sites(ctx, accountID); return err })
	read(func() error {
		found.Connections, err = many[upslope.Connection](ctx, db, "connections_live", of)
		return err
	})
	read(func() error { found.Rules, err = db.AlertRules(ctx, accountID); return err })
	read(func() error { found.Alerts, err = many[upslope.Alert](ctx, db, "alerts_of_sites", of); return err })
	read(func() error {
		found.Broken, err = many[upslope.BrokenConnection](ctx, db, "alert_broken", at)
		return err
	})
	read(func() error {
		found.Opportunities, err = many[upslope.AlertOpportunity](ctx, db, "alert_opportunities", at)
		return err
	})
	read(func() error { found.Crawls, err = many[upslope.AlertCrawl](ctx, db, "alert_crawls", of); return err })
	read(func() error {
		found.Forecasts, err = many[upslope.AlertForecast](ctx, db, "alert_forecasts", at)
		return err
	})
	read(func() error { found.OtherTests, err = many[float64](ctx, db, "alert_tests", of); return err })
	return found, err
}

// ApplyAlerts stores what checks of an account's sites found, in one transaction with the webhooks' activity.
func (db *DB) ApplyAlerts(ctx context.Context, accountID string, changes []upslope.AlertChanges) error {
	return db.write(ctx, accountID, func(tx *Tx) error {
		for _, of := range changes {
			if err := applyAlerts(ctx, tx, accountID, of); err != nil {
				return err
			}
		}
		return nil
	})
}

func applyAlerts(ctx context.Context, tx *Tx, accountID string, of upslope.AlertChanges) error {
	for _, alert := range of.Resolved {
		alert.SiteID = of.SiteID
		_, err := one[string](ctx, tx, "alert_resolve", pgx.NamedArgs{
			"account_id": accountID, "id": alert.ID, "resolution": alert.Resolution, "new_level": alert.NewLevel, "resolved_day": alert.ResolvedDay,
		})
		if err := tellAlert(ctx, tx, accountID, alert, "alert.resolved", "Resolved: "+alert.Title+". "+alert.Resolution, err); err != nil {
			return err
		}
	}
	for _, alert := range of.Opened {
		alert.SiteID = of.SiteID
		_, err := one[string](ctx, tx, "alert_open", pgx.NamedArgs{
			"account_id": accountID, "site_id": of.SiteID, "rule": alert.Rule, "subject": alert.Subject, "onset": alert.Onset, "title": alert.Title,
			"detail": alert.Detail, "url": alert.URL, "unit": alert.Unit, "currency": alert.Currency, "actual": alert.Actual,
			"expected": alert.Expected, "low": alert.Low, "high": alert.High, "channels": filled(alert.Channels),
		})
		if err := tellAlert(ctx, tx, accountID, alert, "alert.opened", alert.Title+". "+alert.Detail, err); err != nil {
			return err
		}
	}
	tests, err := json.Marshal(of.Tests)
	if err != nil {
		return fmt.Errorf("encode the tests of a site: %w", err)
	}
	return exec(ctx, tx, "alert_check_done", pgx.NamedArgs{"account_id": accountID, "site_id": of.SiteID, "version": of.Version, "tests": tests})
}

// tellAlert records the activity of a change that was made, for rules that tell webhooks.
func tellAlert(ctx context.Context, tx *Tx, accountID string, alert upslope.Alert, kind, text string, err error) error {
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil // made before
	}
	if err != nil {
		return err
	}
	for _, channel := range alert.Channels {
		if channel == upslope.WebhookChannel {
			return addNews(ctx, tx, accountID, upslope.Activity{SiteID: alert.SiteID, Kind: kind, Text: text, URL: alert.URL})
		}
	}
	return nil
}

// ForgetAlerts deletes alerts that were resolved before the given time.
func (db *DB) ForgetAlerts(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "alerts_forget", pgx.NamedArgs{"before": before})
}
