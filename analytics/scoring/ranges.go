package scoring

import "math"

// ConvertRange converts low and high around a middle to another unit at a rate with a relative standard
// error. Errors are independent and multiply, so their logarithms add in quadrature.
func ConvertRange(low, mid, high, rate, relativeError, z float64) (convertedLow, convertedHigh float64) {
	if !(mid > 0) {
		return max(0, low) * rate, max(0, high) * rate
	}
	ofRate := z * math.Sqrt(math.Log1p(relativeError*relativeError))
	if low > 0 {
		convertedLow = rate * mid * math.Exp(-math.Hypot(math.Log(mid/min(low, mid)), ofRate))
	}
	return convertedLow, rate * mid * math.Exp(math.Hypot(math.Log(max(high, mid)/mid), ofRate))
}
