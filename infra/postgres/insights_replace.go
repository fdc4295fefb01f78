package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// with adds arguments to those of a scope.
func with(scope, more pgx.NamedArgs) pgx.NamedArgs {
	args := maps.Clone(scope)
	maps.Copy(args, more)
	return args
}

// ReplaceInsights locks the insights of a site, lets decide say what becomes of them, and applies that, all in one
// transaction that also ends the job. An error of decide changes nothing, nor does a
// decision on another crawl than the newest one, which is Unavailable: to be made again.
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
		// The rows of a crawl that was replaced meanwhile may have been gone already: that would look like a cure.
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
		// Tables also show what a recompute writes besides insights, such as the ranks of pages.
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
	// What was measured stays, also of what is opened again now: it tells how often such fixes work.
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
