package overview

import (
	"context"
	"fmt"
	"time"

	"upslope"
	"upslope/analytics/facts"
)

// period is the days that were asked for, and those they are compared with; zero with none.
type period struct{ from, to, comparedFrom, comparedTo time.Time }

// newestReports are those whose last final day ends a period without an end; the first that was read counts.
var newestReports = []string{"ga4_totals", "gads_campaigns", "gsc_totals", "pagespeed_tests"}

// period resolves the days of a filter as the tables do; nil while nothing was read.
func (k *KPIs) period(ctx context.Context, filter upslope.TableFilter, params map[string]any) (*period, error) {
	if filter.To.IsZero() {
		newest, err := k.newestDay(ctx, params)
		if err != nil || newest.IsZero() {
			return nil, err
		}
		filter.To = newest
		if filter.From.After(newest) {
			filter.To = filter.From
		}
	}
	if filter.From.IsZero() {
		filter.From = filter.To.AddDate(0, 0, 1-facts.WindowDays)
	}
	if err := facts.CheckDays(filter); err != nil { // days that count back from the newest
		return nil, err
	}
	p := &period{from: filter.From, to: filter.To}
	var err error
	p.comparedFrom, p.comparedTo, err = facts.ComparedDays(filter, p.from, p.to)
	return p, err
}

// newestDay returns the last final day of the first report that was read; zero if none was.
func (k *KPIs) newestDay(ctx context.Context, params map[string]any) (time.Time, error) {
	params["reports"], params["snapshots"] = newestReports, facts.Snapshots()
	defer func() { delete(params, "reports"); delete(params, "snapshots") }()
	var rows []struct {
		Report string    `ch:"report_name"`
		Day    time.Time `ch:"newest_day"`
	}
	if err := k.Tables.Select(ctx, &rows, facts.Given().Must(facts.NewestDaySQL), params); err != nil {
		return time.Time{}, fmt.Errorf("find the last final day: %w", err)
	}
	days := map[string]time.Time{}
	for _, row := range rows {
		days[row.Report] = row.Day
	}
	for _, report := range newestReports {
		if day, isRead := days[report]; isRead {
			return day, nil
		}
	}
	return time.Time{}, nil
}

func (p *period) days() int { return facts.DaysIn(p.from, p.to) }

// back is how many days lie between a day and the one that it is compared with.
func (p *period) back() int {
	if p.comparedFrom.IsZero() {
		return p.days() // read and not shown
	}
	return facts.DaysIn(p.comparedFrom, p.from) - 1
}

// describe adds the period to its figures, and takes away changes where it is compared with nothing.
func (p *period) describe(kpis *upslope.KPIs, rows []kpiRow, connections []upslope.Connection) {
	described := &upslope.KPIPeriod{From: p.from.Format(time.DateOnly), To: p.to.Format(time.DateOnly)}
	kpis.Period = described
	now, before := map[string]uint64{}, map[string]uint64{} // days read by provider
	for _, row := range rows {
		now[facts.ProviderOf(row.Report)] += row.DaysNow
		before[facts.ProviderOf(row.Report)] += row.DaysBefore
	}
	described.MissingDays = p.missing(now, connections)
	if p.comparedFrom.IsZero() {
		kpis.SessionsChange, kpis.ConversionChange, kpis.AdSpendChange, kpis.PageSpeedChange = nil, nil, nil, nil
		return
	}
	described.ComparedFrom, described.ComparedTo = new(p.comparedFrom.Format(time.DateOnly)), new(p.comparedTo.Format(time.DateOnly))
	described.ComparedMissingDays = p.missing(before, connections)
}

// missing counts the days that were not read, of every connection that counts by the day.
func (p *period) missing(read map[string]uint64, connections []upslope.Connection) upslope.KPIMissingDays {
	all := map[string]int{}
	for _, connection := range connections {
		if connection.Status != upslope.Disconnected {
			all[connection.Provider] += p.days()
		}
	}
	return upslope.KPIMissingDays{Sessions: max(0, all["ga4"]-int(read["ga4"])), AdSpend: max(0, all["gads"]-int(read["gads"]))}
}
