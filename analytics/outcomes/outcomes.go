// Package outcomes follows the entities of insights day by day, and measures the effect of fixes by
// difference in differences. The estimator is package outcome.
package outcomes

import (
	"context"
	"fmt"
	"time"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/features"
	"upslope/analytics/stats"
)

// Constants of measured outcomes, calibrated: docs/method.md#outcomes. Package outcome has those of the
// estimate.
const (
	Days           = 28 // before a fix, and at most after it
	settleDays     = 7  // excluded days after a fix, until search engines have recrawled it
	lagOfAds       = 7  // conversion lag in days
	patience       = 30 // days after the due date to wait for missing data
	mostControls   = 20
	enoughControls = 10  // minimum without any insight; below it those with unresolved ones qualify too
	nearControls   = 200 // candidates of similar size for matching
	shapeDays      = 364 // days of history for matching
	measuredAtOnce = 20  // outcomes per recompute
	workedShare    = .5  // of the low end of the forecast: the minimum gain of a fix that worked
	hitPrior       = 10. // prior weight of the method's probability, in measured outcomes
	cureShare      = .5  // minimum reduction of a vital's excess over its limit
)

// Store stores the outcomes of fixes.
type Store interface {
	// WaitingOutcomes returns the fixes of a site still to be measured, oldest first.
	WaitingOutcomes(ctx context.Context, accountID, siteID string) ([]upslope.StoredOutcome, error)
	// HitRates returns the measured and the successful fixes of a site by type, without the rate.
	HitRates(ctx context.Context, accountID, siteID string) ([]upslope.HitRate, error)
	// Targets returns the entities of a site's insights, except dismissed ones.
	Targets(ctx context.Context, accountID, siteID string) ([]upslope.Target, error)
	// SiteChanges returns one page of a site's changes between two days ("" is open), newest first, and their
	// total.
	SiteChanges(ctx context.Context, accountID, siteID, from, to string, limit, offset int) ([]upslope.SiteChange, int64, error)
}

// Tracker follows insights day by day and measures the outcomes of their fixes.
type Tracker struct {
	facts    facts.Querier
	store    Store
	features *features.Reader
	now      func() time.Time
	sourceOf func(upslope.Insight) string // the provider that measures it, sourceCrawl if none; "" if unknown
}

func NewTracker(facts facts.Querier, store Store, features *features.Reader, now func() time.Time, sourceOf func(upslope.Insight) string) *Tracker {
	return &Tracker{facts, store, features, now, sourceOf}
}

// fixSpan has the days before and after a fix.
type fixSpan struct {
	fixed                  time.Time
	beforeFrom, beforeTo   time.Time
	afterFrom, afterTo     time.Time
	dataTo                 time.Time // the last day required
	daysBefore, daysBehind int       // their lengths
}

func spanOf(s *series, fixedAt time.Time, site upslope.Site) fixSpan {
	fixed := facts.DateOf(fixedAt.In(site.Location()))
	span := fixSpan{fixed: fixed, beforeFrom: fixed.AddDate(0, 0, -Days), beforeTo: fixed.AddDate(0, 0, -1), afterTo: fixed.AddDate(0, 0, Days)}
	span.afterFrom, span.dataTo = fixed.AddDate(0, 0, 1), span.afterTo
	switch facts.ProviderOf(s.report) {
	case upslope.GSC:
		span.afterFrom = fixed.AddDate(0, 0, 1+settleDays)
	case upslope.GAds:
		span.dataTo = span.afterTo.AddDate(0, 0, lagOfAds)
	case upslope.PageSpeed:
		span.dataTo = span.afterTo
	}
	span.daysBefore, span.daysBehind = Days, int(span.afterTo.Sub(span.afterFrom)/(24*time.Hour))+1
	return span
}

// Learn measures the fixes that are due and returns the changed outcomes, and the hit rate of each type of
// fix on the site. Method: package outcome and docs/decisions/0015.
//
// Controls are chosen at the first recompute with data up to the fix, from data before it, so that marking an
// insight as done stays fast.
func (t *Tracker) Learn(ctx context.Context, accountID, siteID string, g *features.Context) (changed []upslope.StoredOutcome, hits map[string]upslope.HitRate, err error) {
	waiting, err := t.store.WaitingOutcomes(ctx, accountID, siteID)
	if err != nil {
		return nil, nil, fmt.Errorf("read the fixes to measure: %w", err)
	}
	var targets []upslope.Target
	if len(waiting) > 0 {
		if targets, err = t.store.Targets(ctx, accountID, siteID); err != nil {
			return nil, nil, fmt.Errorf("read what insights are about: %w", err)
		}
	}
	for _, one := range waiting {
		if len(changed) == measuredAtOnce {
			break
		}
		m := measuring{t: t, g: g, targets: targets, StoredOutcome: one, series: t.seriesOf(one.Insight)}
		isChanged, err := m.look(ctx)
		if err != nil {
			return nil, nil, fmt.Errorf("measure the fix of insight %s: %w", one.Insight.ID, err)
		}
		if isChanged {
			changed = append(changed, m.StoredOutcome)
		}
	}
	rates, err := t.store.HitRates(ctx, accountID, siteID)
	if err != nil {
		return nil, nil, fmt.Errorf("read how often fixes worked: %w", err)
	}
	hits = map[string]upslope.HitRate{}
	for _, rate := range rates {
		hits[rate.Type] = rate
	}
	for _, one := range changed {
		if one.Worked != nil {
			rate := hits[one.Insight.Type]
			rate.Measured++
			if *one.Worked {
				rate.Worked++
			}
			hits[one.Insight.Type] = rate
		}
	}
	return changed, hits, nil
}

// HitRates returns the success of fixes on a site by type, for types with a measured one, with the resulting
// probability.
func (t *Tracker) HitRates(ctx context.Context, accountID, siteID string) ([]upslope.HitRate, error) {
	rates, err := t.store.HitRates(ctx, accountID, siteID)
	if err != nil {
		return nil, fmt.Errorf("read how often fixes worked: %w", err)
	}
	for i := range rates {
		rates[i].Rate = SuccessProbability(rates[i].Prior, rates[i])
	}
	return facts.NotNil(rates), nil
}

// SuccessProbability is the posterior mean of P(fix succeeds): a Beta prior with the weight of hitPrior
// outcomes.
func SuccessProbability(prior float64, measured upslope.HitRate) float64 {
	return stats.Clamp((hitPrior*stats.Clamp(prior) + float64(measured.Worked)) / (hitPrior + float64(measured.Measured)))
}
