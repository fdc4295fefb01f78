package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// with returns the union of two sets of arguments.
func with(scope, more pgx.NamedArgs) pgx.NamedArgs {
	args := maps.Clone(scope)
	maps.Copy(args, more)
	return args
}

// ReplaceInsights locks the insights of a site, calls decide for the changes, and applies them, all in one
// transaction that also ends the job. An error of decide changes nothing. A decision based on another crawl
// than the newest one returns Unavailable, to be retried.
func (db *DB) ReplaceInsights(ctx context.Context, accountID, siteID, jobID string, decide func(existing []upslope.StoredInsight) (upslope.InsightChanges, error)) error {
	scope := pgx.NamedArgs{"account_id": accountID, "site_id": siteID}
	return db.write(ctx, accountID, func(tx *Tx) error {
		rows, err := many[storedRow](ctx, tx, "insights_of_site", scope)
		if err != nil {
			return err
		}
		existing := make([]upslope.StoredInsight, len(rows))
		for i, row := range rows {
			existing[i] = upslope.StoredInsight{
				Insight: row.insight(), ExpectedValue: row.ExpectedValue, StatusAt: row.StatusAt,
				DismissedAtValue: row.DismissedAtValue, FoundAt: row.FoundAt,
			}
		}
		changes, err := decide(existing)
		if err != nil {
			return err
		}
		// The rows of a replaced crawl may have been deleted, which would make its issues look fixed.
		if err := current(ctx, tx, accountID, siteID, changes.Crawl); err != nil {
			return err
		}
		if err := putInsights(ctx, tx, accountID, siteID, changes); err != nil {
			return err
		}
		if err := putScales(ctx, tx, accountID, siteID, changes.Scales); err != nil {
			return err
		}
		if err := finishJob(ctx, tx, accountID, siteID, jobID, changes.Message, map[string]string{"message": changes.Message}); err != nil {
			return err
		}
		// Tables also show other results of a recompute, e.g. page ranks.
		return exec(ctx, tx, "facts_version_raise", scope)
	})
}

func putInsights(ctx context.Context, tx *Tx, accountID, siteID string, changes upslope.InsightChanges) error {
	scope := pgx.NamedArgs{"account_id": accountID, "site_id": siteID}
	put := make([]storedRow, 0, len(changes.Added)+len(changes.Updated))
	for _, insight := range changes.Added {
		put = append(put, rowOf(insight))
	}
	for _, insight := range changes.Updated {
		put = append(put, rowOf(insight))
	}
	if len(put) > 0 {
		body, err := json.Marshal(put)
		if err != nil {
			return fmt.Errorf("encode insights: %w", err)
		}
		if err := exec(ctx, tx, "insight_put", with(scope, pgx.NamedArgs{"insights": body})); err != nil {
			return err
		}
	}
	// Measured outcomes stay even when an insight reopens: hit rates are based on them.
	if err := putOutcomes(ctx, tx, scope, changes.Outcomes); err != nil {
		return err
	}
	if err := exec(ctx, tx, "outcomes_drop", scope); err != nil {
		return err
	}
	for _, event := range changes.Activity {
		if err := addActivity(ctx, tx, accountID, siteID, event.Kind, event.Text); err != nil {
			return err
		}
	}
	for _, change := range changes.Changes {
		if _, err := addChange(ctx, tx, accountID, siteID, change, change.CreatedAt); err != nil {
			return err
		}
	}
	return nil
}
