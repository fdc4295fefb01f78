// Package overview computes the key figures at the top of the Overview.
package overview

import (
	"context"
	_ "embed"

	"upslope"
	"upslope/analytics/facts"
)

// KPIs computes the key figures of the Overview.
type KPIs struct {
	Tables interface {
		// Select reads rows into *[]T, where T has the columns in `ch` tags.
		Select(ctx context.Context, rows any, sql string, params map[string]any) error
	}
	Records interface {
		// Connections returns the provider connections of an account's sites; siteID "" is every site.
		Connections(ctx context.Context, accountID, siteID string) ([]upslope.Connection, error)
	}
}

//go:embed kpis.sql
var kpisSQL string

//go:embed kpis_page_speed.sql
var kpisPageSpeedSQL string

// kpiRow has the figures of one connection.
type kpiRow struct {
	Report            string   `ch:"counted"`
	DaysNow           uint64   `ch:"days_now"`
	DaysBefore        uint64   `ch:"days_before"`
	SessionsNow       uint64   `ch:"sessions_now"`
	SessionsBefore    uint64   `ch:"sessions_before"`
	ConversionsNow    float64  `ch:"conversions_now"`
	ConversionsBefore float64  `ch:"conversions_before"`
	CostNow           float64  `ch:"cost_now"`
	CostBefore        float64  `ch:"cost_before"`
	CurrenciesNow     []string `ch:"currencies_now"`
	CurrenciesBefore  []string `ch:"currencies_before"`
}

// KPIs compares the last 28 final days of each provider with the 28 before; siteID "" is every site of the
// account. Figures are nil without a connection, with too few days or in several currencies. A change
// includes only sites with both windows.
func (k *KPIs) KPIs(ctx context.Context, accountID, siteID string) (upslope.KPIs, error) {
	params, err := k.scope(ctx, accountID, siteID)
	if err != nil || params == nil {
		return upslope.KPIs{}, err
	}
	var rows []kpiRow
	if err := k.Tables.Select(ctx, &rows, facts.LookedUp("reads").Must(kpisSQL), params); err != nil {
		return upslope.KPIs{}, err
	}
	var kpis upslope.KPIs
	addSessions(&kpis, rows)
	addSpend(&kpis, rows)

	var speed []struct {
		Seconds *float64 `ch:"page_speed"`
		Change  *float64 `ch:"page_speed_change"`
	}
	if err := k.Tables.Select(ctx, &speed, facts.LookedUp("reads").Must(kpisPageSpeedSQL), params); err != nil {
		return upslope.KPIs{}, err
	}
	for _, row := range speed {
		kpis.AvgPageSpeed = row.Seconds
		if row.Change != nil {
			kpis.PageSpeedChange = new(100 * *row.Change)
		}
	}
	for _, figure := range []**float64{
		&kpis.SessionsChange, &kpis.ConversionRate, &kpis.ConversionChange, &kpis.AdSpend, &kpis.AdSpendChange, &kpis.AvgPageSpeed, &kpis.PageSpeedChange,
	} {
		if *figure == nil {
			continue
		}
		// Rounded as in tables.
		if rounded, isKnown := facts.JSONValue(**figure).(float64); isKnown {
			*figure = &rounded
		} else {
			*figure = nil
		}
	}
	return kpis, nil
}

// scope returns the query parameters of a site's connections; nil without any.
func (k *KPIs) scope(ctx context.Context, accountID, siteID string) (map[string]any, error) {
	connections, err := k.Records.Connections(ctx, accountID, siteID)
	if err != nil {
		return nil, err
	}
	params := facts.Scope(accountID, connections)
	if params != nil {
		params["days"] = facts.WindowDays
	}
	return params, nil
}

// wholeWindow extrapolates a sum to a full window; false if too few days were imported.
func wholeWindow(sum float64, days uint64) (float64, bool) {
	if days < facts.MinWindowDays {
		return 0, false
	}
	return sum * facts.WindowDays / float64(days), true
}

func addSessions(kpis *upslope.KPIs, rows []kpiRow) {
	// The change uses only sites with data in both windows.
	var sessions, conversions, bothNow, bothBefore, convertedNow, convertedBefore float64
	known, bothKnown := false, false
	for _, row := range rows {
		now, ok := wholeWindow(float64(row.SessionsNow), row.DaysNow)
		if row.Report != "ga4_totals" || !ok {
			continue
		}
		converted, _ := wholeWindow(row.ConversionsNow, row.DaysNow)
		known, sessions, conversions = true, sessions+now, conversions+converted
		before, ok := wholeWindow(float64(row.SessionsBefore), row.DaysBefore)
		if !ok {
			continue
		}
		bothKnown, bothNow, bothBefore = true, bothNow+now, bothBefore+before
		earlier, _ := wholeWindow(row.ConversionsBefore, row.DaysBefore)
		convertedNow, convertedBefore = convertedNow+converted, convertedBefore+earlier
	}
	if !known {
		return
	}
	kpis.TotalSessions = new(int64(sessions + .5))
	kpis.ConversionRate = share(100*conversions, sessions)
	if bothKnown {
		kpis.SessionsChange = change(&bothNow, &bothBefore)
		kpis.ConversionChange = change(share(convertedNow, bothNow), share(convertedBefore, bothBefore))
	}
}

func addSpend(kpis *upslope.KPIs, rows []kpiRow) {
	var spend, bothNow, bothBefore float64
	var currenciesNow, currenciesBefore []string
	known, bothKnown := false, false
	for _, row := range rows {
		now, ok := wholeWindow(row.CostNow, row.DaysNow)
		if row.Report != "gads_campaigns" || !ok {
			continue
		}
		known, spend = true, spend+now
		currenciesNow = append(currenciesNow, row.CurrenciesNow...)
		if before, ok := wholeWindow(row.CostBefore, row.DaysBefore); ok {
			bothKnown, bothNow, bothBefore = true, bothNow+now, bothBefore+before
			currenciesBefore = append(currenciesBefore, row.CurrenciesBefore...)
		}
	}
	currencies := facts.Distinct(currenciesNow)
	if !known || len(currencies) > 1 {
		return // several currencies have no sum
	}
	kpis.AdSpend = &spend
	if len(currencies) == 1 {
		kpis.Currency = &currencies[0]
	}
	if bothKnown && len(facts.Distinct(append(currenciesBefore, currencies...))) < 2 {
		kpis.AdSpendChange = change(&bothNow, &bothBefore)
	}
}

// share returns part/whole; nil if whole is 0.
func share(part, whole float64) *float64 {
	if whole <= 0 {
		return nil
	}
	return new(part / whole)
}

// change returns the difference in percent; nil if one is unknown or the earlier one is 0.
func change(now, before *float64) *float64 {
	if now == nil || before == nil || *before <= 0 {
		return nil
	}
	return new(100 * (*now - *before) / *before)
}
