package analytics

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"upslope"
	"upslope/analytics/outcome"
)

// The constants of measured outcomes, all (cal); analytics/outcome has those of the estimate.
const (
	outcomeDays   = 28 // before a fix, and at most after it
	settleDays    = 7  // after a fix, until search engines have seen it: they are not counted
	lagOfAds      = 7  // days in which conversions still come
	patience      = 30 // days after an outcome is due: what did not come by then does not come
	mostControls  = 20
	nearControls  = 200 // of about the same size, of which those are picked that move alike
	shapeDays     = 364 // that are looked at for that
	measuredAtOne = 50  // outcomes a recompute looks at
	workedShare   = .5  // of the low end of the forecast: a gain with less did not work
	hitPrior      = 10. // measured outcomes that the method's own constant counts like
	cureShare     = .5  // of what a vital is above its limit: as much of it has to go
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
// of each type worked on the site. Difference in differences: see analytics/outcome and docs/decisions/0016.
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
		if len(changed) == measuredAtOne {
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

// learnFrom corrects how often a fix of the candidate succeeds by how often such fixes worked on the site.
func (c *candidate) learnFrom(hits map[string]upslope.HitRate) {
	hit := hits[c.detector.Type]
	if hit.Measured == 0 || c.entityType == "site" {
		return
	}
	c.probabilityAssumed, c.hits = new(clamp(c.probabilityFix)), hit
	c.probabilityFix = hitRate(c.probabilityFix, hit)
}

// measuring is one outcome on its way.
type measuring struct {
	upslope.StoredOutcome
	e       *Engine
	g       *ground
	series  *series // nil: nothing is counted of its entity
	targets []upslope.Target
	span    fixSpan
}

// look chooses what to compare with, or measures, when there is enough to do so, and says whether anything changed.
func (m *measuring) look(ctx context.Context) (bool, error) {
	if m.series == nil {
		return m.cannot("Nothing is counted of this day by day."), nil
	}
	m.span = spanOf(m.series, m.FixedAt, m.g.site)
	newest, isRead := m.g.windows.newest[m.series.report]
	switch {
	case !isRead && m.e.now().After(m.DueAt):
		return m.cannot("No connected source counts this day by day."), nil
	case !isRead || newest.Before(m.span.beforeTo):
		return m.tooLate(), nil
	}
	isChosen := m.Compared != nil
	if !isChosen {
		if err := m.choose(ctx); err != nil {
			return false, err
		}
	}
	if newest.Before(m.span.dataTo) {
		return m.tooLate() || !isChosen, nil
	}
	return true, m.measure(ctx)
}

// tooLate gives an outcome up whose days do not come any more.
func (m *measuring) tooLate() bool {
	if m.e.now().Before(m.DueAt.AddDate(0, 0, patience)) {
		return false
	}
	return m.cannot("The figures of the days after the fix did not come.")
}

// cannot ends it without an answer.
func (m *measuring) cannot(reason string, args ...any) bool {
	m.Status, m.MeasuredAt, m.Reason = "unknown", new(m.e.now()), fmt.Sprintf(reason, args...)
	return true
}

// controls is the series of what it is compared with: campaigns, of which there are few, with ad groups of others.
func (m *measuring) controls() *series {
	if m.series == adCampaigns {
		return adGroups
	}
	return m.series
}

// choose picks what it is compared with, from what was counted before the fix.
func (m *measuring) choose(ctx context.Context) error {
	m.Compared = []upslope.Entity{}
	s, key := m.series, m.key()
	from := m.span.fixed.AddDate(0, 0, -shapeDays)
	own, err := m.e.read(ctx, m.g, s, filters(m.Insight), m.keys(), from, m.span.beforeTo)
	if err != nil {
		return err
	}
	size, _ := own.sum(s, key, 0, m.span.beforeFrom, m.span.beforeTo)
	if size <= 0 && s != speedTests {
		return nil // there is nothing to be alike
	}
	s = m.controls()
	excluded := []string{s.keyOf(m.Insight.Entity)}
	for _, target := range m.targets {
		excluded = append(excluded, s.keyOf(target.Entity))
	}
	slices.Sort(excluded)
	params := m.g.with(filters(m.Insight), map[string]any{
		"from": m.span.beforeFrom, "to": m.span.beforeTo, "excluded": slices.Compact(excluded), "amount": max(size, 1), "most": nearControls,
	})
	if m.series == adGroups {
		params["campaign"] = uint64(0) // ad groups of the same campaign are as good
	}
	var keys []string
	err = m.e.facts.Query(ctx, seriesSQL("near_"+s.report), params, func(_ []string, values []any) error {
		if key, ok := values[0].(string); ok && !m.isFixed(s.entityOf(key)) {
			keys = append(keys, key)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("look for what is alike: %w", err)
	}
	if s == speedTests {
		keys = keys[:min(mostControls, len(keys))]
	} else if keys, err = m.alike(ctx, own, keys, from); err != nil {
		return err
	}
	for _, key := range keys {
		m.Compared = append(m.Compared, s.entityOf(key))
	}
	return nil
}

// alike picks those keys that moved most like what was fixed, in the weeks before.
func (m *measuring) alike(ctx context.Context, own *reading, keys []string, from time.Time) ([]string, error) {
	s := m.controls()
	params := filters(m.Insight)
	params["pattern"], params["words"] = "", ""
	others, err := m.e.read(ctx, m.g, s, params, keys, from, m.span.beforeTo)
	if err != nil {
		return nil, err
	}
	weeksOf := func(r *reading, s *series, key string) (weeks []float64) {
		for week := from; !week.After(m.span.beforeTo); week = week.AddDate(0, 0, 7) {
			total, days := r.sum(s, key, 0, week, week.AddDate(0, 0, 6))
			if days > 0 {
				weeks = append(weeks, total*7/float64(days))
			}
		}
		return weeks
	}
	candidates := make([]outcome.Candidate, len(keys))
	for i, key := range keys {
		candidates[i].Weeks = weeksOf(others, s, key)
	}
	var picked []string
	for _, i := range outcome.Match(weeksOf(own, m.series, m.key()), candidates, mostControls) {
		picked = append(picked, keys[i])
	}
	return picked, nil
}

func (m *measuring) key() string {
	if isGroup(m.Insight) {
		return ""
	}
	return m.series.keyOf(m.Insight.Entity)
}

func (m *measuring) keys() []string {
	if isGroup(m.Insight) {
		return nil
	}
	return []string{m.key()}
}

// isFixed says whether an entity was changed itself, in the days that are compared.
func (m *measuring) isFixed(entity upslope.Entity) bool {
	return slices.ContainsFunc(m.targets, func(target upslope.Target) bool {
		if target.FixedAt == nil || !touches(target.Entity, entity) {
			return false
		}
		day := dayOf(target.FixedAt.In(m.g.site.Location()))
		return !day.Before(m.span.beforeFrom) && !day.After(m.span.afterTo)
	})
}

// touches says whether what was done to one entity changes another: the same, a page of it, or a part of its campaign.
func touches(target, entity upslope.Entity) bool {
	switch {
	case target.Page != "":
		return target.Page == entity.Page
	case target.Template != "":
		return entity.Page != "" && isPlace(target.Template, entity.Page)
	case target.Query != "":
		return target.Query == entity.Query
	case target.Term != "":
		return hasWords(entity.Term, target.Term) && (target.CampaignID == "" || target.CampaignID == entity.CampaignID)
	case target.AdGroupID != "":
		return target.AdGroupID == entity.AdGroupID
	case target.CampaignID != "":
		return target.CampaignID == entity.CampaignID
	}
	return false
}

// measure works out the gain and what it says.
func (m *measuring) measure(ctx context.Context) error {
	own, err := m.e.read(ctx, m.g, m.series, filters(m.Insight), m.keys(), m.span.beforeFrom, m.span.afterTo)
	if err != nil {
		return err
	}
	if len(own.of) == 0 {
		m.cannot("Nothing was counted of it around the fix.")
		return nil
	}
	m.Compared = slices.DeleteFunc(slices.Clone(m.Compared), m.isFixed)
	m.StoredOutcome.Controls = len(m.Compared)
	if len(m.Compared) < outcome.FewestControls {
		m.cannot("Too few others that are like it were left alone in those weeks: %d, where %d are needed.", len(m.Compared), outcome.FewestControls)
		return nil
	}
	keys := make([]string, len(m.Compared))
	for i, entity := range m.Compared {
		keys[i] = m.controls().keyOf(entity)
	}
	params := filters(m.Insight)
	params["pattern"], params["words"] = "", ""
	others, err := m.e.read(ctx, m.g, m.controls(), params, keys, m.span.beforeFrom, m.span.afterTo)
	if err != nil {
		return err
	}
	if m.series == speedTests {
		m.judgeSpeed(own, others, keys)
		return nil
	}
	before, after := own.days(m.span.beforeFrom, m.span.beforeTo), own.days(m.span.afterFrom, m.span.afterTo)
	if before < fewestDays || after*2 < m.span.daysBehind {
		m.cannot("Only %d of the %d days before the fix and %d of the %d after it came.", before, m.span.daysBefore, after, m.span.daysBehind)
		return nil
	}
	gain, value, ok := m.gain(own, others, keys)
	if !ok {
		m.cannot("Too little was counted to compare.")
		return nil
	}
	m.judge(gain.Times(monthDays/float64(after)), value)
	return nil
}

// days counts those that came.
func (r *reading) days(from, to time.Time) int {
	days := 0
	for at := from; !at.After(to); at = at.AddDate(0, 0, 1) {
		if r.came[at] {
			days++
		}
	}
	return days
}

// unit is what a metric was before and after, by the days that came, or by another metric of them.
func (m *measuring) unit(r *reading, s *series, key string, metric int, by ...int) outcome.Unit {
	counts := func(from, to time.Time) outcome.Counts {
		amount, days := r.sum(s, key, metric, from, to)
		if len(by) == 0 {
			return outcome.Counts{Amount: amount, Exposure: float64(days)}
		}
		exposure, _ := r.sum(s, key, by[0], from, to)
		return outcome.Counts{Amount: amount, Exposure: exposure}
	}
	return outcome.Unit{Before: counts(m.span.beforeFrom, m.span.beforeTo), After: counts(m.span.afterFrom, m.span.afterTo)}
}

func (m *measuring) units(r *reading, keys []string, metric int, by ...int) []outcome.Unit {
	units := make([]outcome.Unit, 0, len(keys))
	for _, key := range keys {
		unit := m.unit(r, m.controls(), key, metric, by...)
		if unit.Before.Exposure > 0 && unit.After.Exposure > 0 {
			units = append(units, unit)
		}
	}
	return units
}

// gain is what came of the fix in the days after it, in the unit of the forecast; where that is unknown, in clicks.
//
//   - search: clicks × the click value of the forecast
//   - landing pages: conversions by visit, × what the forecast took one to be worth; without a value, in visits that make one
//   - ads: what was not spent, less what the conversions that went with it were allowed to cost
func (m *measuring) gain(own, others *reading, keys []string) (gain outcome.Gain, value upslope.Value, ok bool) {
	number := func(name string) float64 { n, _ := asFloat(m.Insight.Evidence[name]); return n }
	value = upslope.Value{Unit: unitClicks}
	if m.Forecast != nil {
		value = upslope.Value{Unit: m.Forecast.Unit, Currency: m.Forecast.Currency}
	}
	each := 1.
	switch {
	case m.series == visits:
		if each = number("conversionValue"); value.Unit == unitClicks {
			each = 1 / number("usualRate")
		}
		gain, ok = outcome.Of(m.unit(own, m.series, m.key(), 1, 0), m.units(others, keys, 1, 0), 1)
	case sourceOf(m.series.report) == upslope.GAds:
		return m.saved(own, others, keys, number("targetCostPerConversion"), value)
	default:
		if value.Unit == unitCurrency {
			each = number("clickValue")
		}
		gain, ok = outcome.Of(m.unit(own, m.series, m.key(), 0), m.units(others, keys, 0), 1)
	}
	if each <= 0 || math.IsInf(each, 0) {
		return gain, value, false
	}
	return gain.Times(each), value, ok
}

// saved is what ads cost less, less what the conversions that are missing were allowed to cost.
func (m *measuring) saved(own, others *reading, keys []string, target float64, value upslope.Value) (outcome.Gain, upslope.Value, bool) {
	if value.Currency == "" || (own.money != "" && own.money != value.Currency) || others.money != value.Currency {
		return outcome.Gain{}, value, false
	}
	cost, clicks, won := m.unit(own, m.series, m.key(), 0), m.unit(own, m.series, m.key(), 1), m.unit(own, m.series, m.key(), 2)
	price := 1.
	if clicks.Before.Amount > 0 {
		price = cost.Before.Amount / clicks.Before.Amount
	}
	spent, ok := outcome.Of(cost, m.units(others, keys, 0), price)
	if !ok {
		return spent, value, false
	}
	saved := spent.Times(-1)
	if won.Before.Amount <= 0 && won.After.Amount <= 0 {
		return saved, value, true
	}
	gained, ok := outcome.Of(won, m.units(others, keys, 2), 1)
	if !ok || target <= 0 {
		return saved, value, false
	}
	return saved.Plus(gained.Times(target)), value, true
}

// judge says whether the fix worked: the interval lies above zero and the gain is worked_share of the low end of the forecast, or not at all;
// what lies between cannot be told.
func (m *measuring) judge(monthly outcome.Gain, value upslope.Value) {
	value.Low, value.Mid, value.High = monthly.Interval()
	least := 0.
	if m.Forecast != nil {
		least = workedShare * max(m.Forecast.Low, 0)
	}
	m.Status, m.MeasuredAt, m.Gain = "measured", new(m.e.now()), &value
	switch {
	case value.Low > 0 && value.Mid >= least:
		m.Worked = new(true)
	case value.High <= 0 || value.High < least:
		m.Worked = new(false)
	default:
		m.Reason = "Chance alone makes as much of a difference: whether it worked cannot be told."
	}
}

// judgeSpeed compares the newest test before a fix with the newest after it. What speed brings is too little of a page's clicks to be
// measured in them, so that the gain stays unknown: what is told is whether the page got fast.
func (m *measuring) judgeSpeed(own, others *reading, keys []string) {
	metric := worstVital(m.Insight)
	limit := []float64{2.5, .2, .1}[metric]
	newest := func(r *reading, key string, from, to time.Time) *float64 {
		for at := to; !at.Before(from); at = at.AddDate(0, 0, -1) {
			if figure := r.figure(speedTests, key, metric, at); figure != nil {
				return figure
			}
		}
		return nil
	}
	// Real visits are those of the 28 days before a test: one soon after the fix still tells of the time before it.
	tail := m.span.afterTo.AddDate(0, 0, -settleDays)
	pair := func(r *reading, key string) (before, after float64, ok bool) {
		b, a := newest(r, key, m.span.beforeFrom, m.span.beforeTo), newest(r, key, tail, m.span.afterTo)
		if b == nil || a == nil || *b <= 0 {
			return 0, 0, false
		}
		return *b, *a, true
	}
	before, after, ok := pair(own, m.key())
	if !ok || before <= limit {
		m.cannot("It was not tested both before the fix and after it.")
		return
	}
	var grown []float64
	for _, key := range keys {
		if b, a, ok := pair(others, key); ok {
			grown = append(grown, a/b)
		}
	}
	if len(grown) < outcome.FewestControls {
		m.cannot("Only %d other pages were tested both before the fix and after it: too few to compare with.", len(grown))
		return
	}
	// What all pages gained, by a faster server say, is not this fix's.
	usual := before * percentile(grown, .5)
	m.Status, m.MeasuredAt, m.StoredOutcome.Controls = "measured", new(m.e.now()), len(grown)
	cured := (usual - after) / max(before-limit, .1*limit)
	name, unit := speedTests.metrics[metric].Title, " s"
	if metric == 2 {
		unit = ""
	}
	m.Reason = fmt.Sprintf("%s went from %.2f%s to %.2f%s, good is %g%s; as other pages did it would be %.2f%s. What that brings is too little to be measured.",
		name, before, unit, after, unit, limit, unit, usual, unit)
	switch {
	case cured >= cureShare && after < before:
		m.Worked = new(true)
	case cured <= cureShare/2: // what lies between cannot be told
		m.Worked = new(false)
	}
}
