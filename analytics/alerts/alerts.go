// Package alerts tells people what happened on their sites: a metric off what its weekday and season predict,
// a page that left search, a broken connection, a new opportunity, a worse crawl, a measured forecast.
//
// It owns what counts as an alert, and when one has recovered. It does not own how people hear of alerts
// (package notices), and stores nothing.
package alerts

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"upslope"
	"upslope/analytics/stats"
)

// Records is the system of record.
type Records interface {
	// LeaseAlertChecks takes sites of one account whose checks are due. Those that are not applied are due
	// again in minutes.
	LeaseAlertChecks(ctx context.Context, limit int) ([]upslope.AlertCheck, error)
	AlertRecords(ctx context.Context, accountID string, siteIDs []string, now time.Time) (upslope.AlertRecords, error)
	// ApplyAlerts stores what checks of an account's sites found, in one transaction. Opening what was open
	// at that onset before, or resolving what is resolved, does nothing.
	ApplyAlerts(ctx context.Context, accountID string, changes []upslope.AlertChanges) error
}

// Facts reads ClickHouse.
type Facts interface {
	// Select reads rows into *[]T, where T has the columns in `ch` tags.
	Select(ctx context.Context, rows any, sql string, params map[string]any) error
}

// Service checks the sites that are due.
type Service struct {
	Records Records
	Facts   Facts
	Now     func() time.Time
	Today   func() time.Time // the date that facts are read up to
	Log     *slog.Logger
}

const (
	pollInterval = 3 * time.Second
	sitesAtOnce  = 50 // of one account, with one statement each
)

// Run checks sites until ctx ends. Several workers share them.
func (s *Service) Run(ctx context.Context) error {
	failing := ""
	for {
		checked, err := s.Check(ctx)
		if err != nil && ctx.Err() == nil && err.Error() != failing {
			s.Log.WarnContext(ctx, "alerts are not looked at now", "error", err)
			failing = err.Error()
		}
		if err == nil {
			failing = ""
		}
		if checked > 0 && err == nil {
			continue // there may be more
		}
		select {
		case <-ctx.Done():
			return ctx.Err() //nolint:wrapcheck // the process stops
		case <-time.After(pollInterval):
		}
	}
}

// Check checks some of the sites that are due, and returns their number.
func (s *Service) Check(ctx context.Context) (int, error) {
	due, err := s.Records.LeaseAlertChecks(ctx, sitesAtOnce)
	if err != nil || len(due) == 0 {
		return 0, err //nolint:wrapcheck // says what failed
	}
	accountID, sites := due[0].AccountID, make([]string, len(due))
	for i, check := range due {
		sites[i] = check.SiteID
	}
	records, err := s.Records.AlertRecords(ctx, accountID, sites, s.Now())
	if err != nil {
		return 0, fmt.Errorf("read what alerts of account %s need: %w", accountID, err)
	}
	round := &round{now: s.Now(), records: records}
	if round.series, err = s.series(ctx, accountID, records); err != nil {
		return 0, err
	}
	if round.pages, err = s.pages(ctx, accountID, records); err != nil {
		return 0, err
	}
	changes := round.run(due)
	if err := s.Records.ApplyAlerts(ctx, accountID, changes); err != nil {
		return 0, fmt.Errorf("store the alerts of account %s: %w", accountID, err)
	}
	return len(due), nil
}

// round is a check of some sites of one account.
type round struct {
	now     time.Time
	records upslope.AlertRecords
	series  map[string]map[string]Series // by site and metric
	pages   map[string][]pageRow         // by site
}

// run returns what became of the sites' alerts. Discoveries are controlled over all of them before any opens.
func (r *round) run(due []upslope.AlertCheck) []upslope.AlertChanges {
	states := make([]*siteState, 0, len(due))
	values, tests := []float64{}, len(r.records.OtherTests)
	values = append(values, r.records.OtherTests...)
	for _, check := range due {
		state := r.state(check)
		if state == nil {
			continue
		}
		state.watchMetrics(r.series[check.SiteID])
		for _, p := range state.changes.Tests {
			values, tests = append(values, p), tests+1
		}
		states = append(states, state)
	}
	limit, any := stats.SignificantPValue(values, tests, discoveryRate)
	if !any {
		limit = 0
	}
	changes := make([]upslope.AlertChanges, 0, len(states))
	for _, state := range states {
		state.openMetrics(min(limit, maxPValue))
		state.watchPages(r.pages[check(state)])
		state.watchConnections(r.records.Broken)
		state.watchCrawl(r.records.Crawls)
		state.tellOpportunities(r.records.Opportunities)
		state.tellForecasts(r.records.Forecasts)
		state.dropRulesOff()
		changes = append(changes, state.changes)
	}
	return changes
}

func check(s *siteState) string { return s.site.ID }

// state prepares the check of a site; nil if the site is gone.
func (r *round) state(check upslope.AlertCheck) *siteState {
	for _, site := range r.records.Sites {
		if site.ID != check.SiteID {
			continue
		}
		state := &siteState{
			site: site, now: r.now, rules: map[string]upslope.AlertRule{}, deviations: map[string]Deviation{},
			changes: upslope.AlertChanges{AlertCheck: check, Tests: map[string]float64{}},
		}
		for _, rule := range upslope.EffectiveAlertRules(r.records.Rules, site.ID) {
			state.rules[rule.Rule] = rule
		}
		for _, alert := range r.records.Alerts {
			if alert.SiteID == site.ID {
				state.alerts = append(state.alerts, alert)
			}
		}
		return state
	}
	return nil
}
