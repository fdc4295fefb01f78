package stats

// RateRatioBelow is the probability that one rate is less than another when their ratio is seen to be ratio
// and each rests on so many events: such rates are gamma distributed, and the share of one gamma in the sum
// of two is a beta.
func RateRatioBelow(ratio, events, otherEvents float64) float64 {
	other := max(1, otherEvents)
	return BetaCDF(events/(events+other*ratio), max(1, events), other)
}

// BenjaminiHochberg answers how many of the smallest p-values, which rise, may be called findings so that the
// expected share of false ones among them is at most rate. tests is how many were made, those whose p-values
// are not listed among them.
func BenjaminiHochberg(rising []float64, tests int, rate float64) int {
	findings := 0
	for i, p := range rising {
		if p <= rate*float64(i+1)/float64(tests) {
			findings = i + 1
		}
	}
	return findings
}
