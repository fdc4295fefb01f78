// Package overview computes the key figures at the top of the Overview.
package overview

import (
	"context"
	_ "embed"

	"golang.org/x/sync/errgroup"

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

// KPIs compares the days of a filter, or without any the last 28 final days of each provider with the 28
// before; SiteID "" is every site of the account. Figures are nil without a connection, with too few days or
// in several currencies. A change includes only sites with both windows.
func (k *KPIs) KPIs(ctx context.Context, accountID string, filter upslope.TableFilter) (upslope.KPIs, error) {
	connections, err := k.Records.Connections(ctx, accountID, filter.SiteID)
	if err != nil {
		return upslope.KPIs{}, err
	}
	return k.of(ctx, accountID, connections, filter)
}

// of computes the figures of connections, from nothing else than these and the rows that were read for them.
func (k *KPIs) of(ctx context.Context, accountID string, connections []upslope.Connection, filter upslope.TableFilter) (kpis upslope.KPIs, err error) {
	if err := facts.CheckDays(filter); err != nil {
		return upslope.KPIs{}, err
	}
	params := facts.Scope(accountID, connections)
	if params == nil {
		return upslope.KPIs{}, nil
	}
	var requested *period
	days := facts.WindowDays
	params["to"], params["days"], params["back"] = facts.NoDay(), days, days
	if filter.HasDays() {
		if requested, err = k.period(ctx, filter, params); err != nil || requested == nil {
			return upslope.KPIs{}, err
		}
		days = requested.days()
		params["to"], params["days"], params["back"] = requested.to, days, requested.back()
	}
	var rows []kpiRow
	var speed []struct {
		Seconds *float64 `ch:"page_speed"`
		Change  *float64 `ch:"page_speed_change"`
	}
	reads, reading := errgroup.WithContext(ctx)
	reads.Go(func() error { return k.Tables.Select(reading, &rows, facts.LookedUp("reads").Must(kpisSQL), params) })
	reads.Go(func() error {
		return k.Tables.Select(reading, &speed, facts.LookedUp("reads").Must(kpisPageSpeedSQL), params)
	})
	if err := reads.Wait(); err != nil {
		return upslope.KPIs{}, err
	}
	addSessions(&kpis, rows, days)
	addSpend(&kpis, rows, days)
	for _, row := range speed {
		kpis.AvgPageSpeed = row.Seconds
		if row.Change != nil {
			kpis.PageSpeedChange = new(100 * *row.Change)
		}
	}
	if requested != nil {
		requested.describe(&kpis, rows, connections)
	}
	round(&kpis)
	return kpis, nil
}

// round rounds figures as in tables.
func round(kpis *upslope.KPIs) {
	for _, figure := range []**float64{
		&kpis.SessionsChange, &kpis.ConversionRate, &kpis.ConversionChange, &kpis.AdSpend, &kpis.AdSpendChange, &kpis.AvgPageSpeed, &kpis.PageSpeedChange,
	} {
		if *figure == nil {
			continue
		}
		if rounded, isKnown := facts.JSONValue(**figure).(float64); isKnown {
			*figure = &rounded
		} else {
			*figure = nil
		}
	}
}

// wholeWindow extrapolates a sum to a full window; false if less than half of its days were imported.
func wholeWindow(sum float64, read uint64, days int) (float64, bool) {
	if read == 0 || 2*read < uint64(days) {
		return 0, false
	}
	return sum * float64(days) / float64(read), true
}

func addSessions(kpis *upslope.KPIs, rows []kpiRow, days int) {
	// The change uses only sites with data in both windows.
	var sessions, conversions, bothNow, bothBefore, convertedNow, convertedBefore float64
	known, bothKnown := false, false
	for _, row := range rows {
		now, ok := wholeWindow(float64(row.SessionsNow), row.DaysNow, days)
		if row.Report != "ga4_totals" || !ok {
			continue
		}
		converted, _ := wholeWindow(row.ConversionsNow, row.DaysNow, days)
		known, sessions, conversions = true, sessions+now, conversions+converted
		before, ok := wholeWindow(float64(row.SessionsBefore), row.DaysBefore, days)
		if !ok {
			continue
		}
		bothKnown, bothNow, bothBefore = true, bothNow+now, bothBefore+before
		earlier, _ := wholeWindow(row.ConversionsBefore, row.DaysBefore, days)
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

func addSpend(kpis *upslope.KPIs, rows []kpiRow, days int) {
	var spend, bothNow, bothBefore float64
	var currenciesNow, currenciesBefore []string
	known, bothKnown := false, false
	for _, row := range rows {
		now, ok := wholeWindow(row.CostNow, row.DaysNow, days)
		if row.Report != "gads_campaigns" || !ok {
			continue
		}
		known, spend = true, spend+now
		currenciesNow = append(currenciesNow, row.CurrenciesNow...)
		if before, ok := wholeWindow(row.CostBefore, row.DaysBefore, days); ok {
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
