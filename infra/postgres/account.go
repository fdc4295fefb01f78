package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Account returns an account, or NotFound.
func (db *DB) Account(ctx context.Context, accountID string) (upslope.Account, error) {
	return one[upslope.Account](ctx, db, "account", pgx.NamedArgs{"account_id": accountID})
}

// DemoAccount returns the account that visitors read without signing in, and adds it the first time.
func (db *DB) DemoAccount(ctx context.Context, now time.Time) (string, error) {
	found, err := many[string](ctx, db, "account_demo", pgx.NamedArgs{})
	if err != nil || len(found) > 0 {
		return strings.Join(found, ""), err
	}
	if err := exec(ctx, db, "account_demo_add", pgx.NamedArgs{"now": now}); err != nil {
		return "", err
	}
	return one[string](ctx, db, "account_demo", pgx.NamedArgs{})
}

// DeleteAccount deletes an account with everything that belongs to it. Deleting a missing account is not an
// error. Data outside the database follows through the outbox, with retries: facts and files of its sites,
// its subscription, its Google grants and its users at the identity provider. Its report links and existing
// sessions stop working.
func (db *DB) DeleteAccount(ctx context.Context, accountID string, now time.Time) error {
	account := pgx.NamedArgs{"account_id": accountID}
	return db.Tx(ctx, func(tx *Tx) error {
		// In the lock order of RefreshSubscription.
		customers, err := many[string](ctx, tx, "account_customer_lock", account)
		if err != nil {
			return err
		}
		if err := exec(ctx, tx, "account_lock", account); err != nil {
			return err
		}
		for _, customer := range customers {
			if err := addToOutbox(ctx, tx, accountID, "job.cancel-subscription", map[string]string{"customerId": customer}); err != nil {
				return err
			}
		}
		// People who have another account keep it.
		if err := exec(ctx, tx, "members_rehome", account); err != nil {
			return err
		}
		if err := forgetUsers(ctx, tx, accountID, now); err != nil {
			return err
		}
		if err := withdrawCredentials(ctx, tx, accountID); err != nil {
			return err
		}
		if err := exec(ctx, tx, "account_files_erase", account); err != nil {
			return err
		}
		// One at a time, because of the statement timeout, and because a site lists what to erase while its
		// uploads exist.
		sites, err := many[string](ctx, tx, "account_site_ids", account)
		if err != nil {
			return err
		}
		for _, site := range sites {
			if err := exec(ctx, tx, "site_delete", pgx.NamedArgs{"account_id": accountID, "id": site}); err != nil {
				return err
			}
		}
		return exec(ctx, tx, "account_delete", account)
	})
}

// EraseAccountsAgain calls erase for each recently deleted account: its requests may have stored files after
// the first erasure. Accounts deleted over a day ago are dropped from the list.
func (db *DB) EraseAccountsAgain(ctx context.Context, now time.Time, erase func(ctx context.Context, accountID string) error) error {
	accounts, err := many[string](ctx, db, "accounts_erased", nil)
	if err != nil {
		return err
	}
	for _, account := range accounts {
		if err := erase(ctx, account); err != nil {
			return err
		}
	}
	return exec(ctx, db, "accounts_erased_forget", pgx.NamedArgs{"before": now.AddDate(0, 0, -1)})
}

// AccountRows counts the rows of an account, which may be deleted, by table. For administrators only.
func (db *DB) AccountRows(ctx context.Context, accountID string) (map[string]int64, error) {
	tables, err := many[struct {
		Place string
		Found int64
	}](ctx, db, "account_rows", pgx.NamedArgs{"account_id": accountID})
	rows := map[string]int64{}
	for _, table := range tables {
		rows[table.Place] += table.Found
	}
	return rows, err
}

// forgetUsers queues the deletion of an account's users at the identity provider, and records what is left of
// their trial.
func forgetUsers(ctx context.Context, tx *Tx, accountID string, now time.Time) error {
	users, err := many[struct {
		Subject, Email string
		TrialEndsAt    time.Time
	}](ctx, tx, "account_users", pgx.NamedArgs{"account_id": accountID})
	if err != nil {
		return err
	}
	for _, user := range users {
		persons := upslope.Identity{Subject: user.Subject, Email: user.Email}.Fingerprints()
		err := exec(ctx, tx, "past_trials_deleted", pgx.NamedArgs{"persons": persons, "subject": persons[0], "ends_at": user.TrialEndsAt, "now": now})
		if err != nil {
			return err
		}
		if err := addToOutbox(ctx, tx, accountID, "job.delete-user", map[string]string{"subject": user.Subject}); err != nil {
			return err
		}
	}
	return nil
}

// withdrawCredentials queues the revocation of the account's Google grants.
func withdrawCredentials(ctx context.Context, tx *Tx, accountID string) error {
	credentials, err := many[upslope.Credential](ctx, tx, "account_credentials", pgx.NamedArgs{"account_id": accountID})
	if err != nil {
		return err
	}
	for _, credential := range credentials {
		if credential.Kind != upslope.GoogleOAuth || credential.Revoked {
			continue
		}
		credential.Label = "" // personal data does not belong in a queue
		if err := addToOutbox(ctx, tx, accountID, "job.withdraw-credential", map[string]any{"credential": credential}); err != nil {
			return err
		}
	}
	return nil
}

// addToOutbox queues an event for publication once the transaction commits.
func addToOutbox(ctx context.Context, tx *Tx, accountID, topic string, about any) error {
	payload, err := json.Marshal(about)
	if err != nil {
		return fmt.Errorf("encode %s: %w", topic, err)
	}
	return exec(ctx, tx, "outbox_add", pgx.NamedArgs{"account_id": accountID, "topic": topic, "payload": payload})
}

// exported lists the row kinds of an account export, with their tables and descriptions. The queries leave
// secrets out.
var exported = []struct{ name, table, what string }{
	{"account", "accounts", "the account; its logo is a PNG in base64"},
	{"users", "users", "a person of the account, and their role"},
	{"webhooks", "outgoing_webhooks", "an address that is told of events; without its secret"},
	{"trackers", "trackers", "a project of an issue tracker; without its token"},
	{"tracker-issues", "tracker_issues", "an opportunity as an issue of a tracker"},
	{"invitations", "invitations", "who is invited; without the link, which is a secret"},
	{"views", "user_views", "how a person wants to see lists"},
	{"subscription", "subscriptions", "what the account has bought, as Stripe said last"},
	{"clients", "clients", "a client of the account; its logo is a PNG in base64"},
	{"sites", "sites", "a site"},
	{"hours", "site_hours", "how much longer types of opportunities take on a site than usual"},
	{"rules", "site_rules", "what the owner of a site says to the detectors"},
	{"brands", "site_brands", "what search data say of a site's brand"},
	{"changes", "site_changes", "a note, or what changed on a site"},
	{"crawl-schedules", "crawl_schedules", "how a site is crawled by itself"},
	{"page-changes", "page_changes", "what a crawl found changed on a page"},
	{"integrations", "connections", "what a site reads from a provider; without credentials"},
	{"credentials", "credentials", "whose credentials are kept; without the credentials"},
	{"syncs", "sync_runs", "when a provider was read"},
	{"insights", "insights", "an opportunity, with its evidence"},
	{"step-plans", "step_plans", "who sees to a step of an opportunity, and by when"},
	{"comments", "comments", "what somebody said about an opportunity"},
	{"outcomes", "outcomes", "what came of a fix: its forecast and the gain that was measured"},
	{"issue-marks", "issue_marks", "what the owner said of a technical issue"},
	{"crawls", "crawls", "a crawl"},
	{"uploads", "uploads", "an uploaded file; without the file"},
	{"header-meanings", "header_meanings", "what the account said that headers of its files mean"},
	{"links", "reports", "a link to a report; without its address, which is a secret"},
	{"schedules", "report_schedules", "a scheduled report"},
	{"sendings", "report_sendings", "a report of a schedule on its way"},
	{"mails", "report_mails", "one mail with a report"},
	{"unsubscribes", "report_unsubscribes", "who wants no reports of the account"},
	{"jobs", "jobs", "work that was asked for"},
	{"alerts", "alerts", "an alert about a site"},
	{"alert-rules", "alert_rules", "what the account or a site wants to be told of, where that differs from the defaults"},
	{"alert-states", "alert_states", "what a member has done with an alert"},
	{"alert-mails", "alert_mails", "one mail about alerts"},
	{"notifications", "notification_settings", "how a member wants to hear of alerts"},
	{"activity", "activity", "something that happened"},
	{"audit", "audit_log", "what somebody did with the account"},
	{"tokens", "api_tokens", "an API token; without the token"},
}

// notExported lists the account tables left out of the export, with reasons.
var notExported = map[string]string{
	"facts_versions":            "how often rows came for the account, which only we count",
	"scales":                    "worked out of the rest",
	"account_scales":            "worked out of the rest",
	"report_unsubscribe_tokens": "secrets of those who get mails",
	"notification_choices":      "a view of what is exported",
	"pending_alert_mails":       "a view of what is exported",
	"alert_checks":              "when alerts are looked at again, which only we count",
	"alert_notices":             "which alerts a mail told, for the alerts' sake",
	"alert_unsubscribe_tokens":  "secrets of those who get mails",
	"site_crawls":               "how a crawl was asked for; the crawl itself is exported",
	"crawl_addresses":           "what a crawl has read, until its file has it",
	"members":                   "exported with the users",
	"member_mails":              "on its way, within minutes; the activity has it",
	"webhook_deliveries":        "what webhooks were sent of the activity, for thirty days",
	"google_sign_ins":           "secrets of minutes",
	"outbox":                    "on its way, within seconds",
	"erased_sites":              "what is being deleted",
	"erased_connections":        "what is being deleted",
	"erased_accounts":           "what is being deleted",
	"stored_objects":            "where the uploaded files are, which uploads list",
}

// ExportAccount reads everything stored about an account in one snapshot: it calls begin for every kind, with
// a description of its rows, and each for every row, as JSON. An error of either ends the export and is
// returned. Only one row is in memory at a time, so the snapshot stays open as long as the reader takes.
func (db *DB) ExportAccount(ctx context.Context, accountID string, begin func(kind, what string) error, each func(row []byte) error) error {
	conn, err := db.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return db.explain(ctx, conn.Conn(), fmt.Errorf("begin an export: %w", err))
	}
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), connectTimeout)
		defer cancel()
		_ = tx.Rollback(end)
	}()
	if _, err := tx.Exec(ctx, "set local statement_timeout = 0"); err != nil {
		return db.explain(ctx, conn.Conn(), err)
	}
	for _, kind := range exported {
		if err := begin(kind.name, kind.what); err != nil {
			return err
		}
		text, err := statement("export_" + strings.ReplaceAll(kind.name, "-", "_"))
		if err != nil {
			return err
		}
		rows, err := tx.Query(ctx, text, pgx.StrictNamedArgs{"account_id": accountID})
		if err != nil {
			return db.explain(ctx, conn.Conn(), fmt.Errorf("export %s: %w", kind.name, err))
		}
		for rows.Next() {
			if err := each(rows.RawValues()[0]); err != nil {
				rows.Close()
				return err
			}
		}
		if err := rows.Err(); err != nil {
			return db.explain(ctx, conn.Conn(), fmt.Errorf("export %s: %w", kind.name, err))
		}
	}
	return nil
}
