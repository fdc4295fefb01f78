package analytics

import "upslope"

// scales are what the values of a site are measured against, one for each unit: clicks, or a currency. What is in the unit of the site is
// measured against all that the site is worth, what is in another against that alone.
type scales map[string]Scale

// scaleKey names a unit; a value that is unknown has none.
func scaleKey(value *upslope.Value) string {
	if value == nil {
		return ""
	}
	return value.Unit + value.Currency
}

// scalesOf makes the scales of a site from what its clicks and ads are worth and what was found.
func scalesOf(g *ground, candidates []candidate) scales {
	expected := map[string][]float64{}
	for _, c := range candidates {
		expected[scaleKey(c.value)] = append(expected[scaleKey(c.value)], c.expectedValue())
	}
	clicks := finite(g.search.clicks)
	if days := g.windows.days["gsc_totals"]; days > 0 {
		clicks *= monthDays / float64(days)
	}
	worth, each := map[string]float64{unitClicks: clicks}, map[string]float64{unitClicks: 1}
	if g.clicks.source != "" {
		key := unitCurrency + g.clicks.currency
		worth[key], each[key] = clicks*g.clicks.mean, g.clicks.mean
	}
	if spend := g.clicks.spend; spend.Mid > 0 {
		key := scaleKey(&spend)
		worth[key] += spend.Mid
		if each[key] == 0 {
			each[key] = g.clicks.price
		}
	}
	all := scales{}
	for key, values := range expected {
		all[key] = NewScale(worth[key], each[key], values)
	}
	return all
}

// of is the scale of a value.
func (s scales) of(value *upslope.Value) Scale { return s[scaleKey(value)] }
