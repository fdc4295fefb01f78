package ctr

import "math"

// At looks a position up in the table of a curve, as ctr_at does in SQL; 0 without a table.
func At(table []float64, position float64) float64 {
	if len(table) == 0 {
		return 0
	}
	step := int(math.RoundToEven(Steps * (min(max(position, 1), Deepest+1) - 1)))
	return table[min(step, len(table)-1)]
}
