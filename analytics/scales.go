package analytics

import (
	"slices"
	"time"

	"upslope"
)

// scales are what the values of a site are measured against, one for each unit: clicks, or a currency. What is in the unit of the site is
// measured against all that the site is worth without the clicks of searches that name its brand, what is in another against that alone.
//
// A scale is frozen until the calendar quarter (UTC) ends, so that one large find does not move the scores of all others: once the older
// days are in, and anew when what it rests on has something that it had not then, such as another source. Until it can be frozen it is
// worked out each time. See docs/decisions/0014.
type scales struct {
	known upslope.SiteScales
	now   time.Time
	all   map[string]Scale
	put   []upslope.SiteScale // worked out anew
}

func newScales(known upslope.SiteScales, now time.Time) *scales {
	return &scales{known: known, now: now, all: map[string]Scale{}}
}

// scaleKey names a unit; a value that is unknown has none.
func scaleKey(value *upslope.Value) string {
	if value == nil {
		return ""
	}
	return value.Unit + value.Currency
}

// measure makes the scales of a site from what its clicks and ads are worth and what was found, unless they are frozen.
func (s *scales) measure(g *ground, candidates []candidate) {
	expected, units := map[string][]float64{}, map[string]upslope.Value{}
	for _, c := range candidates {
		if key := scaleKey(c.value); key != "" {
			expected[key], units[key] = append(expected[key], c.expectedValue()), *c.value
		} else if key := scaleKey(c.most); key != "" {
			expected[key], units[key] = slices.Grow(expected[key], 0), *c.most
		}
	}
	clicks := finite(g.search.clicks - g.search.branded) // who looks for the brand comes whatever is done
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
	for key, values := range expected {
		if frozen, ok := s.frozen(key); ok {
			s.all[key] = frozen
			continue
		}
		scale := NewScale(worth[key], each[key], values)
		s.all[key] = scale
		made := upslope.SiteScale{
			Unit: units[key].Unit, Currency: units[key].Currency, Floor: scale.Floor, Top: scale.Top,
			Worth: finite(worth[key]), ClickValue: finite(each[key]), RestsOn: s.known.RestsOn,
		}
		if s.known.Settled {
			made.FrozenAt = &s.now
		}
		s.put = append(s.put, made)
	}
}

// frozen is the scale of a unit that still holds.
func (s *scales) frozen(key string) (Scale, bool) {
	for _, known := range s.known.Scales {
		if known.Unit+known.Currency != key || known.FrozenAt == nil || !sameQuarter(*known.FrozenAt, s.now) {
			continue
		}
		isNew := func(basis string) bool { return !slices.Contains(known.RestsOn, basis) }
		return Scale{known.Floor, known.Top}, !slices.ContainsFunc(s.known.RestsOn, isNew)
	}
	return Scale{}, false
}

func sameQuarter(a, b time.Time) bool {
	a, b = a.UTC(), b.UTC()
	return a.Year() == b.Year() && (a.Month()-1)/3 == (b.Month()-1)/3
}

// of is the scale of a value.
func (s *scales) of(value *upslope.Value) Scale { return s.all[scaleKey(value)] }

// changes is what is to be kept of them.
func (s *scales) changes() upslope.ScaleChanges {
	return upslope.ScaleChanges{Seen: s.known.Scales, Put: s.put, Percentile: topPercentile, Now: s.now}
}
