package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

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
	if err := exec(ctx, tx, "outcomes_drop", pgx.NamedArgs{"account_id": accountID, "site_ids": []string{siteID}}); err != nil {
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

// SetInsightStatus sets the user's status of an insight and returns it with the account's version; Conflict
// when the transition is not allowed.
func (db *DB) SetInsightStatus(ctx context.Context, accountID, id string, status upslope.Status, reason string, now time.Time) (upslope.Insight, int64, error) {
	edit := upslope.InsightsEdit{Status: status}
	if reason != "" {
		edit.Reason = &reason
	}
	return db.editInsight(ctx, accountID, id, edit, now)
}

// EditInsight changes the user's fields of an insight other than its status.
func (db *DB) EditInsight(ctx context.Context, accountID, id string, edit upslope.InsightEdit, now time.Time) (upslope.Insight, int64, error) {
	return db.editInsight(ctx, accountID, id, upslope.InsightsEdit{InsightEdit: edit}, now)
}

// EditInsights makes one edit to many insights of the account in one transaction, and returns the account's
// version. What cannot be changed is left as it is, with the reason.
func (db *DB) EditInsights(ctx context.Context, accountID string, ids []string, edit upslope.InsightsEdit, now time.Time) (edited upslope.InsightsEdited, version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if edited, err = editInsights(ctx, tx, accountID, ids, edit, now); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return edited, version, err
}

func (db *DB) editInsight(ctx context.Context, accountID, id string, edit upslope.InsightsEdit, now time.Time) (insight upslope.Insight, version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		edited, err := editInsights(ctx, tx, accountID, []string{id}, edit, now)
		if err != nil {
			return err
		}
		if len(edited.Failed) > 0 {
			return edited.Failed[0].Err
		}
		row, err := one[insightRow](ctx, tx, "insight", pgx.NamedArgs{"account_id": accountID, "id": id})
		if err != nil {
			return err
		}
		insight = row.insight()
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return insight, version, err
}

// editInsights locks the insights, changes those that may be changed, and lists the others with their errors.
func editInsights(ctx context.Context, tx *Tx, accountID string, ids []string, edit upslope.InsightsEdit, now time.Time) (edited upslope.InsightsEdited, err error) {
	wanted := make([]string, 0, len(ids))
	for _, id := range ids {
		if isID(id) {
			wanted = append(wanted, id)
		}
	}
	locked, err := many[lockedInsight](ctx, tx, "insights_lock", pgx.NamedArgs{"account_id": accountID, "ids": wanted})
	if err != nil {
		return edited, err
	}
	assignee, err := assigneeOf(ctx, tx, accountID, "assignee", edit.Assignee)
	if err != nil {
		return edited, err
	}
	present := make(map[string]lockedInsight, len(locked))
	for _, one := range locked {
		present[one.ID] = one
	}
	var moved []string
	for _, id := range ids {
		one, exists := present[id]
		status, err := one.Status, error(errNoInsight)
		if exists {
			err = errors.Join(status.CanBecome(edit.Status), assignee.canSee(one.SiteID))
		}
		if err != nil {
			edited.Failed = append(edited.Failed, upslope.EditFailure{ID: id, Err: err})
			continue
		}
		edited.Changed = append(edited.Changed, id)
		if edit.Status != "" && edit.Status != status {
			moved = append(moved, id)
		}
	}
	if err := setStatus(ctx, tx, accountID, moved, edit, now); err != nil {
		return edited, err
	}
	if err := tellAssigned(ctx, tx, accountID, assignee, edited.Changed, present); err != nil {
		return edited, err
	}
	if edit.StepPlans != nil {
		for _, id := range edited.Changed {
			if err := planSteps(ctx, tx, accountID, present[id], *edit.StepPlans); err != nil {
				return edited, err
			}
		}
	}
	return edited, editFields(ctx, tx, accountID, edited.Changed, edit.InsightEdit, assignee, now)
}

func editFields(ctx context.Context, tx *Tx, accountID string, ids []string, edit upslope.InsightEdit, assignee assignee, now time.Time) error {
	if len(ids) == 0 || edit == (upslope.InsightEdit{}) {
		return nil
	}
	args := pgx.NamedArgs{
		"account_id": accountID, "ids": ids, "snoozes": edit.SnoozedUntil != nil, "snoozed_until": nil,
		"assignee": assignee.text, "assignee_id": assignee.person.ID, "sets_due": edit.DueOn != nil, "due_on": nil, "reason": edit.Reason,
		"done_steps": edit.DoneSteps, "now": now,
	}
	if edit.SnoozedUntil != nil {
		args["snoozed_until"] = *edit.SnoozedUntil
	}
	if edit.DueOn != nil {
		args["due_on"] = *edit.DueOn
	}
	if err := exec(ctx, tx, "insights_edit", args); err != nil || edit.Hours == nil {
		return err
	}
	for _, id := range ids {
		if err := setHours(ctx, tx, pgx.NamedArgs{"account_id": accountID, "id": id}, *edit.Hours, now); err != nil {
			return err
		}
	}
	return nil
}

// setHours sets the hours of an insight, remembers them for its type on its site, and applies that to the
// others of the type.
func setHours(ctx context.Context, tx *Tx, scope pgx.NamedArgs, hours *float64, now time.Time) error {
	if err := exec(ctx, tx, "insight_hours", with(scope, pgx.NamedArgs{"hours": hours, "now": now})); err != nil {
		return err
	}
	at := with(scope, pgx.NamedArgs{"now": now})
	var err error
	if hours == nil {
		err = exec(ctx, tx, "hours_forget", scope)
	} else {
		err = exec(ctx, tx, "hours_remember", at)
	}
	if err != nil {
		return err
	}
	return exec(ctx, tx, "hours_spread", at)
}

// setStatus also records the activity and the changes. Fixed insights wait for their outcomes to be measured.
func setStatus(ctx context.Context, tx *Tx, accountID string, ids []string, edit upslope.InsightsEdit, now time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	reason := ""
	if edit.Reason != nil {
		reason = *edit.Reason
	}
	rows, err := many[struct{ ID, SiteID, Title, EntityType string }](ctx, tx, "insights_set_status", pgx.NamedArgs{
		"account_id": accountID, "ids": ids, "status": string(edit.Status), "reason": reason, "now": now,
	})
	if err != nil {
		return err
	}
	titles, first, sites := map[string][]string{}, map[string]string{}, []string{}
	var measured []string
	var due []time.Time
	for _, row := range rows {
		if titles[row.SiteID] == nil {
			sites, first[row.SiteID] = append(sites, row.SiteID), row.ID
		}
		titles[row.SiteID] = append(titles[row.SiteID], row.Title)
		if at, isMeasurable := upslope.MeasurableAt(row.EntityType, now); edit.Status == upslope.Done && isMeasurable {
			measured, due = append(measured, row.ID), append(due, at)
		}
	}
	if err := exec(ctx, tx, "outcomes_drop", pgx.NamedArgs{"account_id": accountID, "site_ids": sites}); err != nil {
		return err
	}
	if len(measured) > 0 {
		if err := exec(ctx, tx, "outcomes_add", pgx.NamedArgs{"account_id": accountID, "ids": measured, "due_at": due}); err != nil {
			return err
		}
	}
	action := map[upslope.Status]string{
		upslope.Open: "Reopened", upslope.InProgress: "Started", upslope.Done: "Done", upslope.Dismissed: "Dismissed",
	}[edit.Status]
	for _, site := range sites {
		news := upslope.Activity{SiteID: site, Kind: "insight." + string(edit.Status), Text: action + ": " + titles[site][0], InsightID: first[site]}
		if others := len(titles[site]) - 1; others > 0 {
			news.Text = fmt.Sprintf("%s: %d opportunities, including “%s”", action, others+1, titles[site][0])
		}
		if err := addNews(ctx, tx, accountID, news); err != nil {
			return err
		}
	}
	return exec(ctx, tx, "changes_add_status", pgx.NamedArgs{"account_id": accountID, "ids": ids, "action": action, "now": now})
}
