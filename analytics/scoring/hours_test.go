package scoring

import (
	"math"
	"testing"

	"upslope"
)

func TestHoursOfClassesRiseInQuartersOfAnHour(t *testing.T) {
	t.Parallel()
	before := 0.
	for class := 1; class <= EffortClasses; class++ {
		if hours := HoursOfClass(class); hours <= before || RoundHours(hours) != hours {
			t.Errorf("class %d takes %v", class, hours)
		} else {
			before = hours
		}
	}
}

// One H1 or one noindex is minutes, eleven titles are about an hour, a new page is a day.
func TestHoursFollowTheKindAndTheNumberOfThings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind   string
		things float64
		want   float64
	}{
		{upslope.ActionHeading, 1, .25}, {upslope.ActionIndex, 1, .25}, {upslope.ActionTitle, 1, .25}, {upslope.ActionTitle, 11, 1.25},
		{upslope.ActionDescription, 28, 4.5}, {upslope.ActionAddText, 2, 2.25}, {upslope.ActionNewPage, 1, 8.25}, {upslope.ActionNegative, 2, .25},
		{upslope.ActionAnswer, 5, .25},
	} {
		if got := RoundHours(StartHours + c.things*HoursOfAction(c.kind)); got != c.want {
			t.Errorf("%v × %s takes %v hours, want %v", c.things, c.kind, got, c.want)
		}
	}
	if got := RoundHours(math.SmallestNonzeroFloat64); got != leastHours {
		t.Errorf("the least is %v", got)
	}
}

func TestHoursBelongToTheNearestClass(t *testing.T) {
	for hours, want := range map[float64]int{0: 1, .25: 1, .5: 1, 2: 2, 3.25: 2, 4: 3, 6: 3, 9.75: 3, 10: 4, 16: 4, 26: 5, 400: 5} {
		if got := ClassOfHours(hours); got != want {
			t.Errorf("%v hours are class %d, want %d", hours, got, want)
		}
	}
}
