package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// outcomeRow is an outcome as its table has it: flat, with nulls where a figure is unknown. JSON names are the columns' names.
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
		Forecast: r.value(r.ForecastLow, r.ForecastMid, r.ForecastHigh), Gain: r.value(r.GainLow, r.GainMid, r.GainHigh),
		Worked: r.Worked, Controls: len(r.Controls), Reason: r.Reason,
	}
}

func (r outcomeRow) value(low, mid, high *float64) *upslope.Value {
	if low == nil || mid == nil || high == nil || r.Unit == nil {
		return nil
	}
	value := &upslope.Value{Low: *low, Mid: *mid, High: *high, Unit: *r.Unit}
	if r.Currency != nil {
		value.Currency = *r.Currency
	}
	return value
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

// WaitingOutcomes answers the fixes of a site that are to be measured, the oldest first.
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

// HitRates answers, for every type of insight of which fixes of the site were measured, how many there were, how many worked, and what the
// method assumed of them; the rate that follows is the engine's to work out (insights.Engine.HitRates).
func (db *DB) HitRates(ctx context.Context, accountID, siteID string) ([]upslope.HitRate, error) {
	return many[upslope.HitRate](ctx, db, "hit_rates", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// Targets answers what the insights of a site are about that are not dismissed, and which of them were fixed.
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
