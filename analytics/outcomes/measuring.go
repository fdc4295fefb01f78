package outcomes

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/features"
	"upslope/analytics/outcomes/outcome"
	"upslope/analytics/scoring"
	"upslope/analytics/stats"
)

// measuring is the measurement of one outcome.
type measuring struct {
	upslope.StoredOutcome
	t       *Tracker
	g       *features.Context
	series  *series // nil: nothing measures its entity daily
	key     string  // of its rows
	targets []upslope.Target
	span    fixSpan
}

// look chooses controls or measures, once there is enough data, and reports whether anything changed.
func (m *measuring) look(ctx context.Context) (bool, error) {
	if m.series == nil {
		return m.cannot("Nothing is counted of this day by day."), nil
	}
	m.span = spanOf(m.series, m.FixedAt, m.g.Site)
	newest, isRead := m.g.Windows.Newest[m.series.report]
	switch {
	case !isRead && m.t.now().After(m.DueAt):
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
	err := m.measure(ctx)
	return m.Status != "waiting" || !isChosen, err
}

// tooLate gives up on an outcome whose days were not imported in time.
func (m *measuring) tooLate() bool {
	return m.isLate() && m.cannot("The figures of the days after the fix did not come.")
}

// isLate reports whether missing days are past the deadline.
func (m *measuring) isLate() bool { return m.t.now().After(m.DueAt.AddDate(0, 0, patience)) }

// cannot ends the measurement without a result.
func (m *measuring) cannot(reason string, args ...any) bool {
	m.Status, m.MeasuredAt, m.Reason = "unknown", new(m.t.now()), fmt.Sprintf(reason, args...)
	return true
}

// measure estimates the gain and the verdict.
func (m *measuring) measure(ctx context.Context) error {
	var ownKeys []string
	ownKeys, m.key = m.series.keysOf(m.Insight)
	own, err := m.t.read(ctx, m.g, m.series, filters(m.Insight), ownKeys, m.span.beforeFrom, m.span.afterTo)
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
	others, err := m.t.read(ctx, m.g, m.controls(), filtersOfOthers(m.Insight), keys, m.span.beforeFrom, m.span.afterTo)
	if err != nil {
		return err
	}
	if m.series == speedTests {
		m.judgeSpeed(own, others, keys)
		return nil
	}
	before, after := own.days(m.span.beforeFrom, m.span.beforeTo), own.days(m.span.afterFrom, m.span.afterTo)
	if before < facts.MinWindowDays || after*2 < m.span.daysBehind {
		if !m.isLate() {
			return nil // may still be imported
		}
		m.cannot("Only %d of the %d days before the fix and %d of the %d after it came.", before, m.span.daysBefore, after, m.span.daysBehind)
		return nil
	}
	gain, value, ok := m.gain(own, others, keys)
	if !ok {
		m.cannot("Too little was counted to compare.")
		return nil
	}
	m.judge(gain.Times(facts.MonthDays/float64(after)), value)
	return nil
}

// days counts the imported ones.
func (r *reading) days(from, to time.Time) int {
	days := 0
	for at := from; !at.After(to); at = at.AddDate(0, 0, 1) {
		if r.read[at] {
			days++
		}
	}
	return days
}

// unit returns a metric before and after the fix, per imported day or per another metric.
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

// gain estimates the effect of the fix in the days after it, in the unit of the forecast; in clicks if that
// is unknown.
func (m *measuring) gain(own, others *reading, keys []string) (gain outcome.Gain, value upslope.Value, ok bool) {
	number := func(name string) float64 { n, _ := facts.Float(m.Insight.Evidence[name]); return n }
	value = upslope.Value{Unit: scoring.UnitClicks}
	if m.Forecast != nil {
		value = upslope.Value{Unit: m.Forecast.Unit, Currency: m.Forecast.Currency}
	}
	each := 1.
	switch {
	case m.series == visits: // conversions per visit × the forecast's value of one, else in converting visits
		if each = number("conversionValue"); value.Unit == scoring.UnitClicks {
			each = 1 / number("usualRate")
		}
		gain, ok = outcome.Of(m.unit(own, m.series, m.key, 1, 0), m.units(others, keys, 1, 0), 1)
	case facts.ProviderOf(m.series.report) == upslope.GAds:
		return m.saved(own, others, keys, number("targetCostPerConversion"), value)
	default: // clicks × the forecast's value of one
		if value.Unit == scoring.UnitCurrency {
			each = number("clickValue")
		}
		gain, ok = outcome.Of(m.unit(own, m.series, m.key, 0), m.units(others, keys, 0), 1)
	}
	if each <= 0 || math.IsInf(each, 0) {
		return gain, value, false
	}
	return gain.Times(each), value, ok
}

// saved is the saved ad spend minus the allowed cost of the lost conversions.
func (m *measuring) saved(own, others *reading, keys []string, target float64, value upslope.Value) (outcome.Gain, upslope.Value, bool) {
	if value.Currency == "" || (own.money != "" && own.money != value.Currency) || others.money != value.Currency {
		return outcome.Gain{}, value, false
	}
	cost, clicks, won := m.unit(own, m.series, m.key, 0), m.unit(own, m.series, m.key, 1), m.unit(own, m.series, m.key, 2)
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

// judge decides whether the fix worked: the interval is above zero and the gain reaches worked_share of the
// forecast's low end. Anything between that and no gain is inconclusive.
func (m *measuring) judge(monthly outcome.Gain, value upslope.Value) {
	value.Low, value.Mid, value.High = monthly.Interval()
	least := 0.
	if m.Forecast != nil {
		least = workedShare * max(m.Forecast.Low, 0)
	}
	m.Status, m.MeasuredAt, m.Gain = "measured", new(m.t.now()), &value
	switch {
	case value.Low > 0 && value.Mid >= least:
		m.Worked = new(true)
	case value.High <= 0 || value.High < least:
		m.Worked = new(false)
	default:
		m.Reason = "The difference is within normal variation, so the result is not clear."
	}
}

// judgeSpeed compares the newest tests before and after a fix. The gain in clicks is too small to measure and
// stays unknown; the verdict is whether the page became fast.
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
	// Field data cover the 28 days before a test: one soon after the fix still measures the time before it.
	tail := m.span.afterTo.AddDate(0, 0, -settleDays)
	pair := func(r *reading, key string) (before, after float64, ok bool) {
		b, a := newest(r, key, m.span.beforeFrom, m.span.beforeTo), newest(r, key, tail, m.span.afterTo)
		if b == nil || a == nil || *b <= 0 {
			return 0, 0, false
		}
		return *b, *a, true
	}
	before, after, ok := pair(own, m.key)
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
	// Subtract what all pages gained, for example from a faster server.
	usual := before * stats.Percentile(grown, .5)
	m.Status, m.MeasuredAt, m.StoredOutcome.Controls = "measured", new(m.t.now()), len(grown)
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
	case cured <= cureShare/2: // in between: inconclusive
		m.Worked = new(false)
	}
}
