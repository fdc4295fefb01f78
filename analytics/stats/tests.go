package stats

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
