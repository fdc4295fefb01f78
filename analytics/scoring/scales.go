package scoring

import (
	"slices"
	"time"

	"upslope"
	"upslope/analytics/stats"
)

// Scales normalize the values of a site, one scale per unit: clicks, or a currency. In the site's own unit
// the reference is the value of all its non-brand clicks and ads; in another unit it is only the value in
// that unit.
//
// A scale is frozen for a calendar quarter (UTC), so that one large find does not move all other scores. It
// is frozen once the history is imported, and again when a new input appears, such as another source; until
// then it is recomputed each time. See docs/decisions/0014.
type Scales struct {
	known upslope.SiteScales
	now   time.Time
	all   map[string]Scale
	put   []upslope.SiteScale // recomputed
}

func NewScales(known upslope.SiteScales, now time.Time) *Scales {
	return &Scales{known: known, now: now, all: map[string]Scale{}}
}

// UnitKey identifies the unit of a value; "" for an unknown value.
func UnitKey(value *upslope.Value) string {
	if value == nil {
		return ""
	}
	return value.Unit + value.Currency
}

// SiteValue is the monthly value of a site and the value of a click, by unit.
type SiteValue struct{ Month, Click map[string]float64 }

// Estimate is the value of a finding.
type Estimate struct {
	Value    *upslope.Value // nil if unknown
	Max      *upslope.Value // upper bound of an unknown value
	Expected float64
}

// Fit computes the scales of a site from its value and its findings, unless they are frozen.
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

// frozen returns the scale of a unit if it is still valid.
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

// For returns the scale of a value.
func (s *Scales) For(value *upslope.Value) Scale { return s.all[UnitKey(value)] }

// Changes returns what has to be stored.
func (s *Scales) Changes() upslope.ScaleChanges {
	return upslope.ScaleChanges{Seen: s.known.Scales, Put: s.put, Percentile: TopPercentile, Now: s.now}
}
