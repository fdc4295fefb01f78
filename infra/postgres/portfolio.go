package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"upslope"
)

// InsightFigures returns totals of the open, in-progress and not snoozed insights of a scope, per
// site.
func (db *DB) InsightFigures(ctx context.Context, accountID string, scope upslope.Scope, now time.Time) ([]upslope.InsightFigures, error) {
	var found []upslope.InsightFigures
	args := with(scopeArgs(accountID, scope), pgx.NamedArgs{"now": now})
	err := rows(ctx, db, "insight_figures", args, func(rows pgx.Rows) error {
		var id, site pgtype.UUID // a quarter less time than uuid.UUID: pgx reads it without sql.Scanner
		var status string
		var score, effort, confidence int16
		var low, mid, high pgtype.Float8
		var unit, currency pgtype.Text
		var expected float64
		var claim int64
		var query *int64
		var small bool
		var hours float64
		var known pgtype.UUID // of the row before: the rows come site by site
		var siteID string
		into := []any{&id, &site, &status, &score, &effort, &confidence, &low, &mid, &high, &unit, &currency, &expected, &claim, &query, &small, &hours}
		_, err := pgx.ForEachRow(rows, into, func() error {
			if site != known {
				known, siteID = site, site.String()
			}
			figures := upslope.InsightFigures{
				ID: id.String(), SiteID: siteID, Status: upslope.Status(status), Score: int(score), Effort: int(effort),
				Confidence: float64(confidence) / 100, Claim: claim, ClaimQuery: query, Small: small, Hours: hours,
			}
			if unit.Valid {
				figures.Value = &upslope.Value{Low: low.Float64, Mid: mid.Float64, High: high.Float64, Unit: unit.String, Currency: currency.String}
				if mid.Float64 > 0 {
					figures.Confidence = expected / mid.Float64 // before rounding
				}
			}
			found = append(found, figures)
			return nil
		})
		return err
	})
	return found, err
}

// RankedInsights is Insights with all scores from one ranking of the account, which also sets the order.
func (db *DB) RankedInsights(ctx context.Context, accountID string, filter upslope.InsightFilter, ranking upslope.AccountRanking) ([]upslope.Insight, int64, error) {
	total, err := one[int64](ctx, db, "insights_count", filterArgs(accountID, filter))
	if err != nil {
		return nil, 0, err
	}
	args := pageArgs(accountID, filter)
	addRanking(args, ranking)
	ranked, err := many[struct {
		ID    string
		Score int
	}](ctx, db, "insights_ranked", args)
	if err != nil {
		return nil, 0, err
	}
	ids := make([]string, len(ranked))
	for i, one := range ranked {
		ids[i] = one.ID
	}
	known, err := db.InsightsByID(ctx, accountID, ids)
	if err != nil {
		return nil, 0, err
	}
	insights := make([]upslope.Insight, 0, len(ranked))
	for _, one := range ranked {
		if insight, ok := known[one.ID]; ok { // otherwise deleted with its site meanwhile
			insight.Score = one.Score
			insights = append(insights, insight)
		}
	}
	return insights, total, nil
}

// addRanking adds a ranking to the parameters of insights_ranked.
func addRanking(args pgx.NamedArgs, ranking upslope.AccountRanking) {
	units, currencies, floors, tops := []string{}, []string{}, []float64{}, []float64{}
	for _, scale := range ranking.Scales {
		units, currencies = append(units, scale.Unit), append(currencies, scale.Currency)
		floors, tops = append(floors, scale.Floor), append(tops, scale.Top)
	}
	sites, caps := []string{}, []float64{}
	for site, limit := range ranking.Caps {
		sites, caps = append(sites, site), append(caps, limit)
	}
	args["units"], args["currencies"], args["floors"], args["tops"] = units, currencies, floors, tops
	args["least_floor"], args["least_top"] = ranking.Usual.Floor, ranking.Usual.Top
	args["sites"], args["caps"], args["usual_cap"] = sites, caps, ranking.UsualCap
	args["impact_weight"], args["ease_weight"], args["ease_exponent"], args["ease"] = ranking.ImpactWeight, ranking.EaseWeight, ranking.EaseExponent, ranking.Ease
}

// InsightsByID returns the account's insights among the ids.
func (db *DB) InsightsByID(ctx context.Context, accountID string, ids []string) (map[string]upslope.Insight, error) {
	rows, err := many[insightRow](ctx, db, "insights_by_id", pgx.NamedArgs{"account_id": accountID, "ids": filled(ids)})
	known := make(map[string]upslope.Insight, len(rows))
	for _, row := range rows {
		known[row.ID] = row.insight()
	}
	return known, err
}

// InsightSubjects returns the subjects of open, in-progress and not snoozed insights of the given types, site
// by site in the order of the list.
func (db *DB) InsightSubjects(ctx context.Context, accountID string, siteIDs, types []string, now time.Time) ([]upslope.InsightSubject, error) {
	return many[upslope.InsightSubject](ctx, db, "insight_subjects", pgx.NamedArgs{
		"account_id": accountID, "site_ids": filled(siteIDs), "types": filled(types), "now": now,
	})
}

// SiteWork returns the work on the insights of each site of a client and tag, oldest site first.
func (db *DB) SiteWork(ctx context.Context, accountID string, scope upslope.Scope, since time.Time) ([]upslope.SiteWork, error) {
	return many[upslope.SiteWork](ctx, db, "portfolio_sites", pgx.NamedArgs{
		"account_id": accountID, "client_id": scope.ClientID, "tag": scope.Tag, "since": since,
	})
}
