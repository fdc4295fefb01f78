package outcomes

import (
	"context"
	"fmt"
	"slices"
	"time"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/features"
)

// monthsShown is the length of a chart, and of the history read from providers.
const monthsShown = 16

// changesShown is the maximum of changes marked in a chart, newest first.
const changesShown = 500

// Days returns the daily metrics of an insight's entity, up to the last final day and at most 16 months back.
// Without metrics, nothing measures it daily.
func (t *Tracker) Days(ctx context.Context, accountID string, insight upslope.Insight) (upslope.InsightDays, error) {
	days := upslope.InsightDays{Metrics: []upslope.Metric{}, Days: []upslope.MetricDay{}, Changes: []upslope.SiteChange{}}
	main := t.seriesOf(insight)
	if main == nil {
		return days, nil
	}
	all := []*series{main}
	switch main {
	case searchPages:
		all = append(all, visits)
	case visits:
		all = append(all, searchPages)
	}
	// Of the shared context, only the windows of the site's sources are needed.
	g := &features.Context{Params: map[string]any{"account_id": accountID, "sites": []string{insight.SiteID}}}
	if err := t.features.AddWindows(ctx, g, accountID, insight.SiteID); err != nil {
		return days, err
	}
	var charts []chart
	for _, s := range all {
		c, err := t.chart(ctx, g, s, insight)
		if err != nil {
			return days, fmt.Errorf("read the days of insight %s: %w", insight.ID, err)
		}
		// The main series shows if its days were imported, side series only if they have rows.
		if len(c.read) > 0 && (s == main || len(c.of) > 0) {
			charts = append(charts, c)
		}
	}
	if len(charts) == 0 {
		return days, nil
	}
	first, last := charts[0].span()
	for _, c := range charts[1:] {
		from, to := c.span()
		first, last = firstOf(first, from), lastOf(last, to)
	}
	for at := first; !at.After(last); at = at.AddDate(0, 0, 1) {
		days.Days = append(days.Days, upslope.MetricDay{Day: at.Format(time.DateOnly), Values: map[string]*float64{}})
	}
	for _, c := range charts {
		c.addTo(&days, first)
	}
	changes, _, err := t.store.SiteChanges(ctx, accountID, insight.SiteID, first.Format(time.DateOnly), last.Format(time.DateOnly), changesShown, 0)
	if err != nil {
		return days, fmt.Errorf("read what changed meanwhile: %w", err)
	}
	slices.Reverse(changes)
	days.Changes = facts.NotNil(changes)
	return days, nil
}

// chart is one series of an insight.
type chart struct {
	*reading
	series  *series
	key     string
	first   int    // index of the insight's metric
	segment string // segment of the figures; "" for all
}

func (t *Tracker) chart(ctx context.Context, g *features.Context, s *series, insight upslope.Insight) (chart, error) {
	c := chart{series: s}
	keys, key := s.keysOf(insight)
	c.key = key
	switch {
	case s == visits && t.seriesOf(insight) == visits:
		c.first = 1 // conversions
		c.segment, _ = insight.Evidence["segment"].(string)
	case s == speedTests:
		c.first = worstVital(insight)
	}
	last, ok := g.Windows.Newest[s.report]
	if !ok {
		c.reading = &reading{}
		return c, nil
	}
	var err error
	c.reading, err = t.read(ctx, g, s, filters(insight), keys, last.AddDate(0, -monthsShown, 1), last)
	return c, err
}

// span returns the first and the last imported day.
func (c chart) span() (first, last time.Time) {
	for at := range c.read {
		if first.IsZero() {
			first, last = at, at
		}
		first, last = firstOf(first, at), lastOf(last, at)
	}
	return first, last
}

// addTo appends the chart's metrics to days, which begin with first; the insight's metric comes first.
func (c chart) addTo(days *upslope.InsightDays, first time.Time) {
	order := []int{c.first}
	for i := range c.series.metrics {
		if i != c.first {
			order = append(order, i)
		}
	}
	for _, i := range order {
		metric := c.series.metrics[i]
		if slices.ContainsFunc(days.Metrics, func(m upslope.Metric) bool { return m.Name == metric.Name }) {
			continue
		}
		if metric.Unit == "currency" {
			if c.money == "" {
				continue // no money in any currency
			}
			metric.Code = c.money
		}
		if c.segment != "" {
			metric.Title += ", " + c.segment
		}
		days.Metrics = append(days.Metrics, metric)
		for n := range days.Days {
			days.Days[n].Values[metric.Name] = c.figure(c.series, c.key, i, first.AddDate(0, 0, n))
		}
	}
}

// worstVital returns the speed metric of an insight: LCP, INP or CLS.
func worstVital(insight upslope.Insight) int {
	limits := []struct {
		evidence string
		good     float64
	}{{"lcpSeconds", 2.5}, {"inpMs", 200}, {"cls", .1}}
	for i, limit := range limits {
		if figure, ok := facts.Float(insight.Evidence[limit.evidence]); ok && figure > limit.good {
			return i
		}
	}
	return 0
}

func firstOf(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func lastOf(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
