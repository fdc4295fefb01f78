package analytics

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"upslope"
	"upslope/analytics/ctr"
)

//go:embed tables/newest_day.sql
var newestDaySQL string

//go:embed tables/days_read.sql
var daysReadSQL string

//go:embed tables/coverage_clicks.sql
var coverageClicksSQL string

//go:embed tables/coverage_spend.sql
var coverageSpendSQL string

// mostDays of a window: more than is ever kept.
const mostDays = 1000

// tableQuery is a request for rows of a table, as its SQL wants it.
type tableQuery struct {
	table   *table
	scope   upslope.TableScope
	params  map[string]any    // nil: nothing was read, so there are no rows
	domains map[string]string // of the sites, by id
}

// ask turns a request into a query.
func (a *Analysis) ask(ctx context.Context, accountID, name string, filter upslope.TableFilter) (*tableQuery, error) {
	t, ok := a.tables[name]
	if !ok {
		return nil, upslope.Errorf(upslope.NotFound, "There is no table %q.", name)
	}
	ascending, descending, err := t.order(filter.Sort)
	if err != nil {
		return nil, err
	}
	if err := checkDays(filter); err != nil {
		return nil, err
	}
	q := &tableQuery{table: t, scope: upslope.TableScope{Source: t.providers()}, domains: map[string]string{}}
	connections, params, err := a.scope(ctx, accountID, filter.SiteID, q)
	if err != nil || params == nil {
		return q, err
	}
	if filter.Brand == "" {
		filter.Brand = "all"
	}
	maps.Copy(params, t.Parameters)
	maps.Copy(params, map[string]any{
		"q": filter.Query, "brand": filter.Brand, "ascending": ascending, "descending": descending, "limit": filter.Limit, "offset": filter.Offset,
	})
	if err := a.addDays(ctx, q, filter, params, connections); err != nil {
		return q, err
	}
	if q.scope.To.IsZero() && !t.readsCrawl() {
		return q, nil
	}
	q.params = params
	return q, a.addCoverage(ctx, q)
}

// checkDays refuses windows that are none.
func checkDays(filter upslope.TableFilter) error {
	from, to := filter.From, filter.To
	switch earliest, latest := day(2000, 1, 1), day(2100, 1, 1); {
	case !from.IsZero() && (from.Before(earliest) || from.After(latest)):
		return upslope.FieldErrorf("from", "from must be a day of this century.")
	case !to.IsZero() && (to.Before(earliest) || to.After(latest)):
		return upslope.FieldErrorf("to", "to must be a day of this century.")
	case !from.IsZero() && !to.IsZero() && from.After(to):
		return upslope.FieldErrorf("from", "from must not be after to.")
	case filter.Compare == upslope.CompareYear && !from.IsZero() && !to.IsZero() && to.Sub(from) >= 364*24*time.Hour:
		return upslope.FieldErrorf("compare", "More than 364 days cannot be compared with the year before. Compare them with the days before (previous).")
	case !from.IsZero() && !to.IsZero() && to.Sub(from) >= mostDays*24*time.Hour:
		return upslope.FieldErrorf("from", "from must be at most %d days before to.", mostDays-1)
	}
	return nil
}

func day(year int, month time.Month, number int) time.Time {
	return time.Date(year, month, number, 0, 0, 0, 0, time.UTC)
}

// scope answers the live connections that the table reads, and the parameters that say whose rows count; nil when there are none.
func (a *Analysis) scope(ctx context.Context, accountID, siteID string, q *tableQuery) ([]upslope.Connection, map[string]any, error) {
	all, err := a.records.Sites(ctx, accountID)
	if err != nil {
		return nil, nil, fmt.Errorf("read the sites: %w", err)
	}
	var sites []upslope.Site
	for _, site := range all {
		if siteID == "" || site.ID == siteID {
			sites, q.domains[site.ID] = append(sites, site), site.Domain
		}
	}
	found, err := a.records.Connections(ctx, accountID, siteID)
	if err != nil {
		return nil, nil, fmt.Errorf("read the connections: %w", err)
	}
	ids, connections := []string{}, []upslope.Connection{}
	for _, connection := range found {
		if connection.Status == upslope.Disconnected {
			continue
		}
		ids = append(ids, connection.ID)
		if slices.ContainsFunc(q.table.Reports, func(report string) bool { return sourceOf(report) == connection.Provider }) {
			connections = append(connections, connection)
		}
	}
	crawls, err := a.records.NewestCrawls(ctx, accountID, siteID)
	if err != nil {
		return nil, nil, fmt.Errorf("read the crawls: %w", err)
	}
	imports, links := []string{}, []string{}
	for _, crawl := range crawls {
		imports, links = append(imports, crawl.ImportID), append(links, listed(crawl.LinksImportID)...)
	}
	if len(connections) == 0 && (len(imports) == 0 || !q.table.readsCrawl()) {
		return nil, nil, nil
	}
	params := map[string]any{
		"account_id": accountID, "sites": slices.Sorted(maps.Keys(q.domains)), "connections": ids, "imports": imports, "links": links,
		"month_days": monthDays, "live_connections": len(connections),
	}
	addBrands(params, sites)
	return connections, params, nil
}

// addDays finds the window, what it is compared with, and how much of it is missing.
func (a *Analysis) addDays(ctx context.Context, q *tableQuery, filter upslope.TableFilter, params map[string]any, connections []upslope.Connection) error {
	t, scope := q.table, &q.scope
	nothing := time.Unix(0, 0).UTC()
	params["nothing"], params["from"], params["to"], params["compared_from"], params["compared_to"] = nothing, nothing, nothing, nothing, nothing
	params["reports"] = t.Reports
	params["read_reports"] = slices.Concat(t.Reports, t.Uses)
	newest := map[string]time.Time{}
	err := a.facts.Query(ctx, newestDaySQL, params, func(_ []string, values []any) error {
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
	setWindow(scope, filter, t)
	return a.countDays(ctx, q, params, connections)
}

// setWindow turns what is asked for into days.
func setWindow(scope *upslope.TableScope, filter upslope.TableFilter, t *table) {
	scope.To = filter.To
	if scope.To.IsZero() {
		scope.To = scope.NewestDay
	}
	scope.From = filter.From
	if scope.From.IsZero() {
		scope.From = scope.To.AddDate(0, 0, 1-t.Days)
	}
	if scope.From.After(scope.To) { // later than anything that was read
		scope.To = scope.From
	}
	span := int(scope.To.Sub(scope.From)/(24*time.Hour)) + 1
	switch {
	case t.NoCompare || filter.Compare == upslope.CompareNone:
	case filter.Compare == upslope.CompareYear:
		scope.ComparedFrom, scope.ComparedTo = scope.From.AddDate(0, 0, -364), scope.To.AddDate(0, 0, -364)
	default:
		scope.ComparedFrom, scope.ComparedTo = scope.From.AddDate(0, 0, -span), scope.From.AddDate(0, 0, -1)
	}
}

// countDays counts the days of the window that did not come: of each site, of the report that misses most. A window of which less than
// half came is nothing to compare with.
func (a *Analysis) countDays(ctx context.Context, q *tableQuery, params map[string]any, connections []upslope.Connection) error {
	scope := &q.scope
	params["from"], params["to"] = scope.From, scope.To
	if !scope.ComparedTo.IsZero() {
		params["compared_from"], params["compared_to"] = scope.ComparedFrom, scope.ComparedTo
	}
	read, compared := map[string]int{}, map[string]int{} // by connection and report
	err := a.facts.Query(ctx, daysReadSQL, params, func(_ []string, values []any) error {
		connection, _ := values[0].(string)
		report, _ := values[1].(string)
		var days, before uint64
		err := scanWhole(values[2:], &days, &before)
		read[connection+" "+report], compared[connection+" "+report] = int(days), int(before)
		return err
	})
	if err != nil {
		return fmt.Errorf("count the days: %w", err)
	}
	span := int(scope.To.Sub(scope.From)/(24*time.Hour)) + 1
	missing, missingBefore := map[string]int{}, map[string]int{} // by site
	for _, connection := range connections {
		for _, report := range q.table.Reports {
			if sourceOf(report) == connection.Provider && !isSnapshot(report) {
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
		if 2*before > span*len(missingBefore) {
			scope.ComparedFrom, scope.ComparedTo, scope.ComparedMissingDays = time.Time{}, time.Time{}, 0
			params["compared_from"], params["compared_to"] = params["nothing"], params["nothing"]
		}
	}
	return nil
}

// addCoverage finds out how much of the whole the rows can tell of.
func (a *Analysis) addCoverage(ctx context.Context, q *tableQuery) error {
	sql := map[string]string{"clicks": coverageClicksSQL, "spend": coverageSpendSQL}[q.table.Coverage]
	if sql == "" {
		return nil
	}
	err := a.facts.Query(ctx, definitionsSQL+readsSQL+sql, q.params, func(_ []string, values []any) error {
		var all, shown float64
		if err := scanFloats(values, &all, &shown); err != nil {
			return err
		}
		if covered := 100 * shown / all; all > 0 && shown >= 0 && !math.IsInf(covered, 0) && !math.IsNaN(covered) {
			q.scope.Coverage = new(math.Round(10*min(100, covered)) / 10)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("work out the coverage: %w", err)
	}
	return nil
}

// columns are those that are not only for the other kind of reader.
func (q *tableQuery) columns(without string) []upslope.TableColumn {
	var columns []upslope.TableColumn
	for _, column := range q.table.Columns {
		if column.Only != without {
			columns = append(columns, upslope.TableColumn{Name: column.Name, Title: column.Title})
		}
	}
	return columns
}

// namesInSQL are what the SQL calls them.
func (q *tableQuery) namesInSQL(without string) []string {
	var names []string
	for _, column := range q.table.Columns {
		if column.Only != without {
			names = append(names, column.inSQL())
		}
	}
	return names
}

// readable makes a row of the CSV file one for people: sites by their domains, numbers without a long tail.
func (q *tableQuery) readable(row []any) []any {
	at := 0
	for _, column := range q.table.Columns {
		if column.Only == onlyJSON {
			continue
		}
		switch value := row[at].(type) {
		case string:
			if column.Site {
				row[at] = q.domains[value]
			}
		case float64:
			decimals := 2
			if column.Decimals != nil {
				decimals = *column.Decimals
			}
			unit := math.Pow10(decimals)
			row[at] = math.Round(value*unit) / unit
		}
		at++
	}
	return row
}

// plainValue turns a value of the engine into one for JSON: days as texts, and nothing in place of what is no number.
func plainValue(value any) any {
	switch value := value.(type) {
	case time.Time:
		if value.Unix() <= 0 {
			return nil
		}
		return value.Format(time.DateOnly)
	case float32:
		return plainValue(float64(value))
	case float64:
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return nil
		}
	}
	return value
}

// addBrands adds what the names and domains of the sites say of their brands. Of several sites a search that names any of them counts.
func addBrands(params map[string]any, sites []upslope.Site) {
	var all brand
	for _, site := range sites {
		own := brandOf(site)
		all.terms, all.homePages = append(all.terms, own.terms...), append(all.homePages, own.homePages...)
	}
	all.terms, all.homePages = distinct(all.terms), notNil(all.homePages)
	all.addTo(params)
	params["ctr"] = ctr.Fit(nil).Table()
}
