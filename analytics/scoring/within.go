package scoring

// Shares that keep a range a range where what a line says cuts its ends off: docs/method.md#probabilities.
const (
	midBelow = .9 // of the high end
	lowBelow = .5 // of the middle
)

// Within holds an estimate to the most that its own figures allow, with the middle below the high and above
// the low end. An exact value, of which all three are one, stays one.
func Within(low, mid, high, most float64) (heldLow, heldMid, heldHigh float64) {
	if low == high {
		mid = min(mid, most)
		return mid, mid, mid
	}
	if high = min(high, most); mid >= high {
		high = min(mid/midBelow, most)
		mid = min(mid, midBelow*high)
	}
	if low >= mid {
		low = lowBelow * mid
	}
	return low, mid, high
}
