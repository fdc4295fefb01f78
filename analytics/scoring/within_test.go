package scoring

import (
	"math"
	"testing"
)

func TestAValueIsHeldToWhatItsLineSays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ low, mid, high, most, wantLow, wantMid, wantHigh float64 }{
		"within":                  {10, 20, 30, math.Inf(1), 10, 20, 30},
		"the high end is too far": {10, 20, 90, 40, 10, 20, 40},
		"the middle as well":      {10, 60, 90, 40, 10, 36, 40},
		"all of it":               {50, 60, 90, 40, 18, 36, 40},
		"two ends in one":         {15, 26, 26, 26, 15, 23.4, 26},
		"the high end below":      {10, 18, 15, math.Inf(1), 10, 18, 20},
		"from nothing":            {0, 0, 5, math.Inf(1), 0, 0, 5},
		"an exact value":          {7, 7, 7, math.Inf(1), 7, 7, 7},
		"an exact one too large":  {7, 7, 7, 5, 5, 5, 5},
	} {
		low, mid, high := Within(c.low, c.mid, c.high, c.most)
		if math.Abs(low-c.wantLow)+math.Abs(mid-c.wantMid)+math.Abs(high-c.wantHigh) > 1e-9 {
			t.Errorf("%s: %v, %v to %v", name, mid, low, high)
		}
	}
}
