// Package outcomes follows what insights are about day by day, and measures what came of their fixes by difference in
// differences. The estimate itself is package outcome.
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

// The constants of measured outcomes, all (cal); analytics/outcome has those of the estimate.
const (
	Days           = 28 // before a fix, and at most after it
	settleDays     = 7  // after a fix, until search engines have seen it: they are not counted
	lagOfAds       = 7  // days in which conversions still come
	patience       = 30 // days after an outcome is due: what did not come by then does not come
	mostControls   = 20
	enoughControls = 10  // with fewer that no insight is about, those are taken, too, with which something could be done
	nearControls   = 200 // of about the same size, of which those are picked that move alike
	shapeDays      = 364 // that are looked at for that
	measuredAtOnce = 20  // outcomes a recompute looks at
	workedShare    = .5  // of the low end of the forecast: a gain with less did not work
	hitPrior       = 10. // measured outcomes that the method's own constant counts like
	cureShare      = .5  // of what a vital is above its limit: as much of it has to go
)

// Store keeps what came of fixes.
type Store interface {
	// WaitingOutcomes answers the fixes of a site that are to be measured, the oldest first.
	WaitingOutcomes(ctx context.Context, accountID, siteID string) ([]upslope.StoredOutcome, error)
	// HitRates answers how many fixes of each type were measured on a site and worked; the rate is left out.
	HitRates(ctx context.Context, accountID, siteID string) ([]upslope.HitRate, error)
	// Targets answers what the insights of a site are about that are not dismissed.
	Targets(ctx context.Context, accountID, siteID string) ([]upslope.Target, error)
	// SiteChanges answers one page of what changed on a site between two days, "" open, the newest first, and how much there is in all.
	SiteChanges(ctx context.Context, accountID, siteID, from, to string, limit, offset int) ([]upslope.SiteChange, int64, error)
}

// Tracker follows what insights are about, day by day, and measures what came of their fixes.
type Tracker struct {
	facts    facts.Querier
	store    Store
	features *features.Reader
	now      func() time.Time
	sourceOf func(upslope.Insight) string // the provider that counts it, sourceCrawl where none does; "" of an unknown kind
}

func NewTracker(facts facts.Querier, store Store, features *features.Reader, now func() time.Time, sourceOf func(upslope.Insight) string) *Tracker {
	return &Tracker{facts, store, features, now, sourceOf}
}

// fixSpan is when a fix is measured.
type fixSpan struct {
	fixed                  time.Time // the day
	beforeFrom, beforeTo   time.Time
	afterFrom, afterTo     time.Time
	dataTo                 time.Time // the last day that has to have come
	daysBefore, daysBehind int       // of them
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

// Learn measures what came of the fixes whose time has come, and answers those outcomes that changed. It also answers how often fixes of
// each type worked on the site. Difference in differences: see analytics/outcome and docs/decisions/0015.
//
// What a fix is compared with is chosen at the first recompute whose data reach up to it, from what was counted before it: marking an
// insight as done does not wait for that.
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

// HitRates answers how often fixes of each type worked on a site, for the types of which one was measured, with what follows from it.
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

// SuccessProbability is P(the fix succeeds) after what was measured: the mean of a Beta distribution that begins with the prior, worth hitPrior outcomes.
func SuccessProbability(prior float64, measured upslope.HitRate) float64 {
	return stats.Clamp((hitPrior*stats.Clamp(prior) + float64(measured.Worked)) / (hitPrior + float64(measured.Measured)))
}
