package stats

import (
	"math"
	"slices"
)

// Clamp limits a share to 0 to 1; NaN becomes 0.
func Clamp(share float64) float64 {
	if math.IsNaN(share) {
		return 0
	}
	return min(max(share, 0), 1)
}

// Finite limits a sum of money or clicks to finite values that are not negative.
func Finite(value float64) float64 {
	if math.IsNaN(value) || value < 0 {
		return 0
	}
	return min(value, math.MaxFloat64/1e6)
}

// Percentile interpolates linearly at the share p; 0 without values.
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
