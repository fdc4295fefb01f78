package scoring

import (
	"slices"
	"time"

	"upslope"
	"upslope/analytics/stats"
)

// Scales are what the values of a site are measured against, one for each unit: clicks, or a currency. What is in the unit of the site is
// measured against all that the site is worth without the clicks of searches that name its brand, what is in another against that alone.
//
// A scale is frozen until the calendar quarter (UTC) ends, so that one large find does not move the scores of all others: once the older
// days are in, and anew when what it rests on has something that it had not then, such as another source. Until it can be frozen it is
// worked out each time. See docs/decisions/0014.
type Scales struct {
	known upslope.SiteScales
	now   time.Time
	all   map[string]Scale
	put   []upslope.SiteScale // worked out anew
}

func NewScales(known upslope.SiteScales, now time.Time) *Scales {
	return &Scales{known: known, now: now, all: map[string]Scale{}}
}

// UnitKey names a unit; a value that is unknown has none.
func UnitKey(value *upslope.Value) string {
	if value == nil {
		return ""
	}
	return value.Unit + value.Currency
}

// SiteValue is what a site is worth a month, and what a click of it is, by unit.
type SiteValue struct{ Month, Click map[string]float64 }

// Estimate is what something found is worth.
type Estimate struct {
	Value    *upslope.Value // nil where it is unknown
	Max      *upslope.Value // of an unknown value: what it cannot exceed
	Expected float64
}

// Fit makes the scales of a site from what its clicks and ads are worth and what was found, unless they are frozen.
func (s *Scales) Fit(of SiteValue, finds []Estimate) {
	expected, units := map[string][]float64{}, map[string]upslope.Value{}
	for _, one := range finds {
		if key := UnitKey(one.Value); key != "" {
			expected[key], units[key] = append(expected[key], one.Expected), *one.Value
		} else if key := UnitKey(one.Max); key != "" {
			expected[key], units[key] = slices.Grow(expected[key], 0), *one.Max
		}
	}
	for key, values := range expected {
		if frozen, ok := s.frozen(key); ok {
			s.all[key] = frozen
			continue
		}
		scale := NewScale(of.Month[key], of.Click[key], values)
		s.all[key] = scale
		made := upslope.SiteScale{
			Unit: units[key].Unit, Currency: units[key].Currency, Floor: scale.Floor, Top: scale.Top,
			Worth: stats.Finite(of.Month[key]), ClickValue: stats.Finite(of.Click[key]), RestsOn: s.known.RestsOn,
		}
		if s.known.Settled {
			made.FrozenAt = &s.now
		}
		s.put = append(s.put, made)
	}
}

// frozen is the scale of a unit that still holds.
func (s *Scales) frozen(key string) (Scale, bool) {
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

// For is the scale of a value.
func (s *Scales) For(value *upslope.Value) Scale { return s.all[UnitKey(value)] }

// Changes is what is to be kept of them.
func (s *Scales) Changes() upslope.ScaleChanges {
	return upslope.ScaleChanges{Seen: s.known.Scales, Put: s.put, Percentile: TopPercentile, Now: s.now}
}
