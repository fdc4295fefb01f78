package tables

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"upslope"
	"upslope/analytics/facts"
)

//go:embed days_read.sql
var daysReadSQL string

//go:embed rankings.sql
var rankingsSQL string

//go:embed coverage_clicks.sql
var coverageClicksSQL string

//go:embed coverage_spend.sql
var coverageSpendSQL string

var coveragesSQL = sync.OnceValue(func() map[string]tableSQL {
	return map[string]tableSQL{"clicks": tableSQLOf(coverageClicksSQL), "spend": tableSQLOf(coverageSpendSQL)}
})

// mostRead is the maximum of rows in a window; twice as many took longer than the request timeout.
const mostRead = 40_000_000

// addDays resolves the window, the compared window, and their missing days.
func (a *Analysis) addDays(ctx context.Context, q *tableQuery, filter upslope.TableFilter, params map[string]any, connections []upslope.Connection) error {
	t, scope := q.table, &q.scope
	params["from"], params["to"], params["compared_from"], params["compared_to"] = facts.NoDay(), facts.NoDay(), facts.NoDay(), facts.NoDay()
	params["reports"] = t.Reports
	params["read_reports"] = slices.Concat(t.Reports, t.Uses)
	params["snapshots"], params["latest_snapshots"] = facts.Snapshots(), facts.LatestSnapshots()
	newest := map[string]time.Time{}
	err := a.reads.query(ctx, a.facts, q.asOf, facts.Given().Must(facts.NewestDaySQL), params, func(values []any) error {
		report, _ := values[0].(string)
		newest[report], _ = values[1].(time.Time)
		return nil
	})
	if err != nil {
		return fmt.Errorf("find the last final day: %w", err)
	}
	for _, report := range slices.Backward(t.Reports) {
		if last, ok := newest[report]; ok {
			scope.NewestDay = last
		}
	}
	if scope.NewestDay.IsZero() {
		return nil
	}
	if err := setWindow(scope, filter, t); err != nil {
		return err
	}
	if err := a.countDays(ctx, q, params, connections); err != nil {
		return err
	}
	if q.rows > mostRead {
		return upslope.FieldErrorf("from", "This period has %d million rows across these sites, too many at once. Choose one site or fewer days.", q.rows/1_000_000)
	}
	return nil
}

// setWindow resolves the requested days.
func setWindow(scope *upslope.TableScope, filter upslope.TableFilter, t *table) error {
	scope.To = filter.To
	if scope.To.IsZero() {
		scope.To = scope.NewestDay
	}
	scope.From = filter.From
	if scope.From.IsZero() {
		scope.From = scope.To.AddDate(0, 0, 1-t.Days)
	}
	if scope.From.After(scope.To) { // after all imported days
		scope.To = scope.From
	}
	if earliest := scope.To.AddDate(0, 0, 1-t.MostDays); t.MostDays > 0 && scope.From.Before(earliest) {
		scope.From = earliest
	}
	if t.NoCompare || t.AddsCompared && filter.Compare == "" {
		return nil
	}
	var err error
	scope.ComparedFrom, scope.ComparedTo, err = facts.ComparedDays(filter, scope.From, scope.To)
	return err
}

// countDays counts missing days per site, of its most incomplete report. A window with less than half its
// days is not compared.
func (a *Analysis) countDays(ctx context.Context, q *tableQuery, params map[string]any, connections []upslope.Connection) error {
	scope := &q.scope
	params["from"], params["to"] = scope.From, scope.To
	if !scope.ComparedTo.IsZero() {
		params["compared_from"], params["compared_to"] = scope.ComparedFrom, scope.ComparedTo
	}
	params["most_given"] = a.maxReadParams/max(1, len(connections)) + 1
	read, compared := map[string]int{}, map[string]int{} // by connection and report
	all, given := 0, 0                                   // reads
	for _, report := range slices.Concat(q.table.Reports, q.table.Uses) {
		params[report+"_sync_ids"] = []uint64{}
	}
	err := a.reads.query(ctx, a.facts, q.asOf, facts.Given().Must(daysReadSQL), params, func(values []any) error {
		connection, _ := values[0].(string)
		report, _ := values[1].(string)
		var days, before, rows, reads uint64
		err := facts.ScanUints(values[2:6], &days, &before, &rows, &reads)
		q.reads ^= reads
		first, _ := values[6].([]uint64)
		known, _ := params[report+"_sync_ids"].([]uint64)
		params[report+"_sync_ids"] = append(known, first...)
		all, given = all+int(days+before), given+len(first)
		if slices.Contains(q.table.Reports, report) {
			q.rows += rows
		}
		read[connection+" "+report], compared[connection+" "+report] = int(days), int(before)
		return err
	})
	if err != nil {
		return fmt.Errorf("count the days: %w", err)
	}
	q.few = all <= a.maxReadParams && all == given
	span := facts.DaysIn(scope.From, scope.To)
	missing, missingBefore := map[string]int{}, map[string]int{} // by site
	for _, connection := range connections {
		for _, report := range q.table.Reports {
			if facts.ProviderOf(report) == connection.Provider && !facts.IsSnapshot(report) {
				key := connection.ID + " " + report
				missing[connection.SiteID] = max(missing[connection.SiteID], span-read[key])
				missingBefore[connection.SiteID] = max(missingBefore[connection.SiteID], span-compared[key])
			}
		}
	}
	before := 0
	for site, days := range missing {
		scope.MissingDays += days
		before += missingBefore[site]
	}
	if !scope.ComparedTo.IsZero() {
		scope.ComparedMissingDays = before
		if !q.table.AddsCompared && 2*before > span*len(missingBefore) {
			scope.ComparedFrom, scope.ComparedTo, scope.ComparedMissingDays = time.Time{}, time.Time{}, 0
			params["compared_from"], params["compared_to"] = facts.NoDay(), facts.NoDay()
		}
	}
	return nil
}

// addRankings adds the current link rankings of crawls to the current reads.
func (a *Analysis) addRankings(ctx context.Context, q *tableQuery) error {
	if !q.table.readsCrawl() {
		return nil
	}
	err := a.facts.Query(ctx, facts.Given().Must(rankingsSQL), q.params, func(_ []string, values []any) error {
		var rankings uint64
		err := facts.ScanUints(values, &rankings)
		q.reads ^= rankings
		return err
	})
	if err != nil {
		return fmt.Errorf("find the rankings of the crawls: %w", err)
	}
	return nil
}

// coverage returns the share of the total that the rows cover, in %; nil if unknown.
func (a *Analysis) coverage(ctx context.Context, q *tableQuery) (covers *float64, err error) {
	sql, ok := coveragesSQL()[q.table.Coverage]
	if !ok {
		return nil, nil
	}
	key, err := q.key(slices.Concat(pageParams, rowParams)...)
	if err != nil {
		return nil, err
	}
	if known, ok := a.pages.covers.Get(key); ok {
		return known, nil
	}
	err = a.facts.Query(ctx, q.sql(sql), q.params, func(_ []string, values []any) error {
		var all, shown float64
		if err := facts.ScanFloats(values, &all, &shown); err != nil {
			return err
		}
		if covered := 100 * shown / all; all > 0 && shown >= 0 && !math.IsInf(covered, 0) && !math.IsNaN(covered) {
			covers = new(math.Round(100*min(100, covered)) / 100)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("work out the coverage: %w", err)
	}
	a.pages.covers.Add(key, covers)
	return covers, nil
}
