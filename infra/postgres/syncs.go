package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// LiveConnections returns what the sites read from providers: the facts of these connections count, and no others.
func (db *DB) LiveConnections(ctx context.Context, accountID string, siteIDs []string) ([]upslope.Connection, error) {
	return liveConnections(ctx, db, accountID, siteIDs)
}

func liveConnections(ctx context.Context, on runner, accountID string, siteIDs []string) ([]upslope.Connection, error) {
	return many[upslope.Connection](ctx, on, "connections_live", pgx.NamedArgs{"account_id": accountID, "site_ids": filled(siteIDs)})
}

// Syncs returns one page of when the site's providers were read, newest first, and how many runs there are in all.
func (db *DB) Syncs(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.SyncRun, int64, error) {
	return page[upslope.SyncRun](ctx, db, "sync_runs_list", pgx.NamedArgs{"account_id": accountID, "site_id": siteID}, limit, offset)
}

// StartRun records that a connection is being read, and returns the run's id.
func (db *DB) StartRun(ctx context.Context, connection upslope.Connection, kind string, daysWanted int64) (runID string, err error) {
	return one[string](ctx, db, "sync_run_start", pgx.NamedArgs{
		"account_id": connection.AccountID, "site_id": connection.SiteID, "connection_id": connection.ID, "provider": connection.Provider,
		"kind": kind, "days_wanted": daysWanted,
	})
}

// InterruptedRun returns the run of a connection whose process has ended before it; NotFound when there is none.
func (db *DB) InterruptedRun(ctx context.Context, connection upslope.Connection, kind string) (upslope.SyncRun, error) {
	return one[upslope.SyncRun](ctx, db, "sync_run_interrupted", pgx.NamedArgs{
		"account_id": connection.AccountID, "connection_id": connection.ID, "kind": kind,
	})
}

// RunProgress says how far a run is, and returns whether its connection is still there.
func (db *DB) RunProgress(ctx context.Context, accountID, runID string, days, rows int64) (live bool, err error) {
	return one[bool](ctx, db, "sync_run_progress", pgx.NamedArgs{"account_id": accountID, "id": runID, "days": days, "rows": rows})
}

// FinishRun ends a run with what came of it: its numbers, Status and Error. When judged says that it shows how the connection is,
// it is connected from now on, or failing for failure. text is what is told of the run, unless it is "" or tells of a failure that is
// known already.
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
		// A process may have ended between writing rows and saying so.
		if err := exec(ctx, tx, "facts_version_raise", pgx.NamedArgs{"account_id": connection.AccountID, "site_id": connection.SiteID}); err != nil {
			return err
		}
		if judged {
			before, err := one[string](ctx, tx, "connection_synced", pgx.NamedArgs{
				"account_id": connection.AccountID, "id": connection.ID, "error": failure,
			})
			if upslope.CodeOf(err) == upslope.NotFound {
				return nil // disconnected meanwhile: nobody wants to know
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

// SyncBy has the site synced at a moment, unless it is synced before.
func (db *DB) SyncBy(ctx context.Context, accountID, siteID string, at time.Time) error {
	return exec(ctx, db, "site_sync_by", pgx.NamedArgs{"account_id": accountID, "id": siteID, "at": at})
}

// PlanSyncs queues the sync of up to most sites that are due, and plans the next one of each, and of those that have none planned
// yet, for when next says. It answers how many sites that were. Several processes may do it at once: each takes other sites.
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
			if _, err := joinJob(ctx, tx, "sync_join", site.AccountID, site.ID); err != nil {
				return err
			}
		}
		return exec(ctx, tx, "sites_plan", pgx.NamedArgs{"ids": ids, "account_ids": accounts, "times": times})
	})
	return planned, err
}

// SyncedSince returns the sites of which something was read since a moment: site id → account id.
func (db *DB) SyncedSince(ctx context.Context, since time.Time) (map[string]string, error) {
	sites, err := many[struct{ AccountID, SiteID string }](ctx, db, "sync_runs_since", pgx.NamedArgs{"since": since})
	accounts := make(map[string]string, len(sites))
	for _, site := range sites {
		accounts[site.SiteID] = site.AccountID
	}
	return accounts, err
}

// ForgetRuns deletes the records of runs that began before a moment.
func (db *DB) ForgetRuns(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "sync_runs_forget", pgx.NamedArgs{"before": before})
}

// EraseConnectionsAgain calls erase for each connection deleted of late: a sync that was under way then may have left rows behind.
// Those deleted a day ago and longer are forgotten.
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
