package alerts

import (
	"fmt"
	"time"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/format"
)

// Constants of the rules about single events, chosen: docs/method.md#alerts.
const (
	maxOpportunities = 3                   // new ones a day
	newsAge          = 14 * 24 * time.Hour // after which news are no news
	worseShare       = 1.2                 // of the serious issues a page of the crawl before
)

// watchConnections opens alerts of connections that worked and fail, and resolves those that work again.
func (s *siteState) watchConnections(broken []upslope.BrokenConnection) {
	if !s.enabled(upslope.ConnectionRule) {
		return
	}
	failing := map[string]bool{}
	for _, one := range broken {
		if one.SiteID != s.site.ID {
			continue
		}
		failing[one.Provider] = true
		if s.openAlert(upslope.ConnectionRule, one.Provider) != nil {
			continue
		}
		name := facts.ProviderNames()[one.Provider]
		title := name + " has stopped syncing"
		if one.Revoked {
			title = name + " no longer accepts our access"
		}
		s.open(upslope.Alert{
			Rule: upslope.ConnectionRule, Subject: one.Provider, Onset: one.Since.In(s.site.Location()).Format(time.DateOnly), Title: title,
			Detail: sentence(one.Reason) + " Reconnect it in Settings; days that are missing are read then.",
			URL:    "/settings?tab=integrations",
		})
	}
	for _, alert := range s.alerts {
		if alert.Rule == upslope.ConnectionRule && alert.Status == upslope.AlertOpen && !failing[alert.Subject] {
			s.resolve(alert, "The connection works again.", false, facts.DateOf(s.now))
		}
	}
}

// watchCrawl opens an alert when the newest crawl has more serious issues a page than the one before, and
// resolves it when a later one has not.
func (s *siteState) watchCrawl(crawls []upslope.AlertCrawl) {
	if !s.enabled(upslope.CrawlRule) {
		return
	}
	for _, crawl := range crawls {
		if crawl.SiteID != s.site.ID || !crawl.ComparableChecks || !crawl.IsWhole || crawl.PagesBefore == 0 {
			continue
		}
		scale := max(1, float64(crawl.Pages)/float64(crawl.PagesBefore))
		before, least := float64(crawl.SeriousBefore)*scale, *s.rules[upslope.CrawlRule].Value
		now, onset := float64(crawl.Serious), crawl.ImportedAt.In(s.site.Location()).Format(time.DateOnly)
		open := s.openAlert(upslope.CrawlRule, "")
		switch {
		case open != nil && open.Expected != nil && now < *open.Expected+least:
			s.resolve(*open, "A later crawl has as few serious issues as before.", false, facts.DateOf(s.now))
		case open == nil && now-before >= max(1, least) && now >= worseShare*before:
			more := int64(now - before + .5)
			detail := fmt.Sprintf("%d critical and high-severity issues, %d in the crawl before.", crawl.Serious, crawl.SeriousBefore)
			if critical := crawl.Critical - crawl.CriticalBefore; critical > 0 {
				detail += fmt.Sprintf(" %d more are critical.", critical)
			}
			s.open(upslope.Alert{
				Rule: upslope.CrawlRule, Onset: onset, Title: fmt.Sprintf("The crawl found %s more serious issues", format.Number(float64(more), 0)),
				Detail: detail, URL: "/technical?of=" + crawl.ID + "&against=" + crawl.IDBefore + "&seen=new", Unit: "count", Actual: &now, Expected: &before,
			})
		}
	}
}

// tellOpportunities opens alerts of new opportunities above the value of the rule, and resolves those that
// somebody has taken up or that are gone.
func (s *siteState) tellOpportunities(found []upslope.AlertOpportunity) {
	if !s.enabled(upslope.OpportunityRule) {
		return
	}
	present, today := map[string]bool{}, 0
	for _, one := range found {
		present[one.ID] = true
		if one.SiteID != s.site.ID || one.Value < *s.rules[upslope.OpportunityRule].Value || s.now.Sub(one.CreatedAt) > newsAge ||
			s.told(upslope.OpportunityRule, one.ID) || today >= maxOpportunities {
			continue
		}
		today++
		value := one.Value
		s.open(upslope.Alert{
			Rule: upslope.OpportunityRule, Subject: one.ID, Onset: one.CreatedAt.In(s.site.Location()).Format(time.DateOnly),
			Title:  fmt.Sprintf("New opportunity worth about %s a month", format.Money(value, one.Currency)),
			Detail: one.Title + ".", URL: "/opportunities?o=" + one.ID, Unit: "currency", Currency: one.Currency, Actual: &value,
		})
	}
	for _, alert := range s.alerts {
		if alert.Rule != upslope.OpportunityRule || alert.Status != upslope.AlertOpen {
			continue
		}
		switch {
		case !present[alert.Subject]:
			s.resolve(alert, "The opportunity is no longer open.", true, facts.DateOf(s.now))
		case s.now.Sub(alert.OpenedAt) > newsAge:
			s.resolve(alert, "It is still in the list of opportunities.", true, facts.DateOf(s.now))
		}
	}
}

// tellForecasts opens alerts of fixes that were measured.
func (s *siteState) tellForecasts(measured []upslope.AlertForecast) {
	if !s.enabled(upslope.ForecastRule) {
		return
	}
	for _, one := range measured {
		subject := one.InsightID + " " + one.FixedAt.UTC().Format(time.DateOnly)
		if one.SiteID != s.site.ID || s.now.Sub(one.MeasuredAt) > newsAge || s.told(upslope.ForecastRule, subject) {
			continue
		}
		title, unit := "A fix worked: ", one.Unit
		if !one.Worked {
			title = "A fix missed its forecast: "
		}
		if unit == "clicks" {
			unit = "count"
		}
		s.open(upslope.Alert{
			Rule: upslope.ForecastRule, Subject: subject, Onset: one.MeasuredAt.In(s.site.Location()).Format(time.DateOnly), Title: title + one.Title,
			Detail: forecastDetail(one), URL: "/opportunities?o=" + one.InsightID, Unit: unit, Currency: one.Currency,
			Actual: one.Gain, Expected: one.Forecast, Low: one.Low, High: one.High,
		})
	}
	for _, alert := range s.alerts {
		if alert.Rule == upslope.ForecastRule && alert.Status == upslope.AlertOpen && s.now.Sub(alert.OpenedAt) > newsAge {
			s.resolve(alert, "Measured two weeks ago.", true, facts.DateOf(s.now))
		}
	}
}
