package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// outcomeRow is a row of the outcomes table, with NULL for unknown values. JSON names are the column names.
type outcomeRow struct {
	InsightID      string           `json:"insight_id"`
	Status         string           `json:"status"`
	FixedAt        time.Time        `json:"fixed_at"`
	DueAt          time.Time        `json:"due_at"`
	ForecastLow    *float64         `json:"forecast_low"`
	ForecastMid    *float64         `json:"forecast_mid"`
	ForecastHigh   *float64         `json:"forecast_high"`
	Unit           *string          `json:"unit"`
	Currency       *string          `json:"currency"`
	ProbabilityFix *float64         `json:"probability_fix"`
	Controls       []upslope.Entity `json:"controls"`
	MeasuredAt     *time.Time       `json:"measured_at"`
	GainLow        *float64         `json:"gain_low"`
	GainMid        *float64         `json:"gain_mid"`
	GainHigh       *float64         `json:"gain_high"`
	Worked         *bool            `json:"worked"`
	Reason         string           `json:"reason"`
}

// waitingRow adds the insight.
type waitingRow struct {
	outcomeRow
	Type       string
	EntityType string
	Entity     upslope.Entity
	Evidence   map[string]any
}

func (r outcomeRow) outcome() upslope.Outcome {
	return upslope.Outcome{
		Status: r.Status, FixedAt: r.FixedAt, DueAt: r.DueAt, MeasuredAt: r.MeasuredAt,
		Forecast: monthlyValue(r.ForecastLow, r.ForecastMid, r.ForecastHigh, r.Unit, r.Currency),
		Gain:     monthlyValue(r.GainLow, r.GainMid, r.GainHigh, r.Unit, r.Currency),
		Worked:   r.Worked, Controls: len(r.Controls), Reason: r.Reason,
	}
}

func outcomeRowOf(o upslope.StoredOutcome) outcomeRow {
	row := outcomeRow{
		InsightID: o.Insight.ID, Status: o.Status, FixedAt: o.FixedAt, DueAt: o.DueAt, Controls: o.Compared,
		MeasuredAt: o.MeasuredAt, Worked: o.Worked, Reason: o.Reason,
	}
	for _, value := range []*upslope.Value{o.Forecast, o.Gain} {
		if value != nil {
			row.Unit = &value.Unit
			row.Currency = nil
			if value.Currency != "" {
				row.Currency = &value.Currency
			}
		}
	}
	if gain := o.Gain; gain != nil {
		row.GainLow, row.GainMid, row.GainHigh = &gain.Low, &gain.Mid, &gain.High
	}
	return row
}

// WaitingOutcomes returns the site's fixes that are to be measured, oldest first.
func (db *DB) WaitingOutcomes(ctx context.Context, accountID, siteID string) ([]upslope.StoredOutcome, error) {
	rows, err := many[waitingRow](ctx, db, "outcomes_waiting", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
	outcomes := make([]upslope.StoredOutcome, len(rows))
	for i, row := range rows {
		outcomes[i] = upslope.StoredOutcome{
			Outcome:        row.outcome(),
			Insight:        upslope.Insight{ID: row.InsightID, SiteID: siteID, Type: row.Type, EntityType: row.EntityType, Entity: row.Entity, Evidence: row.Evidence},
			ProbabilityFix: row.ProbabilityFix, Compared: row.Controls,
		}
	}
	return outcomes, err
}

// HitRates returns, for every insight type with measured fixes of the site, how many there were, how many
// worked, and the method's prior. insights.Engine.HitRates computes the rates.
func (db *DB) HitRates(ctx context.Context, accountID, siteID string) ([]upslope.HitRate, error) {
	return many[upslope.HitRate](ctx, db, "hit_rates", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// Targets returns the targets of the site's insights that are not dismissed, and which of them were fixed.
func (db *DB) Targets(ctx context.Context, accountID, siteID string) ([]upslope.Target, error) {
	return many[upslope.Target](ctx, db, "targets", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

func putOutcomes(ctx context.Context, tx *Tx, scope pgx.NamedArgs, outcomes []upslope.StoredOutcome) error {
	if len(outcomes) == 0 {
		return nil
	}
	rows := make([]outcomeRow, len(outcomes))
	for i, outcome := range outcomes {
		rows[i] = outcomeRowOf(outcome)
	}
	body, err := json.Marshal(rows)
	if err != nil {
		return fmt.Errorf("encode outcomes: %w", err)
	}
	return exec(ctx, tx, "outcomes_put", with(scope, pgx.NamedArgs{"outcomes": body}))
}

// SiteChanges returns one page of a site's changes between two days ("" is open), newest first, and the total
// count.
func (db *DB) SiteChanges(ctx context.Context, accountID, siteID, from, to string, limit, offset int) ([]upslope.SiteChange, int64, error) {
	site, err := db.Site(ctx, accountID, siteID)
	if err != nil {
		return nil, 0, err
	}
	args := pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "time_zone": site.Location().String(), "from": from, "to": to, "page_changes": upslope.ShownPageChanges}
	return page[upslope.SiteChange](ctx, db, "changes", args, limit, offset)
}

// AddSiteNote stores a user's note about a change on a day, e.g. 2026-11-18, and returns it with the
// account's version.
func (db *DB) AddSiteNote(ctx context.Context, accountID, siteID, day, text string, now time.Time) (note upslope.SiteChange, version int64, err error) {
	site, err := db.Site(ctx, accountID, siteID)
	if err != nil {
		return note, 0, err
	}
	if text, err = upslope.CleanNote(day, text, now.In(site.Location())); err != nil {
		return note, 0, err
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		note, err = addChange(ctx, tx, accountID, siteID, upslope.SiteChange{Day: day, Kind: "note", Text: text}, now)
		if err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return note, version, err
}

// DeleteSiteNote deletes a note of the site and returns the account's version; NotFound for other changes.
func (db *DB) DeleteSiteNote(ctx context.Context, accountID, siteID, changeID string) (version int64, err error) {
	if !isID(siteID) || !isID(changeID) {
		return 0, upslope.Errorf(upslope.NotFound, "This note does not exist.")
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if _, err := one[string](ctx, tx, "note_delete", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "id": changeID}); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// addChange records a change of a site in the transaction of the change; without a day, for today at the
// site.
func addChange(ctx context.Context, tx *Tx, accountID, siteID string, change upslope.SiteChange, now time.Time) (upslope.SiteChange, error) {
	if change.Day == "" {
		site, err := one[upslope.Site](ctx, tx, "site", pgx.NamedArgs{"account_id": accountID, "id": siteID})
		if err != nil {
			return change, err
		}
		change.Day = now.In(site.Location()).Format(time.DateOnly)
	}
	day, err := time.Parse(time.DateOnly, change.Day)
	if err != nil {
		return change, err
	}
	return one[upslope.SiteChange](ctx, tx, "change_add", pgx.NamedArgs{
		"account_id": accountID, "site_id": siteID, "day": day, "kind": change.Kind, "text": change.Text,
		"insight_id": change.InsightID, "created_at": now,
	})
}
