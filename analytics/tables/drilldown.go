package tables

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"upslope"
	"upslope/analytics/facts"
)

// drilldownFolder holds the parts of drill-downs: tables of one subject, which the contract does not have.
const drilldownFolder = "drilldown/"

// maxCounterparts is how many pages of a query, or terms of a campaign, a drill-down lists.
const maxCounterparts = 50

// drilldown is what a kind of subject shows.
type drilldown struct {
	days  []string    // its daily tables; the first one with data sets the window
	parts [][2]string // its counterparts: their kind and table
	share string      // the metric whose coverage by the counterparts is told
}

var drilldowns = map[string]drilldown{
	upslope.QuerySubject:    {[]string{"query-days"}, [][2]string{{"pages", "query-pages"}}, "clicks"},
	upslope.PageSubject:     {[]string{"page-days", "page-visits"}, [][2]string{{"queries", "page-queries"}}, "clicks"},
	upslope.CampaignSubject: {[]string{"campaign-days"}, [][2]string{{"ad_groups", "ad-groups"}, {"keywords", "keywords"}, {"search_terms", "search-terms"}}, "spend"},
	upslope.AdGroupSubject:  {[]string{"ad-group-days"}, [][2]string{{"keywords", "keywords"}, {"search_terms", "search-terms"}}, "spend"},
	upslope.TermSubject:     {[]string{"search-term-days"}, [][2]string{{"ad_groups", "term-ad-groups"}}, ""},
	upslope.KeywordSubject:  {[]string{"keyword-days"}, [][2]string{{"search_terms", "search-terms"}}, ""},
}

// addSubject adds the parameters that select a subject.
func addSubject(params map[string]any, about upslope.Subject) {
	maps.Copy(params, map[string]any{
		"about_query": about.Query, "about_page": about.Page, "about_term": about.Term,
		"about_campaign": adsID(about.CampaignID), "about_ad_group": adsID(about.AdGroupID), "about_criterion": adsID(about.CriterionID),
	})
}

// Drilldown returns all that the sources tell about filter.About, for one site.
func (a *Analysis) Drilldown(ctx context.Context, accountID string, filter upslope.TableFilter) (upslope.Drilldown, error) {
	of, answer := drilldowns[filter.About.Kind], upslope.Drilldown{Metrics: []upslope.Metric{}, Days: []upslope.MetricDay{}, Before: []upslope.MetricDay{}, Now: map[string]any{}, Past: map[string]any{}}
	filter.Limit, filter.Offset = 2*facts.MostDays+2, 0 // the days of both windows and their sums
	for _, name := range of.days {
		table, err := a.Table(ctx, accountID, drilldownFolder+name, filter)
		if err != nil {
			return answer, err
		}
		answer.Metrics = append(answer.Metrics, a.tables[drilldownFolder+name].metrics()...)
		switch {
		case table.To.IsZero():
			continue
		case answer.To.IsZero():
			answer.TableScope = table.TableScope
			answer.Days, answer.Before = daysOf(table.From, table.To), daysOf(table.ComparedFrom, table.ComparedTo)
			filter = sameWindow(filter, table.TableScope)
		default:
			answer.Source += ", " + table.Source
		}
		if err := fillDays(&answer, table); err != nil {
			return answer, fmt.Errorf("read the days of %s: %w", name, err)
		}
	}
	answer.Metrics = slices.DeleteFunc(answer.Metrics, func(metric upslope.Metric) bool {
		return answer.Now[metric.Name] == nil && answer.Past[metric.Name] == nil
	})
	working, within := errgroup.WithContext(ctx)
	working.Go(func() (err error) {
		answer.Insights, err = a.insightsAbout(within, accountID, filter.SiteID, filter.About, answer.Name)
		return err
	})
	answer.Counterparts = make([]upslope.Counterparts, len(of.parts))
	for i, part := range of.parts {
		working.Go(func() (err error) {
			answer.Counterparts[i], err = a.counterparts(within, accountID, part, filter, answer.Now[of.share], of.share)
			return err
		})
	}
	return answer, working.Wait()
}

// sameWindow makes every table of a drill-down use the days of the first one.
func sameWindow(filter upslope.TableFilter, scope upslope.TableScope) upslope.TableFilter {
	filter.From, filter.To, filter.Compare, filter.Before = scope.From, scope.To, upslope.CompareNone, time.Time{}
	if !scope.ComparedTo.IsZero() {
		filter.Compare, filter.Before = upslope.CompareCustom, scope.ComparedFrom
	}
	return filter
}

// metrics returns the columns of a daily table that can be charted.
func (t *table) metrics() []upslope.Metric {
	var metrics []upslope.Metric
	for _, column := range t.Columns {
		if column.Unit != "" {
			metrics = append(metrics, upslope.Metric{Name: column.Name, Title: column.Title, Unit: column.Unit, Better: column.Better})
		}
	}
	return metrics
}

// daysOf returns the days of a window without values.
func daysOf(from, to time.Time) []upslope.MetricDay {
	days := []upslope.MetricDay{}
	for day := from; !to.IsZero() && !day.After(to); day = day.AddDate(0, 0, 1) {
		days = append(days, upslope.MetricDay{Day: day.Format(time.DateOnly), Values: map[string]*float64{}})
	}
	return days
}

// fillDays adds a daily table's values to a drill-down: to its days, and rows without a day to the sums.
func fillDays(answer *upslope.Drilldown, table upslope.Table) error {
	byDay := map[string]map[string]*float64{}
	for _, day := range slices.Concat(answer.Days, answer.Before) {
		byDay[day.Day] = day.Values
	}
	for _, row := range table.Rows {
		is := rowOf(table, row)
		day, _ := is["day"].(string)
		isNow, _ := is["isNow"].(bool)
		if name, _ := is["name"].(string); name != "" && (answer.Name == "" || isNow) {
			answer.Name = name
		}
		sums := answer.Past
		if isNow {
			sums = answer.Now
		}
		for i, metric := range answer.Metrics {
			value, known := is[metric.Name]
			switch {
			case !known:
			case day == "":
				sums[metric.Name] = value
				if money, _ := is["currency"].(string); metric.Unit == "currency" && money != "" {
					answer.Metrics[i].Code = money
				}
			case value != nil && byDay[day] != nil:
				var number float64
				if err := facts.ScanFloats([]any{value}, &number); err != nil {
					return err
				}
				byDay[day][metric.Name] = &number
			}
		}
		if target, ok := is["targetCpa"].(float64); ok && day == "" && isNow {
			answer.Target = &target
		}
	}
	return nil
}

// rowOf returns a row of a table by column.
func rowOf(table upslope.Table, row []any) map[string]any {
	is := make(map[string]any, len(row))
	for i, column := range table.Columns {
		is[column.Name] = row[i]
	}
	return is
}

// counterparts returns the largest rows of a part, and how much of the subject's whole all of them explain.
func (a *Analysis) counterparts(ctx context.Context, accountID string, part [2]string, filter upslope.TableFilter, whole any, share string) (upslope.Counterparts, error) {
	filter.Limit = maxCounterparts
	table, err := a.Table(ctx, accountID, drilldownFolder+part[1], filter)
	if err != nil {
		return upslope.Counterparts{}, err
	}
	found := upslope.Counterparts{Kind: part[0], Total: table.Total, Rows: make([]map[string]any, len(table.Rows))}
	for i, row := range table.Rows {
		found.Rows[i] = rowOf(table, row)
	}
	var all, explained float64
	if whole != nil && table.Totals[share] != nil && facts.ScanFloats([]any{whole, table.Totals[share]}, &all, &explained) == nil && all > 0 {
		found.Coverage = new(min(100, 100*explained/all))
	}
	return found, nil
}

// insightsAbout returns the open insights about a subject. A keyword is known by its text.
func (a *Analysis) insightsAbout(ctx context.Context, accountID, siteID string, about upslope.Subject, name string) ([]upslope.OpenInsight, error) {
	open, err := a.records.OpenInsights(ctx, accountID, siteID)
	if err != nil {
		return nil, err
	}
	if about.Kind == upslope.KeywordSubject {
		about.Term = name
	}
	found := []upslope.OpenInsight{}
	for _, insight := range open {
		if insight.IsAbout(about) {
			found = append(found, insight)
		}
	}
	return found, nil
}
