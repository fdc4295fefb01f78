package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Activity answers one page of what happened in the account, newest first, and how much did in all; siteID "" is
// every site.
func (db *DB) Activity(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.Activity, int64, error) {
	return page[upslope.Activity](ctx, db, "activity", pgx.NamedArgs{"account_id": accountID, "site_id": siteID}, limit, offset)
}

// addActivity records one sentence of what happened, in the transaction in which it does.
func addActivity(ctx context.Context, tx *Tx, accountID, siteID, kind, text string) error {
	return exec(ctx, tx, "activity_add", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "kind": kind, "text": text})
}

// ForgetActivity forgets what happened before then.
func (db *DB) ForgetActivity(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "activity_forget", pgx.NamedArgs{"before": before})
}
