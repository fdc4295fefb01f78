package alerts

import (
	"time"

	"upslope"
	"upslope/analytics/facts"
)

// siteState is a site during a check.
type siteState struct {
	site       upslope.Site
	now        time.Time
	rules      map[string]upslope.AlertRule
	alerts     []upslope.Alert // open ones, and recent ones
	series     map[string]Series
	deviations map[string]Deviation // by metric
	changes    upslope.AlertChanges
}

// metric is a figure of a day that rules watch.
type metric struct {
	rule   string
	name   string // as titles say it
	chart  string // of the Overview that shows it
	unit   string
	counts bool // else money
	way    direction
}

func metrics() []metric {
	return []metric{
		{upslope.ClicksRule, "Clicks from search", "clicks", "count", true, falls},
		{upslope.SessionsRule, "Visits", "sessions", "count", true, falls},
		{upslope.ConversionsRule, "Conversions", "conversions", "count", true, falls},
		{upslope.RevenueRule, "Revenue", "revenue", "currency", false, falls},
		{upslope.SpendRule, "Ad spend", "adSpend", "currency", false, both},
	}
}

func (s *siteState) enabled(rule string) bool { return s.rules[rule].Enabled }

// opened returns the open alert of a subject.
func (s *siteState) openAlert(rule, subject string) *upslope.Alert {
	for i, alert := range s.alerts {
		if alert.Rule == rule && alert.Subject == subject && alert.Status == upslope.AlertOpen {
			return &s.alerts[i]
		}
	}
	return nil
}

// told reports whether a subject ever had an alert, open or not.
func (s *siteState) told(rule, subject string) bool {
	for _, alert := range s.alerts {
		if alert.Rule == rule && alert.Subject == subject {
			return true
		}
	}
	return false
}

func (s *siteState) open(alert upslope.Alert) {
	rule := s.rules[alert.Rule]
	alert.AccountID, alert.SiteID, alert.Status, alert.Channels = s.site.AccountID, s.site.ID, upslope.AlertOpen, rule.Channels
	alert.Title = shorten(alert.Title, maxTitle)
	s.changes.Opened = append(s.changes.Opened, alert)
}

func (s *siteState) resolve(alert upslope.Alert, why string, newLevel bool, through time.Time) {
	for _, already := range s.changes.Resolved {
		if already.ID == alert.ID {
			return
		}
	}
	alert.Resolution, alert.NewLevel = why, newLevel
	if !through.IsZero() {
		alert.ResolvedDay = &through
	}
	s.changes.Resolved = append(s.changes.Resolved, alert)
}

// dropRulesOff resolves the alerts of rules that were turned off.
func (s *siteState) dropRulesOff() {
	for _, alert := range s.alerts {
		if alert.Status == upslope.AlertOpen && !s.enabled(alert.Rule) {
			s.resolve(alert, "The rule was turned off.", true, facts.DateOf(s.now))
		}
	}
}

// watchMetrics resolves alerts of metrics that recovered and tests the others, which are opened later.
func (s *siteState) watchMetrics(all map[string]Series) {
	s.series = all
	for _, m := range metrics() {
		series, ok := all[m.rule]
		if !ok || !s.enabled(m.rule) {
			continue
		}
		spans := s.spans(m.rule)
		if open := s.openAlert(m.rule, ""); open != nil {
			recovered, lasted := recovers(series, spans[len(spans)-1], spans, m.counts)
			last := series.day(len(series.Days) - 1)
			switch {
			case recovered:
				s.resolve(*open, m.name+" recovered.", false, last)
			case lasted:
				s.resolve(*open, "This level has lasted four weeks and counts as normal now.", true, last)
			}
			continue
		}
		found, tested := deviates(series, spans, m.counts, m.way, *s.rules[m.rule].Percent)
		if tested {
			s.deviations[m.rule], s.changes.Tests[m.rule] = found, found.PValue
		}
	}
}

// openMetrics opens alerts of the deviations up to a p-value.
func (s *siteState) openMetrics(limit float64) {
	for _, m := range metrics() {
		if found, ok := s.deviations[m.rule]; ok && found.PValue <= limit {
			s.open(m.alert(found, s.series[m.rule].Currency))
		}
	}
}

// spans returns the earlier alerts of a metric, the oldest first; an open one is the last.
func (s *siteState) spans(rule string) (spans []Span) {
	for _, alert := range s.alerts {
		onset, err := time.Parse(time.DateOnly, alert.Onset)
		if alert.Rule != rule || err != nil {
			continue
		}
		span := Span{Onset: onset, NewLevel: alert.NewLevel}
		if alert.Expected != nil && alert.Actual != nil && *alert.Expected > 0 {
			span.Loss = (*alert.Expected - *alert.Actual) / *alert.Expected
		}
		switch {
		case alert.Status == upslope.AlertOpen:
		case alert.ResolvedDay != nil:
			span.Resolved = *alert.ResolvedDay
		default:
			continue
		}
		spans = append(spans, span)
	}
	return spans
}
