package stats

import (
	"math"
	"slices"
)

// RateRatioBelow returns the probability that one rate is less than another, given their observed ratio and
// the events behind each: rates are gamma distributed, and the share of one gamma in the sum of two is a
// beta.
func RateRatioBelow(ratio, events, otherEvents float64) float64 {
	other := max(1, otherEvents)
	return BetaCDF(events/(events+other*ratio), max(1, events), other)
}

// BenjaminiHochberg returns how many of the smallest p-values (ascending) are significant at a false
// discovery rate. tests is the number of tests, including those whose p-values are not listed.
func BenjaminiHochberg(rising []float64, tests int, rate float64) int {
	findings := 0
	for i, p := range rising {
		if p <= rate*float64(i+1)/float64(tests) {
			findings = i + 1
		}
	}
	return findings
}

// CountBelow returns the p-value of a count against its expectation: the probability of so few or fewer
// events, by Anscombe's transform of a Poisson variable. dispersion is variance over mean, 1 without
// overdispersion.
func CountBelow(count, expected, dispersion float64) float64 {
	return NormalCDF(-2 * (math.Sqrt(expected+.375) - math.Sqrt(count+.375)) / math.Sqrt(dispersion))
}

// NormalCDF returns P(Z < z) of a standard normal variable.
func NormalCDF(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// NormalQuantile returns the value below which a standard normal variable falls with this probability, in
// (0, 1).
func NormalQuantile(probability float64) float64 { return math.Sqrt2 * math.Erfinv(2*probability-1) }

// SignificantPValue returns the largest p-value that is significant by Benjamini-Hochberg, and whether any
// is. values may be in any order and leave out those that cannot be significant; tests counts them all.
func SignificantPValue(values []float64, tests int, rate float64) (limit float64, ok bool) {
	rising := slices.Sorted(slices.Values(values))
	findings := BenjaminiHochberg(rising, tests, rate)
	if findings == 0 {
		return 0, false
	}
	return rising[findings-1], true
}
