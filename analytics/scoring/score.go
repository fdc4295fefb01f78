// Package scoring turns values into scores: severity, ease, effort and the scales that values are measured against. It
// calculates only, and reads nothing.
package scoring

import (
	"math"

	"upslope/analytics/stats"
)

// The constants of the score, with those of severityFactor and easeOf: all (cal), starting values until measured outcomes correct them.
const (
	ImpactWeight = .75 // of the score; what is left is ease
	EaseWeight   = .25
	EaseExponent = .3 // ease counts only where there is impact: easy but worthless stays low

	leastShareOfSite = .001 // of a site's monthly value: the least that is worth a point
	leastTopOfSite   = .02  // of a site's monthly value: the least that can count as top
	leastTopOfFloor  = 20.  // times the floor: likewise
	TopPercentile    = .95  // of a site's expected values

	UnknownPercentile = .5
	UnknownShare      = .5 // of what an unknown value cannot exceed: all from nothing to that is as likely
)

// SeverityFactor ranks what has no known value; false when there is no such severity.
func SeverityFactor(severity string) (factor float64, known bool) {
	switch severity {
	case "critical":
		return .8, true
	case "high":
		return .55, true
	case "medium":
		return .3, true
	case "low":
		return .1, true
	}
	return 0, false
}

// Ease is how much an effort class leaves of what ease adds to the score.
func Ease(effortClass int) float64 {
	ease := [EffortClasses]float64{1, .8, .55, .3, .1}
	return ease[EffortIndex(effortClass)]
}

const EffortClasses = 5

// Scale is what values are measured against on one site, all in the unit the site ranks by. It is to stay as it is for a quarter, so that
// scores can be compared over time.
type Scale struct {
	Floor float64 // v0: what is worth next to nothing
	Top   float64 // V95: what is worth full marks
}

// NewScale makes the scale of a site from its value per month, the mean value of a click (0 when there is none) and the expected values of
// its insights, all in one unit.
func NewScale(siteValue, clickValue float64, expectedValues []float64) Scale {
	siteValue = stats.Finite(siteValue)
	floor := max(leastShareOfSite*siteValue, stats.Finite(clickValue), 1)
	return Scale{Floor: floor, Top: max(stats.Percentile(expectedValues, TopPercentile), leastTopOfSite*siteValue, leastTopOfFloor*floor)}
}

// Share places a value per month between nothing (0) and the top (1), by its logarithm: f = ln(1+v/v0) / ln(1+V95/v0). What is worth more
// than the top has more than 1.
func (s Scale) Share(value float64) float64 {
	return math.Log1p(stats.Finite(value)/s.Floor) / math.Log1p(s.Top/s.Floor)
}

// ShareOfSeverity is f where the value is unknown: what the severity allows, the more the better the page is linked. A nil
// percentile is unknown and counts as the middle.
func ShareOfSeverity(severity string, linkPercentile *float64) float64 {
	place := UnknownPercentile
	if linkPercentile != nil && !math.IsNaN(*linkPercentile) {
		place = stats.Clamp(*linkPercentile)
	}
	factor, _ := SeverityFactor(severity)
	return factor * (.5 + .5*place)
}

// Score ranks insights, 0 to 100: three quarters what it is worth (f), one quarter how easy it is. An f above 1 makes up for what is not
// easy: of two that are worth full marks the easy one would otherwise stand first, however much more the other is worth.
func Score(share float64, effortClass int) int {
	return Percent(ImpactWeight*share + EaseWeight*Ease(effortClass)*math.Pow(stats.Clamp(share), EaseExponent))
}

// Effort turns an effort class, 1 to 5, into 0 to 100.
func Effort(effortClass int) int { return 10 + 20*EffortIndex(effortClass) }

func EffortIndex(class int) int { return min(max(class, 1), EffortClasses) - 1 }

// Percent is a share as a whole number, 0 to 100.
func Percent(share float64) int { return int(math.Round(100 * stats.Clamp(share))) }

// ProbabilityPercent is a probability as a whole number of percent: what is not certain is neither 0 nor 100.
func ProbabilityPercent(probability float64) int {
	if 0 < probability && probability < 1 {
		return min(max(1, Percent(probability)), 99)
	}
	return Percent(probability)
}
