package reports

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"upslope"
	"upslope/analytics/format"
)

// dailyTable is the table with one row per day.
const dailyTable = "kpis/daily"

// Figure is one figure of a report, with its previous value and chart.
type Figure struct {
	Title  string
	Value  string
	Before string // "" if unknown
	Change string // for example +12%; "" if unknown
	Good   *bool  // whether the change is an improvement; nil: neither, or unknown
	Chart  Chart

	change  float64 // in percent, if Change is set
	ordinal bool    // a position
}

// Judged returns good, bad or "".
func (f Figure) Judged() string {
	switch {
	case f.Good == nil:
		return ""
	case *f.Good:
		return "good"
	}
	return "bad"
}

// metric is one column of the daily table.
type metric struct {
	column, title string
	source        string // provider
	per           string // denominator column that weighs its days; "": a sum
	unit          unit
	fewerIsBetter bool
	neither       bool // a change is neither good nor bad
}

var metrics = []metric{
	{column: "clicks", source: "Search Console", title: "Clicks from search", unit: whole},
	{column: "position", source: "Search Console", title: "Average position", per: "impressions", unit: oneDigit, fewerIsBetter: true},
	{column: "sessions", source: "Google Analytics 4", title: "Sessions", unit: whole},
	{column: "conversions", source: "Google Analytics 4", title: "Conversions", unit: whole},
	{column: "conversionRate", source: "Google Analytics 4", title: "Conversion rate", per: "sessions", unit: percentage},
	{column: "revenue", source: "Google Analytics 4", title: "Revenue", unit: money("currency")},
	{column: "adSpend", source: "Google Ads", title: "Ad spend", unit: money("adCurrency"), neither: true},
	{column: "adConversions", source: "Google Ads", title: "Ad conversions", unit: whole},
}

// measurement has the daily figures of a report.
type measurement struct {
	period      Period
	scope       upslope.TableScope
	now, before []day
	currencies  map[string]string // by the column with the currency code
	clickPrices string            // why conversions of ads cost more; "" if nothing stands out
}

// day maps columns to figures; missing ones were not imported.
type day map[string]float64

// measure reads the days of the report, up to the last final one, and as many before.
func (m *Maker) measure(ctx context.Context, accountID string, settings upslope.ReportSettings) (measurement, error) {
	got := measurement{currencies: map[string]string{}}
	to, err := m.newestDay(ctx, accountID, settings)
	if err != nil || to.IsZero() {
		return got, err
	}
	days := settings.Days()
	got.period = Period{From: to.AddDate(0, 0, 1-days), To: to, BeforeFrom: to.AddDate(0, 0, 1-2*days), BeforeTo: to.AddDate(0, 0, -days)}
	if got.scope, got.now, err = m.days(ctx, accountID, settings, got.period.From, to, got.currencies); err != nil {
		return got, err
	}
	earlier := map[string]string{}
	if _, got.before, err = m.days(ctx, accountID, settings, got.period.BeforeFrom, got.period.BeforeTo, earlier); err != nil {
		return got, err
	}
	for column, currency := range earlier {
		if now, known := got.currencies[column]; known && now != currency {
			got.before = nil // currencies cannot be compared; a report compares all figures or none
		}
	}
	return got, nil
}

// newestDay returns the last final day of the sites of a report; zero without a daily source.
func (m *Maker) newestDay(ctx context.Context, accountID string, of upslope.ReportSettings) (time.Time, error) {
	newest, err := m.Facts.Table(ctx, accountID, dailyTable, upslope.TableFilter{SiteID: of.SiteID, ClientID: of.ClientID, Limit: 1})
	if err != nil {
		return time.Time{}, fmt.Errorf("find the newest day: %w", err)
	}
	return newest.To, nil
}

func (m *Maker) days(ctx context.Context, accountID string, of upslope.ReportSettings, from, to time.Time, currencies map[string]string) (upslope.TableScope, []day, error) {
	table, err := m.Facts.Table(ctx, accountID, dailyTable, upslope.TableFilter{
		SiteID: of.SiteID, ClientID: of.ClientID, From: from, To: to, Sort: "day", Limit: 1000,
	})
	if err != nil {
		return table.TableScope, nil, fmt.Errorf("read the days: %w", err)
	}
	days := make([]day, len(table.Rows))
	for i, row := range table.Rows {
		days[i] = day{}
		for j, column := range table.Columns {
			if number, ok := number(row[j]); ok {
				days[i][column.Name] = number
			} else if text, ok := row[j].(string); ok && column.Name != "day" {
				currencies[column.Name] = text
			}
		}
	}
	return table.TableScope, days, nil
}

func number(value any) (float64, bool) {
	switch n := value.(type) {
	case int64:
		return float64(n), true
	case uint64:
		return float64(n), true
	case float64:
		return n, !math.IsNaN(n) && !math.IsInf(n, 0)
	}
	return 0, false
}

// leastShareOfDays is the minimum share of imported days for a comparison.
const leastShareOfDays = .5

// figures returns the metrics measured in these days.
func (got measurement) figures() []Figure {
	var figures []Figure
	for _, metric := range metrics {
		now, known := got.value(metric, got.now)
		if !known {
			continue
		}
		format := metric.unit.in(got.currencies)
		figure := Figure{Title: metric.title, Value: format(now), Chart: chartOf(metric, got, format)}
		if before, known := got.value(metric, got.before); known {
			figure.Before = format(before)
			if metric.unit.kind == kindOneDigit { // positions, not percent
				figure.ordinal = true
				figure.change = 100 * (now - before) / max(before, 1)
				figure.Change = signed(now-before, 1, "")
			} else if before > 0 {
				figure.change = 100 * (now - before) / before
				figure.Change = signed(figure.change, 0, "%")
			}
			if figure.Before == figure.Value { // a change that the figures do not show
				figure.change, figure.Change = 0, noChange
			}
			if rounded := math.Abs(figure.change) < .5; !metric.neither && figure.Change != "" && !rounded {
				figure.Good = new((now > before) != metric.fewerIsBetter)
			}
		}
		figures = append(figures, figure)
	}
	return figures
}

// value returns a metric over days: a mean, or a sum extrapolated over missing days; false with too few days.
func (got measurement) value(m metric, days []day) (float64, bool) {
	sum, weight, came := 0., 0., 0
	for _, day := range days {
		value, there := day[m.column]
		if _, read := day[m.per]; m.per != "" && read && !there {
			came++ // a day without denominator
		}
		if !there {
			continue
		}
		came++
		if m.per == "" {
			sum += value
		} else {
			sum, weight = sum+value*day[m.per], weight+day[m.per]
		}
	}
	if len(days) == 0 || float64(came) < leastShareOfDays*float64(len(days)) {
		return 0, false
	}
	if m.per != "" {
		return sum / weight, weight > 0
	}
	return sum * float64(len(days)) / float64(came), true
}

// sources returns the providers of the figures, in the order of figures.
func (got measurement) sources() (names []string) {
	for _, metric := range metrics {
		tells := func(d day) bool { _, there := d[metric.column]; return there }
		if !slices.Contains(names, metric.source) && slices.ContainsFunc(got.now, tells) {
			names = append(names, metric.source)
		}
	}
	return names
}

// said describes the sources of the figures.
func (got measurement) said() []string {
	if got.period.To.IsZero() {
		return []string{"No data source is connected yet."}
	}
	said := []string{fmt.Sprintf("Figures from %s through %s, the latest complete day.", cmp.Or(format.Joined(got.sources()), got.scope.Source), longDay(got.period.To))}
	var partial []string
	for _, metric := range metrics {
		came := 0
		for _, day := range got.now {
			if _, there := day[metric.column]; there {
				came++
			}
		}
		if metric.per == "" && came > 0 && came < len(got.now) {
			partial = append(partial, fmt.Sprintf("%s (%d of %d days available)", strings.ToLower(metric.title), came, len(got.now)))
		}
	}
	if len(partial) > 0 {
		said = append(said, "Data is missing for some days: "+format.Joined(partial)+". Totals are estimated for these days.")
	}
	if !slices.ContainsFunc(got.before, func(d day) bool { return len(d) > 1 }) {
		said = append(said, "There is no data for the previous period.")
	}
	return said
}
