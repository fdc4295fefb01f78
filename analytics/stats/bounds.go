package stats

import (
	"math"
	"slices"
)

// Clamp puts a share between 0 and 1; what is no number is 0.
func Clamp(share float64) float64 {
	if math.IsNaN(share) {
		return 0
	}
	return min(max(share, 0), 1)
}

// Finite keeps a sum of money or clicks calculable: no less than nothing, and no infinity.
func Finite(value float64) float64 {
	if math.IsNaN(value) || value < 0 {
		return 0
	}
	return min(value, math.MaxFloat64/1e6)
}

// Percentile interpolates between the values around the share p; 0 without values.
func Percentile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := make([]float64, len(values))
	for i, value := range values {
		sorted[i] = Finite(value)
	}
	slices.Sort(sorted)
	place := p * float64(len(sorted)-1)
	below := int(place)
	if below == len(sorted)-1 {
		return sorted[below]
	}
	return sorted[below] + (place-float64(below))*(sorted[below+1]-sorted[below])
}
