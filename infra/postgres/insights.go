package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// insightRow is a row of the insights table, with NULL for unknown values. JSON names are the column names,
// for insight_put.
type insightRow struct {
	ID            string         `json:"id"`
	SiteID        string         `json:"-"`
	Type          string         `json:"type"`
	Title         string         `json:"title"`
	Summary       string         `json:"summary"`
	Instructions  string         `json:"instructions"`
	Evidence      map[string]any `json:"evidence"`
	EntityType    string         `json:"entity_type"`
	Entity        upslope.Entity `json:"entity"`
	Impact        int            `json:"impact"`
	Effort        int            `json:"effort"`
	Confidence    int            `json:"confidence"`
	Score         int            `json:"score"`
	ValueLow      *float64       `json:"value_low"`
	ValueMid      *float64       `json:"value_mid"`
	ValueHigh     *float64       `json:"value_high"`
	ValueUnit     *string        `json:"value_unit"`
	ValueCurrency *string        `json:"value_currency"`
	Status        upslope.Status `json:"status"`
	Resolution    string         `json:"resolution"`
	SnoozedUntil  *time.Time     `json:"snoozed_until"`
	Assignee      string         `json:"-"`
	Reason        string         `json:"reason"`
	Outcome       *outcomeRow    `json:"-"`
	CreatedAt     time.Time      `json:"created_at"`
	UpdatedAt     time.Time      `json:"updated_at"`
}

// storedRow adds the columns of the lifecycle.
type storedRow struct {
	insightRow
	ExpectedValue    float64   `json:"expected_value"`
	StatusAt         time.Time `json:"status_at"`
	DismissedAtValue *float64  `json:"dismissed_at_value"`
	FoundAt          time.Time `json:"found_at"`
	EntityKey        string    `json:"entity_key" db:"-"`
}

func (r insightRow) insight() upslope.Insight {
	insight := upslope.Insight{
		ID: r.ID, SiteID: r.SiteID, Type: r.Type, Title: r.Title, Summary: r.Summary, Instructions: r.Instructions,
		Evidence: r.Evidence, EntityType: r.EntityType, Entity: r.Entity, Impact: r.Impact, Effort: r.Effort,
		Confidence: r.Confidence, Score: r.Score, Status: r.Status, Resolution: r.Resolution,
		SnoozedUntil: r.SnoozedUntil, Assignee: r.Assignee, Reason: r.Reason, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
	}
	if r.Outcome != nil {
		insight.Outcome = new(r.Outcome.outcome())
	}
	if r.ValueUnit != nil {
		insight.Value = &upslope.Value{Low: *r.ValueLow, Mid: *r.ValueMid, High: *r.ValueHigh, Unit: *r.ValueUnit}
		if r.ValueCurrency != nil {
			insight.Value.Currency = *r.ValueCurrency
		}
	}
	return insight
}

func rowOf(s upslope.StoredInsight) storedRow {
	row := storedRow{
		insightRow: insightRow{
			ID: s.ID, Type: s.Type, Title: s.Title, Summary: s.Summary, Instructions: s.Instructions,
			Evidence: s.Evidence, EntityType: s.EntityType, Entity: s.Entity, Impact: s.Impact, Effort: s.Effort,
			Confidence: s.Confidence, Score: s.Score, Status: s.Status, Resolution: s.Resolution, Reason: s.Reason, SnoozedUntil: s.SnoozedUntil,
			CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt,
		},
		ExpectedValue: s.ExpectedValue, StatusAt: s.StatusAt, DismissedAtValue: s.DismissedAtValue, FoundAt: s.FoundAt,
		EntityKey: s.Entity.Key(),
	}
	if v := s.Value; v != nil {
		row.ValueLow, row.ValueMid, row.ValueHigh, row.ValueUnit = &v.Low, &v.Mid, &v.High, &v.Unit
		if v.Currency != "" {
			row.ValueCurrency = &v.Currency
		}
	}
	return row
}

// Insights returns one page of the account's matching insights, open and in-progress ones first, then by
// score, and the total count.
func (db *DB) Insights(ctx context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error) {
	args := filterArgs(accountID, filter)
	total, err := one[int64](ctx, db, "insights_count", args)
	if err != nil {
		return nil, 0, err
	}
	args["limit"], args["offset"] = filter.Limit, filter.Offset
	rows, err := many[insightRow](ctx, db, "insights", args)
	insights := make([]upslope.Insight, len(rows))
	for i, row := range rows {
		insights[i] = row.insight()
	}
	return insights, total, err
}

// filterArgs returns the query parameters of a filter.
func filterArgs(accountID string, filter upslope.InsightFilter) pgx.NamedArgs {
	return pgx.NamedArgs{
		"account_id": accountID, "site_id": filter.SiteID, "status": string(filter.Status), "type": filter.Type, "query": filter.Query,
		"snoozed": filter.Snoozed, "now": filter.Now, "assignee": filter.Assignee,
	}
}

// Insight returns one insight of the account, or NotFound.
func (db *DB) Insight(ctx context.Context, accountID, id string) (upslope.Insight, error) {
	if !isID(id) {
		return upslope.Insight{}, errNoInsight
	}
	row, err := one[insightRow](ctx, db, "insight", pgx.NamedArgs{"account_id": accountID, "id": id})
	return row.insight(), err
}

var errNoInsight = upslope.Errorf(upslope.NotFound, "This insight does not exist.")

// SetInsightStatus sets the user's status of an insight and returns it with the account's version; Conflict
// when the transition is not allowed. An insight marked as done waits for its outcome to be measured.
func (db *DB) SetInsightStatus(ctx context.Context, accountID, id string, status upslope.Status, reason string, now time.Time) (insight upslope.Insight, version int64, err error) {
	return db.changeInsight(ctx, accountID, id, func(tx *Tx, present upslope.Status) error {
		if err := present.CanBecome(status); err != nil {
			return err
		}
		if present != status {
			return changeStatus(ctx, tx, accountID, id, status, reason, now)
		}
		if reason == "" {
			return nil
		}
		return editInsight(ctx, tx, accountID, id, upslope.InsightEdit{Reason: &reason}, now)
	})
}

// EditInsight changes the user's fields of an insight other than its status.
func (db *DB) EditInsight(ctx context.Context, accountID, id string, edit upslope.InsightEdit, now time.Time) (upslope.Insight, int64, error) {
	return db.changeInsight(ctx, accountID, id, func(tx *Tx, _ upslope.Status) error {
		return editInsight(ctx, tx, accountID, id, edit, now)
	})
}

// changeInsight runs change with the insight locked, and returns it with the account's version.
func (db *DB) changeInsight(ctx context.Context, accountID, id string, change func(tx *Tx, present upslope.Status) error) (insight upslope.Insight, version int64, err error) {
	if !isID(id) {
		return insight, 0, errNoInsight
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		scope := pgx.NamedArgs{"account_id": accountID, "id": id}
		present, err := one[upslope.Status](ctx, tx, "insight_lock", scope)
		if err != nil {
			return err
		}
		if err := change(tx, present); err != nil {
			return err
		}
		row, err := one[insightRow](ctx, tx, "insight", scope)
		if err != nil {
			return err
		}
		insight = row.insight()
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return insight, version, err
}

func editInsight(ctx context.Context, tx *Tx, accountID, id string, edit upslope.InsightEdit, now time.Time) error {
	args := pgx.NamedArgs{
		"account_id": accountID, "id": id, "snoozes": edit.SnoozedUntil != nil, "snoozed_until": nil,
		"assignee": edit.Assignee, "reason": edit.Reason, "now": now,
	}
	if edit.SnoozedUntil != nil {
		args["snoozed_until"] = *edit.SnoozedUntil
	}
	return exec(ctx, tx, "insight_edit", args)
}

func changeStatus(ctx context.Context, tx *Tx, accountID, id string, status upslope.Status, reason string, now time.Time) error {
	scope := pgx.NamedArgs{"account_id": accountID, "id": id}
	row, err := one[struct{ SiteID, Title, EntityType string }](ctx, tx, "insight_set_status", with(scope, pgx.NamedArgs{
		"status": string(status), "reason": reason, "now": now,
	}))
	if err != nil {
		return err
	}
	if err := exec(ctx, tx, "outcomes_drop", pgx.NamedArgs{"account_id": accountID, "site_id": row.SiteID}); err != nil {
		return err
	}
	if due, isMeasurable := upslope.MeasurableAt(row.EntityType, now); status == upslope.Done && isMeasurable {
		if err := exec(ctx, tx, "outcome_add", with(scope, pgx.NamedArgs{"due_at": due})); err != nil {
			return err
		}
	}
	words := map[upslope.Status]string{
		upslope.Open: "Opened again", upslope.InProgress: "Started", upslope.Done: "Done", upslope.Dismissed: "Dismissed",
	}
	text := words[status] + ": " + row.Title
	if err := addActivity(ctx, tx, accountID, row.SiteID, "insight."+string(status), text); err != nil {
		return err
	}
	_, err = addChange(ctx, tx, accountID, row.SiteID, upslope.SiteChange{Kind: "status", Text: text, InsightID: id}, now)
	return err
}
