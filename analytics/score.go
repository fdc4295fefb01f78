package analytics

import (
	"math"
	"slices"
)

// The constants of the score, with those of severityFactor and easeOf: all (cal), starting values until measured outcomes correct them.
const (
	impactWeight = .75 // of the score; what is left is ease
	easeWeight   = .25
	easeExponent = .3 // ease counts only where there is impact: easy but worthless stays low

	leastShareOfSite = .001 // of a site's monthly value: the least that is worth a point
	leastTopOfSite   = .02  // of a site's monthly value: the least that can count as top
	leastTopOfFloor  = 20.  // times the floor: likewise
	topPercentile    = .95  // of a site's expected values

	unknownPercentile = .5
	unknownShare      = .5 // of what an unknown value cannot exceed: all from nothing to that is as likely
)

// severityFactor ranks what has no known value; false when there is no such severity.
func severityFactor(severity string) (factor float64, known bool) {
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

// easeOf is how much an effort class leaves of what ease adds to the score.
func easeOf(effortClass int) float64 {
	ease := [effortClasses]float64{1, .8, .55, .3, .1}
	return ease[effortIndex(effortClass)]
}

const effortClasses = 5

// Scale is what values are measured against on one site, all in the unit the site ranks by. It is to stay as it is for a quarter, so that
// scores can be compared over time.
type Scale struct {
	Floor float64 // v0: what is worth next to nothing
	Top   float64 // V95: what is worth full marks
}

// NewScale makes the scale of a site from its value per month, the mean value of a click (0 when there is none) and the expected values of
// its insights, all in one unit.
func NewScale(siteValue, clickValue float64, expectedValues []float64) Scale {
	siteValue = finite(siteValue)
	floor := max(leastShareOfSite*siteValue, finite(clickValue), 1)
	return Scale{Floor: floor, Top: max(percentile(expectedValues, topPercentile), leastTopOfSite*siteValue, leastTopOfFloor*floor)}
}

// Share places a value per month between nothing (0) and the top (1), by its logarithm: f = ln(1+v/v0) / ln(1+V95/v0). What is worth more
// than the top has more than 1.
func (s Scale) Share(value float64) float64 {
	return math.Log1p(finite(value)/s.Floor) / math.Log1p(s.Top/s.Floor)
}

// ShareOfSeverity is f where the value is unknown: what the severity allows, the more the better the page is linked. A nil
// percentile is unknown and counts as the middle.
func ShareOfSeverity(severity string, linkPercentile *float64) float64 {
	place := unknownPercentile
	if linkPercentile != nil && !math.IsNaN(*linkPercentile) {
		place = clamp(*linkPercentile)
	}
	factor, _ := severityFactor(severity)
	return factor * (.5 + .5*place)
}

// Score ranks insights, 0 to 100: three quarters what it is worth (f), one quarter how easy it is. An f above 1 makes up for what is not
// easy: of two that are worth full marks the easy one would otherwise stand first, however much more the other is worth.
func Score(share float64, effortClass int) int {
	return percent(impactWeight*share + easeWeight*easeOf(effortClass)*math.Pow(clamp(share), easeExponent))
}

// Effort turns an effort class, 1 to 5, into 0 to 100.
func Effort(effortClass int) int { return 10 + 20*effortIndex(effortClass) }

func effortIndex(class int) int { return min(max(class, 1), effortClasses) - 1 }

// percent is a share as a whole number, 0 to 100.
func percent(share float64) int { return int(math.Round(100 * clamp(share))) }

// likely is a probability as a whole number of percent: what is not certain is neither 0 nor 100.
func likely(probability float64) int {
	if 0 < probability && probability < 1 {
		return min(max(1, percent(probability)), 99)
	}
	return percent(probability)
}

// clamp puts a share between 0 and 1; what is no number is 0.
func clamp(share float64) float64 {
	if math.IsNaN(share) {
		return 0
	}
	return min(max(share, 0), 1)
}

// finite keeps a sum of money or clicks calculable: no less than nothing, and no infinity.
func finite(value float64) float64 {
	if math.IsNaN(value) || value < 0 {
		return 0
	}
	return min(value, math.MaxFloat64/1e6)
}

// percentile interpolates between the values around the share p; 0 without values.
func percentile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := make([]float64, len(values))
	for i, value := range values {
		sorted[i] = finite(value)
	}
	slices.Sort(sorted)
	place := p * float64(len(sorted)-1)
	below := int(place)
	if below == len(sorted)-1 {
		return sorted[below]
	}
	return sorted[below] + (place-float64(below))*(sorted[below+1]-sorted[below])
}
