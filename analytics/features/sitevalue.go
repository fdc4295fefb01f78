package features

import (
	"upslope/analytics/facts"
	"upslope/analytics/scoring"
	"upslope/analytics/stats"
)

// SiteValue returns the monthly value of all movable clicks and ads of the site, by unit, and the value of a
// click.
func (g *Context) SiteValue() scoring.SiteValue {
	clicks := stats.Finite(g.searchTotals.clicks - g.searchTotals.branded) // brand searchers come anyway
	if days := g.Windows.days["gsc_totals"]; days > 0 {
		clicks *= facts.MonthDays / float64(days)
	}
	of := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: clicks}, Click: map[string]float64{scoring.UnitClicks: 1}}
	if g.Clicks.Source != "" {
		key := scoring.UnitCurrency + g.Clicks.Currency
		of.Month[key], of.Click[key] = clicks*g.Clicks.Mean, g.Clicks.Mean
	}
	if spend := g.Clicks.Spend; spend.Mid > 0 {
		key := scoring.UnitKey(&spend)
		of.Month[key] += spend.Mid
		if of.Click[key] == 0 {
			of.Click[key] = g.Clicks.price
		}
	}
	return of
}
