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
	ID            string             `json:"id"`
	SiteID        string             `json:"-"`
	Type          string             `json:"type"`
	Title         string             `json:"title"`
	Summary       string             `json:"summary"`
	Instructions  string             `json:"instructions"`
	Evidence      map[string]any     `json:"evidence"`
	EntityType    string             `json:"entity_type"`
	Entity        upslope.Entity     `json:"entity"`
	Impact        int                `json:"impact"`
	Effort        int                `json:"effort"`
	Confidence    int                `json:"confidence"`
	Score         int                `json:"score"`
	ValueLow      *float64           `json:"value_low"`
	ValueMid      *float64           `json:"value_mid"`
	ValueHigh     *float64           `json:"value_high"`
	ValueUnit     *string            `json:"value_unit"`
	ValueCurrency *string            `json:"value_currency"`
	Status        upslope.Status     `json:"status"`
	Resolution    string             `json:"resolution"`
	SnoozedUntil  *time.Time         `json:"snoozed_until"`
	Assignee      string             `json:"-"`
	AssigneeID    string             `json:"-"`
	DueOn         *string            `json:"-"`
	Reason        string             `json:"reason"`
	Outcome       *outcomeRow        `json:"-"`
	Plan          planRow            `json:"plan"`
	Small         bool               `json:"small"`
	Hours         float64            `json:"-"`
	UsualHours    float64            `json:"usual_hours"`
	DoneSteps     []string           `json:"-"`
	StepPlans     []upslope.StepPlan `json:"-"`
	CreatedAt     time.Time          `json:"created_at"`
	UpdatedAt     time.Time          `json:"updated_at"`
}

// planRow is the column plan: what an insight asks for, as data.
type planRow struct {
	Actions []upslope.Action  `json:"actions,omitempty"`
	Also    []upslope.Finding `json:"also,omitempty"`
	LeftOut []upslope.Action  `json:"leftOut,omitempty"`
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

// openInsightRow is a row of insights_open.
type openInsightRow struct {
	ID            string
	SiteID        string
	Type          string
	Title         string
	Step          string
	EntityType    string
	Entity        upslope.Entity
	Keep          string
	Score         int
	Status        upslope.Status
	ValueLow      *float64
	ValueMid      *float64
	ValueHigh     *float64
	ValueUnit     *string
	ValueCurrency *string
}

func (r insightRow) insight() upslope.Insight {
	insight := upslope.Insight{
		ID: r.ID, SiteID: r.SiteID, Type: r.Type, Title: r.Title, Summary: r.Summary, Instructions: r.Instructions,
		Evidence: r.Evidence, EntityType: r.EntityType, Entity: r.Entity, Impact: r.Impact, Effort: r.Effort,
		Confidence: r.Confidence, Score: r.Score, Status: r.Status, Resolution: r.Resolution,
		SnoozedUntil: r.SnoozedUntil, Assignee: r.Assignee, AssigneeID: r.AssigneeID, DueOn: r.DueOn, Reason: r.Reason, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
		Actions: r.Plan.Actions, Also: r.Plan.Also, LeftOut: r.Plan.LeftOut, Small: r.Small, Hours: r.Hours, UsualHours: r.UsualHours,
		DoneSteps: r.DoneSteps, StepPlans: r.StepPlans,
	}
	if r.Outcome != nil {
		insight.Outcome = new(r.Outcome.outcome())
	}
	insight.Value = monthlyValue(r.ValueLow, r.ValueMid, r.ValueHigh, r.ValueUnit, r.ValueCurrency)
	return insight
}

// monthlyValue returns a value; nil for an unknown one. What is valued in clicks has no currency.
func monthlyValue(low, mid, high *float64, unit, currency *string) *upslope.Value {
	if low == nil || mid == nil || high == nil || unit == nil {
		return nil
	}
	value := &upslope.Value{Low: *low, Mid: *mid, High: *high, Unit: *unit}
	if currency != nil {
		value.Currency = *currency
	}
	return value
}

func rowOf(s upslope.StoredInsight) storedRow {
	row := storedRow{
		insightRow: insightRow{
			ID: s.ID, Type: s.Type, Title: s.Title, Summary: s.Summary, Instructions: s.Instructions,
			Evidence: s.Evidence, EntityType: s.EntityType, Entity: s.Entity, Impact: s.Impact, Effort: s.Effort,
			Confidence: s.Confidence, Score: s.Score, Status: s.Status, Resolution: s.Resolution, Reason: s.Reason, SnoozedUntil: s.SnoozedUntil,
			CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt,
			Plan: planRow{s.Actions, s.Also, s.LeftOut}, Small: s.Small, UsualHours: s.UsualHours,
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

// Insights returns one page of the account's matching insights in the filter's order, and the total count.
func (db *DB) Insights(ctx context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error) {
	total, err := one[int64](ctx, db, "insights_count", filterArgs(accountID, filter))
	if err != nil {
		return nil, 0, err
	}
	rows, err := many[insightRow](ctx, db, "insights", pageArgs(accountID, filter))
	insights := make([]upslope.Insight, len(rows))
	for i, row := range rows {
		insights[i] = row.insight()
	}
	return insights, total, err
}

// HiddenInsights returns how many insights a filter leaves out only because they are small.
func (db *DB) HiddenInsights(ctx context.Context, accountID string, filter upslope.InsightFilter) (int64, error) {
	if filter.Small {
		return 0, nil
	}
	return one[int64](ctx, db, "insights_small_count", filterArgs(accountID, filter))
}

// filterArgs returns the query parameters of a filter.
func filterArgs(accountID string, filter upslope.InsightFilter) pgx.NamedArgs {
	statuses := make([]string, len(filter.Statuses))
	for i, status := range filter.Statuses {
		statuses[i] = string(status)
	}
	return pgx.NamedArgs{
		"account_id": accountID, "ids": filter.IDs, "site_id": filter.SiteID, "client_id": filter.ClientID, "tag": filter.Tag, "statuses": statuses, "type": filter.Type, "query": filter.Query,
		"snoozed": filter.Snoozed, "now": filter.Now, "assignee": filter.Assignee, "small": filter.Small,
	}
}

// pageArgs returns the query parameters of one page of a filter.
func pageArgs(accountID string, filter upslope.InsightFilter) pgx.NamedArgs {
	args := filterArgs(accountID, filter)
	args["sort"], args["direction"], args["limit"], args["offset"] = filter.Sort.Key, 1, filter.Limit, filter.Offset
	if filter.Sort.Descending {
		args["direction"] = -1
	}
	return args
}

// OpenInsights returns the open and in-progress insights of a site, or with "" of all, the best first.
func (db *DB) OpenInsights(ctx context.Context, accountID, siteID string) ([]upslope.OpenInsight, error) {
	rows, err := many[openInsightRow](ctx, db, "insights_open", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
	open := make([]upslope.OpenInsight, len(rows))
	for i, row := range rows {
		open[i] = upslope.OpenInsight{
			ID: row.ID, SiteID: row.SiteID, Type: row.Type, Title: row.Title, Step: row.Step, EntityType: row.EntityType, Entity: row.Entity,
			Keep: row.Keep, Score: row.Score, Status: row.Status,
			Value: monthlyValue(row.ValueLow, row.ValueMid, row.ValueHigh, row.ValueUnit, row.ValueCurrency),
		}
	}
	return open, err
}

// Insight returns one insight of the account, or NotFound.
func (db *DB) Insight(ctx context.Context, accountID, id string) (upslope.Insight, error) {
	if !isID(id) {
		return upslope.Insight{}, errNoInsight
	}
	row, err := one[insightRow](ctx, db, "insight", pgx.NamedArgs{"account_id": accountID, "id": id})
	return row.insight(), err
}

var errNoInsight = upslope.Errorf(upslope.NotFound, "This opportunity does not exist.")
