package scoring

import (
	"math"
	"testing"

	"upslope"
)

func TestHoursArePaidWithinHalfAYear(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		hours float64
		value upslope.Value
		want  float64
		known bool
	}{
		{"two days in dollars", 16, upslope.Value{Unit: UnitCurrency, Currency: "USD"}, 213.33, true},
		{"two days in clicks", 16, upslope.Value{Unit: UnitClicks}, 213.33, true},
		{"an hour in yen", 1, upslope.Value{Unit: UnitCurrency, Currency: "JPY"}, 2000, true},
		{"a currency without a rate", 16, upslope.Value{Unit: UnitCurrency, Currency: "XTS"}, 0, false},
	} {
		if got, known := MonthOfHours(c.hours, c.value); math.Abs(got-c.want) > .01 || known != c.known {
			t.Errorf("%s: %v, %v", c.name, got, known)
		}
	}
}
