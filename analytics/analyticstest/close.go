package analyticstest

import "math"

// Close says whether a figure is the one that is wanted, to a ten-thousandth.
func Close(got, want float64) bool { return math.Abs(got-want) <= 1e-4*math.Abs(want) }
