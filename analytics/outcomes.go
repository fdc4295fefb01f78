package analytics

import (
	"context"
	"fmt"
	"time"

	"upslope"
)

// The constants of measured outcomes, all (cal); analytics/outcome has those of the estimate.
const (
	outcomeDays    = 28 // before a fix, and at most after it
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

// fixSpan is when a fix is measured.
type fixSpan struct {
	fixed                  time.Time // the day
	beforeFrom, beforeTo   time.Time
	afterFrom, afterTo     time.Time
	dataTo                 time.Time // the last day that has to have come
	daysBefore, daysBehind int       // of them
}

func spanOf(s *series, fixedAt time.Time, site upslope.Site) fixSpan {
	fixed := dayOf(fixedAt.In(site.Location()))
	span := fixSpan{fixed: fixed, beforeFrom: fixed.AddDate(0, 0, -outcomeDays), beforeTo: fixed.AddDate(0, 0, -1), afterTo: fixed.AddDate(0, 0, outcomeDays)}
	span.afterFrom, span.dataTo = fixed.AddDate(0, 0, 1), span.afterTo
	switch sourceOf(s.report) {
	case upslope.GSC:
		span.afterFrom = fixed.AddDate(0, 0, 1+settleDays)
	case upslope.GAds:
		span.dataTo = span.afterTo.AddDate(0, 0, lagOfAds)
	case upslope.PageSpeed:
		span.dataTo = span.afterTo
	}
	span.daysBefore, span.daysBehind = outcomeDays, int(span.afterTo.Sub(span.afterFrom)/(24*time.Hour))+1
	return span
}

// learn measures what came of the fixes whose time has come, and answers those outcomes that changed. It adds to the ground how often fixes
// of each type worked on the site. Difference in differences: see analytics/outcome and docs/decisions/0015.
//
// What a fix is compared with is chosen at the first recompute whose data reach up to it, from what was counted before it: marking an
// insight as done does not wait for that.
func (e *Engine) learn(ctx context.Context, accountID, siteID string, g *ground) ([]upslope.StoredOutcome, error) {
	waiting, err := e.store.WaitingOutcomes(ctx, accountID, siteID)
	if err != nil {
		return nil, fmt.Errorf("read the fixes to measure: %w", err)
	}
	var changed []upslope.StoredOutcome
	var targets []upslope.Target
	if len(waiting) > 0 {
		if targets, err = e.store.Targets(ctx, accountID, siteID); err != nil {
			return nil, fmt.Errorf("read what insights are about: %w", err)
		}
	}
	for _, one := range waiting {
		if len(changed) == measuredAtOnce {
			break
		}
		m := measuring{e: e, g: g, targets: targets, StoredOutcome: one, series: e.seriesOf(one.Insight)}
		isChanged, err := m.look(ctx)
		if err != nil {
			return nil, fmt.Errorf("measure the fix of insight %s: %w", one.Insight.ID, err)
		}
		if isChanged {
			changed = append(changed, m.StoredOutcome)
		}
	}
	rates, err := e.store.HitRates(ctx, accountID, siteID)
	if err != nil {
		return nil, fmt.Errorf("read how often fixes worked: %w", err)
	}
	g.hits = map[string]upslope.HitRate{}
	for _, rate := range rates {
		g.hits[rate.Type] = rate
	}
	for _, one := range changed {
		if one.Worked != nil {
			rate := g.hits[one.Insight.Type]
			rate.Measured++
			if *one.Worked {
				rate.Worked++
			}
			g.hits[one.Insight.Type] = rate
		}
	}
	return changed, nil
}

// HitRates answers how often fixes of each type worked on a site, for the types of which one was measured, with what follows from it.
func (e *Engine) HitRates(ctx context.Context, accountID, siteID string) ([]upslope.HitRate, error) {
	rates, err := e.store.HitRates(ctx, accountID, siteID)
	if err != nil {
		return nil, fmt.Errorf("read how often fixes worked: %w", err)
	}
	for i := range rates {
		rates[i].Rate = hitRate(rates[i].Prior, rates[i])
	}
	return notNil(rates), nil
}

// hitRate is P(the fix succeeds) after what was measured: the mean of a Beta distribution that begins with the prior, worth hitPrior outcomes.
func hitRate(prior float64, measured upslope.HitRate) float64 {
	return clamp((hitPrior*clamp(prior) + float64(measured.Worked)) / (hitPrior + float64(measured.Measured)))
}

// withOutcomes gives insights what was just measured of them.
func withOutcomes(insights []upslope.StoredInsight, outcomes []upslope.StoredOutcome) {
	for _, one := range outcomes {
		for i := range insights {
			if insights[i].ID == one.Insight.ID && insights[i].Status == upslope.Done && insights[i].StatusAt.Equal(one.FixedAt) {
				insights[i].Outcome = &one.Outcome
			}
		}
	}
}

// learnFrom corrects how often a fix of the candidate succeeds by how often such fixes worked on the site.
func (c *candidate) learnFrom(hits map[string]upslope.HitRate) {
	hit := hits[c.detector.Type]
	if hit.Measured == 0 || c.entityType == "site" {
		return
	}
	c.probabilityAssumed, c.hits = new(clamp(c.probabilityFix)), hit
	c.probabilityFix = hitRate(c.probabilityFix, hit)
}
