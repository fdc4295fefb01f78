package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// LiveConnections returns the sites' active connections: only their facts count.
func (db *DB) LiveConnections(ctx context.Context, accountID string, siteIDs []string) ([]upslope.Connection, error) {
	return liveConnections(ctx, db, accountID, siteIDs)
}

func liveConnections(ctx context.Context, on runner, accountID string, siteIDs []string) ([]upslope.Connection, error) {
	return many[upslope.Connection](ctx, on, "connections_live", pgx.NamedArgs{"account_id": accountID, "site_ids": filled(siteIDs)})
}

// Syncs returns one page of the site's sync runs, newest first, and the total count.
func (db *DB) Syncs(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.SyncRun, int64, error) {
	return page[upslope.SyncRun](ctx, db, "sync_runs_list", pgx.NamedArgs{"account_id": accountID, "site_id": siteID}, limit, offset)
}

// StartRun records the start of a connection's sync run, and returns the run's id.
func (db *DB) StartRun(ctx context.Context, connection upslope.Connection, kind string, daysWanted int64) (runID string, err error) {
	return one[string](ctx, db, "sync_run_start", pgx.NamedArgs{
		"account_id": connection.AccountID, "site_id": connection.SiteID, "connection_id": connection.ID, "provider": connection.Provider,
		"kind": kind, "days_wanted": daysWanted,
	})
}

// InterruptedRun returns a connection's run whose process ended during it, or NotFound.
func (db *DB) InterruptedRun(ctx context.Context, connection upslope.Connection, kind string) (upslope.SyncRun, error) {
	return one[upslope.SyncRun](ctx, db, "sync_run_interrupted", pgx.NamedArgs{
		"account_id": connection.AccountID, "connection_id": connection.ID, "kind": kind,
	})
}

// RunProgress sets the progress of a run, and reports whether its connection still exists.
func (db *DB) RunProgress(ctx context.Context, accountID, runID string, days, rows int64) (live bool, err error) {
	return one[bool](ctx, db, "sync_run_progress", pgx.NamedArgs{"account_id": accountID, "id": runID, "days": days, "rows": rows})
}

// FinishRun ends a run with its counts, Status and Error. With judged the run decides the connection's state:
// connected, or failing with failure. text is the activity sentence, skipped when "" or when the failure was
// reported before.
func (db *DB) FinishRun(ctx context.Context, connection upslope.Connection, run upslope.SyncRun, judged bool, failure, text string) error {
	return db.write(ctx, connection.AccountID, func(tx *Tx) error {
		note := ""
		if run.Error != nil {
			note = *run.Error
		}
		err := exec(ctx, tx, "sync_run_finish", pgx.NamedArgs{
			"account_id": connection.AccountID, "id": run.ID, "status": run.Status, "days": run.Days, "rows": run.Rows, "error": note,
		})
		if err != nil {
			return err
		}
		// A process may have ended between writing rows and recording that.
		if err := exec(ctx, tx, "facts_version_raise", pgx.NamedArgs{"account_id": connection.AccountID, "site_id": connection.SiteID}); err != nil {
			return err
		}
		if judged {
			before, err := one[string](ctx, tx, "connection_synced", pgx.NamedArgs{
				"account_id": connection.AccountID, "id": connection.ID, "error": failure,
			})
			if upslope.CodeOf(err) == upslope.NotFound {
				return nil // disconnected meanwhile: nothing to report
			}
			if err != nil {
				return err
			}
			if failure != "" && before == upslope.Failing {
				text = ""
			}
		}
		if text == "" {
			return nil
		}
		kind := "integration.synced"
		if failure != "" {
			kind = "integration.failed"
		}
		return addActivity(ctx, tx, connection.AccountID, connection.SiteID, kind, text)
	})
}

// SyncBy plans a sync of the site no later than the given time.
func (db *DB) SyncBy(ctx context.Context, accountID, siteID string, at time.Time) error {
	return exec(ctx, db, "site_sync_by", pgx.NamedArgs{"account_id": accountID, "id": siteID, "at": at})
}

// PlanSyncs queues syncs of up to limit due sites, and plans the next sync of these, and of unplanned sites,
// at the time next returns. It returns how many it queued. Concurrent processes take different sites.
func (db *DB) PlanSyncs(ctx context.Context, now time.Time, limit int, next func(siteID, timeZone string) time.Time) (planned int, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		sites, err := many[struct {
			ID, AccountID, TimeZone string
			Due                     bool
		}](ctx, tx, "sites_due", pgx.NamedArgs{"now": now, "max_rows": limit})
		if err != nil || len(sites) == 0 {
			return err
		}
		planned = len(sites)
		ids, accounts, times := make([]string, planned), make([]string, planned), make([]time.Time, planned)
		for i, site := range sites {
			ids[i], accounts[i], times[i] = site.ID, site.AccountID, next(site.ID, site.TimeZone)
			if !site.Due {
				continue
			}
			if _, err := joinJob(ctx, tx, "sync_join", site.AccountID, site.ID, true); err != nil {
				return err
			}
		}
		return exec(ctx, tx, "sites_plan", pgx.NamedArgs{"ids": ids, "account_ids": accounts, "times": times})
	})
	return planned, err
}

// SyncedSince returns the sites with a sync since the given time: site id → account id.
func (db *DB) SyncedSince(ctx context.Context, since time.Time) (map[string]string, error) {
	sites, err := many[struct{ AccountID, SiteID string }](ctx, db, "sync_runs_since", pgx.NamedArgs{"since": since})
	accounts := make(map[string]string, len(sites))
	for _, site := range sites {
		accounts[site.SiteID] = site.AccountID
	}
	return accounts, err
}

// ForgetRuns deletes the records of runs started before the given time.
func (db *DB) ForgetRuns(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "sync_runs_forget", pgx.NamedArgs{"before": before})
}

// EraseConnectionsAgain calls erase for each recently deleted connection, because a running sync may have
// written rows after the first erasure. Connections deleted over a day ago are dropped from the list.
func (db *DB) EraseConnectionsAgain(ctx context.Context, now time.Time, erase func(ctx context.Context, accountID, siteID, connectionID string) error) error {
	connections, err := many[struct{ AccountID, SiteID, ConnectionID string }](ctx, db, "erased_connections", nil)
	if err != nil {
		return err
	}
	for _, connection := range connections {
		if err := erase(ctx, connection.AccountID, connection.SiteID, connection.ConnectionID); err != nil {
			return err
		}
	}
	return exec(ctx, db, "erased_connections_forget", pgx.NamedArgs{"before": now.AddDate(0, 0, -1)})
}
