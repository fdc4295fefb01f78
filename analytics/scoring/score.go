// Package scoring turns values into scores: severity, ease, effort and scales. It only calculates, and reads
// nothing.
package scoring

import (
	"math"

	"upslope/analytics/stats"
)

// Constants of the score, like those in SeverityFactor and Ease; calibrated: docs/method.md#score.
const (
	ImpactWeight = .75 // of the score; the rest is ease
	EaseWeight   = .25
	EaseExponent = .3 // ease counts only with impact: easy but worthless stays low

	leastShareOfSite = .001 // of a site's monthly value: lower bound of Floor
	leastTopOfSite   = .02  // of a site's monthly value: lower bound of Top
	leastTopOfFloor  = 20.  // × Floor: lower bound of Top
	TopPercentile    = .95  // of a site's expected values

	// Pages that fail and matter whatever search brings there, and where nothing but the crawl is known.
	KeyFailureShare        = .97 // f of a failing page where visitors turn into customers
	SitewideFailureShare   = .9  // f of a failing page that most pages link to
	SearchedFailureShare   = .85 // least f of a server error that search clicks
	CrumbOfSite            = .01 // of a site's monthly value, below which such an error is a plain repair
	SureRepair             = 10. // times its value: what may bring nothing, and a sure repair stands before
	QuickRepair            = 3.  // times its value: a chance of so much, and a quick repair stands before
	AboveChance            = .02 // f by which it does
	Chance                 = .5  // P(fix) of a chance, at most
	LinkedFailureShare     = .06 // least f of a broken page with a link, which visitors meet
	ShareOfLink            = .02 // more of it for each further link
	MuchLinkedFailureShare = .3  // at most
	UnsureShare            = .8  // the largest f of a find that may be none: its range starts at zero
	UrgentScore            = 85  // of such a page
	SitewideShare          = .5  // share of the pages that makes most of a site
	LeastPagesOfSite       = 20. // of fewer pages most is few
	LeastTopOfSeverity     = .4  // lower bound of the largest severity × reach of a site

	// Gains of rankings alone come late, together or never: those beyond a fifth of the first 20 give way.
	MostRankingGains     = 4
	RankingGainsExponent = .75  // f × (4/k)^.75 of the k-th
	LongShot             = .105 // confidence below which such a gain is a long shot: 10% as shown
	FirstLongShot        = 8    // the k of a long shot, at least

	UnknownPercentile = .5
	SeenShare         = .5  // of reach: pages that the crawl says are seen are above it, others below
	CheapFault        = .15 // of reach, on a crawl only: what a fault without cost loses against a costly one
	CostlyFault       = .1  // share of clicks that a costly fault takes
	UnknownShare      = .5  // of the upper bound of an unknown value: the mean of a uniform distribution
)

// SeverityFactor ranks unknown values; false for an unknown severity.
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

// Ease returns the factor of an effort class on the ease part of the score.
func Ease(effortClass int) float64 {
	ease := [EffortClasses]float64{1, .8, .55, .3, .1}
	return ease[EffortIndex(effortClass)]
}

const EffortClasses = 5

// Scale normalizes the values of one site in one unit. It stays fixed for a quarter, so that scores are
// comparable over time.
type Scale struct {
	Floor float64 // v0: the smallest value that counts
	Top   float64 // V95: the value of a full score
}

// NewScale computes the scale of a site from its monthly value, the mean value of a click (0 for none) and
// the expected values of its insights, all in one unit.
func NewScale(siteValue, clickValue float64, expectedValues []float64) Scale {
	siteValue = stats.Finite(siteValue)
	floor := max(leastShareOfSite*siteValue, stats.Finite(clickValue), 1)
	return Scale{Floor: floor, Top: max(stats.Percentile(expectedValues, TopPercentile), leastTopOfSite*siteValue, leastTopOfFloor*floor)}
}

// Share places a monthly value between 0 and the top (1) on a log scale: f = ln(1+v/v0) / ln(1+V95/v0).
// Values above the top exceed 1.
func (s Scale) Share(value float64) float64 {
	return math.Log1p(stats.Finite(value)/s.Floor) / math.Log1p(s.Top/s.Floor)
}

// ShareOfSeverity is f for an unknown value: that of its severity, weighted by the page's link percentile. A
// nil percentile counts as the median.
func ShareOfSeverity(severity string, linkPercentile *float64) float64 {
	place := UnknownPercentile
	if linkPercentile != nil && !math.IsNaN(*linkPercentile) {
		place = stats.Clamp(*linkPercentile)
	}
	factor, _ := SeverityFactor(severity)
	return factor * (.5 + .5*place)
}

// SeenPlace is the reach of pages on a site of which the crawl says how often pages are seen: what is seen
// stands above what is not, or of which it is unknown, by its share of all; below, links count (place).
func SeenPlace(place *float64, seen, total float64) float64 {
	if seen = stats.Finite(seen); seen > 0 && total > 0 {
		return SeenShare + (1-SeenShare)*stats.Clamp(math.Log1p(seen)/math.Log1p(total))
	}
	links := UnknownPercentile
	if place != nil && !math.IsNaN(*place) {
		links = stats.Clamp(*place)
	}
	return SeenShare * links
}

// Score returns 0 to 100: three quarters value (f), one quarter ease. An f above 1 compensates for low ease;
// otherwise the easier of two tasks above the top would always win, however much more the other brings.
func Score(share float64, effortClass int) int {
	return Percent(ShareWithEase(share, effortClass))
}

// ShareWithEase is the score before it is rounded and limited to 100.
func ShareWithEase(share float64, effortClass int) float64 {
	return ImpactWeight*share + EaseWeight*Ease(effortClass)*math.Pow(stats.Clamp(share), EaseExponent)
}

// Effort converts an effort class, 1 to 5, to 0 to 100.
func Effort(effortClass int) int { return 10 + 20*EffortIndex(effortClass) }

func EffortIndex(class int) int { return min(max(class, 1), EffortClasses) - 1 }

// Percent rounds a share to 0 to 100.
func Percent(share float64) int { return int(math.Round(100 * stats.Clamp(share))) }

// ProbabilityPercent rounds a probability to percent: only certainty is 0 or 100.
func ProbabilityPercent(probability float64) int {
	if 0 < probability && probability < 1 {
		return min(max(1, Percent(probability)), 99)
	}
	return Percent(probability)
}
