package analyticstest

import "math"

// Close reports whether got is within one ten-thousandth of want.
func Close(got, want float64) bool { return math.Abs(got-want) <= 1e-4*math.Abs(want) }
