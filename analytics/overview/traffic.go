package overview

import (
	"context"
	_ "embed"

	"upslope"
	"upslope/analytics/facts"
)

//go:embed traffic.sql
var trafficSQL string

const (
	// trafficWeeks is the length of a site's traffic in a portfolio: two windows of 28 days.
	trafficWeeks = 8
	// minWeekDays is how many days of a week must have been read.
	minWeekDays = 5
)

// trafficRow is a week of one connection.
type trafficRow struct {
	SiteID string  `ch:"site_text"`
	Report string  `ch:"report_name"`
	Week   uint16  `ch:"week_back"`
	Days   uint64  `ch:"days_read"`
	Total  float64 `ch:"total"`
}

// Traffic returns the weekly clicks of every site of the account, by site, or its sessions where there are no
// clicks. A site without either is missing.
func (k *KPIs) Traffic(ctx context.Context, accountID string) (map[string]upslope.SiteTraffic, error) {
	connections, err := k.Records.Connections(ctx, accountID, "")
	if err != nil {
		return nil, err
	}
	params := facts.Scope(accountID, connections)
	if params == nil {
		return nil, nil
	}
	params["weeks"] = trafficWeeks
	var rows []trafficRow
	if err := k.Tables.Select(ctx, &rows, facts.LookedUp("reads").Must(trafficSQL), params); err != nil {
		return nil, err
	}
	bySite := map[string]map[string][]*float64{}
	for _, row := range rows {
		if row.Days < minWeekDays || row.Week >= trafficWeeks {
			continue
		}
		if bySite[row.SiteID] == nil {
			bySite[row.SiteID] = map[string][]*float64{}
		}
		weeks := bySite[row.SiteID][row.Report]
		if weeks == nil {
			weeks = make([]*float64, trafficWeeks)
			bySite[row.SiteID][row.Report] = weeks
		}
		weeks[trafficWeeks-1-row.Week] = new(row.Total * 7 / float64(row.Days))
	}
	traffic := make(map[string]upslope.SiteTraffic, len(bySite))
	for site, reports := range bySite {
		metric, weeks := "clicks", reports["gsc_totals"]
		if weeks == nil {
			metric, weeks = "sessions", reports["ga4_totals"]
		}
		traffic[site] = trafficOf(metric, weeks)
	}
	return traffic, nil
}

// trafficOf compares the last four weeks with the four before, and the last with the one before.
func trafficOf(metric string, weeks []*float64) upslope.SiteTraffic {
	const half = trafficWeeks / 2
	now, before := sumOf(weeks[half:]), sumOf(weeks[:half])
	return upslope.SiteTraffic{
		Metric: metric, Weeks: weeks, Total: now, Change: change(now, before), WeekChange: change(weeks[trafficWeeks-1], weeks[trafficWeeks-2]),
	}
}

// sumOf adds up weeks; nil if one is unknown.
func sumOf(weeks []*float64) *float64 {
	sum := 0.
	for _, week := range weeks {
		if week == nil {
			return nil
		}
		sum += *week
	}
	return &sum
}
