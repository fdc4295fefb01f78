package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Syncs answers one page of when the site's providers were read, newest first, and how many runs there are in all.
func (db *DB) Syncs(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.SyncRun, int64, error) {
	return page[upslope.SyncRun](ctx, db, "sync_runs_list", pgx.NamedArgs{"account_id": accountID, "site_id": siteID}, limit, offset)
}

// LoadDemo asks for the demo shop. While the account's load of it waits or runs this joins that one.
func (db *DB) LoadDemo(ctx context.Context, accountID string) (upslope.Job, error) {
	return one[upslope.Job](ctx, db, "demo_join", pgx.NamedArgs{"account_id": accountID})
}
