package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Activity returns one page of the account's activity, newest first, and the total count; the zero scope
// is every site.
func (db *DB) Activity(ctx context.Context, accountID string, scope upslope.Scope, limit, offset int) ([]upslope.Activity, int64, error) {
	return page[upslope.Activity](ctx, db, "activity", scopeArgs(accountID, scope), limit, offset)
}

// scopeArgs returns the query parameters of a scope.
func scopeArgs(accountID string, scope upslope.Scope) pgx.NamedArgs {
	return pgx.NamedArgs{"account_id": accountID, "site_id": scope.SiteID, "client_id": scope.ClientID, "tag": scope.Tag}
}

// addActivity records one sentence of activity, in the transaction of the change itself.
func addActivity(ctx context.Context, tx *Tx, accountID, siteID, kind, text string) error {
	return addNews(ctx, tx, accountID, upslope.Activity{SiteID: siteID, Kind: kind, Text: text})
}

// addNews is addActivity with the opportunity and the person that it concerns.
func addNews(ctx context.Context, tx *Tx, accountID string, news upslope.Activity) error {
	actor := upslope.ActorOf(ctx)
	return exec(ctx, tx, "activity_add", pgx.NamedArgs{
		"account_id": accountID, "site_id": news.SiteID, "kind": news.Kind, "text": news.Text, "user_id": actor.ID, "actor": actor.Name,
		"insight_id": news.InsightID, "for_user_id": news.ForUserID, "url": news.URL,
	})
}

// ForgetActivity deletes activity older than the given time.
func (db *DB) ForgetActivity(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "activity_forget", pgx.NamedArgs{"before": before})
}

// AddAudit adds an entry to the account's audit log.
func (db *DB) AddAudit(ctx context.Context, accountID string, entry upslope.AuditEntry) error {
	return exec(ctx, db, "audit_add", pgx.NamedArgs{
		"account_id": accountID, "created_at": entry.CreatedAt, "actor": entry.Actor, "token": entry.Token, "action": entry.Action,
		"text": entry.Text, "object_id": entry.ObjectID, "address": entry.Address,
	})
}

// AuditName returns what people call a thing of the account, by its kind; "" when it does not exist.
func (db *DB) AuditName(ctx context.Context, accountID, kind, id string) (string, error) {
	named, err := one[struct{ Name string }](ctx, db, "audit_name", pgx.NamedArgs{"account_id": accountID, "kind": kind, "id": id})
	return named.Name, err
}

// Audit returns one page of the account's audit log, newest first, and the total count.
func (db *DB) Audit(ctx context.Context, accountID string, limit, offset int) ([]upslope.AuditEntry, int64, error) {
	return page[upslope.AuditEntry](ctx, db, "audit", pgx.NamedArgs{"account_id": accountID}, limit, offset)
}

// SweepAudit deletes audit entries older than the given time.
func (db *DB) SweepAudit(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "audit_sweep", pgx.NamedArgs{"before": before})
}
